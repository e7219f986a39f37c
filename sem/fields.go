package sem

import "flavers/cfg"

// This file sends and receives messages of several fields. A message is one number
// (cfg.Type.Join); a receive waits until its pattern matches the message that it would
// take: the oldest one of the buffer, or the one that is sent.

// tuple returns the number of a message.
func (s *step) tuple(e *cfg.Tuple) int64 {
	values := make([]int32, len(e.Fields))
	for i, x := range e.Fields {
		v := s.eval(x)
		if s.err != nil {
			return 0
		}
		if t := e.Type.Fields[i]; !t.Has(v) {
			s.fail(rangeError(&cfg.Var{Name: "a field of a message", Type: t}, v, e.Pos))
			return 0
		}
		values[i] = int32(v)
	}
	return int64(e.Type.Join(values))
}

// matches compares the fields of message x with the pattern of a receive: done, or
// blocked where one differs. What stands behind a field that differs is not evaluated.
func (s *step) matches(op cfg.Recv, x int32) status {
	if op.Fields == nil {
		return done
	}
	values := s.m.P.Objects[op.Chan].Elem.Split(x)
	for i, f := range op.Fields {
		if f.Match == nil {
			continue
		}
		want := s.eval(f.Match)
		if s.err != nil {
			return failed
		}
		if want != int64(values[i]) {
			return blocked
		}
	}
	return done
}

// received stores what a receive has taken: a value, or the first one of its type.
func (s *step) received(n *cfg.Node, op cfg.Recv, x int32, value bool) status {
	store := func(t *cfg.Target, x int32) bool {
		if t == nil {
			return true
		}
		v, ok := s.target(t)
		return ok && s.set(v, int64(x), n.Pos)
	}
	if !store(op.Target, x) {
		return failed
	}
	if op.Fields != nil {
		for i, v := range s.m.P.Objects[op.Chan].Elem.Split(x) {
			if !store(op.Fields[i].Target, v) {
				return failed
			}
		}
	}
	if !store(op.OK, flag(value)) {
		return failed
	}
	return done
}
