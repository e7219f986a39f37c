package task

import (
	"strconv"
	"strings"

	"flavers/diag"
)

// Names and types of what tasks meet or wait at.

// object1 resolves the operand of an operation on objects.
func (r *resolver) object1(e *nameExpr, what string, kinds ...symKind) *symbol {
	for _, x := range e.index {
		r.want(x, intType, "an index")
	}
	sym := r.lookup(e.ident, what, kinds...)
	if sym == nil || !r.indexOf(e, what, sym) {
		return nil
	}
	return sym
}

// channel resolves the operand of a send, a receive or a close: a declared channel, or a
// variable whose value is one; then obj is nil. elem is nil if it is neither.
func (r *resolver) channel(e *nameExpr) (elem *typ, obj *objDecl) {
	if v := r.scope.find(e.name); v != nil && v.kind == symVar && v.typ != nil {
		t := v.typ
		for t.kind == tArray {
			t = t.elem
		}
		if t.kind == tChan {
			if t = r.nameType(e); t.kind == tChan {
				return t.elem, nil
			}
			return badType, nil
		}
	}
	if c := r.object1(e, "channel", symChan); c != nil {
		return c.typ, c.obj
	}
	return nil, nil
}

// indexOf reports whether a reference to objects has the index that it needs, and notes what it
// refers to.
func (r *resolver) indexOf(e *nameExpr, what string, sym *symbol) bool {
	isArray := sym.obj.size != nil
	switch {
	case isArray && len(e.index) == 0:
		r.errorf(e.all, "T205", "%s is an array of %ss: give an index", clip(e.name), what)
		return false
	case !isArray && len(e.index) > 0 || len(e.index) > 1:
		d := r.errorf(e.all, "T205", "%s has no index here", clip(e.name))
		if sym.kind == symChan && !isArray {
			d.WithHint("chan %s[2] is one channel with a buffer of 2; chan %s[2][0] are two without a buffer", clip(e.name), clip(e.name))
		}
		return false
	}
	e.sym = sym
	return true
}

func (r *resolver) objectOp(s *objStmt) {
	switch s.op {
	case "close":
		r.channel(s.obj)
		return
	case "acquire", "release":
		r.object1(s.obj, "semaphore", symSem)
		return
	case "done":
		r.object1(s.obj, "wait group", symGroup)
		return
	case "signal", "broadcast":
		r.object1(s.obj, "condition", symCond)
		return
	case "wait":
		r.waiting(s)
		return
	}
	sym := r.object1(s.obj, "lock", symLock)
	if sym != nil && (s.op == "rlock" || s.op == "runlock") {
		sym.rw = true
	}
}

func (r *resolver) spawn(s *spawnStmt) {
	t := badType
	if s.target != nil {
		t = r.target(s.target)
	}
	sym := r.lookup(s.task, "task", symTask)
	if sym == nil {
		r.args(s.args, nil, s.span, "")
		return
	}
	if !sym.task.dynamic {
		r.errorf(s.task.span, "T310", "%s %s is not dynamic: it starts with the program", sym.task.what, clip(sym.name)).
			WithHint("declare it as %s %s(..) dynamic[K] { }", sym.task.what, clip(sym.name))
		r.args(s.args, nil, s.span, "")
		return
	}
	s.sym = sym
	if u := (&typ{kind: tRef, task: sym.task}); !t.fits(u) {
		r.errorf(s.target.where(), "T204", "%s is of type %s, not %s", clip(s.target.name), t, u)
	}
	r.args(s.args, sym.task.params, s.span, sym.task.what+" "+clip(sym.name))
}

