package trans

// path is the execution in progress: what was delivered, what was sent, and the
// happens-before relation (definitions 3 and 5 of the paper) as vector clocks.
//
// A clock has a component for each actor: the number of its sends and receipts
// that are known. A message has the clock of its send, and a receipt joins this
// into the clock of the receiver. An event e leads to a message m, so that m would
// not be sent without it (definition 5), if the clock of e is at most that of m in
// every component. A clock has as many components as there were actors when it was
// made; those that are missing are 0. A message that is there from the start has
// the empty clock.
type path struct {
	events  []event
	msgs    []message
	clocks  [][]int32 // by actor: its present clock, which is replaced, never changed in place
	byActor [][]int32 // by actor: the events that deliver to it
	saved   []saved   // by event: what it has overwritten
	pending []msgID   // messages not delivered, ascending, also those that never can be
}

// event is a delivery; event i was chosen at point i of the search.
type event struct {
	msg   msgID
	to    actorID
	way   int     // the outcome of its handler
	clock []int32 // of the receipt
	past  int32   // the number of messages sent before it
}

// message is a message that was sent.
type message struct {
	to    actorID
	clock []int32 // of the send
	event int32   // the event that sent it, or -1: it is there from the start
}

// saved is what a delivery overwrites in the path.
type saved struct {
	actors  int // the number of actors
	clocks  [][]int32
	pending []msgID
}

// leq reports whether clock a is at most b in every component.
func leq(a, b []int32) bool {
	if len(a) > len(b) {
		for _, x := range a[len(b):] {
			if x > 0 {
				return false
			}
		}
		a = a[:len(b)]
	}
	for i, x := range a {
		if x > b[i] {
			return false
		}
	}
	return true
}

// raised returns a new clock for n actors: the larger of clock and with in each
// component, and one more in that of actor a.
func raised(clock, with []int32, a actorID, n int) []int32 {
	out := make([]int32, n)
	copy(out, clock)
	for i, x := range with {
		out[i] = max(out[i], x)
	}
	out[a]++
	return out
}

func (p *path) to(m msgID) actorID { return p.msgs[m].to }

// before reports whether event e leads to message m (e →S m in definition 5).
func (p *path) before(e int, m msgID) bool { return leq(p.events[e].clock, p.msgs[m].clock) }

// first returns the first event after e that leads to m, or -1. Nothing after e
// leads to its own message, so this could be delivered where e was, if no guard
// disables it there (the message of E in line 5 of Figure 2).
func (p *path) first(e int, m msgID) int {
	for f := e + 1; f < len(p.events); f++ {
		if p.before(f, m) {
			return f
		}
	}
	return -1
}

// create adds an actor; it knows what its creator knows.
func (p *path) create(by actorID) {
	var clock []int32
	if by != noActor {
		clock = p.clocks[by]
	}
	p.clocks = append(p.clocks, clock)
	if len(p.byActor) < len(p.clocks) {
		p.byActor = append(p.byActor, nil)
	}
}

// send adds a message.
func (p *path) send(by, to actorID) msgID {
	m := message{to: to, event: int32(len(p.events)) - 1}
	if by != noActor {
		p.clocks[by] = raised(p.clocks[by], nil, by, len(p.clocks))
		m.clock = p.clocks[by]
	}
	p.msgs = append(p.msgs, m)
	id := msgID(len(p.msgs) - 1)
	p.pending = append(p.pending, id)
	return id
}

// receive adds the delivery of a message, before its handler runs.
func (p *path) receive(m msgID, way int) {
	to := p.to(m)
	if len(p.saved) == len(p.events) {
		p.saved = append(p.saved, saved{})
	}
	s := &p.saved[len(p.events)]
	s.actors = len(p.clocks)
	s.clocks = append(s.clocks[:0], p.clocks...)
	s.pending = append(s.pending[:0], p.pending...)
	p.clocks[to] = raised(p.clocks[to], p.msgs[m].clock, to, len(p.clocks))
	p.byActor[to] = append(p.byActor[to], int32(len(p.events)))
	p.events = append(p.events, event{msg: m, to: to, way: way, clock: p.clocks[to], past: int32(len(p.msgs))})
	for i, k := range p.pending {
		if k == m {
			p.pending = append(p.pending[:i], p.pending[i+1:]...)
			break
		}
	}
}

// takeBack removes the last delivery with what it created and sent.
func (p *path) takeBack() {
	last := len(p.events) - 1
	e := &p.events[last]
	s := &p.saved[last]
	p.clocks = append(p.clocks[:0], s.clocks...)
	p.pending = append(p.pending[:0], s.pending...)
	p.byActor[e.to] = p.byActor[e.to][:len(p.byActor[e.to])-1]
	p.msgs = p.msgs[:e.past]
	p.events = p.events[:last]
}
