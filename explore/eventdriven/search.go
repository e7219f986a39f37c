package eventdriven

import (
	"slices"

	"flavers/cfg"
)

// visit goes through the executions that extend the partial execution, except
// those in which a sleeping step comes before all that conflicts with it.
func (s *partial) visit(sleep []sleeper) {
	e := s.j.e
	if e.Halted || s.other != "" {
		return
	}
	if s.complete() {
		s.linearize()
		return
	}
	for some := false; ; some = true {
		if !s.canBeWoken(sleep) {
			if !some {
				e.Blocked++
			}
			return
		}
		i, k, clock := s.choose(sleep)
		switch {
		case s.other != "":
			return
		case i >= 0:
		case clock != nil:
			s.refuted++
			return
		case !some:
			e.Blocked++
			return
		default:
			return
		}
		if len(s.events) >= s.depth {
			e.Cut++
			e.Omit("depth")
			return
		}
		o, outs := &s.owners[i], s.next(i)
		out := outs[k]
		if err := out.move.Effect.Err; err != nil && (o.handle || s.box[o.task] != cfg.None || o.holds > 0) {
			s.other = "a handler, or a task with a lock, may end in a run-time error"
			return
		}
		z := sleeper{i, k, len(outs), out.f, out.lock}
		if !e.Step(len(s.events) + 1) {
			return
		}
		was := s.take(i, out, clock)
		s.visit(s.awake(sleep, &z))
		s.undo(was)
		if e.Halted || s.other != "" {
			return
		}
		sleep = append(slices.Clip(sleep), z)
	}
}

// awake lists what still sleeps after a step.
func (s *partial) awake(sleep []sleeper, z *sleeper) []sleeper {
	var out []sleeper
	for i := range sleep {
		y := &sleep[i]
		if y.owner != z.owner && !s.conflict(y.f, y.lock, s.owners[y.owner].task, z.f, z.lock, s.owners[z.owner].task) {
			out = append(out, *y)
		}
	}
	return out
}

// conflict reports whether the order of two steps of different owners matters.
func (s *partial) conflict(f footprint, lock cfg.ObjectID, t cfg.TaskID, g footprint, other cfg.ObjectID,
	u cfg.TaskID) bool {
	return lock != cfg.None && lock == other && t != u ||
		f.Writes.Meets(g.Reads) || g.Writes.Meets(f.Reads)
}

// asleep reports whether all that an owner can do next sleeps.
func asleep(sleep []sleeper, i int32) bool {
	n, of := 0, -1
	for k := range sleep {
		if sleep[k].owner == i {
			n, of = n+1, sleep[k].of
		}
	}
	return n == of
}

// complete reports whether every task and every handler has ended.
func (s *partial) complete() bool {
	for i := range s.owners {
		if !s.owners[i].done {
			return false
		}
	}
	return true
}

// canBeWoken reports whether every owner whose next step sleeps can be woken: whether
// an owner that is awake, or can be woken, may still do something that conflicts
// with it. May err towards: true.
func (s *partial) canBeWoken(sleep []sleeper) bool {
	lost := map[int32]bool{}
	for i := range sleep {
		if o := sleep[i].owner; !s.owners[o].done && asleep(sleep, o) {
			lost[o] = true
		}
	}
	for changed := len(lost) > 0; changed; {
		changed = false
		for k := range sleep {
			z := &sleep[k]
			if lost[z.owner] && s.mayMeet(z.owner, z.f, z.lock, lost) {
				delete(lost, z.owner)
				changed = true
			}
		}
	}
	return len(lost) == 0
}

// mayMeet reports whether an owner apart from i and those in without may still do
// something that conflicts with a step of i.
func (s *partial) mayMeet(i int32, f footprint, lock cfg.ObjectID, without map[int32]bool) bool {
	for j := range s.owners {
		o := &s.owners[j]
		if int32(j) == i || o.done || without[int32(j)] {
			continue
		}
		g := s.future(o)
		if f.Writes.Meets(g.Reads) || g.Writes.Meets(f.Reads) || lock != cfg.None && s.locksOther(g, lock, s.owners[i].task) {
			return true
		}
	}
	return false
}

