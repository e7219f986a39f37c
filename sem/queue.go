package sem

import (
	"strconv"

	"flavers/cfg"
)

// This file executes operations on queues. A queue is a sequence of messages; its
// contents are numbered as those of channels are (chanCode), and are one component.
// A queue with too many contents to number has a component for each place instead,
// with the oldest message in slots[0]: after a(1) and b were posted, three slots
// are a(1), b, empty. That serves execution, but the tables of a step that shifts
// all slots would be too large. For tables such a queue holds fewer messages, as
// many as have contents that can be numbered.

// addQueue adds the components of a queue. The error is a *TooLarge.
func (m *Machine) addQueue(b *box) error {
	least := int32(len(b.object.Initial))
	most := max(b.object.Cap, least)
	b.boundExact = b.object.Tight
	c := Component{Object: b.object.ID, Task: cfg.None}
	b.contents = newChanCode(most, b.count, false, maxQueue)
	for m.tabled && b.contents == nil {
		if most--; most < max(least, 1) {
			return &TooLarge{Object: *b.object, States: "more than " + strconv.Itoa(maxQueue) + " possible contents"}
		}
		b.contents, b.boundExact = newChanCode(most, b.count, false, maxQueue), false
	}
	if b.contents != nil {
		c.Kind, c.Name, c.Size = Queue, "queue:"+b.object.Name, b.contents.size()
		for _, p := range b.object.Initial {
			c.Start = b.contents.push(c.Start, b.number(Message{Kind: p.Msg, Args: p.Args}))
		}
		b.comps = []CompID{m.addComponent(c)}
		return nil
	}
	for i := range most {
		c.Kind, c.Name, c.Size, c.Start = Slot, "queue:"+b.object.Name+"#"+strconv.Itoa(int(i)), b.count+1, 0
		if int(i) < len(b.object.Initial) {
			c.Start = 1 + b.number(Message{Kind: b.object.Initial[i].Msg, Args: b.object.Initial[i].Args})
		}
		b.slots = append(b.slots, m.addComponent(c))
	}
	b.comps = b.slots
	return nil
}

// enqueue appends message n. With slots, that is the first empty one.
func (s *step) enqueue(b *box, p *cfg.Post, n int32) status {
	if b.contents == nil {
		for _, c := range b.slots {
			if !s.isFull(c, func(v int32) bool { return v != 0 }) {
				s.v.apply(c, func(int32) int32 { return n + 1 })
				return done
			}
		}
		return s.beyond(b.beyondQueue(int32(len(b.slots))), p.Pos)
	}
	c, most := b.comps[0], b.contents.cap
	if b.boundExact {
		if !s.need(c, func(v int32) bool { return b.contents.length(v) < most }) {
			return blocked
		}
	} else if s.isFull(c, func(v int32) bool { return b.contents.length(v) == most }) {
		return s.beyond(b.beyondQueue(most), p.Pos)
	}
	if !s.change(c, func(v int32) int32 { return b.contents.push(v, n) }) {
		return blocked
	}
	return done
}

// dequeue takes the oldest message if it is of kind k. It returns nil if it is not,
// or if there is none.
func (s *step) dequeue(b *box, k int32) []Message {
	first, end := b.kinds[k].first, b.kinds[k].first+b.kinds[k].args
	fits := func(n int32) int32 { // -1: not of this kind, or none
		if n < first || n >= end {
			return -1
		}
		return n
	}
	if b.contents == nil {
		n := s.v.classify(b.slots[0], func(v int32) int32 { return fits(v - 1) })
		if n < 0 {
			return nil
		}
		for i, c := range b.slots {
			next := int32(0)
			if i+1 < len(b.slots) {
				next = s.v.classify(b.slots[i+1], identity)
			}
			s.v.apply(c, func(int32) int32 { return next })
		}
		return []Message{b.decode(n)}
	}
	n := s.v.classify(b.comps[0], func(v int32) int32 { return fits(b.contents.head(v)) })
	if n < 0 || !s.change(b.comps[0], b.contents.pop) {
		return nil
	}
	return []Message{b.decode(n)}
}
