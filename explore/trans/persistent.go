package trans

// persistent is dynamic partial-order reduction (Flanagan and Godefroid, 2005)
// for actors: where a message for an actor is explored, so are all messages for
// it that can be delivered there. Races are looked for when a message is sent:
// it could have been delivered before every event of its receiver that did not
// lead to it, if what led to it had come first.
//
// This is the literal reading of the paper's Figure 2 without what is
// underlined there, and what the tool does.
type persistent struct{}

func (persistent) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		s.whole(p, s.to(m))
	}
}

// whole adds all messages for a receiver.
func (s *search) whole(p *point, to actorID) {
	for _, m := range p.enabled {
		if s.to(m) == to && !p.sleeps(m) && !p.has(m) {
			p.todo = append(p.todo, m)
		}
	}
}

func (p *point) has(m msgID) bool {
	for _, k := range p.todo {
		if k == m {
			return true
		}
	}
	return false
}

func (persistent) sent(s *search, m msgID) {
	s.races(m, func(e int) {
		if f := s.first(e, m); f >= 0 {
			s.whole(s.points[e], s.events[f].to)
		}
	})
}

// done has nothing to do: m was sent before, and where it could be delivered
// and another message for its receiver is chosen, it is chosen too.
func (persistent) done(*search, msgID) {}
func (persistent) arrived(*search)     {}
