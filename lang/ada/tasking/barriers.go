package tasking

// This file lowers calls of protected entries: barriers, queues, and requeue to another entry of the object.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// barrier returns the condition of an entry, and false if it takes more than one step to evaluate the condition.
func (l *Tasks) barrier(m *monitor, op *types.Operation, family types.Value, e *syntax.Expr) (types.Value, bool) {
	in := l.entryScope(m, op, family)
	if op.Body == nil || op.Body.Barrier == nil {
		return l.Truth(true), true
	}
	var v types.Value
	l.Atomic++
	l.acting = append(l.acting, m)
	lines := l.Capture(func() { v = l.Expr(op.Body.Barrier, in, l.Boolean) })
	l.acting = l.acting[:len(l.acting)-1]
	l.Atomic--
	if len(lines) > 0 || v.Unknown {
		why := v.Why
		if why == "" {
			why = "what " + op.Name + " waits for"
		}
		pos := op.Body.Pos
		if e != nil { // who calls passes here
			pos = e.Pos
		}
		l.Note(model.DataLost, pos, "the barrier of %s is not modelled: it may open or not: %s", op.Name, why)
		return types.Anything(l.Boolean), false
	}
	return v, true
}

func (l *Tasks) entryScope(m *monitor, op *types.Operation, family types.Value) *types.Scope {
	in := types.NewScope(m.sc)
	if op.Body != nil && op.Body.Index != nil {
		in.Add(&types.Entity{Kind: types.Constant, Name: op.Body.Index.Name, Type: family.Type, Value: family})
	}
	return in
}

// eligible returns the condition that some queued call may go on, or "" if none ever may. New calls have to wait
// while it holds.
func (l *Tasks) eligible(m *monitor) string {
	var out []string
	for _, d := range syntax.Members(m.p.Type.Decl) {
		if d.Kind != syntax.Entry || d.Family != nil {
			continue
		}
		op := l.Operation(m.p, d.Name)
		c := l.count(m, d.Name)
		b, ok := l.barrier(m, op, types.Value{}, nil)
		if !ok || c == nil || b.Known && b.N == 0 {
			continue
		}
		if l.foreign(m, op) {
			b = l.Read(l.opened(m, op))
		}
		out = append(out, fmt.Sprintf("%s > 0 && %s", c.Name(), b.Text()))
	}
	return strings.Join(out, " || ")
}

// count returns the place that holds the number of calls waiting at an entry.
func (l *Tasks) count(m *monitor, entry string) *types.Place {
	f := m.p.Type.Field(entry + types.CountSuffix)
	if f == nil {
		return nil
	}
	return l.PlacePart(m.p, f)
}

// CountOf returns the value of E'Count.
func (l *Tasks) CountOf(e *syntax.Expr, sc *types.Scope) types.Value {
	x, args := e.X, []syntax.Arg(nil)
	if x.Kind == syntax.Apply {
		x, args = x.X, x.Args
	}
	ent := l.Look(x, sc)
	if ent != nil && ent.Kind == types.EntryEntity && ent.Place == nil {
		return l.waitingCalls(ent.Decl, args, sc)
	}
	if ent != nil && ent.Kind == types.EntryEntity && ent.Place != nil {
		if f := ent.Place.Type.Field(ent.Name + types.CountSuffix); f != nil {
			return l.Read(l.PlacePart(ent.Place, f))
		}
	}
	return types.AnyOf(l.Integer, "'Count")
}

// entryUse is a call of an entry that is made in parts: by itself, or in a select.
type entryUse struct {
	m      *monitor
	op     *types.Operation
	family types.Value
	bounds []types.Bound
	copies []types.Bound // that the caller makes behind the call
	e      *syntax.Expr
}

func (l *Tasks) protectedEntry(p *types.Place, op *types.Operation, args []syntax.Arg, sc *types.Scope,
	e *syntax.Expr) *entryUse {
	u := &entryUse{m: l.inside(p), op: op, e: e}
	if op.Body == nil {
		l.Errorf(e.Pos, e.Len, model.Undeclared, "%s of %s has no body", op.Name, p.Shown)
	}
	if op.Spec.Family != nil && len(args) > 0 {
		t := l.SubtypeOf(op.Spec.Family, u.m.sc)
		u.family = l.Held(l.Expr(args[0].Value, sc, t), e)
		if u.family.Unknown {
			u.family = l.Chosen(u.family, t, e)
		}
		args = args[1:]
		if e.Kind == syntax.Apply && e.X.Kind == syntax.Apply {
			args = e.Args
		}
	}
	u.bounds, u.copies = l.apart(l.Bind(op.Spec.Params, args, sc, u.m.sc))
	if l.Atomic > 0 {
		l.Errorf(e.Pos, e.Len, model.Blocking, "an entry is called inside of a protected action").
			WithHint("a protected action must not wait: Ada makes this a bounded error")
	}
	return u
}

