package trans

// evict is the rule of trans-basset: that of the tool Basset, from which the
// numbers of the paper come. As in Figure 2 of the paper, at most one message waits
// at a point (the flag freeze; expanded here). What differs:
//
//   - While a message waits, another suggestion is not always dropped, as line 4'
//     does. It is dropped if it is for the actor whose message is explored at the
//     point, since it will come up again. Otherwise it takes the place of the one
//     that waits; with keepOther, only if that one is for the actor that is
//     explored.
//   - Races are looked for when a message is sent and when it has been delivered,
//     for the events in between, instead of in each state for all pending
//     messages. A message whose receiver has ended counts as delivered, as it
//     could have been before.
//
// The rule is not complete if messages can be disabled: a suggested message may be
// disabled at the point, and nothing else comes up.
type evict struct {
	keepOther bool // of trans-basset+sleep
}

func (evict) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		p.todo = append(p.todo, m)
	}
}

// suggest adds message m at point p, to reverse a race between two deliveries to actor to.
func (r evict) suggest(s *search, p *point, m msgID, to actorID) {
	if p.expanded && to == p.last || p.has(m) || p.sleeps(m) || !p.isEnabled(m) {
		return
	}
	if p.expanded { // the last of todo waits
		waiting := len(p.todo) - 1
		if r.keepOther && s.to(p.todo[waiting]) != p.last {
			return
		}
		p.todo = p.todo[:waiting]
	}
	p.todo = append(p.todo, m)
	p.expanded = true
}

func (r evict) sent(s *search, m msgID) {
	s.races(m, func(e int) {
		if f := s.first(e, m); f >= 0 {
			r.suggest(s, s.points[e], s.events[f].msg, s.events[f].to)
		}
	})
}

func (r evict) done(s *search, m msgID) {
	s.races(m, func(e int) {
		with := m
		if f := s.first(e, m); f >= 0 {
			with = s.events[f].msg
		}
		r.suggest(s, s.points[e], with, s.to(m))
	})
}

func (evict) arrived(*search) {}
