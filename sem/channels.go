package sem

import "flavers/cfg"

// maxContents is how many contents of a channel are numbered at most; a channel
// with more is a ring of slots (ring.go).
const maxContents = 1 << 12

// chanCode numbers the contents of a channel: sequences of at most cap values,
// shorter ones first, the oldest value as the most significant digit; then, if
// the channel can be closed, the same contents again for the closed channel.
type chanCode struct {
	cap, base int32
	offset    []int32 // by length: number of the first sequence of that length; one more at the end
	power     []int32 // base^length
	closable  bool
}

// newChanCode numbers sequences of at most cap values out of base. It returns nil if there are more than limit
// contents.
func newChanCode(cap, base int32, closable bool, limit int64) *chanCode {
	c := &chanCode{cap: cap, base: base, closable: closable}
	total, power := int64(0), int64(1)
	for n := int32(0); ; n++ {
		c.offset = append(c.offset, int32(total))
		c.power = append(c.power, int32(power))
		total += power
		if total > limit {
			return nil
		}
		if n == c.cap {
			break
		}
		power *= int64(c.base)
	}
	c.offset = append(c.offset, int32(total))
	return c
}

func (c *chanCode) contents() int32 { return c.offset[len(c.offset)-1] }

func (c *chanCode) size() int32 {
	if c.closable {
		return 2 * c.contents()
	}
	return c.contents()
}

func (c *chanCode) closed(v int32) bool { return v >= c.contents() }

// length returns how many values are in the buffer.
func (c *chanCode) length(v int32) int32 {
	v %= c.contents()
	n := int32(0)
	for v >= c.offset[n+1] {
		n++
	}
	return n
}

// push appends x; -1 if the buffer is full.
func (c *chanCode) push(v, x int32) int32 {
	n := c.length(v)
	if n == c.cap {
		return -1
	}
	return c.offset[n+1] + (v-c.offset[n])*c.base + x
}

// head returns the oldest value, or -1 if there is none.
func (c *chanCode) head(v int32) int32 {
	n := c.length(v)
	if n == 0 {
		return -1
	}
	return (v%c.contents() - c.offset[n]) / c.power[n-1]
}

// pop drops the oldest value of a non-empty buffer.
func (c *chanCode) pop(v int32) int32 {
	n := c.length(v)
	rest := (v%c.contents() - c.offset[n]) % c.power[n-1]
	return v - v%c.contents() + c.offset[n-1] + rest
}

// values lists the buffer, oldest first.
func (c *chanCode) values(v int32) []int32 {
	var out []int32
	for c.length(v) > 0 {
		out = append(out, c.head(v))
		v = c.pop(v)
	}
	return out
}

// openOrFail fails the step when the channel is closed.
func (s *step) openOrFail(n *cfg.Node, o cfg.ObjectID, verb string) bool {
	if !s.m.closable(o) {
		return true
	}
	if s.v.classify(s.m.object[o], func(v int32) int32 { return flag(s.m.isClosed(o, v)) }) != 0 {
		s.fail(&Error{Kind: cfg.CloseError, Text: verb + " closed channel " + s.m.P.Objects[o].Name, Pos: n.Pos})
		return false
	}
	return true
}

// sendAlone sends into a buffer, or fails on a closed channel without one.
func (s *step) sendAlone(n *cfg.Node, op cfg.Send) status {
	o := &s.m.P.Objects[op.Chan]
	if !s.openOrFail(n, op.Chan, "send on") {
		return failed
	}
	if o.Cap == 0 {
		return blocked // open: it needs a receiver
	}
	x, ok := s.sent(n, op)
	if !ok {
		if !s.room(op.Chan) { // the value is not evaluated before it can be sent
			s.err = nil
			return blocked
		}
		return failed
	}
	if !s.push(op.Chan, x-o.Elem.Lo) {
		return blocked
	}
	s.resize(op.Chan)
	s.see(Occurrence{Kind: SendEvent, Tasks: one(n), Object: op.Chan, Args: []string{o.Elem.Format(x)}})
	return done
}

// resize notes that the length of a buffer has changed.
func (s *step) resize(o cfg.ObjectID) {
	if len(s.m.P.Invariants) > 0 {
		s.resized = append(s.resized, o)
	}
}

// sent returns the value that a send passes on.
func (s *step) sent(n *cfg.Node, op cfg.Send) (int32, bool) {
	o := &s.m.P.Objects[op.Chan]
	x := s.eval(op.Value)
	if s.err == nil && !o.Elem.Has(x) {
		s.fail(rangeError(&cfg.Var{Name: "value sent on " + o.Name, Type: o.Elem}, x, n.Pos))
	}
	return int32(x), s.err == nil
}

// recvAlone takes from a buffer, or the first value from a closed channel.
func (s *step) recvAlone(n *cfg.Node, op cfg.Recv) status {
	o := &s.m.P.Objects[op.Chan]
	head := s.pop(op.Chan)
	value := head != closedEmpty
	switch {
	case head == openEmpty, value && op.Part == cfg.EndRecv, !value && op.Part == cfg.ValueRecv:
		return blocked
	case value:
		s.resize(op.Chan)
	default:
		head = 0
	}
	if st := s.matches(op, head+o.Elem.Lo); st != done {
		return st
	}
	s.see(Occurrence{Kind: RecvEvent, Tasks: one(n), Object: op.Chan})
	return s.received(n, op, head+o.Elem.Lo, value)
}

