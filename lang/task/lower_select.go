package task

import "flavers/cfg"

// This file lowers select.

func (l *lowerer) selection(s *selectStmt, p, q cfg.PointID) {
	live := false
	for i, a := range s.alts {
		alternative := func(f func()) { // each copy of a replicated one is one by itself
			first := l.b.Count()
			f()
			l.fairAlternative(s.fair, "select", i, p, first, s.span)
		}
		switch a.kind {
		case altElse:
			live = true
			next := l.start(a.rest, q, a.span)
			alternative(func() { l.node(p, next, nil, cfg.Else{}, a.span) })
		case altTerminate:
			guard, ok := l.guard(a)
			if !ok {
				continue
			}
			live = true
			end := l.b.End(l.in.id)
			if len(a.rest) > 0 {
				l.errorf(a.rest[0].where(), "T302", "nothing can follow terminate: the task has ended")
			}
			alternative(func() { l.node(p, end, guard, cfg.Terminate{}, a.span) })
		case altSkip:
			guard, ok := l.guard(a)
			if !ok {
				continue
			}
			live = true
			next := l.start(a.rest, q, a.span)
			alternative(func() {
				if guard != nil {
					l.node(p, next, guard, cfg.Test{Await: true}, a.span)
					return
				}
				l.node(p, next, nil, cfg.Silent{What: "skip"}, a.span)
			})
		case altComm:
			if l.replicate(a, a.replicas, p, q, alternative) {
				live = true
			}
		default:
			live = true
			l.drop()
			l.start(a.rest, q, a.span)
		}
	}
	if !live { // every guard is constant and false
		l.node(p, q, never(), cfg.Test{Await: true}, s.span)
	}
}

// guard lowers the guard of an alternative. It returns false if it never holds.
func (l *lowerer) guard(a *alternative) (cfg.Expr, bool) {
	if a.guard == nil {
		return nil, true
	}
	c, ok := l.condition(a.guard)
	if !ok {
		return nil, true // reported; the rest is checked
	}
	return c, !isFalse(c)
}

// replicate lowers one copy of an alternative for each value of its indices, by way of each;
// it reports whether any can be taken.
func (l *lowerer) replicate(a *alternative, replicas []*replica, p, q cfg.PointID, each func(func())) bool {
	if len(replicas) > 0 {
		k := replicas[0]
		lo, ok1 := l.number(k.lo, "the bound of an index")
		hi, ok2 := l.number(k.hi, "the bound of an index")
		if !ok1 || !ok2 {
			return !l.drop()
		}
		live := false
		for v := int64(lo); v <= int64(hi) && l.tick(k.span); v++ {
			if k.sym != nil {
				l.bind(k.sym, &binding{constant: true, value: constValue(int32(v), cfg.Range(0, 0))})
			}
			live = l.replicate(a, replicas[1:], p, q, each) || live
		}
		return live
	}
	guard, ok := l.guard(a)
	if !ok {
		return false
	}
	// The statement first: its parameters are bound when the rest is lowered.
	next := q
	if len(a.rest) > 0 {
		next = l.point(a.span)
	}
	each(func() { l.synchronise(a.comm, p, next, guard) })
	if len(a.rest) > 0 {
		l.statements(a.rest, next, q)
	}
	return true
}
