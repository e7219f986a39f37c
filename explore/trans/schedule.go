package trans

import (
	"fmt"
	"strings"

	"flavers/sem"
)

// This file writes executions and states down.

// schedule is the execution up to an event of system.events, and there up to
// step last, or to its end if that is -1. Steps that met an error are left
// out, nothing depends on them; but not step last.
func (y *system) schedule(event, last int) []sem.Choice {
	state := y.m.Start()
	var out []sem.Choice
	for i, a := range y.events[:event+1] {
		for j, u := range a.steps {
			final := i == event && j == last
			if u.err != nil && !final {
				continue
			}
			c := sem.Choice{Action: u.action, Outcome: u.outcome}
			if u.msg >= 0 {
				c.Outcome += y.ahead(state, u)
			}
			out = append(out, c)
			if final {
				return out
			}
			state = y.m.Outcomes(nil, state, y.p.Actions[u.action], false)[c.Outcome].Next
		}
	}
	return out
}

// ahead counts the outcomes of a handler that take a message before that of u:
// they are listed in the order of messages.
func (y *system) ahead(state []int32, u micro) int {
	l, n := y.boxes[u.msg], 0
	for _, c := range l.comps {
		if c == u.msg {
			break
		}
		if state[c] > 0 {
			n += len(y.m.Outcomes(nil, y.only(state, l, c), y.p.Actions[u.action], false))
		}
	}
	return n
}

// describe writes a state as explorers of package explore do.
func (y *system) describe(state []int32) string {
	var b strings.Builder
	for i := range y.m.Comps {
		fmt.Fprintf(&b, "%s=%d ", y.m.Comps[i].Name, state[i])
	}
	for i := range y.specs {
		fmt.Fprintf(&b, "%s:%d ", y.specs[i].spec.Name, state[y.specs[i].at])
	}
	return b.String()
}
