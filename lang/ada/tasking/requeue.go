package tasking

// This file lowers requeue: the body of an entry is left with the number of the statement, and the caller goes on
// with a call of the entry that it names.

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// requeueBase is the first status of a reply that asks the caller to call another entry; exceptions are below.
const (
	requeueBase = 48
	requeueMost = 62 - requeueBase
)

// gotoTarget is what a requeue statement does: it puts a number into a variable.
type gotoTarget struct {
	v string
	n int
	u *entryUse // the call of a protected entry; nil: an accept statement
}

// target is the entry that a requeue statement names.
type target struct {
	place  *types.Place // of a protected object
	op     *types.Operation
	ref    *types.TaskRef // of a task
	entry  *syntax.Decl
	index  *syntax.Expr // of a family
	family *syntax.Expr
}

// requeues returns the requeue statements in some statements, in their order.
func requeues(body []*syntax.Stmt) []*syntax.Stmt {
	var out []*syntax.Stmt
	syntax.EachStmt(body, func(s *syntax.Stmt) {
		if s.Kind == syntax.Requeue {
			out = append(out, s)
		}
	})
	return out
}

// leadsOn reports whether a call that accept statements accept may be requeued.
func leadsOn(accepts []*syntax.Stmt) bool { return len(requeues(accepts)) > 0 }

// RequeuedTo lists the names of the entries that the requeue statements of a body name.
func RequeuedTo(d *syntax.Decl) []string {
	var out []string
	for _, s := range requeues(d.Statements()) {
		f := s.X
		if f.Kind == syntax.Apply {
			f = f.X
		}
		out = append(out, f.Text)
	}
	return out
}

// targetOf finds the entry that a requeue statement names, from within a protected object, or a task.
func (l *Tasks) targetOf(s *syntax.Stmt, own *types.Place, self *types.TaskRef, sc *types.Scope) (target, bool) {
	t := target{}
	f := s.X
	if f.Kind == syntax.Apply && len(f.Args) == 1 {
		t.index, f = f.Args[0].Value, f.X
	}
	switch {
	case f.Kind == syntax.Name && own != nil:
		t.place = own
	case f.Kind == syntax.Name:
		t.ref = self
	case f.Kind == syntax.Selected:
		v := l.AsTask(l.Quiet(func() types.Value { return l.Expr(f.X, sc, nil) }))
		switch {
		case v.Task != nil && !v.Task.Null && fixed(v.Task.Code):
			t.ref = v.Task
		case v.Place != nil && v.Place.Type != nil && v.Place.Type.Kind == types.ProtectedType && fixed(v.Place.Name()):
			t.place = v.Place
		}
	}
	switch {
	case t.place != nil:
		if t.op = l.Operation(t.place, f.Text); t.op != nil && t.op.Entry {
			t.family = t.op.Spec.Family
			return t, (t.family == nil) == (t.index == nil)
		}
	case t.ref != nil:
		if t.entry = t.ref.Group.Type.EntryDecl(f.Text); t.entry != nil {
			t.family = t.entry.Family
			return t, (t.family == nil) == (t.index == nil)
		}
	}
	return t, false
}

// fixed reports whether a name has no index, or indices that are numbers: it means the same to each task.
func fixed(code string) bool {
	for _, part := range strings.Split(code, "[")[1:] {
		if _, err := strconv.Atoi(strings.TrimSuffix(part, "]")); err != nil {
			return false
		}
	}
	return true
}

// Requeue lowers a requeue statement.
func (l *Tasks) Requeue(s *syntax.Stmt, sc *types.Scope) {
	g, ok := l.gotos[s]
	var t target
	if ok && g.v != "" {
		if g.u != nil {
			t, ok = l.targetOf(s, g.u.m.p, nil, sc)
		} else {
			t, ok = l.targetOf(s, nil, l.Task.Self(), sc)
		}
	}
	if !ok || g.v == "" {
		l.noTarget(s)
		return
	}
	if t.family != nil && g.u != nil { // the index is evaluated now
		in := t.place
		if in == nil {
			in = g.u.m.p
		}
		ft := l.SubtypeOf(t.family, in.Type.In)
		l.Put(l.TempPlace(l.requeueVar(g.u, s.Pos, ft), ft), l.Expr(t.index, sc, ft), t.index)
	}
	if g.u != nil && t.ref != nil && l.mayHaveEnded(t.ref) {
		l.Emit(s.Pos, "%s = %s", l.requeueVar(g.u, s.X.Pos, l.Boolean), l.Gone(t.ref))
	}
	l.joinsAgain(t, sc, s)
	l.Emit(s.Pos, "%s = %d", g.v, g.n)
	if len(l.Results) > 0 {
		l.Emit(s.Pos, "break %s", l.Results[len(l.Results)-1].Label)
	}
}

