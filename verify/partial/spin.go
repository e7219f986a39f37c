package partial

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file finds tasks that spin at a closed channel. In
//
//	chan quit; chan done
//	task runs { loop { select { case <-quit: skip } } close done }
//	task stops { close quit; <-done }
//
// a receive of a closed channel always succeeds at once, so runs goes on for ever and does nothing. This is the mistake
// of a `break` that leaves the select and not the loop around it. A task that goes on is an excuse for those that wait
// for it (Options.Meant): it may be a service that they wait for as long as it runs. A task that spins is none.
//
// A task spins after a state if each step that it can take there or later is idle, and one of them is such a receive.
//
// A task only asks if no step that it can take there or later could be noticed by others:
//
//	task asks { loop { if n == 1 { break } }; close done }
//
// If others would set n, it could take the step that closes done, which they notice. So nobody sets n any more. This
// may be a mistake, or a service with an order to stop that nobody gives. It is not known which, so there is no partial
// deadlock, and no certainty that there is none (Result.Asking).
//
// May err towards: fewer tasks spin, because a step counts as work unless it is known to be idle.

// stepKind is what a step is to those who wait for its task.
type stepKind uint8

const (
	work     stepKind = iota // others could notice it
	quiet                    // it changes only the place and the variables of its task, and reads only these
	asking                   // the same, but it reads variables of others
	receives                 // it receives from a channel that is closed and empty, and does nothing else
)

// kindOf returns the kind of a step.
func (s *finder) kindOf(v *model.Move) stepKind {
	a := s.Action(v.Way)
	task := s.Program.Nodes[a.A].Task
	if a.Joint() || v.Effect.Err != nil {
		return work
	}
	own := func(c sem.Change) bool {
		k := &s.Machine.Comps[c.Comp]
		return (k.Kind == sem.Position || k.Kind == sem.Variable) && k.Task == task
	}
	if slices.ContainsFunc(v.Effect.Changes, func(c sem.Change) bool { return !own(c) }) {
		return work
	}
	kind := quiet
	for _, o := range v.Effect.Occ {
		switch o.Kind {
		case sem.RecvEvent: // it leaves the channel as it is
			kind = max(kind, receives)
		case sem.TestEvent, sem.AssignEvent:
			if slices.ContainsFunc(o.Vars, func(x cfg.VarID) bool { return s.Program.Vars[x].Owner != task }) {
				kind = asking
			}
		default:
			return work
		}
	}
	return kind
}
