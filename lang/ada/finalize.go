package ada

// This file lowers what Ada.Finalization calls: Initialize where an object is declared, Adjust behind a copy, Finalize
// where its scope is left, and before it gets another value.
//
//	declare
//	   G : Guard;          becomes   Initialize (G);
//	begin                            ..
//	   ..                            Finalize (G);
//	end;
//
// What is not followed is a note (U32), unless nothing would be called.

import (
	"go/token"
	"slices"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// final finalizes an object of the library level, or of the main procedure (late).
type final struct {
	late bool
	do   func()
}

// maxControlled is how many controlled parts of an object are followed.
const maxControlled = 64

// operationOf returns the operation of a controlled type with a name, or nil if that is the inherited one, which
// does nothing.
func operationOf(t *types.Type, name string) *types.Entity {
	for u := t; u != nil; u = u.Parent {
		if u.In == nil {
			continue
		}
		for _, ent := range u.In.Names[name] {
			if params := paramsOf(ent); len(params) == 1 &&
				syntax.Fold(syntax.LastName(syntax.OrEmpty(params[0].Type))) == syntax.Fold(u.Name) {
				return ent
			}
		}
	}
	return nil
}

func paramsOf(ent *types.Entity) []syntax.Param {
	if ent.Kind != types.Subprogram || ent.Decl == nil {
		return nil
	}
	return syntax.Flat(ent.Decl.Params)
}

// acts reports whether an object of a type, or a part of it, has one of these operations, so that there is
// something to call.
func (l *lowerer) acts(t *types.Type, names ...string) bool {
	return t.Has(func(u *types.Type) bool {
		return u.Controlled && slices.ContainsFunc(names, func(n string) bool { return operationOf(u, n) != nil })
	})
}

// controlled declares what is called for a new object. init is its initial value; nil: it has its default.
func (l *lowerer) controlled(id syntax.Ident, p *types.Place, t *types.Type, init *syntax.Expr, sc *types.Scope) {
	if l.Hushed > 0 || !l.acts(t, "initialize", "adjust", "finalize") {
		return
	}
	begin := func() { l.apply(p, t, "initialize", id.Pos) }
	if init != nil {
		begin = func() { l.copied(p, t, init, sc, id.Pos) }
	}
	end := func() { l.apply(p, t, "finalize", id.Pos) }
	switch {
	case l.Elaborating > 0 && len(l.Results) > 0:
		l.Note(model.Unfinalized, id.Pos, "%s is used before the tasks run: what finalizes it is not followed", id.Name)
	case l.Elaborating > 0:
		for _, name := range []string{"initialize", "adjust"} {
			l.executes(&syntax.Expr{Kind: syntax.Name, Text: name})
		}
		l.Prologue = append(l.Prologue, begin)
		l.finals = append(l.finals, final{late: l.Late, do: end})
	default:
		l.Step(id.Pos) // who is aborted before has nothing to finalize
		l.Deferred(begin)
		l.Enter(&eval.Frame{Cleanup: end, Finalizes: true})
	}
}

// copied adjusts an object that has the value of an expression. An aggregate is built in place; what happens to the
// result of a function is up to the compiler (RM 7.6(21)).
func (l *lowerer) copied(p *types.Place, t *types.Type, x *syntax.Expr, sc *types.Scope, pos token.Position) {
	switch {
	case x.Kind == syntax.Aggregate:
	case l.isObject(x, sc):
		l.apply(p, t, "adjust", pos)
	case l.acts(t, "adjust", "finalize"):
		l.Note(model.Unfinalized, pos, "what adjusts and finalizes the result of a function is not followed")
	}
}

// isObject reports whether an expression is the name of an object.
func (l *lowerer) isObject(x *syntax.Expr, sc *types.Scope) bool {
	switch x.Kind {
	case syntax.Selected, syntax.Apply:
		if ent := l.Look(x, sc); ent != nil {
			return ent.Kind == types.Variable || ent.Kind == types.Constant
		}
		return l.isObject(x.X, sc)
	case syntax.Name:
		ent := l.Look(x, sc)
		return ent != nil && (ent.Kind == types.Variable || ent.Kind == types.Constant)
	}
	return false
}

// assignControlled assigns to an object with controlled parts.
func (l *lowerer) assignControlled(p *types.Place, s *syntax.Stmt, sc *types.Scope) {
	v := l.Expr(s.Y, sc, p.Type)
	if !l.isObject(s.Y, sc) {
		l.Note(model.Unfinalized, s.Pos, "what finalizes the value that is assigned here is not followed")
	}
	l.Step(s.Pos)
	l.Deferred(func() {
		l.apply(p, p.Type, "finalize", s.Pos)
		l.Put(p, v, s.Y)
		l.apply(p, p.Type, "adjust", s.Pos)
	})
}

// apply calls operation name for each controlled part of an object. Initialize and Adjust of an object come after
// those of its components; Finalize comes before, and goes through the components in the opposite order.
func (l *lowerer) apply(p *types.Place, t *types.Type, name string, pos token.Position) {
	n := 0
	l.eachControlled(p, t, name == "finalize", pos, func(q *types.Place, u *types.Type) {
		ent := operationOf(u, name)
		if n++; ent == nil || !l.Tick(pos) {
			return
		}
		if n > maxControlled {
			l.Note(model.Unfinalized, pos, "of the controlled parts of %s, %d are followed", p.Shown, maxControlled)
			return
		}
		l.applied(ent, q, name, pos)
	})
}

// applied calls an operation. An exception of Finalize becomes Program_Error (RM 7.6.1(20)).
func (l *lowerer) applied(ent *types.Entity, q *types.Place, name string, pos token.Position) {
	e := &syntax.Expr{Pos: pos, Len: 1}
	if name != "finalize" {
		l.Inline(ent, []types.Bound{{Place: q}}, e)
		return
	}
	f := &eval.Frame{Label: l.Unique("finalizing"), Exception: l.Temp(l.ExcType(), "raised"),
		Covers: func(int64) bool { return true }}
	l.Labelled("finalized", pos, func(out string) {
		l.Frames = append(l.Frames, f)
		lines := l.Capture(func() { l.Inline(ent, []types.Bound{{Place: q}}, e) })
		l.Frames = l.Frames[:len(l.Frames)-1]
		if !f.Used {
			l.Append(lines)
			return
		}
		l.Once(f.Label, lines, out, pos)
		l.Raise(types.Num(l.Integer, model.ProgramError), pos, "Program_Error")
	})
}

// eachControlled visits the controlled parts of an object: the components in order, then the object itself. If
// last is set, the order is the opposite.
func (l *lowerer) eachControlled(p *types.Place, t *types.Type, last bool, pos token.Position,
	f func(*types.Place, *types.Type)) {
	if !t.Has(types.IsControlled) {
		return
	}
	if last && t.Controlled {
		f(p, t)
	}
	var parts []*types.Place
	switch t.Kind {
	case types.Record, types.ProtectedType:
		for i := range t.Fields {
			f := &t.Fields[i]
			has, sure := l.Present(p, f)
			if !sure && f.Type.Has(types.IsControlled) {
				l.Note(model.Unfinalized, pos, "%s may have %s or not: what finalizes it is not followed", p.Shown, f.Name)
			} else if has {
				parts = append(parts, l.PlacePart(p, f))
			}
		}
	case types.Array:
		l.EachIndex(t.Index, func(idx []types.Value) { parts = append(parts, l.Element(p, idx, nil)) })
	}
	if last {
		slices.Reverse(parts)
	}
	for _, q := range parts {
		l.eachControlled(q, q.Type, last, pos, f)
	}
	if !last && t.Controlled {
		f(p, t)
	}
}

// finish lowers the statements of the main procedure, and what follows them: the program waits for its tasks, and
// finalizes the objects of the main procedure, and then those of the library level.
func (l *lowerer) finish(pos token.Position, statements func()) {
	if len(l.finals) == 0 {
		statements()
		return
	}
	for _, late := range []bool{false, true} {
		for _, f := range l.finals {
			if f.late == late {
				l.Frames = append(l.Frames, &eval.Frame{Cleanup: f.do})
			}
		}
		var mine []*types.Group
		for _, g := range l.Groups {
			if g.Late == late && !g.Nested && !g.Pool {
				mine = append(mine, g)
			}
			if g.Pool && late {
				l.Note(model.OtherMaster, g.Pos, "the program finalizes objects at its end: "+
					"that it waits for allocated tasks before is not followed")
			}
		}
		if len(mine) > 0 {
			l.Frames = append(l.Frames, &eval.Frame{Cleanup: l.waiting(mine, nil, false, pos)})
		}
	}
	lines := l.Capture(statements)
	l.Append(lines)
	if !model.Leaves(lines) {
		l.WayOut(0)
	}
	l.Frames = nil
}

// AllocatedObject lowers the Initialize of an object that allocator e has just made.
func (l *lowerer) AllocatedObject(v types.Value, t *types.Type, e *syntax.Expr) {
	if l.Hushed > 0 || l.Elaborating > 0 || !l.acts(t, "initialize", "adjust", "finalize") {
		return
	}
	if e.X.Kind != syntax.Qualified {
		p := l.Pointed(v, e).Place
		l.Deferred(func() { l.apply(p, t, "initialize", e.Pos) })
	}
	l.Note(model.Unfinalized, e.Pos, "an object that is allocated here is finalized by Unchecked_Deallocation only")
}
