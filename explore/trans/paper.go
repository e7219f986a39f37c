package trans

// paper is Figure 2 of the paper as it is printed: before each delivery, for
// every pending message, the last event that races with it; one message is
// added there, unless one has been added since the last choice (the flag
// freeze, here expanded).
type paper struct{}

func (paper) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		p.todo = append(p.todo, m)
	}
}

func (paper) arrived(s *search) {
	for _, m := range s.pending {
		list := s.byActor[s.to(m)]
		i := len(list) - 1
		for i >= 0 && s.before(int(list[i]), m) {
			i--
		}
		if i < 0 {
			continue
		}
		e := int(list[i])
		p := s.points[e]
		if p.expanded {
			continue
		}
		if f := s.first(e, m); f >= 0 {
			m = s.events[f].msg
		}
		if p.isEnabled(m) && !p.sleeps(m) && !p.has(m) {
			p.todo = append(p.todo, m)
			p.expanded = true
		}
	}
}

func (paper) sent(*search, msgID) {}
func (paper) done(*search, msgID) {}
