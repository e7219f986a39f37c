package oracle

// Mailboxes and queues: plain lists of messages.

import (
	"slices"
	"strings"

	"flavers/cfg"
)

// post puts a message into a box.
func (r *run) post(n *cfg.Node, p *cfg.Post) {
	box := p.Boxes[0]
	if p.Index != nil {
		i := eval(r.s, p.Index, nil) - int64(p.Lo)
		if i < 0 || i >= int64(len(p.Boxes)) {
			panic(failure{cfg.IndexError})
		}
		box = p.Boxes[i]
	}
	o := r.p.Objects[box]
	kind := o.Messages[p.Msg]
	m := Message{Kind: p.Msg, From: cfg.None, Args: []int32{}}
	for i, v := range r.values(p.Args) {
		if !kind.Params[i].Has(v) {
			panic(failure{cfg.RangeError})
		}
		m.Args = append(m.Args, int32(v))
	}
	if kind.Sender {
		m.From = n.Task
	}
	switch r.s.At[o.Owner] {
	case cfg.None:
		panic(failure{cfg.IndexError})
	case r.p.Tasks[o.Owner].End: // nobody reads it
	default:
		mail := append(slices.Clone(r.s.Objects[box].Mail), m)
		if o.Kind == cfg.QueueObject {
			if len(mail) > int(o.Cap) {
				panic(failure{cfg.LimitError})
			}
		} else {
			same := 0
			for _, x := range mail {
				if x.compare(m) == 0 {
					same++
				}
			}
			if same > int(kind.Cap) {
				panic(failure{cfg.LimitError})
			}
			slices.SortFunc(mail, Message.compare)
		}
		r.s.Objects[box].Mail = mail
	}
	r.nameMessage(n, "post ", o, m)
}

// handle takes one message, or a quorum, and runs the handler. It returns false if it cannot. Of a handler that
// may stop, this node is the half that stops or that goes on.
func (r *run) handle(n *cfg.Node, op cfg.Handle) (ok bool) {
	if op.Stops {
		defer func() { // errors are the other half's
			if e := recover(); e != nil {
				if _, is := e.(failure); !is {
					panic(e)
				}
				ok = false
			}
		}()
	}
	o := r.p.Objects[op.Box]
	mail := r.s.Objects[op.Box].Mail
	var can [][]int // indices into mail, each list a way to take messages
	for i, m := range mail {
		switch {
		case m.Kind != op.Msg:
		case op.Quorum > 0:
		case o.Kind == cfg.QueueObject && i > 0:
		default:
			if i == 0 || mail[i-1].compare(m) != 0 || o.Kind == cfg.QueueObject {
				can = append(can, []int{i})
			}
		}
	}
	if op.Quorum > 0 {
		can = quorums(mail, op.Msg, int(op.Quorum), 0, nil)
	}
	if len(can) == 0 {
		return false
	}
	pick := can[r.choose(len(can))]
	var taken, left []Message
	for i, m := range mail {
		if slices.Contains(pick, i) {
			taken = append(taken, m)
		} else {
			left = append(left, m)
		}
	}
	r.s.Objects[op.Box].Mail = left
	for i, v := range op.Params {
		for k, m := range taken {
			r.store(v+cfg.VarID(k), int64(m.Args[i]))
		}
	}
	if op.Guard != nil && eval(r.s, op.Guard, nil) == 0 {
		return false
	}
	for _, m := range taken {
		r.nameMessage(n, "", o, m)
	}
	return r.block(n, op.Body) == op.Stops
}

// quorums lists the ways to take k messages of a kind from different senders,
// from position at of a sorted mailbox on, after those in chosen.
func quorums(mail []Message, kind int32, k, at int, chosen []int) [][]int {
	if k == 0 {
		return [][]int{slices.Clone(chosen)}
	}
	var out [][]int
	for i := at; i < len(mail); i++ {
		m := mail[i]
		if m.Kind != kind || i > at && mail[i-1].compare(m) == 0 {
			continue
		}
		if len(chosen) > 0 && mail[chosen[len(chosen)-1]].From == m.From {
			continue
		}
		out = append(out, quorums(mail, kind, k-1, i+1, append(slices.Clone(chosen), i))...)
	}
	return out
}

// nameMessage names a message, with and without its arguments.
func (r *run) nameMessage(n *cfg.Node, verb string, o cfg.Object, m Message) {
	kind := o.Messages[m.Kind]
	names := []string{verb + o.Name + "." + kind.Name}
	if len(m.Args) > 0 {
		var parts []string
		for i, t := range kind.Params {
			parts = append(parts, t.Format(m.Args[i]))
		}
		names = append(names, names[0]+"("+strings.Join(parts, ",")+")")
	}
	r.name(n, nil, names...)
}
