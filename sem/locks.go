package sem

import (
	"slices"

	"flavers/cfg"
)

// This file executes the operations on locks, reader-writer locks and semaphores.
// A mutex is a component with the value 0, free, or 1+i, held by the i-th of its
// holders. A reader-writer lock counts: with two readers and a writer that has
// announced itself it is 3*2 + announced. A task that waits on a lock passes
// through the values of its own WaitSet component:
//
//	notWaiting --wait, gives the lock up--> waiting --notify--> notified --takes the lock again--> notWaiting

// Values of a WaitSet component.
const (
	notWaiting int32 = iota
	waiting
	notified
)

// States of a writer, the remainder modulo 3 of an RWLock's value.
const (
	noWriter int32 = iota
	announced
	writing
)

// locking executes an operation on a mutex or a reader-writer lock.
func (s *step) locking(n *cfg.Node) status {
	switch op := n.Op.(type) {
	case cfg.Lock:
		if s.m.P.Objects[op.Lock].RW {
			return s.lockRW(n, op)
		}
		return s.doneIf(s.take(n, op.Lock), n, op.Lock, LockEvent)
	case cfg.Announce:
		c := s.m.object[op.Lock]
		ok := s.change(c, func(v int32) int32 {
			if v/3 > 0 && v%3 == noWriter {
				return v - noWriter + announced
			}
			return -1
		})
		if !ok {
			return blocked
		}
		return done
	case cfg.Unlock:
		return s.unlock(n, op)
	case cfg.RLock:
		return s.rlock(n, op)
	case cfg.RUnlock:
		c := s.m.object[op.Lock]
		if s.v.classify(c, func(v int32) int32 { return flag(v >= 3) }) == 0 {
			s.fail(&Error{Kind: cfg.LockError, Text: "runlock of " + s.lockName(op.Lock) +
				", which nobody has locked for reading", Pos: n.Pos})
			return failed
		}
		return s.doneIf(s.change(c, func(v int32) int32 { return v - 3 }), n, op.Lock, RUnlockEvent)
	case cfg.Wait:
		if !s.mustHold(n, op.Lock, "wait on ") {
			return failed
		}
		s.change(s.m.object[op.Lock], func(int32) int32 { return 0 })
		s.v.move(s.m.waitOf[waiter{op.Lock, n.Task}], notWaiting, waiting)
		return s.doneIf(true, n, op.Lock, WaitEvent)
	case cfg.Rewake:
		return s.doneIf(s.rewake(op.Lock, n.Task) && s.take(n, op.Lock), n, op.Lock, WakeEvent)
	case cfg.Notify:
		return s.notify(n, op)
	}
	panic("sem: not a lock operation")
}

func (s *step) lockName(o cfg.ObjectID) string { return s.m.P.Objects[o].Name }

// doneIf ends an operation on an object: it is done, with an event of kind k, if
// ok, and blocked otherwise.
func (s *step) doneIf(ok bool, n *cfg.Node, o cfg.ObjectID, k EventKind) status {
	if !ok {
		return blocked
	}
	s.see(Occurrence{Kind: k, Tasks: one(n), Object: o})
	return done
}

// holder returns the mutex value "held by task t".
func (s *step) holder(o cfg.ObjectID, t cfg.TaskID) int32 {
	i, _ := slices.BinarySearch(s.m.holders[o], t)
	return int32(i) + 1
}

// take takes a free mutex.
func (s *step) take(n *cfg.Node, o cfg.ObjectID) bool {
	mine := s.holder(o, n.Task)
	return s.change(s.m.object[o], func(v int32) int32 {
		if v == 0 {
			return mine
		}
		return -1
	})
}

func (s *step) unlock(n *cfg.Node, op cfg.Unlock) status {
	c := s.m.object[op.Lock]
	held := func(v int32) int32 { return flag(v != 0) }
	if s.m.P.Objects[op.Lock].RW {
		held = func(v int32) int32 { return flag(v == writing) }
	}
	if s.v.classify(c, held) == 0 {
		s.fail(&Error{Kind: cfg.LockError, Text: "unlock of " + s.lockName(op.Lock) + ", which is not locked", Pos: n.Pos})
		return failed
	}
	return s.doneIf(s.change(c, func(int32) int32 { return 0 }), n, op.Lock, UnlockEvent)
}