// apart divides the bound arguments of a protected action: now has those that the action copies back itself,
// copies those that the caller copies back behind the action. An abort may come between the two.
func (l *Tasks) apart(bounds []types.Bound) (now, copies []types.Bound) {
	if len(l.Exits()) == 0 {
		return bounds, nil
	}
	now = slices.Clone(bounds)
	for i, b := range bounds {
		if b.Copy != nil {
			copies = append(copies, b)
			now[i].Copy = nil
		}
	}
	return now, copies
}

// copied copies these arguments back, unless the call was given up. cancelled is as in queued.
func (l *Tasks) copied(copies []types.Bound, e *syntax.Expr, cancelled string) {
	if len(copies) == 0 {
		return
	}
	if cancelled != "" {
		l.Deferred(func() { l.Emit(e.Pos, "if !%s {", cancelled) })
	}
	for _, b := range copies {
		l.Put(b.Copy, l.Read(b.Place), e)
	}
	if cancelled != "" {
		l.Emit(e.Pos, "}")
	}
}

// perform lowers a call of a protected entry: it waits for the barrier, and executes the body. cancelled is as in
// queued.
func (l *Tasks) perform(u *entryUse, cancelled string) {
	l.Point(u.e.Pos)
	l.performs(u, cancelled)
	l.copied(u.copies, u.e, cancelled)
	l.Point(u.e.Pos)
}

func (l *Tasks) performs(u *entryUse, cancelled string) {
	foreign := l.foreign(u.m, u.op)
	if !u.m.counts && !foreign || u.op.Spec.Family != nil {
		l.queued(u, cancelled)
		return
	}
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	if !ok {
		l.queued(u, cancelled)
		return
	}
	waits := l.Temp(l.Boolean, "waits")
	c := l.count(u.m, u.op.Name)
	l.action(u.m, "", u.e, true, func() {
		l.Branch(b, u.e, func() {
			l.Emit(u.e.Pos, "%s = false", waits)
			l.body(u)
		}, func() {
			l.Emit(u.e.Pos, "%s = true", waits)
			if u.m.counts {
				l.Emit(u.e.Pos, "%s = %s + 1", c.Name(), c.Name())
			}
			if foreign {
				l.Emit(u.e.Pos, "%s = false", l.opened(u.m, u.op).Name())
			}
		})
	})
	l.Emit(u.e.Pos, "if %s {", waits)
	if cancelled == "" {
		l.open(u)
	} else {
		l.openOr(u, cancelled)
	}
	l.Emit(u.e.Pos, "}")
	l.requeued(u, cancelled)
}

// queued lets a waiting call go on, also after a requeue. cancelled is the variable that is set if the call was
// given up, or "" if it cannot be.
func (l *Tasks) queued(u *entryUse, cancelled string) {
	if cancelled == "" {
		l.open(u)
		l.requeued(u, "")
		return
	}
	l.openOr(u, cancelled)
	l.Emit(u.e.Pos, "if !%s {", cancelled)
	l.requeued(u, cancelled)
	l.Emit(u.e.Pos, "}")
}

// openOr waits until the barrier holds, and executes the body, or it gives up the call while the barrier is
// closed.
func (l *Tasks) openOr(u *entryUse, cancelled string) {
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	switch {
	case !ok:
		b = types.Anything(l.Boolean)
	case l.foreign(u.m, u.op):
		b = l.Read(l.opened(u.m, u.op))
	}
	done, again := l.Temp(l.Boolean, "entered"), l.Unique("again")
	q := l.queue(u)
	l.Emit(u.e.Pos, "%s: loop {", again)
	l.Emit(u.e.Pos, "select {")
	if !b.Known || b.N != 0 {
		l.Emit(u.e.Pos, "case skip%s:", whenAll([]string{known(b, b.Text())}))
		l.acting = append(l.acting, u.m)
		l.steps("", u.e, func() {
			l.Emit(u.e.Pos, "%s = false", done)
			l.Branch(b, u.e, func() {
				l.Emit(u.e.Pos, "%s = true", done)
				l.serves(u)
				l.body(u)
			}, func() {})
		}, func() { l.refresh(u.m, u.e) })
		l.acting = l.acting[:len(l.acting)-1]
		l.Emit(u.e.Pos, "if %s {", done)
		l.Emit(u.e.Pos, "break %s", again)
		l.Emit(u.e.Pos, "}")
	}
	if !b.Known || b.N == 0 {
		l.Emit(u.e.Pos, "case skip%s:", whenAll([]string{known(b, "!"+b.Text())}))
		if q != "" {
			l.Deferred(func() { l.Emit(u.e.Pos, "%s = %s - 1", q, q) })
		}
		l.Emit(u.e.Pos, "%s = true", cancelled)
		l.Emit(u.e.Pos, "break %s", again)
	}
	l.exitCases(u.e.Pos, func() { l.dropped(q, b.Text(), u.e.Pos) })
	l.Emit(u.e.Pos, "}")
	l.Emit(u.e.Pos, "}")
}

