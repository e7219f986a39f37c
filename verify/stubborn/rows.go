package stubborn

import (
	"math"
	"math/bits"
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
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

// Rows says of each value of each component that cases of one action name which cases it
// allows. A case is possible if all values allow it.
type Rows struct {
	comps []sem.CompID     // ascending
	allow []*bitset.Matrix // by component: a row for each value
	all   bitset.Set       // of all cases
}

// newRows is by action, nil for those whose cases are looked at one by one; comps are the
// components that the cases of each action name, ascending.
func newRows(s *monitor.Semantics, comps [][]sem.CompID, poll *limit.Poll) []*Rows {
	out := make([]*Rows, len(s.Cases))
	for a, cases := range s.Cases {
		if len(cases) < manyCases {
			continue
		}
		r := Rows{comps: comps[a], all: bitset.New(len(cases))}
		bytes := int64(0)
		for _, id := range r.comps {
			bytes += bitset.MatrixBytes(int(s.M.Comps[id].Size), len(cases))
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
			r.all.Add(k)
			names := make([]bool, len(r.comps))
			for _, mv := range cases[k].Moves {
				i, _ := slices.BinarySearch(r.comps, mv.Comp)
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
func (r *Rows) word(state []int32, w int) uint64 {
	all := ^uint64(0)
	for i, m := range r.allow {
		if all &= m.Bits[int(state[r.comps[i]])*m.Stride+w]; all == 0 {
			break
		}
	}
	return all
}

// Possible reports whether a case is possible in the state.
func (r *Rows) Possible(state []int32) bool {
	for w := range r.allow[0].Stride {
		if r.word(state, w) != 0 {
			return true
		}
	}
	return false
}

// Cases appends the cases that are possible in the state, ascending.
func (r *Rows) Cases(state []int32, list []int) []int {
	for w := range r.allow[0].Stride {
		for all := r.word(state, w); all != 0; all &= all - 1 {
			list = append(list, w<<6+bits.TrailingZeros64(all))
		}
	}
	return list
}

// forbiddenRows is Sets.forbidden for an action with rows: it forbids the same components in the
// same order. The cheapest component that a case is forbidden by is the first one, by
// cost, that forbids it.
func (s *Sets) forbiddenRows(vec []int32, r *Rows) bool {
	stride := r.allow[0].Stride
	s.Looks += int64(stride * len(r.comps))
	if r.Possible(vec) {
		return false
	}
	s.costs = s.costs[:0]
	for i, id := range r.comps {
		s.costs = append(s.costs, cost{part: int32(i), more: s.more(vec, id, math.MaxInt)})
	}
	slices.SortStableFunc(s.costs, func(a, b cost) int { return a.more - b.more })
	s.open = append(s.open[:0], r.all...) // cases that nothing forbids yet
	chosen := s.costs[:0]
	for _, c := range s.costs {
		row := r.allow[c.part].Row(int(vec[r.comps[c.part]]))
		first := -1
		for w := range s.open {
			if forbidden := s.open[w] &^ row[w]; forbidden != 0 && first < 0 {
				first = w<<6 + bits.TrailingZeros64(forbidden)
			}
			s.open[w] &= row[w]
		}
		if first >= 0 {
			chosen = append(chosen, cost{part: c.part, more: first})
		}
	}
	slices.SortFunc(chosen, func(a, b cost) int { return a.more - b.more })
	for _, c := range chosen {
		s.forbid = append(s.forbid, r.comps[c.part])
	}
	return true
}

// cost is what forbidding one of the components of Rows costs: so many more actions.
type cost struct {
	part int32
	more int
}
