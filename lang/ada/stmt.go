package ada

// This file lowers statements.

import (
	"fmt"
	"go/token"

	"flavers/lang/ada/syntax"
)

// loop is a loop that exit may leave.
type loop struct {
	name, label string
	frames      int
}

// statements lowers a sequence. A goto leads to a label behind it, or before it, in a sequence around it.
func (l *lowerer) statements(body []*syntax.Stmt, sc *scope) {
	for i, s := range body {
		if s.Kind != syntax.LabelStmt {
			continue
		}
		before, behind := jumps(body[:i], s.Label), jumps(body[i+1:], s.Label)
		switch {
		case before: // forward: leave what is before
			name := l.unique("goto_" + s.Label)
			sub := newScope(sc)
			sub.add(&entity{kind: library, name: "<<" + s.Label + ">>", v: val{code: "break " + name}})
			lines := l.capture(func() { l.statements(body[:i], sub) })
			l.emit(s.Pos, "%s: loop {", name)
			l.append(lines)
			if !leaves(lines) {
				l.emit(s.Pos, "break %s", name)
			}
			l.emit(s.Pos, "}")
			l.statements(body[i:], sc)
			return
		case behind:
			for _, t := range body[:i] {
				l.statement(t, sc)
			}
			name := l.unique("goto_" + s.Label)
			sub := newScope(sc)
			sub.add(&entity{kind: library, name: "<<" + s.Label + ">>", v: val{code: "continue " + name}})
			saved, many := l.factor, l.many
			l.many = true
			lines := l.capture(func() { l.statements(body[i+1:], sub) })
			l.factor, l.many = saved, many
			l.emit(s.Pos, "%s: loop {", name)
			l.append(lines)
			if !leaves(lines) {
				l.emit(s.Pos, "break %s", name)
			}
			l.emit(s.Pos, "}")
			return
		}
	}
	for _, s := range body {
		if l.tick(s.Pos) {
			l.statement(s, sc)
		}
	}
}

func jumps(body []*syntax.Stmt, label string) bool {
	found := false
	eachStmt(body, func(s *syntax.Stmt) { found = found || s.Kind == syntax.Goto && fold(s.Label) == fold(label) })
	return found
}

func (l *lowerer) unsupported(s *syntax.Stmt, what, hint string) {
	l.errorf(s.Pos, s.Len, Unsupported, "%s", what).WithHint("%s", hint)
}

func (l *lowerer) statement(s *syntax.Stmt, sc *scope) {
	switch s.Kind {
	case syntax.NullStmt, syntax.LabelStmt:
	case syntax.DelayStmt:
		l.expr(s.X, sc, nil)
	case syntax.Assign:
		p := l.target(s.X, sc)
		if p == nil {
			l.expr(s.Y, sc, nil)
			l.note(dataLost, s.Pos, "what is assigned here is not modelled, and any value where it is read")
			return
		}
		l.put(p, l.expr(s.Y, sc, p.typ), s.Y)
	case syntax.Call:
		l.callStmt(s, sc)
	case syntax.IfStmt:
		l.ifStmt(s, s.Arms, sc)
	case syntax.CaseStmt:
		l.caseStmt(s, sc)
	case syntax.LoopStmt:
		l.loopStmt(s, sc)
	case syntax.Block:
		label := s.Label
		l.labelled("exit_"+label, s.Pos, func(string) {
			l.block(s.Decls, s.Body, s.Handlers, newScope(sc),
				s.Pos, true)
		})
	case syntax.Exit:
		l.exit(s, sc)
	case syntax.Goto:
		if t := findLabel(sc, s.Label); t != "" {
			l.emit(s.Pos, "%s", t)
		} else {
			l.unsupported(s, "this goto leads to no label of the statements around it",
				"a loop or an exit says the same")
		}
	case syntax.Return:
		l.returns(s, sc)
	case syntax.RaiseStmt:
		switch {
		case s.X != nil:
			if s.Y != nil {
				l.expr(s.Y, sc, nil)
			}
			l.raiseNamed(s.X, sc, &syntax.Expr{Pos: s.Pos, Len: s.Len})
		case len(l.rising) > 0:
			l.raise(l.rising[len(l.rising)-1], s.Pos, "an exception")
		}
	case syntax.Accept:
		l.acceptStmt(s, sc)
	case syntax.Select:
		l.selectStmt(s, sc)
	case syntax.Requeue:
		l.requeue(s, sc)
	case syntax.Abort:
		l.unsupported(s, "abort is not modelled", "end the task by a rendezvous, or by a flag that it looks at")
	case syntax.PragmaStmt:
		l.pragma(s.Label, s.Args, s.Pos, sc)
	case syntax.EventStmt:
		l.event(s, sc)
	default:
		l.unsupported(s, "this statement is not modelled", "flavers explain "+string(Unsupported))
	}
}

