package task

import "slices"

// Names and types of statements within one task, and the structure of loops
// and atomic blocks.

func (r *resolver) block(list []stmt) {
	r.scope = newScope(r.scope)
	r.statements(list)
	r.scope = r.scope.parent
}

func (r *resolver) statements(list []stmt) {
	for _, s := range list {
		r.statement(s)
	}
}

// loop resolves the body of a loop.
func (r *resolver) loop(label ident, body func()) {
	if label.name != "" && slices.ContainsFunc(r.loops, func(l ident) bool { return l.name == label.name }) {
		r.errorf(label.span, "T202", "label %s is declared twice", clip(label.name))
	}
	r.loops = append(r.loops, label)
	r.named.label(label)
	body()
	r.loops = r.loops[:len(r.loops)-1]
}

func (r *resolver) statement(s stmt) {
	r.poll.Look()
	if r.step != "" {
		r.checkStep(s)
	}
	switch s := s.(type) {
	case *varStmt:
		// The value is resolved first: it may name an outer variable that
		// this one hides.
		s.makeSyms()
		r.variables(s.varDecl, false)
		for _, sym := range s.syms {
			r.declare(r.scope, sym)
		}
	case *constStmt:
		for _, c := range s.decls {
			if c.sym == nil {
				c.sym = &symbol{ident: c.ident, kind: symConst, con: c}
			}
			c.sym.home = nil // its value sees what is declared here
			r.constType(c.sym)
			r.declare(r.scope, c.sym)
		}
	case *assignStmt:
		t := r.target(s.target)
		if s.value != nil {
			r.want(s.value, t, "the value of "+clip(s.target.name))
		}
	case *recvStmt:
		r.receive(s)
	case *sendStmt:
		if v, ok := s.value.(*nameExpr); ok {
			if to, from := r.scope.find(s.ch.name), r.scope.find(v.name); to != nil && from != nil && to.kind == symVar &&
				to.typ != nil && to.typ.kind != tChan && to.typ.kind != tArray && from.kind == symChan {
				r.errorf(s.ch.span, "T203", "%s is a variable, not a channel", clip(s.ch.name)).
					WithHint("a receive is written %s = <-%s", clip(s.ch.name), clip(v.name))
				return
			}
		}
		r.send(s)
	case *spawnStmt:
		r.spawn(s)
	case *joinStmt:
		t := r.scalar(s.ref)
		if t.kind == tRef {
			s.task = t.task
		} else if t.kind != tBad {
			r.errorf(s.ref.where(), "T204", "join needs a reference to a task, not %s", t)
		}
	case *eventStmt:
		r.named.event(s.name)
		for _, a := range s.args {
			r.named.argument(a)
			r.scalar(a)
			if of := lengthIn(a); of != nil {
				r.errorf(of.span, "T205", "%s(..) is no argument of an event", of.op).
					WithHint("assign it to a variable first")
			}
		}
	case *postStmt:
		r.post(s)
	case *callStmt:
		r.call(s)
	case *acceptStmt:
		r.accept(s, nil)
	case *selectStmt:
		r.selection(s)
	case *objStmt:
		r.objectOp(s)
	case *addStmt:
		r.add(s)
	case *onceStmt:
		r.once(s)
	case *awaitStmt:
		r.want(s.cond, boolType, "the condition")
	case *assertStmt:
		r.want(s.cond, boolType, "the assertion")
	case *atomicStmt:
		outer := r.loops // which a jump inside does not leave
		r.loops = nil
		r.atomic(s.body, true)
		r.loops = outer
	case *ifStmt:
		r.want(s.cond, boolType, "the condition")
		r.block(s.then)
		r.block(s.els)
	case *whileStmt:
		r.while(s, r.block)
	case *forStmt:
		r.forLoop(s, r.block)
	case *drainStmt:
		r.drain(s)
	case *chooseStmt:
		for _, a := range s.alts {
			r.block(a)
		}
	case *procStmt:
		r.procCall(s)
	case *jumpStmt:
		r.jump(s)
	case *blockStmt:
		r.block(s.body)
	}
}

