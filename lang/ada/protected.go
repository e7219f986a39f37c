package ada

// This file lowers protected objects. An action on one is one step: nothing of another task happens in it.

import (
	"fmt"
	"strconv"
	"strings"

	"flavers/lang/ada/syntax"
)

// monitor is what the operations of a protected object see.
type monitor struct {
	p      *place
	sc     *scope
	counts bool // queues are counted, and served before new calls
}

// operation is an operation of a protected object.
type operation struct {
	name  string
	entry bool
	spec  *syntax.Decl
	body  *syntax.Decl
}

// operation finds an operation of a protected object; nil: there is none.
func (l *lowerer) operation(p *place, name string) *operation {
	t := p.typ
	for _, d := range members(t.decl) {
		if (d.Kind == syntax.Subprogram || d.Kind == syntax.Entry) && fold(d.Name) == fold(name) {
			op := &operation{name: d.Name, entry: d.Kind == syntax.Entry, spec: d}
			if b := l.protectedBody(t); b != nil {
				for _, c := range b.Decls {
					if c.Kind == d.Kind && fold(c.Name) == fold(name) && c.Completed {
						op.body = c
					}
				}
			}
			if op.body == nil && d.Completed {
				op.body = d
			}
			return op
		}
	}
	return nil
}

func (l *lowerer) protectedBody(t *typ) *syntax.Decl {
	if ent := t.in.own(t.decl.Name + "'body"); ent != nil {
		return ent.decl
	}
	return nil
}

// counted tells whether the bodies of a protected type ask for 'Count.
func (l *lowerer) counted(t *typ) bool {
	b := l.protectedBody(t)
	if b == nil {
		return false
	}
	if known, ok := l.counts[t.decl.Name+t.decl.Pos.String()]; ok {
		return known
	}
	found := false
	for _, d := range b.Decls {
		eachExpr(d, func(e *syntax.Expr) {
			found = found || e.Kind == syntax.Attribute && fold(e.Text) == "count"
		})
	}
	l.counts[t.decl.Name+t.decl.Pos.String()] = found
	return found
}

// inside is the scope of a protected object's operations.
func (l *lowerer) inside(p *place) *monitor {
	t := p.typ
	in := t.in
	if b := t.in.own(t.decl.Name + "'body"); b != nil && b.in != nil {
		in = b.in
	}
	m := &monitor{p: p, sc: newScope(in), counts: l.counted(t)}
	for name, v := range p.parts {
		m.sc.add(&entity{kind: constant, name: name, typ: v.typ, v: v})
	}
	for i := range t.fields {
		f := &t.fields[i]
		q := l.placePart(p, f)
		m.sc.add(&entity{kind: variable, name: f.name, typ: f.typ, pl: q})
	}
	add := func(d *syntax.Decl) {
		if d.Kind != syntax.Subprogram {
			return
		}
		ent := m.sc.own(d.Name)
		if ent != nil && ent.kind == subprogram && len(flat(ent.decl.Params)) == len(flat(d.Params)) {
			if d.Completed {
				ent.body, ent.scope = d, m.sc
			}
			return
		}
		m.sc.add(&entity{kind: subprogram, name: d.Name, decl: d})
	}
	for _, d := range members(t.decl) {
		add(d)
		if d.Kind == syntax.Entry {
			m.sc.add(&entity{kind: entryEntity, name: d.Name, decl: d, pl: p})
		}
	}
	if b := l.protectedBody(t); b != nil {
		for _, d := range b.Decls {
			add(d)
		}
	}
	// The object itself, by the name of its type or its own.
	m.sc.add(&entity{kind: variable, name: t.decl.Name, typ: t, pl: p})
	return m
}

const countSuffix = "_queued"