func findLabel(sc *scope, label string) string {
	for c := sc; c != nil; c = c.parent {
		if e := c.own("<<" + label + ">>"); e != nil {
			return e.v.code
		}
	}
	return ""
}

// block lowers declarations, statements and handlers. The tasks that it declares are started at its begin, and
// awaited at its end.
func (l *lowerer) block(decls []*syntax.Decl, body []*syntax.Stmt, handlers []*syntax.Handler, sc *scope,
	pos token.Position, _ bool) {
	sc.shared = declaresTasks(decls)
	first := len(l.groups)
	l.declarationsOf(decls, body, handlers, sc)
	started := l.groups[first:len(l.groups):len(l.groups)]
	var mine []*group
	for _, g := range started {
		if g.nested {
			mine = append(mine, g)
		}
	}
	if len(mine) == 0 {
		l.handledBody(body, handlers, sc, pos)
		return
	}
	waits := l.unique("waits")
	l.vars = append(l.vars, &storage{name: waits, typ: l.boolean, init: func() string { return "" }})
	l.shown[waits] = shown{text: waits}
	for _, g := range mine {
		g.waits, g.beside = waits, mine
		l.endedFlag(g)
		if g.once {
			l.emit(pos, "spawn %s", g.name)
			continue
		}
		l.eachInstance(g, func(ref string) { l.emit(pos, "call %s.%s", ref, startEntry) })
	}
	clean := func() {
		l.emit(pos, "%s = true", waits)
		for _, g := range mine {
			l.eachInstance(g, func(ref string) {
				t := taskRef{group: g, code: ref}
				l.emit(pos, "await %s%s", l.endedFlag(g), t.index())
			})
		}
		l.emit(pos, "%s = false", waits)
	}
	l.frames = append(l.frames, &frame{cleanup: clean})
	lines := l.capture(func() { l.handledBody(body, handlers, sc, pos) })
	l.frames = l.frames[:len(l.frames)-1]
	l.append(lines)
	if !leaves(lines) {
		clean()
	}
}

func declaresTasks(decls []*syntax.Decl) bool {
	for _, d := range decls {
		if d.Kind == syntax.TaskSpec || d.Kind == syntax.TaskBody || d.Kind == syntax.ProtectedSpec ||
			d.Kind == syntax.Instance ||
			(d.Kind == syntax.PackageSpec || d.Kind == syntax.PackageBody) && declaresTasks(members(d)) {
			return true
		}
	}
	return false
}

// leave emits what is done on the way out to a frame.
func (l *lowerer) leave(depth int) {
	for i := len(l.frames) - 1; i >= depth; i-- {
		if f := l.frames[i]; f.cleanup != nil {
			saved := l.frames
			l.frames = l.frames[:i]
			f.cleanup()
			l.frames = saved
		}
	}
}

func (l *lowerer) ifStmt(s *syntax.Stmt, arms []syntax.Arm, sc *scope) {
	if len(arms) == 0 {
		l.statements(s.Else, sc)
		return
	}
	c := l.expr(arms[0].Cond, sc, l.boolean)
	l.branch(c, arms[0].Cond, func() { l.statements(arms[0].Body, sc) }, func() { l.ifStmt(s, arms[1:], sc) })
}

func (l *lowerer) caseStmt(s *syntax.Stmt, sc *scope) {
	x := l.expr(s.X, sc, nil)
	if x.unknown {
		l.doubt(x, s.X)
		for i, a := range s.Arms {
			word := "choose {"
			if i > 0 {
				word = "} or {"
			}
			l.emit(a.Pos, "%s", word)
			l.statements(a.Body, sc)
			l.emit(a.Pos, "skip")
		}
		l.emit(s.Pos, "}")
		return
	}
	x = l.held(x, s.X)
	var from func(i int)
	from = func(i int) {
		if i == len(s.Arms) {
			return
		}
		if i == len(s.Arms)-1 { // the choices cover all values
			l.statements(s.Arms[i].Body, sc)
			return
		}
		c := l.truth(false)
		for _, choice := range s.Arms[i].Choices {
			c = l.operate("or", c, l.within(x, choice, sc), s.X)
		}
		l.branch(c, s.X, func() { l.statements(s.Arms[i].Body, sc) }, func() { from(i + 1) })
	}
	from(0)
}

