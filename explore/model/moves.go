package model

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file says what steps do, with what specifications observe of them. Both
// are found once for each combination of the values that decide them, and kept.

// Move is one outcome of a way as it was taken or could be: what it does to a
// state, and its footprint with what the specifications observe. Nobody may
// change it.
type Move struct {
	Way    sem.WayID
	Action cfg.ActionID
	Out    int32  // number among the outcomes of the way, where it was found
	Key    uint64 // tells it from the other outcomes, everywhere
	sem.Footprint
	Effect    *sem.Effect
	Monitors  []MonitorState // that change
	Forbidden bool           // a constraint forbids it
	Only      bool           // the way has no other outcome where this one was found
	Relative  bool           // see sem.Steps
}

// MonitorState is the state of a monitor and its place in the system's.
type MonitorState struct {
	At    int
	State int32
}

// known is a sem.Steps with the specifications' part.
type known struct {
	outs  []outcome
	plain []*Move // the moves if no specification observes any of them
}

// outcome is an effect; moves has one element for each combination of states
// of the specifications that observe it.
type outcome struct {
	seen  []observation
	moves []observed
}

type observed struct {
	from []int32
	move *Move
}

// Moves appends the outcomes of a way whose tasks stand at its points, those
// included that a constraint forbids; st says what decided them.
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

// move is that of an outcome where the specifications are as in state.
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

// Within reports whether all that depends on v depends on what touches f.
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

// In reports whether a list has the same outcome of the same way.
func (v *Move) In(list []*Move) bool {
	for _, u := range list {
		if u.Is(v) {
			return true
		}
	}
	return false
}