// args resolves arguments against parameters; with what "" the parameters are
// not known.
func (r *resolver) args(args []expr, params []*param, at span, what string) bool {
	for i, a := range args {
		t := badType
		if i < len(params) && params[i].sym != nil {
			t = params[i].sym.typ
		}
		if t.kind == tBad {
			r.scalar(a)
		} else {
			r.want(a, t, "argument "+params[i].name)
		}
	}
	if what != "" && len(args) != len(params) {
		d := r.errorf(at, "T205", "%s has %s, but %s given", what, count(len(params), "parameter"),
			count(len(args), "argument"))
		var names []string
		for _, q := range params {
			names = append(names, q.name)
		}
		if all := diag.Among(names); all != "" {
			d.WithHint("declared with (%s)", strings.Join(names, ", "))
		}
		return false
	}
	return true
}

func count(n int, what string) string {
	switch n {
	case 0:
		return "no " + what + "s"
	case 1:
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// call resolves T[i].e[k](args), or r.e(args) through a reference r.
func (r *resolver) call(s *callStmt) {
	for _, x := range s.index {
		r.want(x, intType, "an index")
	}
	if s.member != nil {
		r.want(s.member, intType, "an index")
	}
	unknown := func() { r.args(s.args, nil, s.span, "") }
	sym, d := r.whom(s.task, s.index, s.entry, "call")
	if d == nil {
		unknown()
		return
	}
	e := r.entry(d, s.entry)
	if e == nil {
		unknown()
		return
	}
	r.member(e, s.member, s.entry)
	e.called = true
	if d == r.task && !d.family() {
		r.warnf(s.span, "T313", "task %s calls its own entry %s: it waits for ever", clip(d.name), clip(e.name))
	}
	if r.args(s.args, e.params, s.span, "entry "+clip(d.name)+"."+clip(e.name)) {
		s.sym, s.decl, s.owner = sym, e, d
	}
}

// whom resolves the task T[i], or the reference to one, that a statement names
// before .what; the index is resolved. Nil: reported.
func (r *resolver) whom(task ident, index []expr, what ident, verb string) (*symbol, *taskDecl) {
	sym := r.scope.find(task.name)
	if sym == nil || sym.kind != symVar {
		if sym = r.lookup(task, "task", symTask); sym == nil {
			return nil, nil
		}
	}
	d := sym.task
	if sym.kind == symVar {
		r.named.use(task, sym.span, false)
		t := sym.typ
		for range index {
			if t.kind == tArray {
				t = t.elem
			} else if t.kind != tBad {
				t = boolType // reported below
			}
		}
		if t.kind != tRef {
			if t.kind != tBad {
				r.errorf(task.span, "T203", "%s is a variable, not a task or a reference to one", clip(task.name))
			}
			return nil, nil
		}
		d = t.task
	} else if d.family() && len(index) != 1 {
		r.errorf(task.span, "T205", "%s %s has several instances: %s one as %s[i].%s", d.what, clip(d.name), verb,
			clip(d.name), clip(what.name))
		return nil, nil
	} else if !d.family() && len(index) != 0 {
		r.errorf(index[0].where(), "T205", "%s %s has no instances to choose from", d.what, clip(d.name))
		return nil, nil
	}
	return sym, d
}

func (r *resolver) entry(d *taskDecl, id ident) *entryDecl {
	var names []string
	for _, e := range d.entries {
		if e.name == id.name {
			r.named.use(id, e.span, false)
			return e
		}
		names = append(names, e.name)
	}
	if r.silent(id) {
		return nil
	}
	x := r.errorf(id.span, "T201", "%s %s has no entry %q", d.what, clip(d.name), clip(id.name))
	switch {
	case d.mail() && d.message(id.name) != nil:
		x.WithHint("%s is a message: write post %s.%s; an answer comes as a message, too", clip(id.name), clip(d.name),
			clip(id.name))
	case d.mail():
		x.WithHint("%s handles messages: declare on %s { .. } there, and write post %s.%s", article(d.what), clip(id.name),
			clip(d.name), clip(id.name))
		return nil
	case len(names) == 0:
		x.WithHint("declare it in %s %s: entry %s", d.what, clip(d.name), clip(id.name))
	}
	unknown(x, id.name, names, "its entries:")
	return nil
}

func (r *resolver) member(e *entryDecl, index expr, at ident) {
	switch {
	case e.size != nil && index == nil:
		r.errorf(at.span, "T205", "%s is a family of entries: write %s[k]", clip(e.name), clip(e.name))
	case e.size == nil && index != nil:
		r.errorf(index.where(), "T205", "entry %s is not a family and has no index", clip(e.name))
	}
}

// accept resolves an accept. The parameters go into a scope of the body, or
// without a body into the current scope. rest is called before the body, for
// the guard of an alternative.
func (r *resolver) accept(s *acceptStmt, guard expr) {
	if s.member != nil {
		r.want(s.member, intType, "an index")
	}
	if guard != nil {
		r.want(guard, boolType, "the guard")
	}
	var e *entryDecl
	if r.task == nil {
		r.errorf(s.span, "T314", "accept stands in a task, or in a procedure of a task")
	} else {
		e = r.entry(r.task, s.entry)
	}
	if e != nil {
		if s.hasBody {
			e.extended = true
		} else {
			e.plain = true
		}
		r.member(e, s.member, s.entry)
	}
	if s.hasBody {
		r.scope = newScope(r.scope)
		defer func() { r.scope = r.scope.parent }()
	}
	names := s.params
	if e != nil {
		if !s.hasPars { // the names of the declaration
			for _, q := range e.params {
				names = append(names, q.ident)
			}
		}
		if len(names) != len(e.params) {
			r.errorf(s.span, "T205", "entry %s has %s, but %s accepted", clip(e.name), count(len(e.params), "parameter"),
				count(len(names), "name"))
		} else {
			s.decl = e
		}
	}
	for i, id := range names {
		sym := &symbol{ident: id, kind: symVar, typ: badType, accepted: true}
		if e != nil && i < len(e.params) && e.params[i].sym != nil {
			sym.typ, sym.decl = e.params[i].sym.typ, e.params[i].typ
		}
		s.syms = append(s.syms, sym)
		if old := r.scope.names[id.name]; old != nil && old.accepted {
			delete(r.scope.names, id.name) // accepted again in the same list
		}
		if s.hasPars {
			r.declare(r.scope, sym)
		} else if r.scope.names[id.name] == nil {
			r.scope.names[id.name] = sym
		}
	}
	if s.hasBody {
		r.block(s.body)
	}
}

func (r *resolver) selection(s *selectStmt) {
	var els, term *alternative
	waits := false
	for _, a := range s.alts {
		switch a.kind {
		case altElse:
			if els != nil {
				r.errorf(a.span, "T302", "a select has only one else")
			}
			els = a
		case altTerminate:
			if term != nil {
				r.errorf(a.span, "T302", "a select has only one terminate")
			}
			term = a
		default:
			waits = true
		}
		r.scope = newScope(r.scope)
		for _, k := range a.replicas {
			r.want(k.lo, intType, "the lower bound")
			r.want(k.hi, intType, "the upper bound")
			k.sym = r.declare(r.scope, &symbol{ident: k.ident, kind: symIndex, typ: intType, lo: k.lo, hi: k.hi})
			if a.kind == altElse || a.kind == altTerminate || a.kind == altSkip {
				r.errorf(k.span, "T302", "only alternatives that communicate can be replicated")
			}
		}
		outer := r.scope
		r.scope = newScope(outer)
		if acc, ok := a.comm.(*acceptStmt); ok {
			r.accept(acc, a.guard)
		} else {
			if a.guard != nil {
				r.want(a.guard, boolType, "the guard")
			}
			if a.comm != nil {
				r.statement(a.comm)
			}
		}
		r.block(a.rest)
		r.scope = outer.parent
	}
	switch {
	case els != nil && term != nil:
		r.errorf(term.span, "T302", "a select has either else or terminate, not both")
	case len(s.alts) == 0:
		r.errorf(s.span, "T302",
			"a select without alternatives would wait for ever").WithHint("write await false to wait for ever")
	case !waits && els != nil:
		r.errorf(els.span, "T302", "a select with nothing but else does not choose")
	}
}
