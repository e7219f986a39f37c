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

// This file finds the cases of an action that are possible in a state. A step that reads
// ten flags has a thousand cases, of which one is possible at a time. To try them one by
// one costs a thousand looks. Instead each value of a component has a bit set, its row, of
// the cases that allow the value; the possible cases are the intersection of ten rows, 64
// cases in one operation.

// An action with at least manyCases cases has rows, if they take at most rowBytes.
const (
	manyCases = 16
	rowBytes  = 1 << 20
)

// Rows has the rows of one action.
type Rows struct {
	comps []sem.CompID     // components that its cases name, ascending
	allow []*bitset.Matrix // by index in comps: a row for each value of the component
	all   bitset.Set       // all cases
}

// newRows makes the rows of all actions. The result is nil for an action whose cases are
// looked at one by one. comps are the components that the cases of each action name,
// ascending.
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
			names := make([]bool, len(r.comps)) // the case names the component; if not, it allows every value
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

// word returns the cases 64*w to 64*w+63 that are possible in the state, as bits.
func (r *Rows) word(state []int32, w int) uint64 {
	all := ^uint64(0)
	for i, m := range r.allow {
		if all &= m.Bits[int(state[r.comps[i]])*m.Stride+w]; all == 0 {
			break
		}
	}
	return all
}

// Possible reports whether some case is possible in the state.
func (r *Rows) Possible(state []int32) bool {
	for w := range r.allow[0].Stride {
		if r.word(state, w) != 0 {
			return true
		}
	}
	return false
}

// Cases appends the numbers of the cases that are possible in the state to list, ascending.
func (r *Rows) Cases(state []int32, list []int) []int {
	for w := range r.allow[0].Stride {
		for all := r.word(state, w); all != 0; all &= all - 1 {
			list = append(list, w<<6+bits.TrailingZeros64(all))
		}
	}
	return list
}

// forbiddenRows is Sets.forbidden for an action with rows, and collects the same components
// in the same order. It goes through the components, the cheapest first, and takes each
// that forbids a case which no earlier one forbids. That gives every case the cheapest
// component that forbids it.
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
	s.open = append(s.open[:0], r.all...)
	chosen := s.costs[:0]
	for _, c := range s.costs {
		row := r.allow[c.part].Row(int(vec[r.comps[c.part]]))
		first := -1 // the first case for which the component is taken
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
	// Sets.forbidden goes through the cases, so its order is that of these first cases.
	slices.SortFunc(chosen, func(a, b cost) int { return a.more - b.more })
	for _, c := range chosen {
		s.forbid = append(s.forbid, r.comps[c.part])
	}
	return true
}

// cost is a component with a number by which components are sorted.
type cost struct {
	part int32 // index of the component in Rows.comps
	more int   // how many actions addChanged would add for it; later the first case that it forbids
}
