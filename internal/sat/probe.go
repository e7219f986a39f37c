package sat

import "slices"

// This file finds failed literals before the search: a literal that leads to a conflict
// when it alone is assigned is false. It helps if the clauses fall into many parts that
// have little to do with each other, and each part is refuted in a few such steps. The
// search would assign all other parts again for each step.
//
// Source: J. W. Freeman, Improvements to propositional satisfiability search
// algorithms, thesis, 1995.

// probeWork is the largest number of assignments that probing makes for each variable, in
// all calls of Solve together.
const probeWork = 300

// probe tries each literal at level 0, and again while some fail. It ends if stop, which
// may be nil, returns true. Phases stay as they were.
func (s *Solver) probe(stop func() bool) {
	phase := slices.Clone(s.phase)
	most := probeWork * s.Vars()
	tried := 0
	for failed := true; failed && !s.broken; {
		failed = false
		for l := Lit(0); int(l) < 2*s.Vars() && s.probed < most; l++ {
			if s.value[l] != unset {
				continue
			}
			if tried++; tried%256 == 0 && stop != nil && stop() {
				break
			}
			known := len(s.trail)
			s.limits = append(s.limits, known)
			s.assign(l, nil)
			conflict := s.propagate()
			if s.probed += len(s.trail) - known; conflict == nil {
				s.undo(0)
				continue
			}
			failed = true
			s.Conflicts++
			s.learn(conflict)
			if s.propagate() != nil {
				s.broken = true
				return
			}
		}
	}
	copy(s.phase, phase)
}
