package verify

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// represented notes which tasks a proof has constraints of: the automaton of where the
// task stands, or that of a variable, mailbox or queue of its own. Of every other task
// the proof knows the control flow only, so it holds whatever values that task has.
func (c *checker) represented(r *report.Result) {
	names := map[string]bool{}
	for _, name := range r.Constraints {
		names[name] = true
	}
	for _, b := range r.Bounds {
		for _, name := range b.Constraints {
			names[name] = true
		}
	}
	has := make([]bool, len(c.p.Tasks))
	for i := range c.sem.M.Comps {
		if k := &c.sem.M.Comps[i]; names[k.Name] {
			if t := c.taskOf(k); t != cfg.None {
				has[t] = true
			}
		}
	}
	r.Tasks, r.Represented = len(has), nil
	for t, is := range has {
		if is {
			r.Represented = append(r.Represented, c.p.Tasks[t].Name)
		}
	}
}

// taskOf is the task that a component belongs to, or None.
func (c *checker) taskOf(k *sem.Component) cfg.TaskID {
	switch k.Kind {
	case sem.Position, sem.WaitSet, sem.Variable:
		return k.Task
	case sem.Mail, sem.Queue, sem.Slot:
		return c.p.Objects[k.Object].Owner
	}
	return cfg.None
}