// dropped takes a call out of a counted queue when an abort of the caller cancels it. The action that opens the
// barrier serves the calls that wait, so no call is cancelled after that.
func (l *Tasks) dropped(queue, open string, pos token.Position) {
	if queue == "" {
		return
	}
	l.Emit(pos, "%s = %s - 1", queue, queue)
	if open != "" {
		l.Emit(pos, "if %s {", open)
		l.NoteBeyond(model.AnyOrder, pos, "a call is cancelled behind the action that serves it")
		l.Emit(pos, "}")
	}
}

// known returns cond, or "", which is always true, if value v is not modelled or is known anyhow.
func known(v types.Value, cond string) string {
	if v.Unknown || v.Known {
		return ""
	}
	return cond
}

// open waits until the barrier holds, and executes the body.
func (l *Tasks) open(u *entryUse) {
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	if !ok {
		l.Emit(u.e.Pos, "choose {")
		l.Emit(u.e.Pos, "skip")
		l.Emit(u.e.Pos, "} or {")
		l.Await(u.e.Pos, "1 > 2")
		l.Emit(u.e.Pos, "}")
		b = l.Truth(true)
	}
	if l.foreign(u.m, u.op) {
		b = l.Read(l.opened(u.m, u.op))
	}
	await := b.Text()
	if b.Known && b.N != 0 {
		await = ""
	} else if b.Known {
		await = "1 > 2"
	}
	outer := l.acting
	l.acting = append(l.acting, u.m)
	defer func() { l.acting = outer }()
	serve := func() {
		l.serves(u)
		l.body(u)
	}
	exits := l.aborted()
	if len(exits) == 0 || await == "" {
		l.steps(await, u.e, serve, func() { l.refresh(u.m, u.e) })
		return
	}
	// A call that waits is cancelled by the caller that is aborted, and may be served before. Then that leaves what is.
	cond := strings.Join(exits, " || ")
	l.steps("("+await+") || "+cond, u.e, func() {
		drop := func() { l.dropped(l.queue(u), await, u.e.Pos) }
		l.Emit(u.e.Pos, "if !(%s) {", cond)
		serve()
		l.Emit(u.e.Pos, "} else {")
		l.Emit(u.e.Pos, "if %s {", await)
		l.Emit(u.e.Pos, "choose {")
		serve()
		l.Emit(u.e.Pos, "} or {")
		drop()
		l.Emit(u.e.Pos, "}")
		l.Emit(u.e.Pos, "} else {")
		drop()
		l.Emit(u.e.Pos, "}")
		l.Emit(u.e.Pos, "}")
	}, func() { l.refresh(u.m, u.e) })
	l.Point(u.e.Pos)
}

// queue returns the variable that counts the calls waiting at a protected entry, or "" if nothing counts them.
func (l *Tasks) queue(u *entryUse) string {
	c := l.count(u.m, u.op.Name)
	if c == nil || !u.m.counts || u.op.Spec.Family != nil {
		return ""
	}
	return c.Name()
}

// serves takes a call out of the queue of a protected entry.
func (l *Tasks) serves(u *entryUse) {
	switch q := l.queue(u); {
	case q != "":
		l.served(q, u.e.Pos)
	case u.m.counts: // calls of families are not counted
		l.NoteBeyond(model.AnyOrder, u.e.Pos, "of several calls that wait, any is served; Ada takes the first")
	}
}

// body executes the body of an entry, in a step.
func (l *Tasks) body(u *entryUse) {
	l.opEvent(u.m.p, u.op, u.family, u.bounds, u.e)
	if u.op.Body == nil {
		return
	}
	f := &types.Entity{Kind: types.Subprogram, Name: u.op.Name, Decl: u.op.Spec, Body: u.op.Body, In: u.m.sc,
		Scope: l.entryScope(u.m, u.op, u.family)}
	saved := l.gotos
	l.gotos = l.requeueTargets(u)
	l.Stmts.Inline(f, u.bounds, u.e)
	l.gotos = saved
}