func (l *Tasks) noTarget(s *syntax.Stmt) {
	l.Unsupported(s, "the entry of this requeue is not known before the program runs",
		"an entry of the same object, or of an object with a name, is")
}

// requeueTargets numbers the requeue statements in the body of a protected entry, and emits the reset of the
// variable that takes the number.
func (l *Tasks) requeueTargets(u *entryUse) map[*syntax.Stmt]gotoTarget {
	out := map[*syntax.Stmt]gotoTarget{}
	list := requeues(u.op.Body.Statements())
	if len(list) == 0 {
		return out
	}
	v := l.requeueVar(u, token.Position{}, &types.Type{Kind: types.Integer, Hi: 31})
	for n, s := range list {
		out[s] = gotoTarget{v: v, n: n + 1, u: u}
	}
	l.Emit(u.e.Pos, "%s = 0", v)
	return out
}

// requeueVar returns the variable of the current task for the number of a requeue, or for the index of a family.
func (l *Tasks) requeueVar(u *entryUse, index token.Position, t *types.Type) string {
	name := "requeue_" + u.m.p.Base + "_" + u.op.Name
	if index.IsValid() {
		name += fmt.Sprintf("_at_%d_%d", index.Line, index.Column)
	}
	if l.Task != nil {
		name += "_" + l.Task.Name
	}
	name = types.Identifier(name)
	if !l.Taken[name] {
		l.Taken[name] = true
		l.Vars = append(l.Vars, &model.Storage{Name: name, Type: t, Owner: l.Task, Init: func() string { return "" }})
	}
	return name
}

// again reports whether a call may be requeued once more.
func (l *Tasks) again(d *syntax.Decl, pos token.Position) bool {
	depth := 0
	for _, c := range l.Calls {
		if c.Decl == d {
			depth++
		}
	}
	if depth > 2 {
		l.Note(model.Recursion, pos, "calls that are requeued to %s again are followed three times", d.Name)
	}
	return depth <= 2
}

// requeued goes on with a call of a protected entry that was requeued. cancelled is as in queued: a call that is
// requeued with abort may still be given up.
func (l *Tasks) requeued(u *entryUse, cancelled string) {
	if u.op.Body == nil {
		return
	}
	list := requeues(u.op.Body.Statements())
	if len(list) == 0 || !l.again(u.op.Spec, u.e.Pos) {
		return
	}
	outer := l.Calls
	l.Calls = append(l.Calls, &types.Entity{Decl: u.op.Spec})
	defer func() { l.Calls = outer }()
	v := l.requeueVar(u, token.Position{}, nil)
	sc := l.entryScope(u.m, u.op, u.family)
	for n, s := range list {
		t, ok := l.targetOf(s, u.m.p, nil, sc)
		if !ok {
			l.noTarget(s)
			continue
		}
		index := types.Value{}
		if t.family != nil {
			in := t.place
			if in == nil {
				in = u.m.p
			}
			ft := l.SubtypeOf(t.family, in.Type.In)
			index = l.Read(l.TempPlace(l.requeueVar(u, s.Pos, ft), ft))
		}
		l.Emit(u.e.Pos, "if %s == %d {", v, n+1)
		if t.ref != nil && l.mayHaveEnded(t.ref) {
			l.lost(l.requeueVar(u, s.X.Pos, l.Boolean), u.e.Pos)
		}
		l.keeps(s, func() { l.goOn(t, index, u.m, u.bounds, u.e, abortable(s, cancelled)) })
		l.Emit(u.e.Pos, "}")
	}
}

