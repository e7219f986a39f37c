package task

import (
	"flavers/cfg"
)

// This file lowers what tasks meet or wait at: calls, accepts, channels, locks,
// semaphores, spawn and join. Each function adds nodes from a point p to a point
// q. A guard is that of a select's alternative; nil: none.
//
// A node names its object, so a statement with an index that is known only at run
// time becomes a node for each value of the index. With i in 0..3, `fork[i].up` of
// three forks becomes
//
//	when i == 0: call fork[0].up      when i == 1: call fork[1].up
//	when i == 2: call fork[2].up      when i > 2:  fail index

// indexValue is a value that an index may have.
type indexValue struct {
	guard cfg.Expr // the index has this value, and the guard of the statement holds; nil: always
	value int32
}

// indexValues lists the values of an index within lo..hi. If it can also be
// outside, a node from p that fails is added. It returns false if something is
// wrong, which is reported.
func (l *lowerer) indexValues(e expr, lo, hi int32, what string, guard cfg.Expr,
	p, q cfg.PointID) ([]indexValue, bool) {
	v, ok := l.expr(e)
	if !ok || v.t.Kind != cfg.RangeType {
		return nil, l.drop()
	}
	return l.valuesOf(v, lo, hi, what, guard, p, q, e.where())
}

// valuesOf is indexValues for an index that is lowered already, or a reference to a
// task.
func (l *lowerer) valuesOf(v value, lo, hi int32, what string, guard cfg.Expr, p, q cfg.PointID,
	at span) ([]indexValue, bool) {
	if n, isConst := v.constant(); isConst {
		if n < lo || n > hi {
			if lo > hi {
				l.errorf(at, "T211", "index %d: %s has no instances", n, clip(what))
			} else {
				l.errorf(at, "T211", "index %d is outside %d..%d of %s", n, lo, hi, clip(what))
			}
			return nil, false
		}
		return []indexValue{{guard, n}}, true
	}
	pos := l.src.position(at.at)
	var outside cfg.Expr
	if v.lo < int64(lo) {
		outside = &cfg.Binary{Op: cfg.Lt, X: v.x, Y: number32(lo), Pos: pos}
	}
	if v.hi > int64(hi) {
		above := &cfg.Binary{Op: cfg.Gt, X: v.x, Y: number32(hi), Pos: pos}
		if outside == nil {
			outside = above
		} else {
			outside = &cfg.Binary{Op: cfg.Or, X: outside, Y: above, Pos: pos}
		}
	}
	var out []indexValue
	for n := max(int64(lo), v.lo); n <= min(int64(hi), v.hi) && l.tick(at); n++ {
		k := number32(int32(n))
		if v.t.Kind == cfg.RefType {
			k.Type = v.t
		}
		is := &cfg.Binary{Op: cfg.Eq, X: v.x, Y: k, Pos: pos}
		out = append(out, indexValue{both(guard, is), int32(n)})
	}
	if outside != nil {
		text := "index of " + what + " outside " + itoa(lo) + ".." + itoa(hi)
		if v.t.Kind == cfg.RefType {
			text = what + " refers to no task"
		}
		l.failIf(p, q, both(guard, outside), cfg.IndexError, text, at)
	}
	return out, true
}

// synchronise lowers a statement that can wait.
func (l *lowerer) synchronise(s stmt, p, q cfg.PointID, guard cfg.Expr) {
	switch s := s.(type) {
	case *callStmt:
		l.call(s, p, q, guard)
	case *acceptStmt:
		l.accept(s, p, q, guard)
	case *selectStmt:
		l.selection(s, p, q)
	case *sendStmt:
		elem, all, none, ok := l.oneOf(s.ch, guard, p, q)
		x, ok2 := l.sent(s, elem)
		if !ok || !ok2 {
			return
		}
		for _, k := range all {
			l.node(p, q, k.guard, cfg.Send{Chan: k.id, Value: x}, s.span)
		}
		if len(all) == 0 && none != nil { // for ever, and a server does not rest there
			l.node(p, q, never(), cfg.Silent{What: l.written(s.span)}, s.span)
		}
	case *recvStmt:
		elem, all, none, ok := l.oneOf(s.ch, guard, p, q)
		var into *cfg.Target
		if s.target != nil {
			t, of, ok2 := l.target(s.target)
			into, ok = &t, ok && ok2 && l.alike(of, elem, s.target.where())
		}
		r := cfg.Recv{Target: into}
		if s.ok != nil {
			t, _, ok2 := l.target(s.ok)
			r.OK, ok = &t, ok && ok2
		}
		if s.pattern != nil {
			ok = l.pattern(&r, s.pattern, elem) && ok
		}
		for _, k := range all {
			if r.Chan = k.id; ok {
				l.node(p, q, k.guard, r, s.span)
			}
		}
		if len(all) == 0 && none != nil {
			l.node(p, q, never(), cfg.Test{Await: true, Text: l.written(s.span)}, s.span)
		}
	case *spawnStmt:
		if op, ok := l.spawn(s); ok {
			l.node(p, q, nil, op, s.span)
		}
	case *joinStmt:
		v, ok := l.expr(s.ref)
		if ok && s.task != nil && l.families[s.task].id != cfg.None {
			l.node(p, q, nil, cfg.Join{Family: l.families[s.task].id, Ref: v.x}, s.span)
		}
	case *objStmt:
		l.objectOp(s, p, q)
	case *addStmt:
		l.add(s, p, q)
	case *onceStmt:
		l.once(s, p, q)
	}
}

