package eval

// This file lowers attributes.

import (
	"fmt"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

func (l *Evaluator) attribute(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	name := syntax.Fold(e.Text)
	arg := func(t *types.Type) types.Value {
		if len(e.Args) == 0 {
			return types.AnyOf(t, "")
		}
		return l.Expr(e.Args[0].Value, sc, t)
	}
	if syntax.ToClass(e) {
		return l.Expr(e.Args[0].Value, sc, want)
	}
	switch name {
	case "first", "last", "length":
		t := l.rangeOf(e, sc)
		switch {
		case t == nil:
			return types.AnyOf(l.Integer, "'"+e.Text)
		case name == "first":
			return types.Num(t, t.Lo)
		case name == "last":
			return types.Num(t, t.Hi)
		}
		return types.Num(l.Integer, max(0, t.Count()))
	case "pos", "enum_rep":
		v := arg(l.typeOf(e.X, sc))
		if v.Unknown || v.Type == nil || !v.Type.Discrete() {
			return types.AnyOf(l.Integer, v.Why)
		}
		if v.Type.Kind == types.Boolean && !v.Known {
			v.Code = fmt.Sprintf("(if %s then 1 else 0)", v.Code)
		}
		v.Type, v.Place = l.Integer, nil
		return v
	case "val", "enum_val":
		t := l.typeOf(e.X, sc)
		v := arg(l.Integer)
		if t == nil || v.Unknown || !t.Discrete() {
			if t != nil && narrows(v, t.Base()) {
				l.CheckFails(e, "'Val")
			}
			return types.AnyOf(t, v.Why)
		}
		v.Place = nil
		if t.Kind == types.Boolean && !v.Known {
			return types.Value{Type: t, Code: "(" + v.Code + " != 0)", Hi: 1, Shared: v.Shared}
		}
		l.Check(v, t.Base(), e)
		v.Type = t
		return v
	case "succ", "pred":
		t := l.typeOf(e.X, sc)
		op := map[string]string{"succ": "+", "pred": "-"}[name]
		v := arg(t)
		if t == nil || !t.Discrete() || t.Kind == types.Boolean {
			return types.AnyOf(t, v.Why)
		}
		r := l.Operate(op, v, types.Num(t, 1), e)
		if t.Kind == types.Enum {
			l.Check(r, t.Base(), e)
		}
		return r
	case "min", "max":
		t := l.typeOf(e.X, sc)
		if len(e.Args) != 2 || t == nil || !t.Discrete() {
			l.Effects(e.Args, sc)
			return types.AnyOf(t, "")
		}
		x, y := l.Expr(e.Args[0].Value, sc, t), l.Expr(e.Args[1].Value, sc, t)
		op := map[string]string{"min": "<=", "max": ">="}[name]
		c := l.compare(op, x, y)
		return l.either(c, e, t, func() types.Value { return x }, func() types.Value { return y })
	case "modulus":
		if t := l.typeOf(e.X, sc); t != nil && t.Kind == types.Modular {
			return types.Num(l.Integer, t.Base().Hi+1)
		}
	case "access", "unchecked_access", "unrestricted_access":
		if l.IsSubprogram(e.X, sc) {
			return types.Value{Type: &types.Type{Kind: types.Access, Target: l.Opaque}, Unknown: true,
				Why: "an access to a subprogram"}
		}
		if l.fixedName(e.X, sc) { // the place of a scalar, and not its value
			if v := l.Quiet(func() types.Value { return l.Place(e.X, sc) }); v.Place != nil && v.Place.Type.Scalar() {
				return types.Value{Type: v.Place.Type, Place: v.Place}
			}
		}
		v := l.Expr(e.X, sc, nil)
		if v.Place != nil || v.Task != nil {
			return v
		}
		return types.AnyOf(want, v.Why)
	case "count":
		return l.Context.CountOf(e, sc)
	case "callable", "terminated":
		v := l.Context.AsTask(l.Expr(e.X, sc, nil))
		if v.Task == nil {
			return types.AnyOf(l.Boolean, "'"+e.Text)
		}
		return l.ended(v.Task, name == "callable")
	case "valid":
		return l.Truth(true)
	case "image", "img", "wide_image", "value", "identity", "caller":
		l.Effects(e.Args, sc)
		if len(e.Args) == 0 && l.typeOf(e.X, sc) == nil { // of a value
			l.unfollowed(e, e.X)
		}
		if name == "value" {
			l.CheckFails(e, "'Value")
			return types.AnyOf(l.typeOf(e.X, sc), "'Value")
		}
		return types.AnyOf(l.Opaque, "")
	}
	l.Effects(e.Args, sc)
	if want == nil {
		want = l.Integer
	}
	return types.AnyOf(want, "'"+e.Text)
}

// fixedName reports whether a name always leads to the same object: it has no index, and no access value.
func (l *Evaluator) fixedName(e *syntax.Expr, sc *types.Scope) bool {
	for ; e.Kind == syntax.Selected && l.Look(e, sc) == nil; e = e.X {
		v := l.Quiet(func() types.Value { return l.Place(e.X, sc) })
		if e.Text == "all" || v.Place == nil || v.Place.Type.Kind == types.Access {
			return false
		}
	}
	return e.Kind == syntax.Name || e.Kind == syntax.Selected
}

// IsSubprogram reports whether a name is that of a subprogram, or of an operation of a protected object.
func (l *Evaluator) IsSubprogram(e *syntax.Expr, sc *types.Scope) bool {
	if ent := l.Look(e, sc); ent != nil || e.Kind != syntax.Selected {
		return ent != nil && ent.Kind == types.Subprogram
	}
	x := l.Quiet(func() types.Value { return l.Pointed(l.Expr(e.X, sc, nil), e) })
	return x.Place != nil && x.Place.Type.Kind == types.ProtectedType && l.Context.Operation(x.Place, e.Text) != nil
}

// typeOf returns the type that a prefix names, or nil if there is none.
func (l *Evaluator) typeOf(e *syntax.Expr, sc *types.Scope) *types.Type {
	if ent := l.Look(e, sc); ent != nil && ent.Kind == types.TypeEntity {
		return ent.Type
	}
	if e.Kind == syntax.Attribute && syntax.Fold(e.Text) == "base" {
		return l.typeOf(e.X, sc)
	}
	return nil
}

// ended returns the condition that a task has ended or, with callable, that it has not.
func (l *Evaluator) ended(t *types.TaskRef, callable bool) types.Value {
	code := l.EndedFlag(t.Group) + t.Index()
	if callable {
		code = "!" + l.Gone(t)
	}
	return types.Value{Type: l.Boolean, Code: code, Hi: 1, Shared: 1}
}