// What pop returns when there is no value.
const openEmpty, closedEmpty = -1, -2

// push appends a value to a buffer. It returns false if it is full.
func (s *step) push(o cfg.ObjectID, x int32) bool {
	if e := s.m.twoEnds[o]; e != nil {
		return s.pushEnds(o, e, x)
	}
	if r := s.m.rings[o]; r != nil {
		return s.pushRing(o, r, x)
	}
	code := s.m.chans[o]
	return s.change(s.m.object[o], func(v int32) int32 { return code.push(v, x) })
}

// room reports whether push would succeed on an open channel.
func (s *step) room(o cfg.ObjectID) bool {
	if e := s.m.twoEnds[o]; e != nil {
		t := s.v.classify(e.tail, identity)
		return s.v.classify(e.slots[t], func(v int32) int32 { return flag(v == 0) }) != 0
	}
	if r := s.m.rings[o]; r != nil {
		return s.v.classify(s.m.object[o], func(v int32) int32 { return flag(v < r.cap) }) != 0
	}
	code := s.m.chans[o]
	return s.v.classify(s.m.object[o], func(v int32) int32 { return flag(code.push(v, 0) >= 0) }) != 0
}

// length returns how many values a buffer holds. A channel whose length is read has no two ends: who reads the
// length looks at both.
func (s *step) length(o cfg.ObjectID) int64 {
	code := s.m.chans[o]
	if r := s.m.rings[o]; r != nil {
		return int64(s.v.classify(s.m.object[o], func(v int32) int32 { return v % (r.cap + 1) }))
	}
	return int64(s.v.classify(s.m.object[o], code.length))
}

// pop takes the oldest value of a buffer, or says that there is none.
func (s *step) pop(o cfg.ObjectID) int32 {
	if e := s.m.twoEnds[o]; e != nil {
		return s.popEnds(o, e)
	}
	if r := s.m.rings[o]; r != nil {
		return s.popRing(o, r)
	}
	c, code := s.m.object[o], s.m.chans[o]
	head := s.v.classify(c, func(v int32) int32 {
		h := code.head(v)
		if h < 0 && code.closed(v) {
			return closedEmpty
		}
		return h
	})
	if head >= 0 {
		s.v.apply(c, code.pop)
	}
	return head
}

// closable reports whether some node closes a channel.
func (m *Machine) closable(o cfg.ObjectID) bool {
	if e := m.twoEnds[o]; e != nil {
		return e.closable
	}
	if r := m.rings[o]; r != nil {
		return r.closable
	}
	return m.chans[o] != nil && m.chans[o].closable
}

// isClosed tells it of a value of the channel's component.
func (m *Machine) isClosed(o cfg.ObjectID, v int32) bool {
	if m.twoEnds[o] != nil {
		return v != 0
	}
	if r := m.rings[o]; r != nil {
		return v > r.cap
	}
	return m.chans[o].closed(v)
}

// meet is the rendezvous of a send and a receive.
func (s *step) meet(n, m *cfg.Node, op cfg.Send) status {
	o := &s.m.P.Objects[op.Chan]
	if s.m.closable(op.Chan) && !s.need(s.m.object[op.Chan], func(v int32) bool { return !s.m.isClosed(op.Chan, v) }) {
		return blocked
	}
	x, ok := s.sent(n, op)
	if !ok {
		return failed
	}
	recv := m.Op.(cfg.Recv)
	if st := s.matches(recv, x); st != done {
		return st
	}
	s.see(Occurrence{Kind: MeetEvent, Tasks: both(n, m), Object: op.Chan, Args: []string{o.Elem.Format(x)}})
	return s.received(m, recv, x, true)
}

func (s *step) closeChan(n *cfg.Node, op cfg.Close) status {
	if !s.openOrFail(n, op.Chan, "close of") {
		return failed
	}
	shift := int32(0)
	if s.m.twoEnds[op.Chan] != nil {
		shift = 1
	} else if r := s.m.rings[op.Chan]; r != nil {
		shift = r.cap + 1
	} else {
		shift = s.m.chans[op.Chan].contents()
	}
	s.v.apply(s.m.object[op.Chan], func(v int32) int32 { return v + shift })
	return s.doneIf(true, n, op.Chan, CloseEvent)
}

// ChannelString writes the contents of a channel in a state for people: the
// buffered values, oldest first, and whether it is closed.
func (m *Machine) ChannelString(o cfg.ObjectID, state []int32) string {
	v := int32(0)
	if c := m.object[o]; c >= 0 {
		v = state[c]
	}
	var values []int32
	if e := m.twoEnds[o]; e != nil {
		values = e.values(state)
	} else if r := m.rings[o]; r != nil {
		values = r.values(state, v)
	} else {
		values = m.chans[o].values(v)
	}
	text := ""
	for _, x := range values {
		text += m.P.Objects[o].Elem.Format(x+m.P.Objects[o].Elem.Lo) + " "
	}
	if m.closable(o) && m.isClosed(o, v) {
		text += "closed"
	}
	return text
}
