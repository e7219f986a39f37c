package endless

import (
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/packed"
)

// Bounds of Ends: states, and what is looked at in them: actions, and components of
// successors.
const (
	mostStates = 5_000
	mostLooks  = 4_000_000
)

// Ends tells whether it was found that every execution ends: the states of a program
// without an endless execution form a graph without a cycle. It looks at few states;
// a step that the model has no room for may lead anywhere.
//
// May err towards: no (more states than that, a mailbox that overflows).
func Ends(poll *limit.Poll, p *cfg.Program) bool {
	m, err := sem.New(p)
	if err != nil {
		return false
	}
	if len(p.Actions)*len(m.Comps) > mostLooks {
		return false
	}
	sizes := make([]int32, len(m.Comps))
	for i := range m.Comps {
		sizes[i] = m.Comps[i].Size
	}
	states := packed.New(sizes)
	var onStack []bool // by state
	looks := 0
	type frame struct {
		state int
		next  []sem.Outcome
	}
	enter := func(state []int32) frame {
		i, _ := states.Add(state)
		onStack = append(onStack, true)
		next := m.Successors(state, false)
		looks += len(p.Actions) + len(next)*len(m.Comps)
		return frame{i, next}
	}
	for stack := []frame{enter(m.Start())}; len(stack) > 0; {
		poll.Look()
		f := &stack[len(stack)-1]
		if len(f.next) == 0 {
			onStack[f.state] = false
			stack = stack[:len(stack)-1]
			continue
		}
		o := f.next[0]
		f.next = f.next[1:]
		if o.Err != nil {
			if o.Err.Kind == cfg.LimitError {
				return false
			}
			continue
		}
		switch i, isNew := states.Add(o.Next); {
		case isNew && (states.Count > mostStates || looks > mostLooks):
			return false
		case isNew:
			stack = append(stack, enter(o.Next))
		case onStack[i]:
			return false
		}
	}
	return true
}
