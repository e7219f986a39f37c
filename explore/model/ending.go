package model

import (
	"fmt"
	"strings"

	"flavers/cfg"
	"flavers/sem"
)

// This file judges executions where they end, and describes states.

// Ending says how an execution ended.
type Ending uint8

const (
	Open       Ending = iota // it goes on
	Terminated               // every task has ended or rests
	Deadlocked               // some task has not, and none can move
	Failed                   // a run-time error was met
	OutOfModel               // a limit of the model was met, and no run-time error
	Excluded                 // a constraint forbids this end, or to go on
	Blocked                  // known from another execution
	Cut                      // too deep
)

// Stops reports whether an execution that ends so goes no further by itself: then
// specifications are judged as they stand.
func (how Ending) Stops() bool { return how == Terminated || how == Deadlocked }

// Failing is the ending of an execution in which some task has met an error.
func (s *System) Failing(state []int32) Ending {
	for _, n := range state[s.Failures:] {
		if n > 0 {
			return Failed
		}
	}
	return OutOfModel
}

// Ending of an execution in whose last state no move can be taken; stuck: not
// even one that a constraint forbids.
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

// violations calls f for each property that an execution that ends in a state
// in this way violates. One that a constraint excludes does not count.
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

// Describe writes a state so that it is the same for every kind of machine:
// what a buffer holds, not where in it.
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