// target resolves a variable that is stored into.
func (r *resolver) target(e *nameExpr) *typ {
	for _, x := range e.index {
		r.want(x, intType, "an index")
	}
	sym := r.scope.find(e.name)
	switch {
	case sym == nil:
		r.lookup(e.ident, "variable", symVar)
		return badType
	case sym.kind == symConst || sym.kind == symEnumVal || sym.kind == symIndex:
		d := r.errorf(e.span, "T213", "%s is %s and cannot be assigned", clip(e.name), symNames[sym.kind])
		if sym.kind == symIndex {
			d.WithHint("copy it to a variable")
		}
		return badType
	case r.lookup(e.ident, "variable", symVar) == nil:
		return badType
	}
	e.sym = sym
	sym.assigned = true
	r.named.use(e.ident, sym.span, true)
	t := r.indexed(e, sym.typ)
	if t.kind == tArray {
		r.errorf(e.all, "T204",
			"a whole array cannot be assigned").WithHint("assign the elements, in an atomic block if it has to be one step")
		e.sym = nil
		return badType
	}
	return t
}

func (r *resolver) procCall(s *procStmt) {
	sym := r.lookup(s.name, "procedure", symProc)
	if sym == nil && otherWords[s.name.name] != "" {
		return // what its arguments are follows from what it is
	}
	if sym == nil || sym.proc.bad {
		r.args(s.args, nil, s.span, "")
		return
	}
	if r.args(s.args, sym.proc.params, s.span, "procedure "+clip(sym.name)) {
		s.sym = sym
	}
	if r.proc != nil {
		r.proc.calls = append(r.proc.calls, procUse{sym.proc, s.span})
	}
}

func (r *resolver) jump(s *jumpStmt) {
	switch s.what {
	case "return":
		if r.proc == nil {
			r.errorf(s.span, "T301", "return stands in a procedure").WithHint("stop ends a task")
		}
	case "break", "continue":
		if s.label.name == "" {
			if len(r.loops) == 0 {
				r.errorf(s.span, "T301", "%s outside a loop", s.what)
			}
			return
		}
		var names []string
		for _, l := range r.loops {
			if l.name == s.label.name {
				r.named.use(s.label, l.span, false)
				return
			}
			names = append(names, l.name)
		}
		d := r.errorf(s.label.span, "T301", "no enclosing loop has the label %s", clip(s.label.name))
		names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
		if len(names) == 0 {
			d.WithHint("a label stands before its loop: %s: loop { .. }", clip(s.label.name))
		}
		unknown(d, s.label.name, names, "the labels of the loops around it:")
	}
}

// while and forLoop resolve loops whose bodies block resolves.
func (r *resolver) while(s *whileStmt, block func([]stmt)) {
	if s.cond != nil {
		r.want(s.cond, boolType, "the condition")
	}
	r.loop(s.label, func() { block(s.body) })
}

func (r *resolver) forLoop(s *forStmt, block func([]stmt)) {
	r.want(s.lo, intType, "the lower bound")
	r.want(s.hi, intType, "the upper bound")
	r.scope = newScope(r.scope)
	s.sym = r.declare(r.scope, &symbol{ident: s.v, kind: symIndex, typ: intType, lo: s.lo, hi: s.hi})
	r.loop(s.label, func() { block(s.body) })
	r.scope = r.scope.parent
}

// atomic resolves the statements of an atomic block, or of a block inside of one.
func (r *resolver) atomic(list []stmt, first bool) {
	inner := func(list []stmt) { r.atomic(list, false) }
	r.scope = newScope(r.scope)
	defer func() { r.scope = r.scope.parent }()
	for i, s := range list {
		switch s := s.(type) {
		case *assignStmt, *eventStmt, *postStmt, *varStmt, *constStmt, *assertStmt:
			r.statement(s)
		case *ifStmt:
			r.want(s.cond, boolType, "the condition")
			inner(s.then)
			inner(s.els)
		case *chooseStmt:
			if s.fair {
				r.errorf(s.span, "T303", "fair choose is not possible in an atomic block: its alternatives are no steps").
					WithHint("put each alternative into an atomic block of its own: fair choose { atomic { .. } } or { .. }")
			}
			for _, a := range s.alts {
				inner(a)
			}
		case *whileStmt:
			r.while(s, inner)
		case *forStmt:
			r.forLoop(s, inner)
		case *skipStmt:
		case *blockStmt:
			inner(s.body)
		case *awaitStmt:
			if !first || i > 0 {
				r.errorf(s.span, "T303", "await can only be the first statement of an atomic block")
			}
			r.statement(s)
		default:
			if j, is := s.(*jumpStmt); !is || j.what != "break" && j.what != "continue" {
				r.errorf(s.where(), "T303",
					"an atomic block holds assignments, events, posts, if, choose, loops, var, assert, and await at its start only")
			}
			r.statement(s)
		}
	}
}