// opEvent emits the event of an operation. An index that is not known is looked at: the name of the event has it.
func (l *lowerer) opEvent(p *place, op *operation, family val, args []bound, e *syntax.Expr) {
	var idx []val
	for i, code := range p.idx {
		t := l.integer
		if i < len(p.dims) {
			t = p.dims[i]
		}
		if n, err := strconv.ParseInt(code, 10, 64); err == nil {
			idx = append(idx, num(t, n+t.lo))
			continue
		}
		idx = append(idx, val{typ: t, code: "(" + shift(code, t.lo) + ")", lo: t.lo, hi: t.hi})
	}
	own := len(idx)
	if family.typ != nil {
		idx = append(idx, family)
	}
	var in []string
	var kinds []*typ
	for _, a := range args {
		if a.pl == nil && a.v.typ != nil && a.v.typ.discrete() && !a.v.typ.wide() && !a.v.unknown &&
			a.v.typ.count() <= 64 {
			in, kinds = append(in, a.v.text()), append(kinds, a.v.typ)
		}
	}
	var walk func(fixed []string, rest []val)
	walk = func(fixed []string, rest []val) {
		switch {
		case len(rest) == 0:
			name := l.eventName(p, op.name, fixed[:own], fixed[own:], kinds)
			l.emitEvent(e, name, nil)
			if len(in) > 0 && len(in) <= 3 {
				l.emitEvent(e, name, in)
			}
		case rest[0].known:
			walk(append(fixed[:len(fixed):len(fixed)], rest[0].typ.value(rest[0].n)), rest[1:])
		default:
			t := rest[0].typ
			for n := t.lo; n <= t.hi && n-t.lo < 64; n++ {
				l.emit(e.Pos, "if %s == %s {", rest[0].text(), num(t, n).text())
				walk(append(fixed[:len(fixed):len(fixed)], t.value(n)), rest[1:])
				l.emit(e.Pos, "}")
			}
		}
	}
	walk(nil, idx)
}

func shift(code string, lo int64) string {
	if lo == 0 {
		return code
	}
	return fmt.Sprintf("%s + (%d)", code, lo)
}

// eventName is the name of the event of an operation in the task language.
func (l *lowerer) eventName(p *place, op string, object, family []string, kinds []*typ) string {
	in := func(list []string) string {
		if len(list) == 0 {
			return ""
		}
		return "(" + strings.Join(list, ",") + ")"
	}
	text := p.shown + in(object) + "." + op + in(family)
	name := identifier(strings.NewReplacer(".", "_", "(", "_", ")", "", ",", "_", "-", "m").Replace(text)) + "_event"
	l.shown[name] = shown{text: text, dims: kinds}
	l.word(p.shown)
	l.word(op)
	return name
}

func (l *lowerer) emitEvent(e *syntax.Expr, name string, args []string) {
	if len(args) == 0 {
		l.emit(e.Pos, "event %s", name)
		return
	}
	l.emit(e.Pos, "event %s(%s)", name, strings.Join(args, ", "))
}

// protectedCall lowers a call of a protected procedure or function, or of an entry.
func (l *lowerer) protectedCall(p *place, op *operation, args []syntax.Arg, sc *scope, e *syntax.Expr) val {
	if l.hush > 0 {
		if op.spec.Result != nil {
			return anyOf(l.subtypeOf(op.spec.Result, p.typ.in), "")
		}
		return val{}
	}
	if l.elab > 0 {
		l.failed(e.Pos, "a protected object is used before the program runs")
		return anyOf(l.opaque, "")
	}
	if op.entry {
		c := l.protectedEntry(p, op, args, sc, e)
		l.perform(c)
		return val{}
	}
	l.nestedCall(p, op, e)
	m := l.inside(p)
	bounds := l.bind(op.spec.Params, args, sc, m.sc)
	if op.body == nil {
		l.errorf(e.Pos, e.Len, Undeclared, "%s of %s has no body", op.name, p.shown)
		return val{}
	}
	var r val
	l.action(m, "", e, func() {
		l.opEvent(p, op, val{}, bounds, e)
		f := &entity{kind: subprogram, name: op.name, decl: op.spec, body: op.body, in: m.sc, scope: m.sc}
		r = l.inline(f, bounds, e)
		if r.code != "" && r.typ != nil && r.typ.scalar() { // its value in this step
			t := l.temp(r.typ, op.name)
			l.put(l.tempPlace(t, r.typ), r, e)
			r = l.read(l.tempPlace(t, r.typ))
		} else if r.unknown && r.typ != nil && r.typ.scalar() {
			r = l.chosen(r, r.typ, e)
		}
	})
	return r
}

