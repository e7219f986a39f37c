package task

import (
	"slices"
	"strings"

	"flavers/diag"
)

// Names and types of messages, handlers and posts.

// messages collects the messages that a task handles, with the types of their
// parameters as far as a handler writes them.
func (r *resolver) messages(d *taskDecl) {
	if d.capacity != nil {
		r.want(d.capacity, intType, "the capacity")
	}
	for _, h := range d.handlers {
		if m := d.message(h.msg.name); m != nil && h.bad {
			m.bad = true
		}
		if h.decl = d.message(h.msg.name); h.decl == nil {
			h.decl = &messageDecl{ident: h.msg, bad: h.bad}
			for _, q := range h.params {
				h.decl.params = append(h.decl.params, &messageParam{ident: q.ident})
			}
			d.messages = append(d.messages, h.decl)
		} else if len(h.params) != len(h.decl.params) && !h.decl.bad {
			r.errorf(h.msg.span, "T205", "message %s has %s in another handler, but %s here", clip(h.msg.name),
				count(len(h.decl.params), "parameter"), count(len(h.params), "parameter"))
		}
		r.named.message(d, h)
		seen := newScope(nil)
		for i, q := range h.params {
			t := (*typ)(nil)
			if q.typ != nil {
				if t = r.typeOf(q.typ); t.kind == tArray {
					r.errorf(q.typ.span, "T204", "parameters are single values, not arrays")
					t = badType
				}
			}
			q.sym = &symbol{ident: q.ident, kind: symVar, typ: t, decl: q.typ}
			r.declare(seen, q.sym)
			if i >= len(h.decl.params) || t == nil {
				continue
			}
			switch m := h.decl.params[i]; {
			case m.typ == nil:
				m.typ, m.decl = t, q.typ
			case !m.typ.fits(t):
				r.errorf(q.typ.span, "T316", "parameter %s of %s is of type %s in another handler, and %s here", clip(q.name),
					clip(h.msg.name), m.typ, t)
			}
		}
		if h.quorum != nil {
			r.want(h.quorum, intType, "the size of a quorum")
			h.decl.quorum = true
			if d.what == "looper" {
				r.errorf(h.quorum.where(), "T317", "a looper takes one message at a time, in order: it has no quorums").
					WithHint("declare %s as a process", clip(d.name))
			}
		}
	}
}

func (d *taskDecl) message(name string) *messageDecl {
	for _, m := range d.messages {
		if m.name == name {
			return m
		}
	}
	return nil
}

// mailBody resolves the init block and the handlers of an actor, looper or
// process within scope. Handlers with a parameter whose type is not written
// come after everything else, so that what is posted is known.
func (r *resolver) mailBody(d *taskDecl, inside *scope) {
	step := ""
	if d.what != "looper" {
		step = article(d.what)
	}
	block := func(what string, list []stmt) {
		if step != "" {
			r.step = what + " of " + step
		}
		r.block(list)
		r.step = ""
	}
	r.scope = inside
	block("the init block", d.init)
	for _, h := range d.handlers {
		handler := func() {
			r.task, r.scope = d, newScope(inside)
			for i, q := range h.params {
				if q.sym.typ == nil {
					q.sym.typ = badType
					if i < len(h.decl.params) {
						q.sym.typ, q.sym.decl = r.inferred(d, h.decl.params[i], h.decl, i)
					}
				}
				if h.quorum != nil && q.sym.typ.kind != tBad {
					q.sym.typ = &typ{kind: tArray, elem: q.sym.typ}
				}
				r.scope.names[q.name] = q.sym
			}
			if h.guard != nil {
				r.want(h.guard, boolType, "the guard")
			}
			block("a handler", h.body)
		}
		known := true
		for i := range h.params {
			known = known && (i >= len(h.decl.params) || h.decl.params[i].typ != nil)
		}
		if known {
			handler()
			continue
		}
		r.later = append(r.later, waiting{h.decl, handler})
	}
	r.scope = inside
}

// waiting is a handler that has to know what is posted, and its resolution.
type waiting struct {
	m   *messageDecl
	run func()
}

// inferring resolves the handlers that wait: first those for which something
// is posted by what is resolved, for they may post to the others.
func (r *resolver) inferring() {
	for len(r.later) > 0 {
		next := slices.IndexFunc(r.later, func(w waiting) bool { return len(w.m.posts) > 0 })
		w := r.later[max(next, 0)]
		r.later = slices.Delete(r.later, max(next, 0), max(next, 0)+1)
		w.run()
		r.task, r.scope = nil, r.top
	}
}