// unrolled loops have at most this many turns; longer ones count in a variable.
const unrolled = 16

func (l *lowerer) loopStmt(s *syntax.Stmt, sc *scope) {
	if s.Loop != nil && s.Loop.Filter != nil {
		l.unsupported(s, "a loop with a filter is not modelled", "write an if inside of the loop")
		return
	}
	name := s.Label
	if name == "" {
		name = "loop"
	}
	lp := &loop{name: fold(s.Label), label: l.unique(name + "_"), frames: len(l.frames)}
	l.loops = append(l.loops, lp)
	defer func() { l.loops = l.loops[:len(l.loops)-1] }()
	factor, many := l.factor, l.many
	defer func() { l.factor, l.many = factor, many }()
	turn := func(in *scope) []line {
		return l.capture(func() { l.statements(s.Body, in) })
	}
	switch {
	case s.Loop != nil && s.Loop.Of:
		l.overElements(s, sc, lp)
	case s.Loop != nil:
		l.forLoop(s, sc, lp)
	case s.X != nil:
		l.many = true
		var c val
		before := l.capture(func() { c = l.expr(s.X, sc, l.boolean) })
		if len(before) == 0 && !c.unknown && !(c.known && c.n != 0) {
			if c.known {
				return
			}
			body := turn(sc)
			l.emit(s.Pos, "%s: while %s {", lp.label, c.text())
			l.append(body)
			l.emit(s.Pos, "}")
			return
		}
		body := turn(sc)
		l.emit(s.Pos, "%s: loop {", lp.label)
		l.append(before)
		l.branch(c, s.X, func() { l.append(body) }, func() { l.emit(s.Pos, "break %s", lp.label) })
		l.emit(s.Pos, "}")
	default:
		l.many = true
		body := turn(sc)
		l.emit(s.Pos, "%s: loop {", lp.label)
		if len(body) == 0 {
			body = []line{{"skip", s.Pos}}
		}
		l.append(body)
		l.emit(s.Pos, "}")
	}
}

func (l *lowerer) forLoop(s *syntax.Stmt, sc *scope, lp *loop) {
	lo, hi, ok := l.quietBounds(s.Loop.Range, sc)
	if ok {
		t := l.subtypeOf(s.Loop.Range, sc)
		in := newScope(sc)
		v := l.unique(s.Loop.Name)
		l.shown[v] = shown{text: s.Loop.Name, typ: t}
		if hi < lo {
			return
		}
		if l.factor *= hi - lo + 1; l.factor > 1<<20 {
			l.many = true
		}
		if hi-lo < unrolled {
			code := v
			if s.Loop.Reverse {
				code = fmt.Sprintf("(%d - %s)", lo+hi, v)
			}
			x := val{typ: t, code: code, lo: lo, hi: hi}
			if lo == hi {
				x = num(t, lo)
			}
			if t.kind == boolean && !x.known {
				x.code = "(" + code + " == 1)"
			}
			in.add(&entity{kind: constant, name: s.Loop.Name, typ: t, v: x})
			if needsValues(s.Body) { // calls within themselves, say, want to know the value
				for n := lo; n <= hi; n++ {
					k := n
					if s.Loop.Reverse {
						k = lo + hi - n
					}
					in.own(s.Loop.Name).v = num(t, k)
					body := l.capture(func() { l.statements(s.Body, in) })
					if mentions(body, "break "+lp.label) {
						l.eachTurn(s, sc, lp, t, lo, hi)
						return
					}
					l.append(body)
				}
				return
			}
			body := l.capture(func() { l.statements(s.Body, in) })
			l.emit(s.Pos, "%s: for %s in %d..%d {", lp.label, v, lo, hi)
			l.append(body)
			l.emit(s.Pos, "}")
			return
		}
		l.counted_(s, sc, lp, t, num(t, lo), num(t, hi))
		return
	}
	r := s.Loop.Range
	if r.Kind == syntax.Constraint {
		r = r.Y
	}
	t := l.integer
	x, y := anyOf(l.integer, "the bounds of a loop"), anyOf(l.integer, "the bounds of a loop")
	if r.Kind == syntax.Range {
		x, y = l.expr(r.X, sc, nil), l.expr(r.Y, sc, nil)
		if x.typ != nil && x.typ.discrete() && x.typ.base() != l.integer {
			t = x.typ.base()
		} else if y.typ != nil && y.typ.discrete() {
			t = y.typ.base()
		}
	}
	l.many = true
	if x.unknown || y.unknown { // any number of turns
		in := newScope(sc)
		in.add(&entity{kind: constant, name: s.Loop.Name, typ: t, v: anyOf(t, "the bounds of a loop")})
		l.doubt(x, s.Loop.Range)
		l.doubt(y, s.Loop.Range)
		body := l.capture(func() { l.statements(s.Body, in) })
		l.emit(s.Pos, "%s: loop {", lp.label)
		l.emit(s.Pos, "choose {")
		l.emit(s.Pos, "break %s", lp.label)
		l.emit(s.Pos, "} or {")
		l.emit(s.Pos, "skip")
		l.emit(s.Pos, "}")
		l.append(body)
		l.emit(s.Pos, "}")
		return
	}
	l.counted_(s, sc, lp, t, x, y)
}