// nestedCall notes a call of an operation from within an action on another object: it is a part of that step.
func (l *lowerer) nestedCall(p *place, op *operation, e *syntax.Expr) {
	if len(l.acting) == 0 {
		return
	}
	if holder := l.acting[len(l.acting)-1].p; holder.name() != p.name() {
		l.note(nested, e.Pos, "%s.%s is called in an action on %s, and both are one step: what happens between the two "+
			"actions is not seen, nor that tasks wait for each other's objects", p.shown, op.name, holder.shown)
	}
}

// action emits a protected action: one step, begun when the condition holds; "": always.
func (l *lowerer) action(m *monitor, await string, e *syntax.Expr, f func()) {
	l.acting = append(l.acting, m)
	defer func() { l.acting = l.acting[:len(l.acting)-1] }()
	if l.atomic > 0 {
		f()
		return
	}
	if m.counts {
		if c := l.eligible(m); c != "" {
			if await != "" {
				await = "(" + await + ") && "
			}
			await += "!(" + c + ")"
		}
	}
	l.steps(await, e, f)
}

// steps emits an atomic block. An exception leaves it at its end.
func (l *lowerer) steps(await string, e *syntax.Expr, f func()) {
	exc := l.temp(l.excType(), "raised")
	fr := &frame{label: l.unique("action"), exc: exc, covers: func(int64) bool { return true }}
	l.frames = append(l.frames, fr)
	l.atomic++
	lines := l.capture(f)
	l.atomic--
	l.frames = l.frames[:len(l.frames)-1]
	if len(lines) == 0 {
		lines = []line{{"skip", e.Pos}}
	}
	l.emit(e.Pos, "atomic {")
	if await != "" {
		l.emit(e.Pos, "await %s", await)
	}
	if fr.used {
		l.emit(e.Pos, "%s = 0", exc)
		l.emit(e.Pos, "%s: loop {", fr.label)
		l.append(lines)
		if !leaves(lines) {
			l.emit(e.Pos, "break %s", fr.label)
		}
		l.emit(e.Pos, "}")
	} else {
		l.append(lines)
	}
	l.emit(e.Pos, "}")
	if fr.used {
		l.emit(e.Pos, "if %s != 0 {", exc)
		l.raise(val{typ: l.excType(), code: exc, hi: 62}, e.Pos, "an exception")
		l.emit(e.Pos, "}")
	}
}

// barrier is the condition of an entry; ok is false if it is not one of a step.
func (l *lowerer) barrier(m *monitor, op *operation, family val, e *syntax.Expr) (val, bool) {
	in := l.entryScope(m, op, family)
	if op.body == nil || op.body.Barrier == nil {
		return l.truth(true), true
	}
	var v val
	l.atomic++
	l.acting = append(l.acting, m)
	lines := l.capture(func() { v = l.expr(op.body.Barrier, in, l.boolean) })
	l.acting = l.acting[:len(l.acting)-1]
	l.atomic--
	if len(lines) > 0 || v.unknown {
		why := v.why
		if why == "" {
			why = "what " + op.name + " waits for"
		}
		l.note(dataLost, op.body.Pos, "the barrier of %s is not modelled: it may open or not: %s", op.name, why)
		return anyOf(l.boolean, ""), false
	}
	return v, true
}

func (l *lowerer) entryScope(m *monitor, op *operation, family val) *scope {
	in := newScope(m.sc)
	if op.body != nil && op.body.Index != nil {
		in.add(&entity{kind: constant, name: op.body.Index.Name, typ: family.typ, v: family})
	}
	return in
}

