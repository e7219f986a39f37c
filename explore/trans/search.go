package trans

import "slices"

// This file is the depth-first search over orders of delivery that all rules but
// wakeups share: Explore of Figure 2 of the paper. A point of the search is a
// configuration of the execution in progress; its todo is the backtrack set. The
// rule decides what is added to it. Sleep sets are as in P. Godefroid's book of
// 1996.

// search is a search in progress. Event i of the path was chosen at point i.
type search struct {
	path
	model deliverer
	rule  rule
	order order
	sleep bool // with sleep sets

	points []*point // by depth; those deeper than the path are kept for reuse
	watch  watcher
	depth  int     // the largest number of deliveries in an execution
	guards bool    // messages can be disabled
	waking *waking // of the rule wakeups
	// lost says that a wakeup sequence was not possible. This happens only if an
	// execution left the model: whether a mailbox is full depends on deliveries
	// that nothing else makes dependent. The result is not complete then.
	lost bool
}

// watcher is told what the search does. It ends the search by returning false.
type watcher interface {
	delivering(depth int) bool // before a delivery; depth is the number of deliveries with it
	delivered()                // after a delivery
	takingBack()               // before a delivery is taken back
	over(how end) bool         // at the end of an execution
}

// end says how an execution ended.
type end uint8

const (
	complete end = iota // no message can be delivered
	blocked             // all messages that can be delivered are asleep
	cut                 // it has the largest number of deliveries
)

// point is a configuration of the execution in progress, with what is explored
// from it.
type point struct {
	enabled  []msgID // messages that can be delivered, in the order of preference
	todo     []msgID // the backtrack set, in the order of exploration
	next     int     // the first member of todo that was not begun
	asleep   []bool  // by message: the sleep set
	expanded bool    // of paper and evict: something was added since the last choice (freeze in Figure 2)
	last     actorID // the receiver of the message that is being explored
	delay    bool    // of delaying: a race was met in the turn of last
}

// rule says what is explored. Each method may add messages to the todo of points.
type rule interface {
	// begin chooses what is explored first at a point, of what is not asleep.
	begin(s *search, p *point)
	// sent is called after message m was sent.
	sent(s *search, m msgID)
	// done is called after message m was delivered and handled, or when it is known
	// that m will never be delivered, as its receiver has ended.
	done(s *search, m msgID)
	// arrived is called at each new point, before begin.
	arrived(s *search)
}

// isEnabled reports whether a message could be delivered at a point.
func (p *point) isEnabled(m msgID) bool { return slices.Contains(p.enabled, m) }

// sleeps reports whether a message is asleep at a point.
func (p *point) sleeps(m msgID) bool { return int(m) < len(p.asleep) && p.asleep[m] }

// awake returns the first enabled message that is not asleep, or -1.
func (p *point) awake() msgID {
	for _, m := range p.enabled {
		if !p.sleeps(m) {
			return m
		}
	}
	return -1
}

// begin enters the actors and messages that are there from the start.
func (s *search) begin(acts []act) {
	for _, a := range acts {
		if a.send {
			s.send(a.by, a.to)
		} else {
			s.create(a.by)
		}
	}
}

// visit explores from the end of the path: Explore(S) of Figure 2, where lines 3
// to 9 are the rule's. It returns false if the search is to stop.
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
	for p.next < len(p.todo) { // lines 13 to 16
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

// inherit sets the sleep set of point p at depth d: what is asleep at the point
// before, where explored messages were added, without the messages for the
// receiver of the last delivery, which depend on it.
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

// deliver delivers a message, and calls the rule for the messages that its handler sends and for itself.
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

// races calls f for each event of the receiver of m that does not lead to m and is
// not the delivery of m.
func (s *search) races(m msgID, f func(e int)) {
	for _, e := range s.byActor[s.to(m)] {
		if s.events[e].msg != m && !s.before(int(e), m) {
			f(int(e))
		}
	}
}
