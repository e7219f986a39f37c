package task

import "flavers/cfg"

// This file lowers tasks that handle messages, which are actors, loopers and
// processes, and the statement post. Such a task has a mailbox or a queue, does its
// init block, and then waits at one point:
//
//	start --init--> head --on reset { .. }--> head
//	                     --on set(x) { .. }--> head
//	                     --on quit { .. stop }--> end
//
// A handler is one step, unless the task is a looper, whose handlers are sequences
// of steps.

// layBox adds the mailbox or queue of a task, if it handles messages.
func (l *lowerer) layBox(in *instance) {
	d := in.decl
	if !d.mail() {
		return
	}
	o := cfg.Object{Kind: cfg.MailboxObject, Name: in.name, Owner: in.id, Pos: l.src.position(d.at)}
	if d.what == "looper" {
		o.Kind = cfg.QueueObject
	}
	if d.capacity != nil {
		n, ok := l.number(d.capacity, "the capacity")
		if ok && (n < 1 || n > maxValues) {
			l.errorf(d.capacity.where(), "T207", "the capacity of %s must be within 1..%d, not %d", clip(d.name), maxValues, n)
			ok = false
		}
		if ok {
			o.Cap = n
		}
	}
	in.kinds = map[*messageDecl][]paramType{}
	for _, m := range d.messages {
		k := cfg.Message{Name: m.name, Sender: m.quorum}
		for _, q := range m.params {
			p := paramType{}
			if q.decl == nil || q.typ.kind == tBad {
				l.drop() // reported by the resolver
			} else if t, dims, ok := l.typeOf(q.decl); ok && dims == nil {
				p = paramType{t, true}
			}
			k.Params = append(k.Params, p.t)
			in.kinds[m] = append(in.kinds[m], p)
		}
		o.Messages = append(o.Messages, k)
	}
	in.box = l.addObjects(o, -1, d.span)
	for _, h := range d.handlers { // parameters with a type of their own
		for i, q := range h.params {
			wrong := h.decl == nil || i >= len(h.decl.params)
			if wrong || q.typ == nil || q.typ == h.decl.params[i].decl {
				continue
			}
			t, dims, ok := l.typeOf(q.typ)
			other := in.kinds[h.decl][i]
			comparable := ok && dims == nil && other.ok && t.Kind == other.t.Kind // else the resolver has an error
			if comparable && !sameType(t, other.t) {
				l.errorf(q.typ.span, "T316", "parameter %s of %s is of type %s in another handler, and %s here", clip(q.name),
					clip(h.msg.name), other.t, t)
			}
		}
	}
}

// mailBody lowers the init block and the handlers: a task that waits at one
// point, with a node for each handler.
func (l *lowerer) mailBody(in *instance) {
	d := in.decl
	start, end := l.b.Start(in.id), l.b.End(in.id)
	head := end
	if len(d.handlers) > 0 {
		head = l.point(d.span)
		l.b.SetIdle(head)
	}
	if d.what == "looper" {
		l.statements(append(d.body[:len(d.body):len(d.body)], d.init...), start, head)
	} else {
		l.scratch = true
		stmts := l.block(append(d.body[:len(d.body):len(d.body)], d.init...))
		l.scratch = false
		switch {
		case stmts != nil:
			l.node(start, head, nil, cfg.Block{Stmts: stmts}, d.span)
		case len(d.init) > 0:
			l.node(start, head, nil, cfg.Silent{What: "init"}, d.span)
		default:
			l.alias(start, head)
		}
	}
	for _, h := range d.handlers {
		if l.tick(h.span) {
			l.handler(h, head, end)
		}
	}
}

