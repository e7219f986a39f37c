package model

import (
	"slices"

	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/sem"
)

// Space is a system as a graph of states, for package search: the moves that no constraint forbids, and what they
// lead to. A move that ends in a run-time error, or at a bound of the model, leads nowhere. A state has the machine's
// components and the states of the monitors.
//
// The note of a state is its Ending where it has no move, and Trapped where a monitor is past all hope; both may be.
type Space struct {
	*System
	Last string // an event after which nothing matters: a move that has it leads nowhere; "": there is none
}

// Trapped is the note of a state in which a specification is violated for ever. It stands beside an Ending.
const Trapped search.Note = 1 << 7

// EndingOf is the ending that a note of a Space has: Open if the state has moves.
func EndingOf(n search.Note) Ending { return Ending(n &^ Trapped) }

// Sizes are those of the machine's components, and of the monitors' automata.
func (s Space) Sizes() []int32 {
	var out []int32
	for i := range s.Machine.Comps {
		out = append(out, s.Machine.Comps[i].Size)
	}
	for i := range s.Monitors {
		out = append(out, int32(s.Monitors[i].Spec.DFA.States()))
	}
	return out
}

// Moves are those of Enabled.
func (s Space) Moves(list []*Move, state []int32) ([]*Move, search.Note) {
	from, note := len(list), search.Note(0)
	list, stuck := s.Enabled(list, state)
	if len(list) == from {
		note = search.Note(s.Ending(state, stuck))
	}
	if s.Trapped(state) {
		note |= Trapped
	}
	return list, note
}

// Ends reports whether a move leads nowhere.
func (s Space) Ends(v *Move) bool {
	return v.Effect.Err != nil || v.Has(s.Last)
}

// Has reports whether an event is one of a move; "" is none.
func (v *Move) Has(event string) bool {
	is := func(o sem.Occurrence) bool { return o.Event == event }
	return event != "" && slices.ContainsFunc(v.Effect.Occ, is)
}

// Take changes what the move changes.
func (s Space) Take(to *packed.Key, _ []int32, v *Move) bool {
	if s.Ends(v) {
		return false
	}
	for _, ch := range v.Effect.Changes {
		to.Put(int(ch.Comp), ch.Value)
	}
	for _, q := range v.Monitors {
		to.Put(q.At, q.State)
	}
	return true
}

// Schedule is the schedule that first led a search of a system to a state, followed by moves that lead nowhere from
// there.
func Schedule(s *System, of *search.Search[*Move], at int, last ...*Move) []sem.Choice {
	var out []sem.Choice
	add := func(state []int32, v *Move) { out = append(out, s.Choice(state, v.Way, v.Out)) }
	state := of.Path(at, add)
	for _, v := range last {
		add(state, v)
	}
	return out
}