// spawn lowers the operation of a spawn. It returns false if something in it is wrong.
func (l *lowerer) spawn(s *spawnStmt) (cfg.Spawn, bool) {
	if s.sym == nil {
		return cfg.Spawn{}, l.drop()
	}
	d := s.sym.task
	f := l.families[d]
	op := cfg.Spawn{Family: f.id}
	ok := f.id != cfg.None
	if s.target != nil {
		t, _, good := l.target(s.target)
		op.Target, ok = &t, ok && good
	}
	for i, a := range s.args {
		v, good := l.expr(a)
		if !good || i >= len(d.params) {
			ok = false
			continue
		}
		t := v.t
		if in := f.inst; len(in) > 0 { // parameter types do not differ between instances unless they use self
			if b := in[0].env[d.params[i].sym]; b != nil {
				t = b.t
			}
		}
		ok = l.fits(v, t, a.where(), "parameter "+d.params[i].name) && ok
		op.Args = append(op.Args, typed(v, t))
	}
	return op, ok && len(s.args) == len(d.params) || l.drop()
}

// objectOp lowers an operation on an object that has no more operands.
func (l *lowerer) objectOp(s *objStmt, p, q cfg.PointID) {
	_, all, none, ok := l.oneOf(s.obj, nil, p, q)
	if !ok {
		return
	}
	if none != nil {
		l.failIf(p, q, none, cfg.CloseError, "close of none", s.span)
	}
	rw := s.obj.sym.rw
	if rw && (s.op == "wait" || s.op == "notify" || s.op == "notifyall") {
		l.errorf(s.span, "T309", "%s needs a plain lock, and %s is a reader-writer lock", s.op, clip(s.obj.name)).
			WithHint("a lock that rlock or runlock uses, or that is declared with rwlock, is a reader-writer lock")
		return
	}
	for _, k := range all {
		id := k.id
		switch s.op {
		case "close":
			l.node(p, q, k.guard, cfg.Close{Chan: id}, s.span)
		case "lock":
			l.take(id, rw, p, q, k.guard, s.span)
		case "unlock":
			l.node(p, q, k.guard, cfg.Unlock{Lock: id}, s.span)
		case "rlock":
			l.node(p, q, k.guard, cfg.RLock{Lock: id}, s.span)
		case "runlock":
			l.node(p, q, k.guard, cfg.RUnlock{Lock: id}, s.span)
		case "acquire":
			l.node(p, q, k.guard, cfg.Acquire{Sem: id}, s.span)
		case "release":
			l.node(p, q, k.guard, cfg.Release{Sem: id}, s.span)
		case "done":
			l.node(p, q, k.guard, cfg.GroupAdd{Group: id, By: -1}, s.span)
		case "signal", "broadcast":
			l.node(p, q, k.guard, cfg.Signal{Cond: id, All: s.op == "broadcast"}, s.span)
		case "wait":
			switch s.obj.sym.kind {
			case symCond:
				l.await(s, k, p, q)
				continue
			case symGroup:
				l.node(p, q, k.guard, cfg.GroupWait{Group: id}, s.span)
				continue
			}
			waiting := l.point(s.span)
			l.node(p, waiting, k.guard, cfg.Wait{Lock: id}, s.span)
			l.node(waiting, q, nil, cfg.Rewake{Lock: id}, s.span)
		case "notify", "notifyall":
			l.node(p, q, k.guard, cfg.Notify{Lock: id, All: s.op == "notifyall"}, s.span)
		}
	}
}

