// Package represented finds the tasks that a proof looks at in detail. A proof uses the automata of some tasks, and
// only the control flow of all others. If a property of philosophers holds by the automaton of fork[0], that task is
// represented and no other: the property holds whatever values the variables of the philosophers have.
package represented

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// Tasks notes in r the tasks that are represented in its proof: some constraint is the automaton of the position of the
// task, or of a variable, mailbox or queue that belongs to it.
func Tasks(m *sem.Machine, r *report.Result) {
	names := map[string]bool{}
	for _, name := range r.Constraints {
		names[name] = true
	}
	for _, b := range r.Bounds {
		for _, name := range b.Constraints {
			names[name] = true
		}
	}
	has := make([]bool, len(m.P.Tasks))
	for i := range m.Comps {
		if k := &m.Comps[i]; names[k.Name] {
			if t := taskOf(m.P, k); t != cfg.None {
				has[t] = true
			}
		}
	}
	r.Tasks, r.Represented = len(has), nil
	for t, is := range has {
		if is {
			r.Represented = append(r.Represented, m.P.Tasks[t].Name)
		}
	}
}

// taskOf returns the task that a component belongs to, or None.
func taskOf(p *cfg.Program, k *sem.Component) cfg.TaskID {
	switch k.Kind {
	case sem.Position, sem.WaitSet, sem.Variable:
		return k.Task
	case sem.Mail, sem.Queue, sem.Slot:
		return p.Objects[k.Object].Owner
	}
	return cfg.None
}
