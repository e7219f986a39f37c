package follow

import (
	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// This file finds which step of a trace receives what another step has sent, for the arrows of diagrams. In
//
//	1  main: jobs <- 1     2  main: jobs <- 2     3  worker: <-jobs
//
// it sets Sends of step 1 to: received by worker in step 3.

// Messages sets Sends in the steps of a trace that t has described: for each message that a step posts, and each value
// that it puts into a buffer, who receives it, in which step. A step receives the oldest pending message with the same
// text. If several tasks have posted messages with this text, the true sender may be another one: equal messages cannot
// be told apart.
func (t *Teller) Messages(steps []report.Step) {
	m := t.m
	// sent identifies an element of Sends by its step and its index there. Step -1 means that the message was pending at
	// the start.
	type sent struct{ step, index int }
	pending := map[string][]sent{}                     // by what is received: the oldest first
	send := func(i, event int, key, to, what string) { // step i sends what, by its event with this number
		pending[key] = append(pending[key], sent{i, len(steps[i].Sends)})
		steps[i].Sends = append(steps[i].Sends, report.Send{To: to, Message: what, Sent: event})
	}
	take := func(i, event int, key string) { // step i receives the oldest message with this key
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
