package task

import (
	"strings"

	"flavers/cfg"
)

// This file lowers statements: each leads from a point p to a point q.

type loopFrame struct {
	label   string
	brk     cfg.PointID
	cont    cfg.PointID
	accepts int // accepts open around the loop
}

// openAccept is a rendezvous whose body is being lowered, or a once.
type openAccept struct {
	decl *entryDecl
	obj  cfg.ObjectID
	once bool // no accept, but the body of a once
}

// body lowers all of one task.
func (l *lowerer) body(in *instance) {
	l.in = in
	if first := l.b.Count(); in.decl.fair {
		defer func() { l.fairSteps("task "+in.name, in.decl.span, first, cfg.None) }()
	}
	l.loops, l.accepts, l.inline, l.retAcc = nil, nil, nil, 0
	l.ret = l.b.End(in.id)
	for _, s := range in.decl.body {
		if v, ok := s.(*varStmt); ok {
			l.hoist(v)
		}
	}
	if in.decl.mail() {
		l.mailBody(in)
		l.in = nil
		return
	}
	l.statements(in.decl.body, l.b.Start(in.id), l.b.End(in.id))
	l.in = nil
}

// point adds a place of the current task.
func (l *lowerer) point(at span) cfg.PointID {
	if l.points++; l.points > maxSize {
		l.tooLarge(at, "%d control points", maxSize)
		return l.b.Start(l.in.id)
	}
	return l.b.AddPoint(l.in.id)
}

// alias makes one place of two.
func (l *lowerer) alias(p, q cfg.PointID) {
	l.emitted++
	l.b.Alias(p, q)
}

// node adds a step of the current task.
func (l *lowerer) node(p, q cfg.PointID, guard cfg.Expr, op cfg.Op, at span) {
	if l.stopped {
		return
	}
	l.emitted++
	if l.nodes++; l.nodes > maxSize {
		l.tooLarge(at, "%d steps", maxSize)
		return
	}
	if c, ok := guard.(cfg.Const); ok && c.Value != 0 {
		guard = nil
	}
	switch op := op.(type) {
	case cfg.Call:
		l.site(op.Entry).active++
	case cfg.CallEnd:
		l.site(op.Entry).active++
	case cfg.Send:
		l.site(op.Chan).active++
	case cfg.Accept:
		l.site(op.Entry).passive++
	case cfg.AcceptEnd:
		l.site(op.Entry).passive++
	case cfg.Recv:
		l.site(op.Chan).passive++
	}
	if call, is := op.(cfg.Call); is {
		l.recordFairCall(call.Entry)
	}
	l.b.AddNode(cfg.Node{Point: p, Next: q, Guard: guard, Op: op, Atomic: l.inAtomic, Pos: l.src.position(at.at)})
}

func (l *lowerer) site(o cfg.ObjectID) *sites {
	s := l.meet[o]
	if s == nil {
		s = new(sites)
		l.meet[o] = s
	}
	return s
}

// statements lowers a list. Two points are made one only when nothing but the
// way to the other can be taken from the first.
func (l *lowerer) statements(list []stmt, p, q cfg.PointID) {
	if len(list) == 0 {
		l.alias(p, q)
		return
	}
	for i, s := range list {
		if !l.tick(s.where()) {
			return
		}
		next := q
		if i < len(list)-1 {
			next = l.point(s.where())
		}
		before := l.emitted
		l.statement(s, p, next)
		l.dropped = l.dropped || l.emitted == before
		p = next
	}
}

// start returns the point where a list begins that a node leads to: for an empty
// list that is where it ends.
func (l *lowerer) start(list []stmt, q cfg.PointID, at span) cfg.PointID {
	if len(list) == 0 {
		return q
	}
	p := l.point(at)
	l.statements(list, p, q)
	return p
}

