package tasking

// This file lowers requeue from an accept statement: the caller is told which entry it calls next.

import (
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// requeueBase is the first status that asks the caller to call another entry.
const requeueBase = 48

// requeuedCall calls the entry to which a task requeued a call.
func (l *Tasks) requeuedCall(ref *types.TaskRef, s *types.EntrySpec, d *syntax.Decl, bounds []types.Bound,
	status string,
	e *syntax.Expr) {
	depth := 0
	for _, c := range l.Calls {
		if c.Decl == d {
			depth++
		}
	}
	if depth > 2 {
		l.Note(model.Recursion, e.Pos, "calls that are requeued to %s again are followed three times", d.Name)
		return
	}
	b := ref.Group.Type.In.Own(ref.Group.Type.Decl.Name + "'body")
	if b == nil {
		return
	}
	seen := map[string]bool{}
	syntax.EachStmt(b.Decl.Body, func(st *syntax.Stmt) {
		if st.Kind != syntax.Accept || syntax.Fold(st.Label) != syntax.Fold(d.Name) {
			return
		}
		syntax.EachStmt(st.Body, func(x *syntax.Stmt) {
			if x.Kind == syntax.Requeue {
				seen[syntax.Fold(syntax.LastName(x.X))] = true
			}
		})
	})
	l.Calls = append(l.Calls, &types.Entity{Decl: d})
	defer func() { l.Calls = l.Calls[:len(l.Calls)-1] }()
	for n, t := range ref.Group.Targets() {
		if !seen[syntax.Fold(t.Name)] {
			continue
		}
		ts := l.entry(ref.Group, t)
		l.Emit(e.Pos, "if %s == %d {", status, requeueBase+n)
		use := bounds
		if len(t.Params) == 0 {
			use = nil
		}
		if ts.Family != nil {
			l.Errorf(e.Pos, e.Len, model.Unsupported, "requeue to a family of entries is not modelled")
			l.Emit(e.Pos, "}")
			continue
		}
		w := &waiting{text: "call " + ref.Code + "." + types.EntryWord(t.Name) + l.passed(ts, use, e), ref: ref, e: e}
		l.Single(w, func() { l.replied(ref, ts, t, use, e) })
		l.Emit(e.Pos, "}")
	}
}

// Requeue lowers requeue, in a protected entry or an accept statement.
func (l *Tasks) Requeue(s *syntax.Stmt, sc *types.Scope) {
	f := s.X
	if f.Kind == syntax.Apply {
		f = f.X
	}
	t, ok := l.gotos[syntax.Fold(f.Text)]
	if !ok || t.v == "" || f.Kind == syntax.Selected && l.Look(f, sc) == nil && !l.ownObject(f.X, sc) {
		l.Unsupported(s, "this requeue leads to another object, which is not modelled",
			"a requeue to an entry of the same object is")
		return
	}
	if l.Task != nil && l.Atomic > 0 && t.u != nil {
		if c := l.count(t.u.m, t.u.op.Name); c != nil && t.u.m.counts {
			l.Emit(s.Pos, "%s = %s + 1", c.Name(), c.Name())
		}
	}
	l.Emit(s.Pos, "%s = %d", t.v, t.n)
	if len(l.Results) > 0 {
		l.Emit(s.Pos, "break %s", l.Results[len(l.Results)-1].Label)
	}
}

func (l *Tasks) ownObject(e *syntax.Expr, sc *types.Scope) bool {
	v := l.Quiet(func() types.Value { return l.Expr(e, sc, nil) })
	return v.Task != nil && l.Task != nil && v.Task.Group == l.Task.Group && l.Task.Index == ""
}
