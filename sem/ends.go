package sem

import (
	"fmt"

	"flavers/cfg"
)

// This file executes operations on buffers with two ends, a form of channels that
// lets more steps be swapped. After sends of 5 and 6 and one receive, a buffer of
// three is
//
//	slots: empty, 6, empty   head: 1, where the oldest value is   tail: 2, where the next value goes

// ends is a buffer whose two ends are components of their own: a send touches
// the tail and one slot, a receive the head and one slot. So a send and a
// receive have something in common only if one waits for the other: the value
// received is the one sent, or the slot filled is the one that was emptied.
// Explorers see by it that other sends and receives can be swapped.
//
// Head and tail go around and are never put back to 0: equal contents at
// different places are different states, which only costs searches that
// compare states. The channel's own component, if it can be closed, is 0 open
// or 1 closed.
type ends struct {
	cap        int32
	closable   bool
	head, tail CompID
	slots      []CompID // 0 empty, 1 + value - Elem.Lo
}

// NewWithEnds is New with every buffer as one with two ends. Actions, outcomes
// and events are the same. The error is a *TooLarge.
func NewWithEnds(p *cfg.Program) (*Machine, error) { return newMachine(p, asEnds, false) }

// addEnds adds the components of a buffer with two ends.
func (m *Machine) addEnds(o *cfg.Object, closable bool) {
	e := &ends{cap: o.Cap, closable: closable}
	part := func(kind Kind, name string, size int32) CompID {
		return m.addComponent(Component{Kind: kind, Name: "chan:" + o.Name + name, Size: size, Object: o.ID, Task: cfg.None})
	}
	if closable {
		m.object[o.ID] = part(Channel, "", 2)
	}
	e.head, e.tail = part(RingHead, ".head", o.Cap), part(RingTail, ".tail", o.Cap)
	for i := range o.Cap {
		e.slots = append(e.slots, part(RingSlot, fmt.Sprintf("[%d]", i), int32(o.Elem.Size())+1))
	}
	m.twoEnds[o.ID] = e
}

// pushEnds appends a value. It returns false if the buffer is full.
func (s *step) pushEnds(o cfg.ObjectID, e *ends, x int32) bool {
	t := s.v.classify(e.tail, identity)
	// Inside enabled, an else asks whether the send is possible. It needs to know
	// when the buffer is full; move would only leave these states out.
	if s.trying && !s.room(o) {
		return false
	}
	if !s.v.move(e.slots[t], 0, x+1) {
		return false
	}
	s.v.store(e.tail, (t+1)%e.cap)
	return true
}

// popEnds takes the oldest value. If there is none it returns closedEmpty or
// openEmpty; only then does it look at whether the channel is closed.
func (s *step) popEnds(o cfg.ObjectID, e *ends) int32 {
	h := s.v.classify(e.head, identity)
	x := s.v.classify(e.slots[h], identity)
	if x == 0 {
		if e.closable && s.v.classify(s.m.object[o], identity) != 0 {
			return closedEmpty
		}
		return openEmpty
	}
	s.v.store(e.slots[h], 0)
	s.v.store(e.head, (h+1)%e.cap)
	return x - 1
}

// values lists the buffer in a state, oldest first.
func (e *ends) values(state []int32) []int32 {
	var out []int32
	for i := range e.cap {
		x := state[e.slots[(state[e.head]+i)%e.cap]]
		if x == 0 {
			break
		}
		out = append(out, x-1)
	}
	return out
}
