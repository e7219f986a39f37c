package model

import (
	"slices"

	"flavers/explore/packed"
	"flavers/explore/search"
	"flavers/sem"
)

// This file makes a system a graph of states for package search.

// Space is a system as a graph of states. Its moves are those that no constraint forbids. A move that meets a run-time
// error, or a limit of the model, leads nowhere. States are told apart by the machine's components and the states of
// the monitors; errors of tasks are not part of a key.
//
// The note of a state has its Ending, which is Open if it has moves, and the bit Trapped.
type Space struct {
	*System
	Last string // a move that has this event leads nowhere, as nothing after it matters; "": there is no such event
}

// Trapped is a bit of the note of a state: a property is violated there, whatever follows.
const Trapped search.Note = 1 << 7

// EndingOf returns the ending in a note.
func EndingOf(n search.Note) Ending { return Ending(n &^ Trapped) }

// Sizes returns the sizes of the machine's components and of the monitors' automata.
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

// Moves appends the moves of Enabled, and returns the note of the state.
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

// Has reports whether a move has an event with the given name. No move has the event "".
func (v *Move) Has(event string) bool {
	is := func(o sem.Occurrence) bool { return o.Event == event }
	return event != "" && slices.ContainsFunc(v.Effect.Occ, is)
}

// Take changes a key as the move changes the state. It returns false if the move leads nowhere.
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

// Schedule returns the schedule that first led a search to a state. If last is given, it is a move from there that
// leads nowhere, and ends the schedule.
func Schedule(s *System, of *search.Search[*Move], at int, last ...*Move) []sem.Choice {
	var out []sem.Choice
	add := func(state []int32, v *Move) { out = append(out, s.Choice(state, v.Way, v.Out)) }
	state := of.Path(at, add)
	for _, v := range last {
		add(state, v)
	}
	return out
}
