package assume

import (
	"context"
	"slices"

	"flavers/automata"
	"flavers/automata/observe"
	"flavers/sem"
)

// Violation looks for a shortest execution that violates a property and counts:
// one that traps it and can go on so that it obeys every constraint, or one that
// ends or is blocked, obeys them, and does not leave the property accepting
// (atEnd). The search is breadth first. Behind a state in which the property is
// trapped and no continuation obeys it need not look: none obeys there either.
func (j *Judge) Violation(ctx context.Context, property *automata.Spec) (schedule []sem.Choice, atEnd bool,
	answer Answer) {
	type node struct {
		state  []int32 // as of Start, then the state of the property
		parent int
		by     sem.Choice
	}
	w := observe.New(property)
	start := j.Start()
	if _, ok := j.After(nil); !ok {
		return nil, false, No
	}
	all := []node{{state: append(start, w.Spec.DFA.Start), parent: -1}}
	seen := map[string]bool{key(all[0].state): true}
	unknown := false
	width := j.width()
	for i := 0; i < len(all); i++ {
		if len(all) > maxStates || len(all)*width > maxValues || i%64 == 0 && ctx.Err() != nil {
			return nil, false, Unknown
		}
		at := all[i].state
		state, q := at[:width:width], at[width]
		all[i].state = nil // its successors are all that is needed
		out := tried{}
		answer := No
		if w.Violated(q) {
			if answer = j.Obeys(ctx, state); answer == No {
				continue
			}
		}
		if answer != Yes {
			if out = j.all(state); !out.any && !w.Accepts(q) && j.accepted(state) {
				answer = Yes
			}
		}
		if answer == Yes {
			for k := i; all[k].parent >= 0; k = all[k].parent {
				schedule = append(schedule, all[k].by)
			}
			slices.Reverse(schedule)
			return schedule, !w.Violated(q), Yes
		}
		unknown = unknown || answer == Unknown || out.limited
		for _, s := range out.next {
			next := append(s.state, w.After(j.m.P, q, s.occ))
			if k := key(next); !seen[k] {
				seen[k] = true
				all = append(all, node{next, i, s.choice})
			}
		}
	}
	if unknown {
		return nil, false, Unknown
	}
	return nil, false, No
}

// Names lists the constraints.
func (j *Judge) Names() []string {
	var out []string
	for i := range j.constraints {
		out = append(out, j.constraints[i].Spec.Name)
	}
	return out
}