func (l *lowerer) statement(s stmt, p, q cfg.PointID) {
	l.poll.Look()
	switch s := s.(type) {
	case *varStmt:
		l.declare(s, p, q)
	case *constStmt:
		for _, c := range s.decls {
			delete(l.in.env, c.sym) // a new copy of the block
			l.binding(c.sym)
		}
		l.alias(p, q)
	case *assignStmt:
		if a := l.assign(s); a != nil {
			l.node(p, q, nil, cfg.Block{Stmts: []cfg.Stmt{a}}, s.span)
		}
	case *eventStmt:
		l.event(s, p, q)
	case *postStmt:
		if m := l.post(s); m != nil {
			l.node(p, q, nil, cfg.Block{Stmts: []cfg.Stmt{m}}, s.span)
		}
	case *skipStmt:
		l.node(p, q, nil, cfg.Silent{What: "skip"}, s.span)
	case *awaitStmt:
		if c, ok := l.condition(s.cond); ok {
			l.node(p, q, live(c), cfg.Test{Await: true, Text: l.written(s.span)}, s.span)
		}
	case *assertStmt:
		if c, ok := l.condition(s.cond); ok {
			l.test(p, q, c, s.span)
			l.failIf(p, q, negate(c), cfg.AssertError, l.assertion(s), s.span)
		}
	case *atomicStmt:
		l.atomic(s, p, q)
	case *ifStmt:
		c, ok := l.condition(s.cond)
		if !ok || !isFalse(c) {
			then := l.start(s.then, q, s.span)
			if ok {
				l.test(p, then, c, s.span)
			}
		}
		if !ok || !isFalse(negate(c)) {
			els := l.start(s.els, q, s.span)
			if ok {
				l.test(p, els, negate(c), s.span)
			}
		}
	case *whileStmt:
		l.while(s, p, q)
	case *forStmt:
		l.forLoop(s, p, q)
	case *drainStmt:
		l.drain(s, p, q)
	case *chooseStmt:
		for i, a := range s.alts {
			next := l.start(a, q, s.span)
			first := l.b.Count()
			l.node(p, next, nil, cfg.Silent{What: "choose"}, s.span)
			l.fairAlternative(s.fair, "choose", i, p, first, s.span)
		}
	case *blockStmt:
		l.statements(s.body, p, q)
	case *procStmt:
		l.procCall(s, p, q)
	case *jumpStmt:
		l.jump(s, p)
	default:
		l.synchronise(s, p, q, nil)
	}
}

// assertion returns the text of the error of an assertion that does not hold.
func (l *lowerer) assertion(s *assertStmt) string {
	at := s.cond.where()
	return "assertion " + clip(string(l.src.text[at.at:at.end])) + " does not hold"
}

// condition lowers a condition.
func (l *lowerer) condition(e expr) (cfg.Expr, bool) {
	v, ok := l.expr(e)
	if ok && v.t.Kind != cfg.BoolType {
		return nil, l.drop()
	}
	return v.x, ok
}

func isFalse(c cfg.Expr) bool {
	k, ok := c.(cfg.Const)
	return ok && k.Value == 0
}

// live returns the condition, written so that a constant false one is not dropped.
func live(c cfg.Expr) cfg.Expr {
	if isFalse(c) {
		return never()
	}
	return c
}

// test adds one branch of a test; one that is never taken is left out.
func (l *lowerer) test(p, q cfg.PointID, c cfg.Expr, at span) {
	if !isFalse(c) {
		l.node(p, q, c, cfg.Test{Text: l.written(at)}, at)
	}
}