// eachTurn copies the body for each value, with an exit.
func (l *lowerer) eachTurn(s *syntax.Stmt, sc *scope, lp *loop, t *typ, lo, hi int64) {
	l.emit(s.Pos, "%s: loop {", lp.label)
	for n := lo; n <= hi; n++ {
		k := n
		if s.Loop.Reverse {
			k = lo + hi - n
		}
		in := newScope(sc)
		in.add(&entity{kind: constant, name: s.Loop.Name, typ: t, v: num(t, k)})
		l.statements(s.Body, in)
	}
	if !leaves(*l.out) {
		l.emit(s.Pos, "break %s", lp.label)
	}
	l.emit(s.Pos, "}")
}

func needsValues(body []*syntax.Stmt) bool {
	found := false
	eachStmt(body, func(s *syntax.Stmt) { found = found || s.Kind == syntax.Block && declaresTasks(s.Decls) })
	return found
}

func (l *lowerer) quietBounds(e *syntax.Expr, sc *scope) (lo, hi int64, ok bool) {
	out, list, notes := l.out, l.list, l.notes
	l.list, l.notes, l.out = nil, nil, new([]line)
	l.hush++
	lo, hi, ok = l.bounds(e, sc)
	l.hush--
	l.out, l.list, l.notes = out, list, notes
	return lo, hi, ok
}

// counted_ is a loop that counts in a variable.
func (l *lowerer) counted_(s *syntax.Stmt, sc *scope, lp *loop, t *typ, x, y val) {
	from, to := x, l.held(y, s.Loop.Range)
	if s.Loop.Reverse {
		from, to = l.held(y, s.Loop.Range), l.held(x, s.Loop.Range)
	}
	a, _ := x.span()
	_, b := y.span()
	vt := &typ{kind: integer, name: t.name, lo: max(a, -l.most) - 1, hi: min(b, l.most) + 1}
	if vt.hi < vt.lo {
		return
	}
	n := l.temp(vt, s.Loop.Name)
	p := l.tempPlace(n, vt)
	l.put(p, from, s.Loop.Range)
	in := newScope(sc)
	v := l.read(p)
	v.typ, v.pl, v.lo, v.hi = t, nil, vt.lo+1, vt.hi-1
	in.add(&entity{kind: constant, name: s.Loop.Name, typ: t, v: v})
	cmp, op := "<=", "+"
	if s.Loop.Reverse {
		cmp, op = ">=", "-"
	}
	l.many = true
	body := l.capture(func() { l.statements(s.Body, in) })
	l.emit(s.Pos, "%s: while %s %s %s {", lp.label, n, cmp, to.text())
	l.append(body)
	if !leaves(body) {
		l.emit(s.Pos, "%s = %s %s 1", n, n, op)
	}
	l.emit(s.Pos, "}")
}

