package ada

// This file finds the operations of tagged types: those that X.Operation (..) names, and those that a call with an
// operand of a class leads to.

import (
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// controls reports whether a parameter is of a type, of its class, or of an access to one of these.
func controls(p syntax.Param, t *types.Type) bool {
	e := p.Type
	for e != nil && (syntax.OfClass(e) || e.Kind == syntax.AccessType) {
		e = e.X
	}
	return e != nil && syntax.Fold(syntax.LastName(e)) == syntax.Fold(t.Name)
}

// primitive returns the operation of type t with a name whose parameter i is of the type: its own operation, or
// one that it inherits. It returns nil if there is none.
func primitive(t *types.Type, name string, i int) *types.Entity {
	for u := t.Base(); u != nil; u = u.Parent {
		if u.In == nil {
			continue
		}
		for _, ent := range slices.Backward(u.In.Names[syntax.Fold(name)]) {
			if params := paramsOf(ent); i < len(params) && controls(params[i], u) {
				return ent
			}
		}
	}
	return nil
}

// operand returns the object of operand x. class reports whether x has a class-wide type, so that a call
// dispatches. exact is false if the type of the object is not known.
func (l *lowerer) operand(x *syntax.Expr, sc *types.Scope) (p *types.Place, class, exact bool) {
	v := l.Quiet(func() types.Value { return l.Pointed(l.Expr(x, sc, nil), x) })
	exact = v.Place != nil && !v.Place.Some
	switch ent := l.Look(x, sc); {
	case syntax.ToClass(x):
		_, _, exact = l.operand(x.Args[0].Value, sc)
		class = true
	case x.Kind == syntax.Apply:
		f := l.Look(x.X, sc)
		class = f != nil && f.Kind == types.Subprogram && syntax.OfClass(f.Result())
		exact = exact && !class
	case ent != nil:
		class = ent.Class
	}
	return v.Place, class, exact
}

// Method returns the operation that X.Name stands for, where X is an object of a tagged type. It returns nil if
// there is no such operation.
func (l *lowerer) Method(f *syntax.Expr, sc *types.Scope) *types.Entity {
	p, class, _ := l.operand(f.X, sc)
	if p == nil || p.Type.Kind != types.Record {
		return nil
	}
	t := p.Type
	if ent := l.Look(f.X, sc); ent != nil && !class && ent.View != nil && ent.View.Kind != types.Access {
		t = ent.View
	}
	if g := primitive(t, f.Text, 0); g != nil {
		return g
	}
	for c := sc; c != nil; c = c.Parent { // one that is declared elsewhere, as of a class
		for u := t.Base(); u != nil; u = u.Parent {
			if g := c.Own(f.Text); g != nil && len(paramsOf(g)) > 0 && controls(paramsOf(g)[0], u) {
				return g
			}
		}
	}
	return nil
}

// dispatched returns the subprogram that a call of f executes: if an operand has a class-wide type, the operation
// of the object's type, and otherwise f.
func (l *lowerer) dispatched(f *types.Entity, args []syntax.Arg, sc *types.Scope, e *syntax.Expr) *types.Entity {
	for i, q := range paramsOf(f) {
		x := syntax.Argument(args, i, q.Names[0].Name)
		if x == nil || syntax.OfClass(q.Type) || x.Kind == syntax.Aggregate {
			continue
		}
		t := l.SubtypeOf(q.Type, f.In)
		if t.Kind != types.Record && t.Kind != types.Opaque || primitive(t, f.Name, i) != f {
			continue
		}
		p, class, exact := l.operand(x, sc)
		switch {
		case !class:
		case !exact:
			l.Note(model.MayWait, e.Pos, "which operation %s of a class is called is not known", f.Name)
			l.Emit(e.Pos, "skip")
		default:
			if g := primitive(p.Type, f.Name, i); g != nil {
				return g
			}
		}
	}
	return f
}