// written returns a piece of the source on one line and without comments.
func (l *lowerer) written(at span) string {
	var b strings.Builder
	last := pos(0)
	for _, t := range scan(&reporter{src: newSource("", l.src.text[at.at:at.end])}) {
		if t.kind == eof || t.kind == newline {
			continue
		}
		if t.at > last {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
		last = t.end
	}
	return b.String()
}

func (l *lowerer) failIf(p, q cfg.PointID, c cfg.Expr, k cfg.ErrorKind, text string, at span) {
	if c == nil || !isFalse(c) {
		l.node(p, q, c, cfg.Fail{Kind: k, Text: text}, at)
	}
}

func (l *lowerer) while(s *whileStmt, p, q cfg.PointID) {
	outer := l.loops
	l.loops = append(l.loops, loopFrame{s.label.name, q, p, len(l.accepts)})
	defer func() { l.loops = outer }()
	if s.cond == nil {
		l.statements(s.body, p, p)
		return
	}
	c, ok := l.condition(s.cond)
	if !ok || !isFalse(c) {
		body := l.start(s.body, p, s.span)
		if ok {
			l.test(p, body, c, s.span)
		}
	}
	if ok {
		l.test(p, q, negate(c), s.span)
	}
}

func (l *lowerer) forLoop(s *forStmt, p, q cfg.PointID) {
	lo, ok1 := l.number(s.lo, "the bound of a for")
	hi, ok2 := l.number(s.hi, "the bound of a for")
	if !ok1 || !ok2 {
		l.drop()
		return
	}
	if lo > hi {
		l.alias(p, q)
		return
	}
	for v := int64(lo); v <= int64(hi) && l.tick(s.span); v++ {
		next := q
		if v < int64(hi) {
			next = l.point(s.span)
		}
		l.loops = append(l.loops, loopFrame{s.label.name, q, next, len(l.accepts)})
		if s.sym != nil {
			l.bind(s.sym, &binding{constant: true, value: constValue(int32(v), cfg.Range(0, 0))})
		}
		l.statements(s.body, p, next)
		l.loops = l.loops[:len(l.loops)-1]
		p = next
	}
}

// jump leads from p to the target, ending on the way every rendezvous, and every body
// that is executed once, that is left.
func (l *lowerer) jump(s *jumpStmt, p cfg.PointID) {
	target, depth := cfg.PointID(cfg.None), 0
	switch s.what {
	case "stop":
		target = l.b.End(l.in.id)
	case "return":
		target, depth = l.ret, l.retAcc
	default:
		for i := len(l.loops) - 1; i >= 0; i-- {
			f := l.loops[i]
			if s.label.name != "" && f.label != s.label.name {
				continue
			}
			target, depth = f.brk, f.accepts
			if s.what == "continue" {
				target = f.cont
			}
			break
		}
	}
	if target == cfg.None {
		return
	}
	for i := len(l.accepts) - 1; i >= depth; i-- {
		next := target
		if i > depth {
			next = l.point(s.span)
		}
		op := cfg.Op(cfg.AcceptEnd{Entry: l.accepts[i].obj})
		if l.accepts[i].once {
			op = cfg.OnceEnd{Once: l.accepts[i].obj}
		}
		l.node(p, next, nil, op, s.span)
		p = next
	}
	l.alias(p, target)
}

func (l *lowerer) procCall(s *procStmt, p, q cfg.PointID) {
	pass, ok := l.arguments(s)
	if !ok {
		return
	}
	d := s.sym.proc
	if pass != nil {
		next := l.point(s.span)
		l.node(p, next, nil, cfg.Block{Stmts: pass}, s.span)
		p = next
	}
	saved := *l
	l.inline = append(l.inline[:len(l.inline):len(l.inline)], d)
	l.loops, l.ret, l.retAcc = nil, q, len(l.accepts)
	l.statements(d.body, p, q)
	l.inline, l.loops, l.ret, l.retAcc = saved.inline, saved.loops, saved.ret, saved.retAcc
}

// arguments lowers the passing of a procedure's arguments. It returns false if the call is wrong, or one inside
// itself.
func (l *lowerer) arguments(s *procStmt) (pass []cfg.Stmt, ok bool) {
	if s.sym == nil {
		return nil, l.drop()
	}
	d := s.sym.proc
	for _, outer := range l.inline {
		if outer == d {
			return nil, l.drop() // reported by the resolver
		}
	}
	if len(l.inline) >= maxInline {
		l.tooLarge(s.span, "%d procedures inside each other", maxInline)
		return nil, false
	}
	for i, a := range s.args {
		v, ok := l.expr(a)
		t, dims, ok2 := l.typeOf(d.params[i].typ)
		if !ok || !ok2 || dims != nil || !l.fits(v, t, a.where(), "parameter "+d.params[i].name) {
			return nil, l.drop()
		}
		sym := d.params[i].sym
		if c, isConst := v.constant(); isConst && !sym.assigned {
			k := constValue(c, t)
			l.bind(sym, &binding{constant: true, value: k})
			continue
		}
		b := l.localVar(sym, t, nil, nil)
		pass = append(pass, &cfg.Assign{Target: cfg.Target{Var: b.base, Name: b.name}, Value: v.x, Silent: true,
			Pos: l.src.position(a.where().at)})
	}
	return pass, true
}

// fits reports a constant outside the type it is stored in.
func (l *lowerer) fits(v value, t cfg.Type, at span, what string) bool {
	if v.t.Kind != t.Kind {
		return l.drop() // reported by the resolver
	}
	if !l.alike(t, v.t, at) {
		return false
	}
	if n, isConst := v.constant(); isConst && !t.Has(int64(n)) {
		l.errorf(at, "T207", "%d is outside %s, the type of %s", n, t, clip(what))
		return false
	}
	return true
}