func (s *step) lockRW(n *cfg.Node, op cfg.Lock) status {
	from := noWriter
	if op.Announced {
		from = announced
	}
	ok := s.change(s.m.object[op.Lock], func(v int32) int32 {
		if v == from { // no readers
			return writing
		}
		return -1
	})
	return s.doneIf(ok, n, op.Lock, LockEvent)
}

func (s *step) rlock(n *cfg.Node, op cfg.RLock) status {
	c, most := s.m.object[op.Lock], s.m.readers[op.Lock]
	if !s.need(c, func(v int32) bool { return v%3 == noWriter }) {
		return blocked
	}
	if s.m.boundExact[op.Lock] { // cannot be exceeded: nothing to watch for
		if !s.need(c, func(v int32) bool { return v/3 < most }) {
			return blocked
		}
	} else if s.isFull(c, func(v int32) bool { return v/3 == most }) {
		return s.beyond(s.m.beyondReaders(op.Lock), n.Pos)
	}
	return s.doneIf(s.change(c, func(v int32) int32 { return v + 3 }), n, op.Lock, RLockEvent)
}

// mustHold fails the step unless the task holds the mutex.
func (s *step) mustHold(n *cfg.Node, o cfg.ObjectID, verb string) bool {
	held := int32(-1) // a task that never locks it never holds it
	if slices.Contains(s.m.holders[o], n.Task) {
		held = s.holder(o, n.Task)
	}
	if s.v.classify(s.m.object[o], func(v int32) int32 { return flag(v == held) }) == 0 {
		s.fail(&Error{Kind: cfg.LockError, Text: verb + s.lockName(o) + " without holding it", Pos: n.Pos})
		return false
	}
	return true
}

func (s *step) notify(n *cfg.Node, op cfg.Notify) status {
	if !s.mustHold(n, op.Lock, "notify on ") {
		return failed
	}
	if !s.wake(op.Lock, op.All) {
		return blocked
	}
	return s.doneIf(true, n, op.Lock, map[bool]EventKind{false: NotifyEvent, true: NotifyAllEvent}[op.All])
}

// wake notifies the tasks that wait on an object: all of them, or one, which is
// chosen. It returns false if the choice is not possible: the task chosen does not
// wait, or nobody was chosen although some task waits.
func (s *step) wake(o cfg.ObjectID, all bool) bool {
	sets := s.m.waits[o]
	if all {
		for _, w := range sets {
			s.v.apply(w, func(v int32) int32 {
				if v == waiting {
					return notified
				}
				return v
			})
		}
		return true
	}
	if k := s.v.choose(len(sets) + 1); k < len(sets) {
		return s.v.move(sets[k], waiting, notified)
	}
	for _, w := range sets {
		if !s.v.apply(w, func(v int32) int32 {
			if v == waiting {
				return -1
			}
			return v
		}) {
			return false
		}
	}
	return true
}

// rewake lets a task that was notified go on. It returns false if it was not notified.
func (s *step) rewake(o cfg.ObjectID, t cfg.TaskID) bool {
	return s.change(s.m.waitOf[waiter{o, t}], func(v int32) int32 {
		if v == notified {
			return notWaiting
		}
		return -1
	})
}

func (s *step) acquire(n *cfg.Node, op cfg.Acquire) status {
	ok := s.change(s.m.object[op.Sem], func(v int32) int32 { return v - 1 })
	return s.doneIf(ok, n, op.Sem, AcquireEvent)
}

func (s *step) release(n *cfg.Node, op cfg.Release) status {
	c, most := s.m.object[op.Sem], s.m.sems[op.Sem]
	if s.m.boundExact[op.Sem] {
		if !s.need(c, func(v int32) bool { return v < most }) {
			return blocked
		}
	} else if s.isFull(c, func(v int32) bool { return v == most }) {
		return s.beyond(s.m.beyondCount(op.Sem), n.Pos)
	}
	return s.doneIf(s.change(c, func(v int32) int32 { return v + 1 }), n, op.Sem, ReleaseEvent)
}
