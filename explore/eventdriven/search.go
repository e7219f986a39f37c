package eventdriven

import (
	"slices"

	"flavers/cfg"
)

// This file is the search of partial.go: it extends the partial execution by one
// step after another (visit), chooses the step (choose), finds what comes before it
// (clockOf), and decides when nothing new can come (canBeWoken).

// visit explores the executions that extend the partial execution, except those in
// which a sleeping step comes before all that conflicts with it.
func (s *partial) visit(sleep []sleeper) {
	e := s.j.e
	if e.Halted || s.other != "" {
		return
	}
	if s.complete() {
		s.linearize()
		return
	}
	for some := false; ; some = true { // some: a step was taken here before
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
		case clock != nil: // no order of handlers has these dependences
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
		s.visit(s.stillAsleep(sleep, &z))
		s.undo(was)
		if e.Halted || s.other != "" {
			return
		}
		sleep = append(slices.Clip(sleep), z)
	}
}

// stillAsleep lists the steps that sleep after step z: those that do not conflict with it.
func (s *partial) stillAsleep(sleep []sleeper, z *sleeper) []sleeper {
	var out []sleeper
	for i := range sleep {
		y := &sleep[i]
		if y.owner != z.owner && !s.conflict(y.f, y.lock, s.owners[y.owner].task, z.f, z.lock, s.owners[z.owner].task) {
			out = append(out, *y)
		}
	}
	return out
}

// conflict reports whether the order of two steps of different owners matters: one of
// task t with footprint f that takes lock, and one of task u with footprint g that
// takes other.
func (s *partial) conflict(f footprint, lock cfg.ObjectID, t cfg.TaskID, g footprint, other cfg.ObjectID,
	u cfg.TaskID) bool {
	return lock != cfg.None && lock == other && t != u ||
		f.Writes.Meets(g.Reads) || g.Writes.Meets(f.Reads)
}

// asleep reports whether all outcomes of the next step of owner i sleep.
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

// canBeWoken reports whether each owner whose next step sleeps can be woken: another
// owner, which is awake or can be woken itself, may still do something that conflicts
// with the step. If one cannot, each execution from here has the sleeping step before
// all that conflicts with it. May err towards: true.
func (s *partial) canBeWoken(sleep []sleeper) bool {
	lost := map[int32]bool{} // sleeping owners of which it is not known that they can be woken
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

// mayMeet reports whether an owner other than i and those in without may still do
// something that conflicts with a step of i, which has footprint f and takes lock.
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

// choose finds a step that can be taken and does not sleep, if possible one that
// conflicts with nothing that may still come. It returns its owner, the number of
// the outcome, and the clock. If there is none, best is -1; then a clock that is not
// nil says that no order of handlers has the dependences of the partial execution.
func (s *partial) choose(sleep []sleeper) (best int32, k int, clock []int32) {
	best = -1
	alone := false // the best one conflicts with nothing that may come
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

// clockOf returns the clock of the next step of owner i with an outcome: what comes
// before it. can reports whether it can be taken now. It cannot while another thread
// holds its lock, while its looper has not come to its loop, and while a handler of
// the same looper has not ended of which an event comes before it. ok is false if it
// can never be taken: an event of its own handler comes before the end of such a
// handler.
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
	// The first step of a handler comes after the post, and after what its looper does before the loop.
	first := o.handle && !o.begun
	if first {
		after(o.post)
		loop := &s.owners[o.task]
		if can = loop.done; can {
			after(loop.last)
		}
	}
	// Conflicting events, and those that freed its lock.
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
	// Handlers of the same looper of which an event comes before the step, or whose message is earlier in the queue: their
	// ends come before it. This may bring more events, hence the loop.
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
				return c, false, !out.exact // with other values, it may touch something else
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

// earlier reports whether the message of handler u is in the queue before that of
// handler o in all executions with these dependences: u's post comes before o's.
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