// call lowers an entry call: for each acceptor and entry it can mean one node,
// or with a body one node that starts and one that ends the rendezvous.
func (l *lowerer) call(s *callStmt, p, q cfg.PointID, guard cfg.Expr) {
	if s.decl == nil {
		l.drop()
		return
	}
	var args []value
	for _, a := range s.args {
		v, ok := l.expr(a)
		if !ok {
			l.drop()
			return
		}
		args = append(args, v)
	}
	f := l.families[s.owner]
	tasks := []indexValue{{guard, f.lo}}
	ok := true
	switch {
	case s.sym.kind == symVar:
		ref := &nameExpr{ident: s.task, sym: s.sym, index: s.index, all: s.task.span}
		v, good := l.expr(ref)
		if !good {
			l.drop()
			return
		}
		tasks, ok = l.valuesOf(v, f.lo, f.hi, s.task.name, guard, p, q, s.task.span)
	case s.owner.family() && len(s.index) == 1:
		tasks, ok = l.indexValues(s.index[0], f.lo, f.hi, s.task.name, guard, p, q)
	}
	if !ok {
		l.drop()
		return
	}
	for _, t := range tasks {
		i := int(int64(t.value) - int64(f.lo))
		if i >= len(f.inst) {
			l.drop()
			return
		}
		l.callTask(s, f.inst[i], args, p, q, t.guard)
	}
}

// callTask lowers a call of one task, whose arguments are lowered already.
func (l *lowerer) callTask(s *callStmt, in *instance, args []value, p, q cfg.PointID, guard cfg.Expr) {
	e := in.entries[s.decl]
	if e == nil {
		l.drop()
		return
	}
	name := in.name + "." + s.decl.name
	var values []cfg.Expr
	for i, v := range args {
		if i >= len(e.params) || !e.ok[i] || !l.fits(v, e.params[i], s.args[i].where(), "parameter "+s.decl.params[i].name) {
			l.drop()
			return
		}
		values = append(values, typed(v, e.params[i]))
	}
	members := []indexValue{{guard, 0}}
	if e.n >= 0 && s.member != nil {
		var ok bool
		if members, ok = l.indexValues(s.member, 0, e.n-1, name, guard, p, q); !ok {
			l.drop()
			return
		}
	}
	for _, m := range members {
		id := e.base + cfg.ObjectID(m.value)
		if s.decl.plain || !s.decl.extended {
			l.node(p, q, m.guard, cfg.Call{Entry: id, Args: values}, s.span)
		}
		if s.decl.extended {
			served := l.point(s.span)
			l.node(p, served, m.guard, cfg.Call{Entry: id, Args: values, Extended: true}, s.span)
			l.node(served, q, nil, cfg.CallEnd{Entry: id}, s.span)
		}
	}
}

// accept lowers an accept: one node for each entry that it can mean, or, with a body,
// a node that starts the rendezvous, the body, and a node that ends it.
func (l *lowerer) accept(s *acceptStmt, p, q cfg.PointID, guard cfg.Expr) {
	if s.decl == nil {
		l.drop()
		return
	}
	e := l.in.entries[s.decl]
	if e == nil {
		l.drop()
		return
	}
	for _, o := range l.accepts {
		if o.decl == s.decl {
			l.errorf(s.span, "T305", "accept %s inside the body of an accept of the same entry", clip(s.decl.name))
			l.drop()
			return
		}
	}
	members := []indexValue{{guard, 0}}
	if e.n >= 0 && s.member != nil {
		var ok bool
		if members, ok = l.indexValues(s.member, 0, e.n-1, l.in.name+"."+s.decl.name, guard, p, q); !ok {
			l.drop()
			return
		}
	}
	var params []cfg.VarID
	for i, sym := range s.syms {
		if i >= len(e.params) || !e.ok[i] {
			l.drop()
			return
		}
		params = append(params, l.localVar(sym, e.params[i], nil, nil).base)
	}
	for _, m := range members {
		if !l.tick(s.span) {
			l.drop()
			return
		}
		id := e.base + cfg.ObjectID(m.value)
		if !s.hasBody {
			l.node(p, q, m.guard, cfg.Accept{Entry: id, Params: params}, s.span)
			continue
		}
		begin, end := l.point(s.span), l.point(s.span)
		l.node(p, begin, m.guard, cfg.Accept{Entry: id, Params: params, Extended: true}, s.span)
		l.accepts = append(l.accepts, openAccept{decl: s.decl, obj: id})
		l.statements(s.body, begin, end)
		l.accepts = l.accepts[:len(l.accepts)-1]
		l.node(end, q, nil, cfg.AcceptEnd{Entry: id}, s.span)
	}
}
