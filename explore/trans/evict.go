package trans

// evict is the rule of the tool that the paper's numbers come from. One message
// at a time is suggested for a point. While it waits, a suggestion of a message
// for the actor that is explored there is dropped: it will come up again. Any
// other suggestion takes the place of the one that waits; with keepOther, only
// if that one is for the actor that is explored.
//
// Races are looked for when a message is sent and, for the events that came
// after that, when it has been delivered; a message whose receiver is gone
// counts as delivered, as it could have been before.
//
// Not complete if messages can be disabled: what is suggested might then be
// disabled where it is suggested, and nothing else comes up.
type evict struct{ keepOther bool }

func (evict) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		p.todo = append(p.todo, m)
	}
}

// suggest adds a message at a point, for a race about actor to.
func (r evict) suggest(s *search, p *point, m msgID, to actorID) {
	if p.expanded && to == p.last || p.has(m) || p.sleeps(m) || !p.isEnabled(m) {
		return
	}
	if p.expanded {
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