// eligible is whether a queued call may go on; "" if never.
func (l *lowerer) eligible(m *monitor) string {
	var out []string
	for _, d := range members(m.p.typ.decl) {
		if d.Kind != syntax.Entry || d.Family != nil {
			continue
		}
		op := l.operation(m.p, d.Name)
		c := l.count(m, d.Name)
		b, ok := l.barrier(m, op, val{}, nil)
		if !ok || c == nil || b.known && b.n == 0 {
			continue
		}
		out = append(out, fmt.Sprintf("%s > 0 && %s", c.name(), b.text()))
	}
	return strings.Join(out, " || ")
}

// count is the place of the number of calls that wait at an entry.
func (l *lowerer) count(m *monitor, entry string) *place {
	f := m.p.typ.field(entry + countSuffix)
	if f == nil {
		return nil
	}
	return l.placePart(m.p, f)
}

// countOf is E'Count.
func (l *lowerer) countOf(e *syntax.Expr, sc *scope) val {
	x, args := e.X, []syntax.Arg(nil)
	if x.Kind == syntax.Apply {
		x, args = x.X, x.Args
	}
	ent := l.look(x, sc)
	if ent != nil && ent.kind == entryEntity && ent.pl == nil {
		return l.waitingCalls(ent.decl, args, sc)
	}
	if ent != nil && ent.kind == entryEntity && ent.pl != nil {
		if f := ent.pl.typ.field(ent.name + countSuffix); f != nil {
			return l.read(l.placePart(ent.pl, f))
		}
	}
	return anyOf(l.integer, "'Count")
}

// entryUse is a call of an entry that is made in parts: by itself, or in a select.
type entryUse struct {
	m      *monitor
	op     *operation
	family val
	bounds []bound
	e      *syntax.Expr
}

func (l *lowerer) protectedEntry(p *place, op *operation, args []syntax.Arg, sc *scope, e *syntax.Expr) *entryUse {
	u := &entryUse{m: l.inside(p), op: op, e: e}
	if op.spec.Family != nil && len(args) > 0 {
		t := l.subtypeOf(op.spec.Family, u.m.sc)
		u.family = l.held(l.expr(args[0].Value, sc, t), e)
		if u.family.unknown {
			u.family = l.chosen(u.family, t, e)
		}
		args = args[1:]
		if e.Kind == syntax.Apply && e.X.Kind == syntax.Apply {
			args = e.Args
		}
	}
	u.bounds = l.bind(op.spec.Params, args, sc, u.m.sc)
	if l.atomic > 0 {
		l.errorf(e.Pos, e.Len, Blocking, "an entry is called inside of a protected action").
			WithHint("a protected action must not wait: Ada makes this a bounded error")
	}
	return u
}

// perform waits for the barrier of an entry, and executes it.
func (l *lowerer) perform(u *entryUse) {
	if !u.m.counts || u.op.spec.Family != nil {
		l.queued(u)
		return
	}
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	if !ok {
		l.queued(u)
		return
	}
	waits := l.temp(l.boolean, "waits")
	c := l.count(u.m, u.op.name)
	l.action(u.m, "", u.e, func() {
		l.branch(b, u.e, func() {
			l.emit(u.e.Pos, "%s = false", waits)
			l.body(u)
		}, func() {
			l.emit(u.e.Pos, "%s = true", waits)
			l.emit(u.e.Pos, "%s = %s + 1", c.name(), c.name())
		})
	})
	l.emit(u.e.Pos, "if %s {", waits)
	l.open(u)
	l.emit(u.e.Pos, "}")
	l.requeued(u)
}

// queued lets a call that waits go on, also where it is requeued.
func (l *lowerer) queued(u *entryUse) {
	l.open(u)
	l.requeued(u)
}

