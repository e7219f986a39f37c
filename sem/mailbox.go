package sem

import (
	"slices"

	"flavers/cfg"
)

// This file executes operations on mailboxes. A mailbox is a multiset of messages,
// with a component for each message that counts how often it is there: posting
// a(1) twice makes the counter of a(1) two. A handler takes any message of its
// kind; a handler with a quorum of 2 takes one message from each of two senders.

// addMailbox adds the counters of a mailbox.
func (m *Machine) addMailbox(b *box) {
	start := make([]int32, b.count)
	for _, p := range b.object.Initial {
		start[b.number(Message{Kind: p.Msg, Args: p.Args, Sender: cfg.None})]++
	}
	m.Comps = slices.Grow(m.Comps, int(b.count))
	b.comps = make([]CompID, 0, b.count)
	var text []byte                 // all names in one string, as there may be thousands
	ends := make([]int, 0, b.count) // by message: where its name ends in text
	for n := range b.count {
		msg := b.decode(n)
		name, _ := title(b.object, msg)
		text = append(append(text, "mailbox:"...), name...)
		if b.object.Messages[msg.Kind].Sender {
			from := "the start"
			if msg.Sender != cfg.None {
				from = m.P.Tasks[msg.Sender].Name
			}
			text = append(append(text, " from "...), from...)
		}
		ends = append(ends, len(text))
		b.comps = append(b.comps, m.addComponent(Component{Kind: Mail,
			Size:  max(b.object.Messages[msg.Kind].Cap, start[n]) + 1,
			Start: start[n], Object: b.object.ID, Task: cfg.None}))
	}
	names, from := string(text), 0
	for i, c := range b.comps {
		m.Comps[c].Name = names[from:ends[i]]
		from = ends[i]
	}
}

// deposit counts one message more.
func (s *step) deposit(b *box, p *cfg.Post, msg Message) status {
	c := b.comps[b.number(msg)]
	most := s.m.Comps[c].Size - 1
	if b.object.Messages[p.Msg].Tight { // cannot be exceeded: nothing to watch for
		if !s.need(c, func(v int32) bool { return v < most }) {
			return blocked
		}
	} else if s.isFull(c, func(v int32) bool { return v == most }) {
		return s.beyond(b.beyondMail(p.Msg), p.Pos)
	}
	if !s.change(c, func(v int32) int32 { return v + 1 }) {
		return blocked
	}
	return done
}

// withdraw takes the messages of a handler: any one of its kind, or, for a quorum,
// one from each of so many different senders, in the order of senders. It returns
// nil if there are not enough.
func (s *step) withdraw(b *box, op cfg.Handle) []Message {
	k := &b.kinds[op.Msg]
	if op.Quorum == 0 {
		end := k.first + k.args*int32(max(1, len(k.senders)))
		if k.senders != nil && len(k.senders) == 0 {
			return nil
		}
		n, ok := s.remove(b, k.first, end)
		if !ok {
			return nil
		}
		return []Message{b.decode(n)}
	}
	var out []Message
	from := int32(0)
	for left := op.Quorum; left > 0; left-- {
		// Senders ascend, so that each set of senders is tried once. This one is at
		// most last, so that each of the others still finds a sender behind it.
		last := int32(len(k.senders)) - left
		if last < from {
			return nil
		}
		n, ok := s.remove(b, k.first+from*k.args, k.first+(last+1)*k.args)
		if !ok {
			return nil
		}
		from = (n-k.first)/k.args + 1
		out = append(out, b.decode(n))
	}
	return out
}

// remove takes one of the messages with the numbers first..end-1. It returns its
// number; ok is false if there is none.
func (s *step) remove(b *box, first, end int32) (n int32, ok bool) {
	picked := s.v.pick(b.comps[first:end])
	if picked < 0 {
		return 0, false
	}
	n = first + int32(picked)
	return n, s.change(b.comps[n], func(v int32) int32 { return v - 1 })
}
