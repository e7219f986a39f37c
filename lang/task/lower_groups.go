package task

import (
	"flavers/cfg"
)

// This file lowers wait groups, conditions, and what is executed once.

// lockOf returns the lock of a condition that is declared at a place within an array.
func (l *lowerer) lockOf(o *objDecl, i int32) (cfg.ObjectID, bool) {
	if o.lock == nil || o.lock.sym == nil {
		return cfg.None, l.drop()
	}
	locks, ok := l.objects[o.lock.sym]
	if !ok {
		return cfg.None, l.drop()
	}
	if locks.n < 0 {
		return locks.base, true
	}
	if len(o.lock.index) == 0 { // the lock of the same index
		if i >= locks.n {
			l.errorf(o.lock.span, "T211", "condition %s[%d] has no lock: %s has %d", clip(o.name), i, clip(o.lock.name), locks.n)
			return cfg.None, false
		}
		return locks.base + cfg.ObjectID(i), true
	}
	n, ok := l.number(o.lock.index[0], "the index")
	if !ok {
		return cfg.None, l.drop()
	}
	if n < 0 || n >= locks.n {
		l.errorf(o.lock.index[0].where(), "T211", "index %d is outside 0..%d of %s", n, locks.n-1, clip(o.lock.name))
		return cfg.None, false
	}
	return locks.base + cfg.ObjectID(n), true
}

// await lowers wait c: the task joins those who wait, gives up the lock, goes on after a signal and takes the
// lock again. Each is a step, as in Go.
func (l *lowerer) await(s *objStmt, c choice, p, q cfg.PointID) {
	o := s.obj.sym.obj
	lock, ok := l.lockOf(o, int32(c.id-l.objects[s.obj.sym].base))
	if !ok {
		return
	}
	waits, given, woken := l.point(s.span), l.point(s.span), l.point(s.span)
	l.node(p, waits, c.guard, cfg.CondWait{Cond: c.id}, s.span)
	give := cfg.Op(cfg.Unlock{Lock: lock})
	if o.read {
		give = cfg.RUnlock{Lock: lock}
	}
	l.node(waits, given, nil, give, s.span)
	l.node(given, woken, nil, cfg.CondWake{Cond: c.id}, s.span)
	if o.read {
		l.node(woken, q, nil, cfg.RLock{Lock: lock}, s.span)
		return
	}
	l.take(lock, o.lock.sym.rw, woken, q, nil, s.span)
}

// take lowers the taking of a lock. That of a reader-writer lock may be two steps, of which the first bars new
// readers.
func (l *lowerer) take(lock cfg.ObjectID, rw bool, p, q cfg.PointID, guard cfg.Expr, at span) {
	l.node(p, q, guard, cfg.Lock{Lock: lock}, at)
	if rw {
		waiting := l.point(at)
		l.node(p, waiting, guard, cfg.Announce{Lock: lock}, at)
		l.node(waiting, q, nil, cfg.Lock{Lock: lock, Announced: true}, at)
	}
}

// add lowers add wg(n): a step for each value that n may have.
func (l *lowerer) add(s *addStmt, p, q cfg.PointID) {
	_, all, _, ok := l.oneOf(s.obj, nil, p, q)
	by, ok2 := l.expr(s.by)
	if !ok || !ok2 || by.t.Kind != cfg.RangeType {
		l.drop()
		return
	}
	if by.hi-by.lo >= maxCombos {
		l.tooLarge(s.by.where(), "%d values that are added to a wait group", maxCombos)
		return
	}
	for _, k := range all {
		picks, ok := l.valuesOf(by, int32(by.lo), int32(by.hi), s.obj.name, k.guard, p, q, s.by.where())
		if !ok {
			l.drop()
			return
		}
		for _, n := range picks {
			l.node(p, q, n.guard, cfg.GroupAdd{Group: k.id, By: n.value}, s.span)
		}
	}
}

// once lowers once o { .. }: one task executes the body, and who comes later waits for its end. The body also ends
// where it is left by a jump.
func (l *lowerer) once(s *onceStmt, p, q cfg.PointID) {
	_, all, _, ok := l.oneOf(s.obj, nil, p, q)
	if !ok {
		return
	}
	for _, k := range all {
		begin, end := l.point(s.span), l.point(s.span)
		l.node(p, begin, k.guard, cfg.Once{Once: k.id}, s.span)
		l.node(p, q, k.guard, cfg.OncePass{Once: k.id}, s.span)
		l.accepts = append(l.accepts, openAccept{obj: k.id, once: true})
		l.statements(s.body, begin, end)
		l.accepts = l.accepts[:len(l.accepts)-1]
		l.node(end, q, nil, cfg.OnceEnd{Once: k.id}, s.span)
	}
}