// inferred returns the type of parameter i of a message; when no handler writes it,
// the smallest one that holds what is posted, as far as that can be seen.
func (r *resolver) inferred(d *taskDecl, p *messageParam, m *messageDecl, i int) (*typ, *typeExpr) {
	if p.typ != nil {
		return p.typ, p.decl
	}
	p.typ = badType
	bad := func(why string) (*typ, *typeExpr) {
		if m.bad {
			return badType, nil
		}
		r.errorf(p.span, "T315", "the type of parameter %s of %s.%s is not known: %s", clip(p.name), clip(d.name),
			clip(m.name), why).
			WithHint("write it down, as in on %s(%s 0..3)", clip(m.name), clip(p.name))
		return badType, nil
	}
	var lows, highs []expr
	t := badType
	for _, s := range m.posts {
		if i >= len(s.types) || s.types[i].kind == tBad {
			continue
		}
		u := s.types[i]
		if t.kind == tBad || t.kind == tNone {
			t = u
		}
		if !t.fits(u) {
			r.errorf(s.args[i].where(), "T204", "argument %s must be %s, not %s", p.name, t, u)
			return badType, nil
		}
		if u.kind == tInt {
			lo, hi := bounds(s.args[i], 0)
			if lo == nil || hi == nil {
				return bad("the values posted have no bounds that can be seen")
			}
			lows, highs = append(lows, lo), append(highs, hi)
		}
	}
	at := p.span
	switch t.kind {
	case tBad:
		for _, s := range m.posts {
			if i < len(s.types) {
				return badType, nil // reported at the post
			}
		}
		r.warnf(p.span, "T315", "nothing is posted that tells the type of parameter %s of %s.%s: taken to be 0..0",
			clip(p.name), clip(d.name), clip(m.name)).
			WithHint("write it down, as in on %s(%s 0..3)", clip(m.name), clip(p.name))
		zero := &intLit{at, 0}
		p.typ, p.decl = intType, &typeExpr{span: at, kind: typeRange, lo: zero, hi: zero}
		return p.typ, p.decl
	case tNone:
		return bad("only none is posted")
	case tBool:
		p.decl = &typeExpr{span: at, kind: typeBool}
	case tEnum:
		p.decl = &typeExpr{span: at, kind: typeName, sym: t.enum.sym}
	case tRef:
		p.decl = &typeExpr{span: at, kind: typeRef, sym: t.task.sym}
	case tChan:
		return bad("a channel is posted, and its type is not written")
	case tInt:
		p.decl = &typeExpr{span: at, kind: typeRange, lo: &minmaxExpr{at, "min", lows}, hi: &minmaxExpr{at, "max", highs}}
	}
	p.typ = t
	return t, p.decl
}

// bounds are expressions for the least and greatest value of a resolved
// number, from types as written; nil: they cannot be seen.
func bounds(e expr, depth int) (lo, hi expr) {
	if depth > 20 {
		return nil, nil
	}
	switch e := e.(type) {
	case *intLit:
		return e, e
	case *nameExpr:
		switch {
		case e.sym == nil:
		case e.sym.kind == symConst:
			return e, e
		case e.sym.kind == symIndex:
			return e.sym.lo, e.sym.hi
		case e.sym.kind == symVar && e.sym.decl != nil:
			t := e.sym.decl
			for t.kind == typeArray {
				t = t.elem
			}
			if t.kind == typeRange {
				return t.lo, t.hi
			}
		}
	case *binaryExpr:
		a, b := bounds(e.x, depth+1)
		c, d := bounds(e.y, depth+1)
		if a == nil || b == nil || c == nil || d == nil {
			return nil, nil
		}
		combine := func(op string, x, y expr) expr {
			return &binaryExpr{span: e.span, op: op, opSpan: e.opSpan, x: x, y: y}
		}
		switch e.op {
		case "+":
			return combine("+", a, c), combine("+", b, d)
		case "-":
			return combine("-", a, d), combine("-", b, c)
		case "%":
			return &intLit{e.span, 0}, combine("-", d, &intLit{e.span, 1})
		}
	case *ifExpr:
		a, b := bounds(e.then, depth+1)
		c, d := bounds(e.els, depth+1)
		if a != nil && b != nil && c != nil && d != nil {
			return &minmaxExpr{e.span, "min", []expr{a, c}}, &minmaxExpr{e.span, "max", []expr{b, d}}
		}
	case *minmaxExpr:
		var lows, highs []expr
		for _, x := range e.args {
			a, b := bounds(x, depth+1)
			if a == nil || b == nil {
				return nil, nil
			}
			lows, highs = append(lows, a), append(highs, b)
		}
		return &minmaxExpr{e.span, e.op, lows}, &minmaxExpr{e.span, e.op, highs}
	}
	return nil, nil
}

