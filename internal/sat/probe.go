package sat

import "slices"

// Failed literals: one whose assignment alone leads to a conflict is false. Where a
// refutation is a few such steps for each of many parts that have little to do with
// each other, the search would assign all other parts again for each of them.
//
// Source: J. W. Freeman, Improvements to propositional satisfiability search
// algorithms, thesis, 1995.

// probeWork is how many assignments probing may make for each variable, in all calls
// of Solve.
const probeWork = 300

// probe tries each literal at level 0, again and again while some fail. stop may be
// nil.
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
