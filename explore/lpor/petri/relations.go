package petri

import (
	"encoding/binary"

	"flavers/bitset"
	"flavers/explore/lpor"
)

// This file makes a net an instance of package lpor: its transitions are those of
// the net, its states are markings, and the relations follow from the arcs.

// Relations returns the relations between the transitions of a net:
//
//	CanEnable   t adds tokens to a place that u takes from
//	Dependent   one of t and u leaves fewer tokens on a place that the other takes from
//	Necessary   u is the only transition that adds tokens to a place which has too few for t in the first marking
//	Visible     t changes the tokens of a watched place
func (n *Net) Relations(watched ...PlaceID) *lpor.Relations {
	r := lpor.NewRelations(len(n.Transitions))
	producers := n.producers()
	takers := n.sets()    // by place: the transitions that take from it
	lessening := n.sets() // by place: those of takers that leave fewer tokens than there were
	for t := range n.Transitions {
		for _, a := range n.Transitions[t].Takes {
			takers[a.Place].Add(t)
			if a.Weight > weight(n.Transitions[t].Puts, a.Place) {
				lessening[a.Place].Add(t)
			}
			for u := range producers[a.Place].All {
				lpor.Add(r.CanEnable, lpor.ID(u), lpor.ID(t))
			}
			if n.Places[a.Place].Tokens < a.Weight && producers[a.Place].Count() == 1 {
				for u := range producers[a.Place].All {
					lpor.Add(r.Necessary, lpor.ID(t), lpor.ID(u))
				}
			}
		}
	}
	for p := range n.Places {
		for t := range lessening[p].All {
			r.Dependent.Row(t).Or(takers[p])
		}
		for t := range takers[p].All {
			r.Dependent.Row(t).Or(lessening[p])
		}
	}
	for t := range n.Transitions {
		r.Dependent.Row(t).Remove(t)
	}
	if watched != nil {
		r.Visible = bitset.New(r.N)
		for t := range n.Transitions {
			for _, p := range watched {
				if weight(n.Transitions[t].Takes, p) != weight(n.Transitions[t].Puts, p) {
					r.Visible.Add(t)
				}
			}
		}
	}
	r.Close()
	return r
}

// sets returns an empty set of transitions for each place.
func (n *Net) sets() []bitset.Set {
	out := make([]bitset.Set, len(n.Places))
	for p := range out {
		out[p] = bitset.New(len(n.Transitions))
	}
	return out
}

// producers returns, by place, the transitions that leave more tokens than there were.
func (n *Net) producers() []bitset.Set {
	out := n.sets()
	for t := range n.Transitions {
		for _, a := range n.Transitions[t].Puts {
			if a.Weight > weight(n.Transitions[t].Takes, a.Place) {
				out[a.Place].Add(t)
			}
		}
	}
	return out
}

// system is a net as a transition system; states are markings.
type system struct {
	*Net
	producers []bitset.Set // by place
	start     []int32      // the first marking
}

var (
	_ lpor.System[[]int32]      = (*system)(nil)
	_ lpor.Situational[[]int32] = (*system)(nil)
)

// System returns the net as a transition system for lpor.Search.
func (n *Net) System() lpor.System[[]int32] { return &system{n, n.producers(), n.Start()} }

func (s *system) Start() []int32 { return s.start }

func (s *system) Enabled(dst []lpor.ID, m []int32) []lpor.ID {
	for t := range s.Transitions {
		if s.Net.Enabled(m, TransitionID(t)) {
			dst = append(dst, lpor.ID(t))
		}
	}
	return dst
}

func (s *system) Successors(dst [][]int32, m []int32, t lpor.ID) [][]int32 {
	return append(dst, s.Fire(m, TransitionID(t)))
}

func (s *system) Key(dst []byte, m []int32) []byte {
	for _, k := range m {
		dst = binary.AppendUvarint(dst, uint64(k))
	}
	return dst
}

// Needs has a set for each place with too few tokens for t: the transitions that add to it.
func (s *system) Needs(dst []bitset.Set, m []int32, t lpor.ID) []bitset.Set {
	for _, a := range s.Transitions[t].Takes {
		if m[a.Place] < a.Weight {
			dst = append(dst, s.producers[a.Place])
		}
	}
	return dst
}