// post resolves post T[i].msg(args), or r.msg(args) through a reference r.
func (r *resolver) post(s *postStmt) {
	for _, x := range s.index {
		r.want(x, intType, "an index")
	}
	sym, d := r.whom(s.task, s.index, s.msg, "post to")
	if d == nil {
		r.args(s.args, nil, s.span, "")
		return
	}
	m := d.message(s.msg.name)
	switch {
	case !d.mail():
		r.errorf(s.task.span, "T203", "task %s takes no messages", clip(d.name)).
			WithHint("messages are posted to actors, loopers and processes; an entry of a task is called")
	case m == nil:
		var names []string
		for _, k := range d.messages {
			names = append(names, k.name)
		}
		if r.silent(s.msg) {
			break
		}
		x := r.errorf(s.msg.span, "T201", "%s %s has no handler of a message %q", d.what, clip(d.name), clip(s.msg.name))
		unknown(x, s.msg.name, names, "it handles")
	}
	if m == nil {
		r.args(s.args, nil, s.span, "")
		return
	}
	for i, a := range s.args {
		t := badType
		if i < len(m.params) && m.params[i].typ != nil {
			t = m.params[i].typ
		}
		if t.kind != tBad {
			r.want(a, t, "argument "+m.params[i].name)
			s.types = append(s.types, t)
		} else {
			s.types = append(s.types, r.scalar(a))
		}
	}
	m.posts = append(m.posts, s)
	r.named.use(s.msg, m.span, false)
	if m.bad {
		return
	}
	if len(s.args) != len(m.params) {
		x := r.errorf(s.span, "T205", "message %s.%s has %s, but %s given", clip(d.name), clip(m.name),
			count(len(m.params), "parameter"), count(len(s.args), "argument"))
		var names []string
		for _, q := range m.params {
			names = append(names, q.name)
		}
		if all := diag.Among(names); all != "" {
			x.WithHint("handled as %s(%s)", clip(m.name), strings.Join(names, ", "))
		}
		return
	}
	s.sym, s.owner, s.decl = sym, d, m
}

// checkStep reports a statement that cannot be part of one step.
func (r *resolver) checkStep(s stmt) {
	what := ""
	if c, is := s.(*chooseStmt); is && c.fair {
		what = "fair choose"
	}
	switch s := s.(type) {
	case *varStmt, *constStmt, *assignStmt, *eventStmt, *ifStmt, *forStmt, *chooseStmt, *blockStmt, *procStmt, *postStmt,
		*spawnStmt, *assertStmt, *skipStmt, *atomicStmt, *whileStmt:
		if what == "" {
			return
		}
	case *jumpStmt:
		if s.what == "stop" && strings.HasPrefix(r.step, "a handler") || s.what == "return" {
			return // a return is reported as such
		}
		if s.what == "break" || s.what == "continue" {
			return
		}
		what = s.what
	case *joinStmt:
		what = "join"
	case *awaitStmt:
		what = "await"
	case *callStmt:
		what = "a call"
	case *acceptStmt:
		what = "accept"
	case *selectStmt:
		what = "select"
	case *sendStmt, *recvStmt, *drainStmt:
		what = "a channel operation"
	case *objStmt:
		what = s.op
	case *addStmt:
		what = "add"
	case *onceStmt:
		what = "once"
	}
	d := r.errorf(s.where(), "T303", "%s is one step: %s is not possible in it", r.step, what)
	if what == "await" {
		d.WithHint("a guard says when a message can be handled: on m() when ..")
	} else if r.task != nil && r.task.what != "looper" {
		d.WithHint("handlers of a looper run step by step")
	}
}
