package trans

// delaying is the mode of the tool that does what dCUTE does: messages for one
// receiver after another, in the order of preference; the next receiver's turn
// comes only if, since the last one's began, a message was sent that races with
// what was explored here: then this is delayed.
//
// Complete, also with guards and choices: let the last receiver r that had its
// turn at a point have met no race, and let z be an execution from there. If the
// first delivery to r in z is of a message that was sent before the point, it can
// be delivered at the point (nothing has changed r), and z is among what was
// explored. If it is of a message y that is sent later, what leads to y does not
// involve r, so it can happen after any delivery to r that was explored; there
// the sending of y is a race, against the assumption. And z has a delivery to r,
// since what could be delivered to r at the point still can be. Not every race
// calls for the next receiver, so there can be more deliveries than with
// persistent sets.
//
// Source: K. Sen and G. Agha, Automated systematic testing of open distributed
// programs, FASE 2006 (dCUTE); the rule is that of the tool Basset.
type delaying struct{}

func (delaying) begin(s *search, p *point) { s.turn(p) }

// turn adds the messages for the next receiver.
func (s *search) turn(p *point) {
	for _, m := range p.enabled {
		if !p.has(m) {
			s.whole(p, s.to(m))
			return
		}
	}
}

func (delaying) sent(s *search, m msgID) {
	s.races(m, func(e int) {
		if p := s.points[e]; !p.delay {
			p.delay = true
			s.turn(p)
		}
	})
}

func (delaying) done(*search, msgID) {}
func (delaying) arrived(*search)     {}
