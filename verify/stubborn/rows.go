package blocked

import (
	"math/bits"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
)

// This file finds the cases of an action that are possible in a state.

// An action with manyCases or more has rows, if they take at most rowBytes: a step that
// reads ten flags has a thousand cases, and few are possible at a time.
const (
	manyCases = 16
	rowBytes  = 1 << 20
)

// rows says of each value of each component that cases of one action name which cases it
// allows. A case is possible if all values allow it.
type rows struct {
	comps []sem.CompID
	allow []*bitset.Matrix // by component: a row for each value
}

// newRows is by action, nil for those whose cases are looked at one by one.
func newRows(s *monitor.Semantics, poll *limit.Poll) []*rows {
	out := make([]*rows, len(s.Cases))
	for a, cases := range s.Cases {
		if len(cases) < manyCases {
			continue
		}
		named := map[sem.CompID]int{}
		var r rows
		bytes := int64(0)
		for k := range cases {
			for _, mv := range cases[k].Moves {
				if _, seen := named[mv.Comp]; !seen {
					named[mv.Comp] = len(r.comps)
					r.comps = append(r.comps, mv.Comp)
					bytes += bitset.MatrixBytes(int(s.M.Comps[mv.Comp].Size), len(cases))
				}
			}
		}
		if len(r.comps) == 0 || bytes > rowBytes {
			continue
		}
		poll.Reserve(bytes)
		for _, id := range r.comps {
			r.allow = append(r.allow, bitset.NewMatrix(int(s.M.Comps[id].Size), len(cases)))
		}
		for k := range cases {
			poll.Look()
			names := make([]bool, len(r.comps))
			for _, mv := range cases[k].Moves {
				i := named[mv.Comp]
				names[i] = true
				for _, p := range mv.Pairs {
					r.allow[i].Row(int(p.From)).Add(k)
				}
			}
			for i, id := range r.comps {
				for v := 0; !names[i] && v < int(s.M.Comps[id].Size); v++ {
					r.allow[i].Row(v).Add(k)
				}
			}
		}
		out[a] = &r
	}
	return out
}

// word is 64 cases, with a bit for each that is possible.
func (r *rows) word(state []int32, w int) uint64 {
	all := ^uint64(0)
	for i, m := range r.allow {
		if all &= m.Bits[int(state[r.comps[i]])*m.Stride+w]; all == 0 {
			break
		}
	}
	return all
}

// isPossible tells whether an action can be taken in the state.
func (s *Search) isPossible(a cfg.ActionID) bool {
	if r := s.rows[a]; r != nil {
		for w := range r.allow[0].Stride {
			if r.word(s.state, w) != 0 {
				return true
			}
		}
		return false
	}
	for k := range s.sem.Cases[a] {
		if possible(s.state, &s.sem.Cases[a][k]) {
			return true
		}
	}
	return false
}

// possibleCases lists the cases of an action that are possible in the state, ascending.
// The list is good until the next call.
func (s *Search) possibleCases(a cfg.ActionID) []int {
	s.cases = s.cases[:0]
	if r := s.rows[a]; r != nil {
		for w := range r.allow[0].Stride {
			for all := r.word(s.state, w); all != 0; all &= all - 1 {
				s.cases = append(s.cases, w<<6+bits.TrailingZeros64(all))
			}
		}
		return s.cases
	}
	for k := range s.sem.Cases[a] {
		if possible(s.state, &s.sem.Cases[a][k]) {
			s.cases = append(s.cases, k)
		}
	}
	return s.cases
}

// possible tells whether a case can be taken in a state.
func possible(state []int32, k *sem.Case) bool {
	for i := range k.Moves {
		if _, ok := k.Moves[i].To(state[k.Moves[i].Comp]); !ok {
			return false
		}
	}
	return true
}
