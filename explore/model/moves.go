package model

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file finds the moves of a way: the effects of its steps, from package sem, together
// with the moves of the specifications that observe them. A move is made once for each
// combination of the values that decide it, and kept. So the moves of a state are mostly
// looked up.

// Move is one outcome of a way: what it changes in a state, and what it touches, with the
// specifications that observe it. Nobody may change a move.
type Move struct {
	Way    sem.WayID
	Action cfg.ActionID
	Out    int32  // its number among the outcomes of the way, in the state where it was found
	Key    uint64 // tells it from the other outcomes of the way, in every state
	sem.Footprint
	Effect    *sem.Effect
	Monitors  []MonitorState // the monitors that move, and their new states
	Forbidden bool           // a constraint forbids it
	Only      bool           // the way has no other outcome in the state where it was found
	Relative  bool           // its changes depend on the state where it is taken (sem.Steps.Relative)
}

// MonitorState is the state of a monitor and its index in a state of the system.
type MonitorState struct {
	At    int
	State int32
}

// known has the moves that were made for a sem.Steps.
type known struct {
	outs  []outcome
	plain []*Move // if no specification observes any effect: the moves; else nil
}

// outcome has the moves that were made for an effect: one for each combination of states
// of the specifications that observe it.
type outcome struct {
	seen  []observation
	moves []observed
}

// observed is a move with the states of the observing specifications before it.
type observed struct {
	from []int32 // by element of outcome.seen
	move *Move
}

// Moves appends the moves of a way whose tasks stand at its points, also those that a
// constraint forbids. st has the effects, and what decided them.
func (s *System) Moves(list []*Move, state []int32, a sem.WayID) (_ []*Move, st *sem.Steps) {
	st = s.Stepper.Steps(state, a)
	for len(s.known) <= st.ID {
		s.known = append(s.known, nil)
	}
	k := s.known[st.ID]
	if k == nil {
		k = &known{outs: make([]outcome, len(st.Effects))}
		for i := range st.Effects {
			k.outs[i].seen = s.observe(&st.Effects[i])
		}
		s.known[st.ID] = k
	}
	if k.plain != nil {
		return append(list, k.plain...), st
	}
	from, plain := len(list), true
	for i := range k.outs {
		list = append(list, s.move(&k.outs[i], state, st, a, i))
		plain = plain && len(k.outs[i].seen) == 0
	}
	if plain {
		k.plain = append([]*Move{}, list[from:]...)
	}
	return list, st
}

// move returns the move for effect i of st, in a state of the specifications.
func (s *System) move(o *outcome, state []int32, st *sem.Steps, a sem.WayID, i int) *Move {
next:
	for j := range o.moves {
		for n, from := range o.moves[j].from {
			if state[s.Monitors[o.seen[n].monitor].At] != from {
				continue next
			}
		}
		return o.moves[j].move
	}
	eff := &st.Effects[i]
	v := &Move{Way: a, Action: s.Ways[a].Action, Out: int32(i), Key: eff.Key, Only: len(st.Effects) == 1,
		Footprint: eff.Footprint, Effect: eff, Relative: st.Relative}
	var from []int32
	if len(o.seen) > 0 {
		v.Reads, v.Writes = slices.Clone(v.Reads), slices.Clone(v.Writes)
	}
	for _, g := range o.seen {
		m := &s.Monitors[g.monitor]
		q := state[m.At]
		from = append(from, q)
		v.Reads.Add(m.Resource)
		to := q
		for _, sym := range g.symbols {
			to = m.Step(to, sym)
		}
		if to == q {
			continue
		}
		v.Writes.Add(m.Resource)
		v.Monitors = append(v.Monitors, MonitorState{m.At, to})
		v.Forbidden = v.Forbidden || to == m.Trap && !m.Spec.Property
	}
	o.moves = append(o.moves, observed{from, v})
	return v
}

// Independent reports whether two moves can be swapped.
func Independent(v, u *Move) bool { return !sem.Dependent(v.Footprint, u.Footprint) }

// Within reports whether v touches nothing that is not in f, so that all that depends on v
// depends on a move with footprint f.
func (v *Move) Within(f sem.Footprint) bool {
	for i := range f.Reads {
		if v.Reads[i]&^f.Reads[i] != 0 || v.Writes[i]&^f.Writes[i] != 0 {
			return false
		}
	}
	return true
}

// Is reports whether two moves are the same outcome of the same way.
func (v *Move) Is(u *Move) bool { return v.Way == u.Way && v.Key == u.Key }

// In reports whether a list has a move that is the same outcome of the same way.
func (v *Move) In(list []*Move) bool {
	for _, u := range list {
		if u.Is(v) {
			return true
		}
	}
	return false
}
