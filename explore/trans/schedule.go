package trans

import (
	"flavers/explore/model"
	"flavers/sem"
)

// This file turns executions into schedules, which flavers replay can run. A
// delivery is a handler's step with the first steps of actors that it spawns; a
// schedule has these steps one by one.

// schedule returns the execution up to an event of system.events, and in that
// event up to step last, or to its end if last is -1. Steps that met an error are
// left out, except step last, as nothing depends on them.
func (y *system) schedule(event, last int) []sem.Choice {
	state := y.Start()
	var out []sem.Choice
	for i, a := range y.events[:event+1] {
		for j := range a.steps {
			u, final := &a.steps[j], i == event && j == last
			if u.err != nil && !final {
				continue
			}
			out = append(out, y.choice(state, u))
			if final {
				return out
			}
			y.apply(state, u)
		}
	}
	return out
}

// path returns the schedule of the execution in progress for a finding: up to the
// first delivery after which the state shows the finding.
func (y *system) path(f model.Finding) []sem.Choice {
	last := len(y.events) - 1
	for i, a := range y.events {
		if y.Shows(f, a.state) {
			last = i
			break
		}
	}
	return y.schedule(last, -1)
}

// choice returns a step as schedules have it. A schedule counts the outcomes of a
// handler over all messages that it can take, in their order. The step counts only
// those of its own message, so the outcomes of earlier messages are added.
func (y *system) choice(state []int32, u *micro) sem.Choice {
	if u.msg < 0 || y.Ways[u.Way].Message >= 0 {
		return y.Choice(state, u.Way, u.Out)
	}
	l, n := y.boxes[u.msg], int(u.Out)
	for _, c := range l.comps {
		if c == u.msg {
			break
		}
		if state[c] > 0 {
			y.masked = append(y.masked[:0], state...)
			y.Machine.Only(y.masked, l.comps, c)
			y.list, _ = y.Moves(y.list[:0], y.masked, u.Way)
			n += len(y.list)
		}
	}
	return sem.Choice{Action: u.Action, Outcome: n}
}