// choose finds a step, of owner best, that can be taken and does not sleep, if
// possible one that conflicts with nothing that may come; -1: there is none. k is
// which of its outcomes, and the clock is of that; with -1, not nil: the partial
// execution contradicts the order of handlers.
func (s *partial) choose(sleep []sleeper) (best int32, k int, clock []int32) {
	best = -1
	alone := false
	for j := range s.owners {
		i, o := int32(j), &s.owners[j]
		if o.done {
			continue
		}
		outs := s.next(i)
		if len(outs) == 0 {
			s.other = "a step may be blocked"
			return -1, 0, nil
		}
		for n := range outs {
			c, can, ok := s.clockOf(i, &outs[n])
			if !ok && len(outs) == 1 {
				return -1, 0, c
			}
			if !can || alone || slices.ContainsFunc(sleep, func(z sleeper) bool { return z.owner == i && z.out == n }) {
				continue
			}
			if alone = !s.mayMeet(i, outs[n].f, outs[n].lock, nil); alone || best < 0 {
				best, k, clock = i, n, c
			}
		}
	}
	return best, k, clock
}

// clockOf is what comes before the next step of an owner, with this outcome. can: it can be taken
// now; it cannot while another thread has its lock, while its looper has not come
// to its loop, and while a handler has not ended of the same looper of which
// something comes before it. ok is false if it never can: something of its own
// handler comes before the end of such a handler.
func (s *partial) clockOf(i int32, out *option) (c []int32, can, ok bool) {
	o := &s.owners[i]
	c = make([]int32, len(s.owners))
	can = true
	after := func(e int32) {
		if e >= 0 {
			for k, v := range s.events[e].clock {
				c[k] = max(c[k], v)
			}
		}
	}
	after(o.last)
	first := o.handle && !o.begun
	if first {
		after(o.post)
		loop := &s.owners[o.task]
		if can = loop.done; can {
			after(loop.last)
		}
	}
	f, lock := out.f, out.lock
	for k := range s.events {
		e := &s.events[k]
		t := s.owners[e.owner].task
		if s.conflict(f, lock, o.task, e.f, e.lock, t) || lock != cfg.None && t != o.task && e.frees(lock) {
			after(int32(k))
		}
	}
	if lock != cfg.None {
		for k := range s.owners {
			if u := &s.owners[k]; u.task != o.task && u.holds > 0 && s.has(u, lock) {
				can = false
			}
		}
	}
	if !o.handle {
		c[i]++
		return c, can, true
	}
	for again := true; again; {
		again = false
		for k := range s.owners {
			u := &s.owners[k]
			if !u.handle || u.task != o.task || int32(k) == i || c[k] == 0 && !(first && s.earlier(u, o)) {
				continue
			}
			if !u.done {
				can = false
				continue
			}
			end := &s.events[u.last]
			if int(i) < len(end.clock) && end.clock[i] > 0 {
				return c, false, !out.sure
			}
			if c[k] < u.count {
				after(u.last)
				again = true
			}
		}
	}
	c[i]++
	return c, can, true
}

// earlier reports whether the message of u is in the queue before that of o in all
// executions with these dependences.
func (s *partial) earlier(u, o *owner) bool {
	switch {
	case u.post < 0 && o.post < 0:
		for k := range s.owners {
			if &s.owners[k] == u {
				return true
			} else if &s.owners[k] == o {
				return false
			}
		}
	case u.post < 0 || o.post < 0:
		return u.post < 0
	}
	p, q := &s.events[u.post], &s.events[o.post]
	return int(p.owner) < len(q.clock) && q.clock[p.owner] >= p.clock[p.owner]
}
