package sem

import "flavers/cfg"

// maxRing is the largest buffer that is kept as a ring.
const maxRing = 1 << 12

// ring is a buffer with too many contents to number: a component for its
// length, one for the place of the oldest value, one for each slot. An empty
// buffer has its head at 0 and unused slots hold 0, so that equal contents at
// equal places are equal states. The channel's own component is the length,
// plus cap+1 when the channel is closed.
type ring struct {
	cap      int32
	closable bool
	head     CompID
	slots    []CompID
}

// pushRing appends x to a buffer. It returns false if the buffer is full.
func (s *step) pushRing(o cfg.ObjectID, r *ring, x int32) bool {
	c := s.m.object[o]
	if s.naming { // the length may be read later in this step, the slots are not
		return s.change(c, func(v int32) int32 {
			if v >= r.cap {
				return -1
			}
			return v + 1
		})
	}
	n := s.v.classify(c, identity) // open: sends on closed channels have failed before
	if n >= r.cap {
		return false
	}
	h := s.v.classify(s.m.rings[o].head, identity)
	s.v.apply(r.slots[(h+n)%r.cap], func(int32) int32 { return x })
	s.v.apply(c, func(v int32) int32 { return v + 1 })
	return true
}

// popRing takes the oldest value out of a buffer. It returns openEmpty or closedEmpty if there is none.
func (s *step) popRing(o cfg.ObjectID, r *ring) int32 {
	c := s.m.object[o]
	if s.naming {
		return s.popAnywhere(o, r)
	}
	n := s.v.classify(c, identity)
	switch n {
	case 0:
		return openEmpty
	case r.cap + 1:
		return closedEmpty
	}
	h := s.v.classify(r.head, identity)
	x := s.v.classify(r.slots[h], identity)
	s.v.apply(r.slots[h], func(int32) int32 { return 0 })
	next := (h + 1) % r.cap
	if n%(r.cap+1) == 1 {
		next = 0
	}
	s.v.apply(r.head, func(int32) int32 { return next })
	s.v.apply(c, func(v int32) int32 { return v - 1 })
	return x
}

// popAnywhere is popRing where only the value that is taken counts: all slots have the same values, so the first one
// stands for the one that holds the oldest value, whichever it is.
func (s *step) popAnywhere(o cfg.ObjectID, r *ring) int32 {
	c := s.m.object[o]
	switch empty := s.v.classify(c, func(v int32) int32 {
		switch v {
		case 0:
			return openEmpty
		case r.cap + 1:
			return closedEmpty
		}
		return 0
	}); empty {
	case openEmpty, closedEmpty:
		return empty
	}
	x := s.v.classify(r.slots[0], identity)
	s.v.apply(c, func(v int32) int32 { return v - 1 })
	return x
}

// values lists the buffer in a state, oldest first; v is the channel's component.
func (r *ring) values(state []int32, v int32) []int32 {
	var out []int32
	for i := range v % (r.cap + 1) {
		out = append(out, state[r.slots[(state[r.head]+i)%r.cap]])
	}
	return out
}
