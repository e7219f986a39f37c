package trans

// persistent is the rule of actor-dpor: dynamic partial-order reduction (Flanagan
// and Godefroid, 2005) for actors, by persistent sets. If a message for an actor is
// explored at a point, so are all messages for that actor that can be delivered
// there. Races are looked for when a message is sent: it could have been delivered
// in place of every event of its receiver that did not lead to it, if what led to
// it had come first.
//
// This is the literal reading of Figure 2 of the paper without the parts that are
// underlined there, and what the tool does.
type persistent struct{}

func (persistent) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		s.whole(p, s.to(m))
	}
}

// whole adds to a point all messages for a receiver that can be delivered there.
func (s *search) whole(p *point, to actorID) {
	for _, m := range p.enabled {
		if s.to(m) == to && !p.sleeps(m) && !p.has(m) {
			p.todo = append(p.todo, m)
		}
	}
}

// has reports whether a message was chosen at a point.
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

// done has nothing to do. Later events of the receiver are at points where m was
// already sent, and whole has chosen m there with them.
func (persistent) done(*search, msgID) {}
func (persistent) arrived(*search)     {}