// open waits until the barrier holds, and executes the body.
func (l *lowerer) open(u *entryUse) {
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	if !ok {
		l.emit(u.e.Pos, "choose {")
		l.emit(u.e.Pos, "skip")
		l.emit(u.e.Pos, "} or {")
		l.emit(u.e.Pos, "await 1 > 2")
		l.emit(u.e.Pos, "}")
		b = l.truth(true)
	}
	await := b.text()
	if b.known && b.n != 0 {
		await = ""
	} else if b.known {
		await = "1 > 2"
	}
	l.acting = append(l.acting, u.m)
	defer func() { l.acting = l.acting[:len(l.acting)-1] }()
	l.steps(await, u.e, func() {
		if c := l.count(u.m, u.op.name); c != nil && u.m.counts && u.op.spec.Family == nil {
			l.emit(u.e.Pos, "%s = %s - 1", c.name(), c.name())
		}
		l.body(u)
	})
}

// body executes the body of an entry, in a step.
func (l *lowerer) body(u *entryUse) {
	l.opEvent(u.m.p, u.op, u.family, u.bounds, u.e)
	if u.op.body == nil {
		return
	}
	f := &entity{kind: subprogram, name: u.op.name, decl: u.op.spec, body: u.op.body, in: u.m.sc,
		scope: l.entryScope(u.m, u.op, u.family)}
	rq := l.requeueTargets(u)
	saved := l.gotos
	l.gotos = rq
	l.inline(f, u.bounds, u.e)
	l.gotos = saved
}

type gotoTarget struct {
	v string // variable that holds which entry a call was requeued to
	n int
	u *entryUse
}

// requeueTargets are the entries of the object that a body may requeue to.
func (l *lowerer) requeueTargets(u *entryUse) map[string]gotoTarget {
	out := map[string]gotoTarget{}
	found := false
	eachStmt(u.op.body.Body, func(s *syntax.Stmt) { found = found || s.Kind == syntax.Requeue })
	if !found {
		return out
	}
	v := l.requeueVar(u)
	n := 0
	for _, d := range members(u.m.p.typ.decl) {
		if d.Kind == syntax.Entry {
			n++
			out[fold(d.Name)] = gotoTarget{v: v, n: n, u: &entryUse{m: u.m, op: l.operation(u.m.p, d.Name),
				bounds: u.bounds, e: u.e, family: u.family}}
		}
	}
	l.emit(u.e.Pos, "%s = 0", v)
	return out
}

func (l *lowerer) requeueVar(u *entryUse) string {
	name := "requeue_" + u.m.p.base + "_" + u.op.name
	if l.task != nil {
		name += "_" + l.task.name
	}
	name = identifier(name)
	if !l.taken[name] {
		l.taken[name] = true
		l.vars = append(l.vars, &storage{name: name, typ: &typ{kind: integer, hi: 31}, owner: l.task,
			init: func() string { return "" }})
	}
	return name
}

// requeued goes on with a call that was requeued.
func (l *lowerer) requeued(u *entryUse) {
	if u.op.body == nil {
		return
	}
	targets := map[string]bool{}
	eachStmt(u.op.body.Body, func(s *syntax.Stmt) {
		if s.Kind == syntax.Requeue {
			targets[fold(lastName(s.X))] = true
		}
	})
	if len(targets) == 0 {
		return
	}
	depth := 0
	f := &entity{decl: u.op.spec}
	for _, c := range l.calls {
		if c.decl == u.op.spec {
			depth++
		}
	}
	if depth > 2 {
		l.note(recursion, u.e.Pos, "calls that are requeued to %s again are followed three times", u.op.name)
		return
	}
	l.calls = append(l.calls, f)
	v := l.requeueVar(u)
	n := 0
	for _, d := range members(u.m.p.typ.decl) {
		if d.Kind != syntax.Entry {
			continue
		}
		n++
		if !targets[fold(d.Name)] {
			continue
		}
		l.emit(u.e.Pos, "if %s == %d {", v, n)
		next := &entryUse{m: u.m, op: l.operation(u.m.p, d.Name), bounds: u.bounds, e: u.e, family: u.family}
		if len(flat(d.Params)) == 0 {
			next.bounds = nil
		}
		l.queued(next)
		l.emit(u.e.Pos, "}")
	}
	l.calls = l.calls[:len(l.calls)-1]
}

func lastName(e *syntax.Expr) string {
	for e.Kind == syntax.Apply {
		e = e.X
	}
	return e.Text
}
