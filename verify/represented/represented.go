// Package represented tells which tasks a proof has constraints of.
//
// A property of philosophers that holds by the automaton of fork[0] has that task, and
// no other: it holds whatever the philosophers have in their variables.
package represented

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// Tasks notes which tasks a proof has constraints of: the automaton of where the
// task stands, or that of a variable, mailbox or queue of its own. Of every other task
// the proof knows the control flow only, so it holds whatever values that task has.
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

// taskOf is the task that a component belongs to, or None.
func taskOf(p *cfg.Program, k *sem.Component) cfg.TaskID {
	switch k.Kind {
	case sem.Position, sem.WaitSet, sem.Variable:
		return k.Task
	case sem.Mail, sem.Queue, sem.Slot:
		return p.Objects[k.Object].Owner
	}
	return cfg.None
}
