package trans

import "slices"

// search is a depth-first search over orders of delivery. Point i is where
// event i was chosen.
type search struct {
	path
	model deliverer
	rule  rule
	order order
	sleep bool

	points []*point
	watch  watcher
	depth  int  // most deliveries of an execution
	guards bool // messages can be disabled
	waking *waking
	// lost: some of what has to be done is not possible. That can only be where an
	// execution left the model: whether a mailbox is full depends on deliveries
	// that nothing else makes dependent.
	lost bool
}

// watcher counts and judges. What returns a bool ends the search with false.
type watcher interface {
	delivering(depth int) bool // before a delivery
	delivered()                // after it
	takingBack()               // before it is taken back
	// over: the execution has no further delivery; blocked: none that would
	// lead to something new; cut: it is too long.
	over(how end) bool
}

type end uint8

const (
	complete end = iota
	blocked
	cut
)

// point is a state of the search where a message is chosen.
type point struct {
	enabled  []msgID // in the order of preference
	todo     []msgID // chosen, the explored ones first
	next     int     // in todo
	asleep   []bool  // by message: delivering it leads to nothing new
	expanded bool    // of trans rules: something was added since the last choice
	last     actorID // receiver of the message that is explored
	delay    bool    // of delaying: a race was seen since messages for last are explored
}

// rule says what is explored.
type rule interface {
	// begin chooses what is explored first, of what is not asleep.
	begin(s *search, p *point)
	// sent looks at a message just sent.
	sent(s *search, m msgID)
	// done looks at a message just delivered, its handler done, or known to be
	// never delivered as its receiver is gone: the last event, or before it.
	done(s *search, m msgID)
	// arrived looks at the execution before its next delivery.
	arrived(s *search)
}

// isEnabled reports whether a message could be delivered at a point.
func (p *point) isEnabled(m msgID) bool { return slices.Contains(p.enabled, m) }

// sleeps reports whether a message is asleep at a point.
func (p *point) sleeps(m msgID) bool { return int(m) < len(p.asleep) && p.asleep[m] }

// awake is the first enabled message that is not asleep, or -1.
func (p *point) awake() msgID {
	for _, m := range p.enabled {
		if !p.sleeps(m) {
			return m
		}
	}
	return -1
}

// begin enters what happened before the execution.
func (s *search) begin(acts []act) {
	for _, a := range acts {
		if a.send {
			s.send(a.by, a.to)
		} else {
			s.create(a.by)
		}
	}
}

// visit explores from the end of the path. false: the search is to stop.
func (s *search) visit() bool {
	if s.rule == (wakeups{}) {
		return s.visitOptimal([][]step{{}})
	}
	d := len(s.events)
	if d == len(s.points) {
		s.points = append(s.points, &point{})
	}
	p := s.points[d]
	p.todo, p.next, p.expanded, p.last, p.delay = p.todo[:0], 0, false, noActor, false
	p.enabled = p.enabled[:0]
	for _, m := range s.pending {
		if s.model.outcomes(m) > 0 {
			p.enabled = append(p.enabled, m)
		}
	}
	s.order.sort(p.enabled, s.to)
	s.inherit(p, d)
	s.rule.arrived(s)
	if len(p.enabled) == 0 {
		return s.watch.over(complete)
	}
	s.rule.begin(s, p)
	if len(p.todo) == 0 {
		return s.watch.over(blocked)
	}
	if d >= s.depth {
		return s.watch.over(cut)
	}
	for p.next < len(p.todo) {
		m := p.todo[p.next]
		p.next++
		p.delay = p.delay && s.to(m) == p.last
		p.expanded, p.last = false, s.to(m)
		for k := range s.model.outcomes(m) {
			if !s.watch.delivering(d + 1) {
				return false
			}
			s.deliver(m, k)
			s.watch.delivered()
			more := s.visit()
			s.watch.takingBack()
			s.model.undo()
			s.takeBack()
			if !more {
				return false
			}
		}
		if s.sleep {
			p.asleep[m] = true
		}
	}
	return true
}

// inherit sets what is asleep at point d: what was asleep or explored where
// the last message was chosen, unless it has the same receiver.
func (s *search) inherit(p *point, d int) {
	if !s.sleep {
		return
	}
	p.asleep = append(p.asleep[:0], make([]bool, len(s.msgs))...)
	if d == 0 {
		return
	}
	last := s.events[d-1].to
	for m, yes := range s.points[d-1].asleep {
		p.asleep[m] = yes && s.to(msgID(m)) != last
	}
}

// deliver extends the path.
func (s *search) deliver(m msgID, outcome int) {
	to := s.to(m)
	s.receive(m, outcome)
	for _, a := range s.model.deliver(m, outcome) {
		if !a.send {
			s.create(a.by)
			continue
		}
		s.rule.sent(s, s.send(a.by, a.to))
	}
	s.rule.done(s, m)
	if !s.model.alive(to) {
		for _, k := range s.pending {
			if s.to(k) == to {
				s.rule.done(s, k)
			}
		}
	}
}

// races calls f for every event that had the receiver of m and did not happen
// before m was sent, without the delivery of m itself.
func (s *search) races(m msgID, f func(e int)) {
	for _, e := range s.byActor[s.to(m)] {
		if s.events[e].msg != m && !s.before(int(e), m) {
			f(int(e))
		}
	}
}