// handler lowers a handler that waits at head. One that may stop its task becomes two
// nodes: one for the runs that go on, and one, to end, for those that stop.
func (l *lowerer) handler(h *handlerDecl, head, end cfg.PointID) {
	looper := l.in.decl.what == "looper"
	op := cfg.Handle{Box: l.in.box}
	for i, m := range l.in.decl.messages {
		if m == h.decl {
			op.Msg = int32(i)
		}
	}
	if len(h.params) != len(h.decl.params) {
		l.drop() // reported by the resolver
		return
	}
	if h.quorum != nil {
		n, ok := l.number(h.quorum, "the size of a quorum")
		if ok && (n < 1 || n > maxValues) {
			l.errorf(h.quorum.where(), "T207", "the size of a quorum must be within 1..%d, not %d", maxValues, n)
			ok = false
		}
		if !ok || looper {
			l.drop()
			return
		}
		op.Quorum = n
	}
	l.scratch, l.halts = !looper, !looper
	defer func() { l.scratch, l.halts = false, false }()
	for i, q := range h.params {
		k := l.in.kinds[h.decl][i]
		if !k.ok {
			l.drop()
			return
		}
		var dims []int32
		if op.Quorum > 0 {
			dims = []int32{op.Quorum}
		}
		op.Params = append(op.Params, l.localVar(q.sym, k.t, dims, nil).base)
	}
	if h.guard != nil {
		c, ok := l.condition(h.guard)
		if !ok {
			c = never()
		}
		if k, isConst := c.(cfg.Const); !isConst || k.Value == 0 {
			op.Guard = live(c)
		}
	}
	if looper {
		body := l.start(h.body, head, h.span)
		l.node(head, body, nil, op, h.span)
		return
	}
	op.Body = l.block(h.body)
	stops := false
	cfg.Stmts(op.Body, func(s cfg.Stmt) {
		_, is := s.(*cfg.Stop)
		stops = stops || is
	})
	l.node(head, head, nil, op, h.span)
	if stops {
		op.Stops = true
		l.node(head, end, nil, op, h.span)
	}
}

// lowerInHandler appends to out the parts of a statement that may stand in a handler
// or an init block of one step, but not in an atomic block.
func (l *lowerer) lowerInHandler(out []cfg.Stmt, s stmt) []cfg.Stmt {
	pos := l.src.position(s.where().at)
	switch s := s.(type) {
	case *varStmt:
		stmts, _ := l.declaration(s)
		return append(out, stmts...)
	case *constStmt:
		for _, c := range s.decls {
			delete(l.in.env, c.sym)
			l.binding(c.sym)
		}
	case *whileStmt:
		return l.stepWhile(out, s)
	case *forStmt:
		return l.stepFor(out, s)
	case *chooseStmt:
		if s.fair {
			l.notInStep(s)
			return out
		}
		c := &cfg.Choose{Pos: l.src.position(s.at)}
		for _, a := range s.alts {
			c.Alts = append(c.Alts, l.block(a))
		}
		return append(out, c)
	case *procStmt:
		pass, ok := l.arguments(s)
		if !ok {
			return out
		}
		outer, loops := l.inline, l.stepLoops
		l.stepLoops = nil
		l.inline = append(outer[:len(outer):len(outer)], s.sym.proc)
		out = append(append(out, pass...), l.block(s.sym.proc.body)...)
		l.inline, l.stepLoops = outer, loops
	case *spawnStmt:
		if op, ok := l.spawn(s); ok {
			return append(out, &cfg.Create{Spawn: op, Pos: pos})
		}
	case *assertStmt:
		if c, ok := l.condition(s.cond); ok {
			return append(out, &cfg.Require{Cond: c, Kind: cfg.AssertError, Text: l.assertion(s), Pos: pos})
		}
	case *atomicStmt:
		return append(out, l.block(s.body)...)
	case *skipStmt:
	case *jumpStmt:
		if s.what == "stop" && l.halts {
			return append(out, &cfg.Stop{Pos: pos})
		}
		if j := l.stepJump(s); j != nil {
			return append(out, j)
		}
		l.notInStep(s)
	default:
		l.notInStep(s)
	}
	return out
}

