package sem

import (
	"fmt"
	"strconv"

	"flavers/cfg"
)

// This file executes the operations on wait groups, on what is executed once, and
// on condition variables, as Go's package sync has them. A wait group is a counter;
// wait blocks until it is 0. once is begun by the first task that comes; others
// block until it has ended, and then pass.

// Values of a Once component.
const (
	fresh int32 = iota
	begun
	ended
)

// addTo adds to the counter of a wait group, or takes from it.
func (s *step) addTo(n *cfg.Node, op cfg.GroupAdd) status {
	c, most, many := s.m.object[op.Group], s.m.sems[op.Group], s.m.largestMeansMore[op.Group]
	below := func(v int32) bool { // the counter would be negative, which is an error
		standsForMore := many && v == most
		return v+op.By < 0 && !standsForMore
	}
	if op.By < 0 && s.v.classify(c, func(v int32) int32 { return flag(!below(v)) }) == 0 {
		v := s.v.classify(c, identity)
		s.fail(&Error{Kind: cfg.GroupError, Pos: n.Pos,
			Text: fmt.Sprintf("%s: its counter is %d, and would be %d", s.m.P.OpString(op), v, v+op.By)})
		return failed
	}
	if !s.m.boundExact[op.Group] && s.isFull(c, func(v int32) bool { return v+op.By > most }) {
		return s.beyond(s.m.beyondGroup(op.Group), n.Pos)
	}
	ok := s.change(c, func(v int32) int32 {
		switch to := v + op.By; {
		case many && (v == most || to >= most):
			return most
		case to < 0 || to > most: // exact bounds are not exceeded
			return -1
		default:
			return to
		}
	})
	if !ok {
		return blocked
	}
	if op.By == -1 {
		return s.doneIf(true, n, op.Group, DoneEvent)
	}
	s.see(Occurrence{Kind: AddEvent, Tasks: one(n), Object: op.Group, Args: []string{strconv.Itoa(int(op.By))}})
	return done
}

// Count returns the counter of a wait group. more says that it is n or more, and never comes to zero again
// (groupBound).
func (m *Machine) Count(o cfg.ObjectID, vec []int32) (n int32, more bool) {
	n = vec[m.object[o]]
	return n, m.largestMeansMore[o] && n == m.sems[o]
}

// beyondGroup returns the text of a wait group to which too much is added.
func (m *Machine) beyondGroup(o cfg.ObjectID) string {
	return fmt.Sprintf("wait group %s is above %d: the control flow does not bound what is added to it, "+
		"so the model counts no further; bound the loop that adds", m.P.Objects[o].Name, m.sems[o])
}

// awaiting executes all other operations of this file.
func (s *step) awaiting(n *cfg.Node) status {
	becomes := func(o cfg.ObjectID, from, to int32) bool {
		return s.change(s.m.object[o], func(v int32) int32 {
			if v == from {
				return to
			}
			return -1
		})
	}
	switch op := n.Op.(type) {
	case cfg.GroupWait:
		return s.doneIf(becomes(op.Group, 0, 0), n, op.Group, WaitEvent)
	case cfg.Once:
		return s.doneIf(becomes(op.Once, fresh, begun), n, op.Once, OnceEvent)
	case cfg.OncePass:
		return s.doneIf(becomes(op.Once, ended, ended), n, op.Once, SkipEvent)
	case cfg.OnceEnd:
		return s.doneIf(becomes(op.Once, begun, ended), n, op.Once, OnceEndEvent)
	case cfg.CondWait:
		s.v.move(s.m.waitOf[waiter{op.Cond, n.Task}], notWaiting, waiting)
		return s.doneIf(true, n, op.Cond, WaitEvent)
	case cfg.CondWake:
		return s.doneIf(s.rewake(op.Cond, n.Task), n, op.Cond, WakeEvent)
	case cfg.Signal:
		if !s.wake(op.Cond, op.All) {
			return blocked
		}
		return s.doneIf(true, n, op.Cond, map[bool]EventKind{false: SignalEvent, true: BroadcastEvent}[op.All])
	}
	panic("sem: not an operation on what is waited for")
}
