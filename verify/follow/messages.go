package follow

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// Messages fills in, of all steps that were described, which pass on what to which: posted messages and
// values put into buffers. What is taken is the oldest of its kind; where equal
// messages of several tasks are pending, one cannot tell them apart.
func (t *Teller) Messages(steps []report.Step) {
	m := t.m
	type sent struct{ step, index int }
	pending := map[string][]sent{} // looked up only
	send := func(i, event int, key, to, what string) {
		pending[key] = append(pending[key], sent{i, len(steps[i].Sends)})
		steps[i].Sends = append(steps[i].Sends, report.Send{To: to, Message: what, Sent: event})
	}
	take := func(i, event int, key string) {
		if list := pending[key]; len(list) > 0 {
			at := list[0]
			pending[key] = list[1:]
			if at.step >= 0 {
				s := &steps[at.step].Sends[at.index]
				s.To, s.Step, s.Taken = steps[i].Task, i+1, event
			}
		}
	}
	for i := range m.P.Objects {
		o := &m.P.Objects[i]
		for _, msg := range o.Initial {
			key := m.MessageString(o.ID, sem.Message{Kind: msg.Msg, Args: msg.Args, Sender: cfg.None})
			pending[key] = append(pending[key], sent{step: -1})
		}
	}
	for i, occ := range t.seen {
		for k := range occ {
			switch oc := &occ[k]; oc.Kind {
			case sem.PostEvent:
				what := m.MessageString(oc.Object, oc.Message)
				send(i, k, what, m.P.Tasks[m.P.Objects[oc.Object].Owner].Name, what)
			case sem.HandleEvent:
				take(i, k, m.MessageString(oc.Object, oc.Message))
			case sem.SendEvent:
				send(i, k, "<-"+m.P.Objects[oc.Object].Name, "", oc.String())
			case sem.RecvEvent:
				take(i, k, oc.String())
			}
		}
	}
}