// overElements is a loop over the elements of an array.
func (l *lowerer) overElements(s *syntax.Stmt, sc *scope, lp *loop) {
	v := l.expr(s.Loop.Range, sc, nil)
	if v.pl == nil || v.typ == nil || v.typ.kind != array || len(v.typ.index) != 1 || v.typ.index[0].count() > 64 {
		l.many = true
		in := newScope(sc)
		in.add(&entity{kind: constant, name: s.Loop.Name, typ: l.opaque, v: anyOf(nil, "an element")})
		l.note(dataLost, s.Pos, "a loop over elements that are not modelled turns any number of times")
		body := l.capture(func() { l.statements(s.Body, in) })
		l.emit(s.Pos, "%s: loop {", lp.label)
		l.emit(s.Pos, "choose {")
		l.emit(s.Pos, "break %s", lp.label)
		l.emit(s.Pos, "} or {")
		l.emit(s.Pos, "skip")
		l.emit(s.Pos, "}")
		l.append(body)
		l.emit(s.Pos, "}")
		return
	}
	t := v.typ.index[0]
	l.emit(s.Pos, "%s: loop {", lp.label)
	for k := int64(0); k < t.count(); k++ {
		n := t.lo + k
		if s.Loop.Reverse {
			n = t.hi - k
		}
		in := newScope(sc)
		in.add(&entity{kind: variable, name: s.Loop.Name, typ: v.typ.elem, pl: l.element(v.pl, []val{num(t, n)}, nil)})
		l.statements(s.Body, in)
	}
	if !leaves(*l.out) {
		l.emit(s.Pos, "break %s", lp.label)
	}
	l.emit(s.Pos, "}")
}

func (l *lowerer) exit(s *syntax.Stmt, sc *scope) {
	var to *loop
	for i := len(l.loops) - 1; i >= 0; i-- {
		if s.Label == "" || l.loops[i].name == fold(s.Label) {
			to = l.loops[i]
			break
		}
	}
	if to == nil {
		l.errorf(s.Pos, s.Len, Undeclared, "exit leaves no loop")
		return
	}
	out := func() {
		l.leave(to.frames)
		l.emit(s.Pos, "break %s", to.label)
	}
	if s.X == nil {
		out()
		return
	}
	l.branch(l.expr(s.X, sc, l.boolean), s.X, out, func() {})
}

func (l *lowerer) returns(s *syntax.Stmt, sc *scope) {
	if len(l.results) == 0 {
		if l.task != nil {
			l.leave(0)
			l.emit(s.Pos, "break %s", l.task.end)
		}
		return
	}
	r := l.results[len(l.results)-1]
	switch {
	case s.Decl != nil:
		in := newScope(sc)
		l.declarations([]*syntax.Decl{s.Decl}, in)
		l.handledBody(s.Body, s.Handlers, in, s.Pos)
		if ent := in.own(s.Decl.Name); ent != nil && r.place != nil && ent.pl != nil {
			l.put(r.place, l.read(ent.pl), &syntax.Expr{Pos: s.Pos})
		}
	case s.X != nil:
		v := l.expr(s.X, sc, r.typ)
		if r.place != nil {
			l.put(r.place, v, s.X)
		}
	}
	if leaves(*l.out) {
		return
	}
	l.emit(s.Pos, "break %s", r.label)
}

// pragma lowers the pragmas that matter: Assert, and events.
func (l *lowerer) pragma(name string, args []syntax.Arg, pos token.Position, sc *scope) {
	switch fold(name) {
	case "assert":
		if len(args) == 0 {
			return
		}
		c := l.expr(args[0].Value, sc, l.boolean)
		l.assert(c, args[0].Value)
	case "annotate":
		if len(args) >= 3 && fold(path(args[0].Value)) == "flavers" && fold(path(args[1].Value)) == "event" &&
			args[2].Value.Kind == syntax.String {
			text := args[2].Value.Text
			var rest []syntax.Arg
			rest = append(rest, args[3:]...)
			l.namedEvent(text[1:len(text)-1], rest, args[2].Value, sc)
		}
	}
}

func (l *lowerer) assert(c val, e *syntax.Expr) {
	id := l.exceptionNamed("Assertion_Error")
	switch {
	case c.known && c.n != 0:
	case c.unknown:
		l.doubt(c, e)
		l.emit(e.Pos, "choose {")
		l.emit(e.Pos, "skip")
		l.emit(e.Pos, "} or {")
		l.raise(num(l.integer, int64(id)), e.Pos, "Assertion_Error")
		l.emit(e.Pos, "}")
	case l.elab > 0:
	case l.handled(int64(id)) || c.known:
		l.emit(e.Pos, "if !(%s) {", c.text())
		l.raise(num(l.integer, int64(id)), e.Pos, "Assertion_Error")
		l.emit(e.Pos, "}")
	default:
		l.emit(e.Pos, "assert %s", c.text())
	}
}