// notInStep reports a statement of a procedure that a handler or init block
// calls; those of the handler itself are reported by the resolver.
func (l *lowerer) notInStep(s stmt) {
	if len(l.inline) > 0 {
		l.errorf(s.where(), "T303",
			"procedure %s is called in a handler or init block that is one step: this statement is not possible in it",
			clip(l.inline[len(l.inline)-1].name))
	}
	l.drop()
}

// post lowers post T[i].msg(args). It returns nil if it is wrong.
func (l *lowerer) post(s *postStmt) *cfg.Post {
	boxes, index, ok := l.boxes(s)
	if !ok {
		return nil
	}
	m := &cfg.Post{Index: index, Lo: l.families[s.owner].lo, Pos: l.src.position(s.at)}
	for i, d := range s.owner.messages {
		if d == s.decl {
			m.Msg = int32(i)
		}
	}
	for _, in := range boxes {
		m.Boxes = append(m.Boxes, in.box)
	}
	for i, a := range s.args {
		v, ok := l.expr(a)
		if !ok {
			l.drop()
			return nil
		}
		for _, in := range boxes {
			k := in.kinds[s.decl][i]
			if !k.ok || !l.fits(v, k.t, a.where(), "parameter "+s.decl.params[i].name) {
				l.drop()
				return nil
			}
		}
		m.Args = append(m.Args, typed(v, boxes[0].kinds[s.decl][i].t))
	}
	return m
}

// boxes lists the tasks that a post can mean, with the index that chooses one,
// if there is a choice.
func (l *lowerer) boxes(s *postStmt) (boxes []*instance, index cfg.Expr, ok bool) {
	if s.decl == nil {
		return nil, nil, l.drop()
	}
	f := l.families[s.owner]
	var v value
	switch {
	case s.sym.kind == symVar:
		if v, ok = l.expr(&nameExpr{ident: s.task, sym: s.sym, index: s.index, all: s.task.span}); !ok {
			return nil, nil, l.drop()
		}
	case s.owner.family():
		if len(s.index) != 1 {
			return nil, nil, l.drop()
		}
		if v, ok = l.expr(s.index[0]); !ok || v.t.Kind != cfg.RangeType {
			return nil, nil, l.drop()
		}
	default:
		return f.inst, nil, len(f.inst) == 1 || l.drop()
	}
	n, isConst := v.constant()
	switch {
	case isConst && (n < f.lo || n > f.hi):
		switch {
		case v.t.Kind == cfg.RefType:
			l.errorf(s.task.span, "T211", "post to none")
		case f.lo > f.hi:
			l.errorf(s.index[0].where(), "T211", "index %d: %s has no instances", n, clip(s.task.name))
		default:
			l.errorf(s.index[0].where(), "T211", "index %d is outside %d..%d of %s", n, f.lo, f.hi, clip(s.task.name))
		}
		return nil, nil, l.drop()
	case isConst:
		i := int(int64(n) - int64(f.lo))
		if i >= len(f.inst) {
			return nil, nil, l.drop()
		}
		return f.inst[i : i+1], nil, true
	case len(f.inst) == 0:
		if f.lo > f.hi {
			l.errorf(s.task.span, "T211", "%s has no instances", clip(s.task.name))
		}
		return nil, nil, l.drop()
	}
	return f.inst, v.x, true
}

// pending lowers a post of the program: the message is there from the start.
func (l *lowerer) pending(s *postStmt) {
	m := l.post(s)
	if m == nil {
		return
	}
	if m.Index != nil {
		l.errorf(s.task.span, "T206", "the receiver of a post of the program must be constant")
		return
	}
	p := cfg.Pending{Msg: m.Msg, Args: []int32{}}
	for i, x := range m.Args {
		c, ok := x.(cfg.Const)
		if !ok {
			l.errorf(s.args[i].where(), "T206", "an argument of a post of the program must be constant")
			return
		}
		p.Args = append(p.Args, c.Value)
	}
	if s.owner.dynamic {
		l.errorf(s.task.span, "T310", "%s is not started yet when the program starts", clip(s.task.name))
		return
	}
	l.b.AddPending(m.Boxes[0], p)
}
