package trans

// delaying is the rule of trans-dcute: what the tool Basset does in its mode after
// dCUTE. At a point, the receivers have turns, in the order of preference. In the
// turn of a receiver, all messages for it that can be delivered are explored. The
// next receiver has a turn only if a race was met in this turn (point.delay): a
// further message for the receiver was sent, to which the delivery at the point
// does not lead.
//
// The rule is complete, also with guards and choices. Let r be the last receiver
// that had a turn at a point, with no such message in its turn, and let z be an
// execution from the point. It has a delivery to r, since what could be delivered
// to r at the point still can be. If the first such delivery is of a message that
// was sent before the point, it can be delivered at the point, as nothing has
// changed r, so z is among what was explored. If it is of a message y that is sent
// later, what leads to y does not involve r. So it can happen after any delivery
// to r that was explored, and there the sending of y is a race, against the
// assumption. There can be more deliveries than with persistent sets, since the
// next receiver has its turn also after races for which it is not needed.
//
// Source: K. Sen and G. Agha, Automated systematic testing of open distributed
// programs, FASE 2006 (dCUTE); the rule is that of the tool Basset.
type delaying struct{}

func (delaying) begin(s *search, p *point) { s.turn(p) }

// turn adds the messages for the next receiver, if there is one.
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
