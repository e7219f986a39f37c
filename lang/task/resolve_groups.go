package task

// This file resolves the names of wait groups, conditions, and what is executed once:
//
//	cond full on m      wait full      add wg(2)      once setup { .. }

// conditionLock resolves the lock of a condition. An array of conditions is on one
// lock, or, if the lock is an array and has no index, each condition is on the lock
// of its own index.
func (r *resolver) conditionLock(o *objDecl) {
	if o.lock == nil {
		return // reported
	}
	for _, x := range o.lock.index {
		r.want(x, intType, "an index")
	}
	sym := r.lookup(o.lock.ident, "lock", symLock)
	if sym == nil {
		return
	}
	sym.rw = sym.rw || o.read
	oneEach := sym.obj.size != nil && len(o.lock.index) == 0 && o.size != nil
	if oneEach {
		o.lock.sym = sym
		return
	}
	r.indexOf(o.lock, "lock", sym)
}

// waiting resolves the operand of wait: a lock, a condition or a wait group.
func (r *resolver) waiting(s *objStmt) {
	what := "lock"
	if sym := r.scope.find(s.obj.name); sym != nil && sym.kind == symCond {
		what = "condition"
	} else if sym != nil && sym.kind == symGroup {
		what = "wait group"
	}
	r.object1(s.obj, what, symLock, symCond, symGroup)
}

// add resolves add wg(n).
func (r *resolver) add(s *addStmt) {
	r.object1(s.obj, "wait group", symGroup)
	r.want(s.by, intType, "what is added")
}

// once resolves once o { .. }.
func (r *resolver) once(s *onceStmt) {
	r.object1(s.obj, "once", symOnce)
	r.block(s.body)
}