// lost raises an exception if variable gone says that the task had ended to which a protected entry requeued the
// call: Tasking_Error in Ada (RM 9.5.3(21)), Program_Error with GNAT.
func (l *Tasks) lost(gone string, pos token.Position) {
	l.Emit(pos, "if %s {", gone)
	l.NoteBeyond(model.Failing, pos, "a call is requeued to a task that has ended: Tasking_Error, but Program_Error with GNAT")
	l.Emit(pos, "choose {")
	l.Raise(types.Num(l.Integer, model.TaskingError), pos, "Tasking_Error")
	l.Emit(pos, "} or {")
	l.Raise(types.Num(l.Integer, model.ProgramError), pos, "Program_Error")
	l.Emit(pos, "}")
	l.Emit(pos, "}")
}

// keeps lowers the rest of a requeued call with f. The caller may be aborted meanwhile only if the requeue
// statement says with abort.
func (l *Tasks) keeps(s *syntax.Stmt, f func()) {
	if s.Word == "abort" {
		l.Interruptible(f)
		return
	}
	l.Deferred(f)
}

// requeuedCall goes on with a call of a task that was requeued.
func (l *Tasks) requeuedCall(ref *types.TaskRef, d *syntax.Decl, bounds []types.Bound, status string,
	e *syntax.Expr, cancelled string) {
	b := ref.Group.Type.Body()
	if b == nil || !l.again(d, e.Pos) {
		return
	}
	outer := l.Calls
	l.Calls = append(l.Calls, &types.Entity{Decl: d})
	defer func() { l.Calls = outer }()
	own := requeues(accepts(ref.Group, d))
	for n, s := range requeues(b.Decl.Statements()) { // the number n is that of the statement in the body
		if !slices.Contains(own, s) {
			continue
		}
		t, ok := l.targetOf(s, nil, ref, b.In)
		index := types.Value{}
		if ok && t.family != nil {
			index = l.Quiet(func() types.Value { return l.Expr(t.index, b.In, nil) })
			ok = index.Known
		}
		if !ok || n > requeueMost {
			l.noTarget(s)
			continue
		}
		l.Emit(e.Pos, "if %s == %d {", status, requeueBase+n)
		l.keeps(s, func() { l.goOn(t, index, nil, bounds, e, abortable(s, cancelled)) })
		l.Emit(e.Pos, "}")
	}
}

// abortable returns the variable that is set if a call was given up, or "" if requeue statement s rules that out.
func abortable(s *syntax.Stmt, cancelled string) string {
	if s.Word == "abort" {
		return cancelled
	}
	return ""
}

// givesUp reports whether one of some requeue statements leaves it possible to give up the call.
func givesUp(list []*syntax.Stmt) bool {
	return slices.ContainsFunc(list, func(s *syntax.Stmt) bool { return s.Word == "abort" })
}

// goOn calls the entry that a call was requeued to. m is the object that it was requeued in; cancelled is as in queued.
func (l *Tasks) goOn(t target, index types.Value, m *monitor, bounds []types.Bound, e *syntax.Expr, cancelled string) {
	if t.ref == nil {
		if len(syntax.Flat(t.op.Spec.Params)) == 0 {
			bounds = nil
		}
		next := &entryUse{m: m, op: t.op, bounds: bounds, e: e, family: index}
		if m != nil && m.p.Name() == t.place.Name() {
			l.queued(next, cancelled)
			return
		}
		next.m = l.inside(t.place)
		if l.queue(next) != "" { // it was counted when it was requeued
			l.queued(next, cancelled)
			return
		}
		l.perform(next, cancelled)
		return
	}
	if len(syntax.Flat(t.entry.Params)) == 0 {
		bounds = nil
	}
	s := l.entry(t.ref.Group, t.entry)
	at := ""
	if s.Family != nil {
		at = "[" + types.Offset(index, s.Family.Lo) + "]"
	}
	w := &waiting{text: "call " + t.ref.Code + "." + types.EntryWord(t.entry.Name) + at + l.passed(s, bounds, e),
		ref: t.ref, e: e, counted: true}
	if s.Queue != "" {
		w.queue = s.Queue + t.ref.Index() + at
	}
	after := func() { l.replied(t.ref, s, t.entry, bounds, e, cancelled) }
	if cancelled == "" {
		l.Single(w, after)
		return
	}
	l.callOr(w, after, e.Pos, func() { l.Emit(e.Pos, "%s = true", cancelled) })
}