func (l *lowerer) event(s *syntax.Stmt, sc *scope) {
	l.namedEvent(path(s.X), s.Args, s.X, sc)
}

func (l *lowerer) namedEvent(name string, args []syntax.Arg, e *syntax.Expr, sc *scope) {
	var codes []string
	var kinds []*typ
	for _, a := range args {
		v := l.expr(a.Value, sc, nil)
		if v.unknown || v.typ == nil || !v.typ.scalar() {
			if v.typ != nil && v.typ.discrete() && v.typ.count() <= 64 {
				v = l.chosen(v, v.typ, a.Value)
			} else {
				l.errorf(a.Value.Pos, a.Value.Len, Mismatch, "the argument of an event is no value of a small type").
					WithHint("give its variable a range")
				return
			}
		}
		codes = append(codes, v.text())
		kinds = append(kinds, v.typ)
	}
	id := identifier(name) + "_event"
	l.shown[id] = shown{text: name, dims: kinds}
	l.word(name)
	l.emitEvent(e, id, codes)
}

// callStmt lowers a call of a procedure or an entry.
func (l *lowerer) callStmt(s *syntax.Stmt, sc *scope) {
	e := s.X
	if w, after, ok := l.entryCall(e, sc); ok {
		if w != nil {
			l.single(w, after)
		}
		return
	}
	var args []syntax.Arg
	f := e
	if e.Kind == syntax.Apply {
		f, args = e.X, e.Args
	}
	list := l.candidates(f, sc)
	if len(list) > 0 {
		switch ent := list[0]; ent.kind {
		case subprogram:
			if g := l.overload(list, args, sc, nil); g != nil {
				l.call(g, args, sc, e)
				return
			}
		case library, random:
			l.libraryCall(ent, args, sc, e)
			return
		}
		l.errorf(e.Pos, e.Len, Mismatch, "%s is no procedure or entry", path(f))
		return
	}
	if f.Kind == syntax.Selected {
		x := l.expr(f.X, sc, nil)
		if x.pl != nil && x.pl.typ.kind == protectedType {
			if op := l.operation(x.pl, f.Text); op != nil {
				l.protectedCall(x.pl, op, args, sc, e)
				return
			}
		}
		if x.unknown || x.typ != nil && (x.typ.kind == opaque || x.typ.kind == access) {
			l.effects(args, sc)
			l.note(library_, e.Pos, "what %s does is not modelled", f.Text)
			return
		}
		if x.pl != nil && (x.typ.kind == record) { // object.operation (..)
			for c := sc; c != nil; c = c.parent {
				if ent := c.own(f.Text); ent != nil && ent.kind == subprogram {
					l.call(ent, append([]syntax.Arg{{Value: f.X}}, args...), sc, e)
					return
				}
			}
			if x.typ.in != nil {
				if ent := x.typ.in.own(f.Text); ent != nil && ent.kind == subprogram {
					l.call(ent, append([]syntax.Arg{{Value: f.X}}, args...), sc, e)
					return
				}
			}
		}
	}
	l.undeclared(f, sc)
}

// libraryCall is a call of something outside of the program: what it reads into variables is any value.
func (l *lowerer) libraryCall(ent *entity, args []syntax.Arg, sc *scope, e *syntax.Expr) {
	name := fold(ent.name[lastDot(ent.name)+1:])
	reads := len(name) >= 3 && (name[:3] == "get" || name == "read" || name == "split" ||
		name == "look_ahead" || name == "delete" || name == "dequeue")
	for _, a := range args {
		if reads {
			if p := l.quiet(func() val { p := l.target(a.Value, sc); return val{pl: p} }).pl; p != nil {
				if p = l.target(a.Value, sc); p.typ.discrete() {
					l.put(p, val{typ: p.typ, unknown: true, why: "input (" + ent.name + ")"}, a.Value)
				}
				continue
			}
		}
		l.expr(a.Value, sc, nil)
	}
	_ = e
}

func lastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}
