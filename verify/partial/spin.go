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
// May err towards: fewer tasks spin, because a step counts as work unless it is known to be idle.

// idle reports whether a step does nothing that another task could notice or wait for: a task takes it alone, and it
// changes nothing but the place and the variables of this task. receives is set if it receives from a channel, which
// then is closed and empty, because the receive does not change the channel.
func (s *finder) idle(v *model.Move) (idle, receives bool) {
	a := s.Action(v.Way)
	task := s.Program.Nodes[a.A].Task
	if a.Joint() || v.Effect.Err != nil {
		return false, false
	}
	own := func(c sem.Change) bool {
		k := &s.Machine.Comps[c.Comp]
		return (k.Kind == sem.Position || k.Kind == sem.Variable) && k.Task == task
	}
	if slices.ContainsFunc(v.Effect.Changes, func(c sem.Change) bool { return !own(c) }) {
		return false, false
	}
	for _, o := range v.Effect.Occ {
		switch o.Kind {
		case sem.RecvEvent:
			receives = true
		case sem.TestEvent, sem.AssignEvent:
			if slices.ContainsFunc(o.Vars, func(x cfg.VarID) bool { return s.Program.Vars[x].Owner != task }) {
				return false, false
			}
		default:
			return false, false
		}
	}
	return true, receives
}
