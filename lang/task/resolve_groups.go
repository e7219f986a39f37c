package task

// Names of wait groups, conditions, and what is executed once.

// ofLock resolves the lock of a condition. An array of conditions is on one lock, or each is on the
// lock of its index in an array.
func (r *resolver) ofLock(o *objDecl) {
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
	if sym.obj.size != nil && len(o.lock.index) == 0 && o.size != nil {
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
