package trans

// paper is the rule of trans-paper: Figure 2 of the paper as it is printed. The
// numbers below are its lines. Lines 2 and 13 to 16 are search.visit; freeze is
// point.expanded, which visit resets (line 14').
type paper struct{}

// begin is lines 10 and 11.

func (paper) begin(s *search, p *point) {
	if m := p.awake(); m >= 0 {
		p.todo = append(p.todo, m)
	}
}

// arrived is lines 3 to 9.
func (paper) arrived(s *search) {
	for _, m := range s.pending {
		// Line 4: the last event of the receiver that does not happen before the sending of m.
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
		if p.expanded { // line 4'
			continue
		}
		// Line 5: E has at most this message. If something after e leads to m, m was not sent at p.
		if f := s.first(e, m); f >= 0 {
			m = s.events[f].msg
		}
		// Line 6.
		if p.isEnabled(m) && !p.sleeps(m) && !p.has(m) {
			p.todo = append(p.todo, m)
			p.expanded = true
		}
	}
}

func (paper) sent(*search, msgID) {}
func (paper) done(*search, msgID) {}
