package model

import (
	"fmt"
	"strings"

	"flavers/cfg"
	"flavers/sem"
)

// This file judges executions at their end: how they ended, and which properties they
// violate. It also describes states as text.

// Ending says how an execution ended.
type Ending uint8

// Endings.
const (
	Open       Ending = iota // it has not ended
	Terminated               // every task has ended or rests
	Deadlocked               // some task has neither ended nor rests, and none can move
	Failed                   // a task has met a run-time error
	OutOfModel               // a task has met a limit of the model, and none a run-time error
	Excluded                 // a constraint forbids the end, or every way to go on
	Blocked                  // given up, since what could follow is known from other executions
	Cut                      // given up, since it has as many steps as it may have
)

// Stops reports whether an execution with this ending has come to its end by itself.
// Specifications are then judged by what they say of the end.
func (how Ending) Stops() bool { return how == Terminated || how == Deadlocked }

// Failing returns the ending of an execution in which some task has met an error: Failed
// or OutOfModel.
func (s *System) Failing(state []int32) Ending {
	for _, n := range state[s.Failures:] {
		if n > 0 {
			return Failed
		}
	}
	return OutOfModel
}

// Ending returns the ending of an execution in whose last state no move can be taken.
// stuck says that there is not even a move that a constraint forbids.
func (s *System) Ending(state []int32, stuck bool) Ending {
	switch {
	case s.AnyFailed(state):
		return s.Failing(state)
	case !stuck:
		return Excluded
	}
	for i := range s.Monitors {
		if m := &s.Monitors[i]; !m.Spec.Property && !m.Accepts(state) {
			return Excluded
		}
	}
	if !s.Over(state) {
		return Deadlocked
	}
	return Terminated
}

// violations calls f for each property that an execution violates which ends in state,
// with the ending how. An excluded execution violates nothing.
func (s *System) violations(state []int32, how Ending, f func(Finding)) {
	for i := range s.Monitors {
		m := &s.Monitors[i]
		switch {
		case !m.Spec.Property, how == Excluded:
		case m.Violated(state):
			f(Finding{Kind: Violation, Property: m.Spec.Name})
		case how.Stops() && !m.Accepts(state):
			f(Finding{Kind: Violation, Property: m.Spec.Name, AtEnd: true})
		}
	}
}

// Describe writes a state so that the text is the same for every kind of machine: of a
// buffer, it writes what the buffer holds, not where in it.
func (s *System) Describe(state []int32) string {
	var b strings.Builder
	for i := range s.Machine.Comps {
		switch c := &s.Machine.Comps[i]; c.Kind {
		case sem.RingSlot, sem.RingTail, sem.RingHead, sem.Channel:
		default:
			fmt.Fprintf(&b, "%s=%d ", c.Name, state[i])
		}
	}
	for i := range s.Program.Objects {
		if o := &s.Program.Objects[i]; o.Kind == cfg.ChanObject && o.Cap > 0 {
			fmt.Fprintf(&b, "%s=%s ", o.Name, s.Machine.ChannelString(o.ID, state))
		}
	}
	for i := range s.Monitors {
		fmt.Fprintf(&b, "%s:%d ", s.Monitors[i].Spec.Name, state[s.Monitors[i].At])
	}
	return b.String()
}
