package tasking

// This file counts the calls that wait at entries whose queues the program observes, and marks where one of several
// is served. Ada serves the first of a queue (RM D.4); the model serves any. Where nothing observes a queue, a call
// that is served later than one behind it may as well have come later, so that the order makes no execution that Ada
// does not have. A queue is observed by E'Count, and by a requeue, which puts a call into it in a step of its own.

import (
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// queueOf declares the counter of the calls that wait at an entry. A caller counts itself before it calls.
func (l *Tasks) queueOf(g *types.Group, s *types.EntrySpec, d *syntax.Decl) {
	s.Queue = l.Unique(g.Name + "_" + d.Name + "_count")
	v := &model.Storage{Name: s.Queue, Type: &types.Type{Kind: types.Integer, Hi: 31}}
	sh := model.Shown{Text: l.Shown[g.Name].Text + "." + d.Name + "'Count"}
	v.Init = func() string { return "" }
	if g.Index != nil {
		v.Dims = append(v.Dims, 0)
		v.Init = func() string { v.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
		sh.Dims = append(sh.Dims, g.Index)
	}
	if s.Family != nil {
		v.Dims = append(v.Dims, max(1, s.Family.Count()))
		sh.Dims = append(sh.Dims, s.Family)
	}
	l.Vars = append(l.Vars, v)
	l.Shown[s.Queue] = sh
}

// observed reports whether the body of a task asks how many calls wait at an entry, or calls are requeued to it.
func (l *Tasks) observed(body, d *syntax.Decl) bool {
	found := l.Requeued[syntax.Fold(d.Name)]
	syntax.Everywhere(body, func(e *syntax.Expr) {
		found = found || e.Kind == syntax.Attribute && syntax.Fold(e.Text) == "count" &&
			syntax.Fold(syntax.LastName(e.X)) == syntax.Fold(d.Name)
	})
	return found
}

// joins counts a call that is about to wait.
func (l *Tasks) joins(w *waiting) {
	if w.queue != "" && !w.counted {
		l.Emit(w.e.Pos, "%s = %s + 1", w.queue, w.queue)
	}
}

// served takes a call out of a queue. If others wait there, another one may have been the first.
func (l *Tasks) served(queue string, pos token.Position) {
	l.Emit(pos, "%s = %s - 1", queue, queue)
	l.Emit(pos, "if %s > 0 {", queue)
	l.NoteBeyond(model.AnyOrder, pos, "of several calls that wait, any is served; Ada takes the first")
	l.Emit(pos, "}")
}

// joinsAgain counts a requeued call at the requeue statement, so that calls which others make later are behind it.
func (l *Tasks) joinsAgain(t target, sc *types.Scope, s *syntax.Stmt) {
	if t.ref != nil {
		if q := l.queueOfTarget(t, sc); q != "" {
			l.Emit(s.Pos, "%s = %s + 1", q, q)
		}
		return
	}
	u := &entryUse{m: l.inside(t.place), op: t.op, e: s.X}
	q := l.queue(u)
	if q == "" {
		return
	}
	l.Emit(s.Pos, "%s = %s + 1", q, q)
	if b, ok := l.barrier(u.m, u.op, types.Value{}, u.e); ok && l.foreign(u.m, u.op) {
		l.Put(l.opened(u.m, u.op), b, u.e)
	}
}

// queueOfTarget returns the variable that counts the calls waiting at the target of a requeue, if that is an entry
// of a task, and "" if nothing counts them.
func (l *Tasks) queueOfTarget(t target, sc *types.Scope) string {
	s := l.entry(t.ref.Group, t.entry)
	if s.Queue == "" {
		return ""
	}
	q := s.Queue + t.ref.Index()
	if s.Family != nil {
		q += "[" + types.Offset(l.Expr(t.index, sc, s.Family), s.Family.Lo) + "]"
	}
	return q
}

// waitingCalls returns the value of E'Count for an entry of the current task.
func (l *Tasks) waitingCalls(d *syntax.Decl, args []syntax.Arg, sc *types.Scope) types.Value {
	g := l.CurrentGroup()
	if g == nil {
		return types.AnyOf(l.Integer, "'Count")
	}
	s := l.entry(g, d)
	if s.Queue == "" {
		return types.AnyOf(l.Integer, "'Count")
	}
	code := s.Queue + l.Task.Self().Index()
	if s.Family != nil {
		if len(args) == 0 {
			return types.AnyOf(l.Integer, "'Count")
		}
		code += "[" + types.Offset(l.Expr(args[0].Value, sc, s.Family), s.Family.Lo) + "]"
	}
	return types.Value{Type: l.Integer, Code: code, Hi: 31, Shared: 1}
}
