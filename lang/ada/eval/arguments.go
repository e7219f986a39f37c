package eval

// This file chooses subprograms by their arguments, evaluates the arguments, and finds the places that names denote.

import (
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Overload chooses among subprograms by their arguments and the type that is wanted.
func (l *Evaluator) Overload(list []*types.Entity, args []syntax.Arg, sc *types.Scope,
	want *types.Type) *types.Entity {
	var best *types.Entity
	score := -1
	for _, f := range list {
		if f.Kind != types.Subprogram {
			continue
		}
		n, fits := 1, types.Required(f) <= len(args) && len(args) <= types.ParamCount(f)
		if fits {
			n += 100
		} else if types.Required(f) == 0 {
			n += 10
		}
		if fits && len(list) > 1 {
			for i, p := range syntax.Flat(f.Decl.Params) {
				x := syntax.Argument(args, i, p.Names[0].Name)
				if x == nil {
					continue
				}
				t := l.SubtypeOf(p.Type, f.In)
				v := l.Quiet(func() types.Value { return l.Expr(x, sc, t) })
				if v.Type != nil && v.Type.Base() == t.Base() {
					n += 3
				} else if v.Type != nil && v.Type.Kind != t.Kind {
					n -= 3
				}
			}
		}
		if f.Result() != nil && want != nil && len(list) > 1 && l.SubtypeOf(f.Result(), f.In).Base() == want.Base() {
			n += 2
		}
		if f.Body == nil && !f.Decl.Completed {
			n--
		}
		if n > score {
			best, score = f, n
		}
	}
	return best
}

// Fits reports whether arguments may be those of a call: by their number, and as a text is no number.
func (l *Evaluator) Fits(f *types.Entity, args []syntax.Arg) bool {
	if f.Kind != types.Subprogram || len(args) < types.Required(f) || len(args) > types.ParamCount(f) {
		return false
	}
	for i, p := range syntax.Flat(f.Decl.Params) {
		x := syntax.Argument(args, i, p.Names[0].Name)
		text := x != nil && (x.Kind == syntax.String || x.Kind == syntax.Binary && x.Text == "&" ||
			x.Kind == syntax.Attribute && (syntax.Fold(x.Text) == "image" || syntax.Fold(x.Text) == "img"))
		if text && l.SubtypeOf(p.Type, f.In).Discrete() {
			return false
		}
	}
	return true
}

// Bind evaluates the arguments of a call.
func (l *Evaluator) Bind(params []syntax.Param, args []syntax.Arg, sc, in *types.Scope) []types.Bound {
	var out []types.Bound
	for i, p := range syntax.Flat(params) {
		t := l.SubtypeOf(p.Type, in)
		x, from := syntax.Argument(args, i, p.Names[0].Name), sc
		if x == nil {
			x, from = p.Default, in
		}
		b := l.bindOne(p, t, x, from, in)
		l.fits(t, b, x)
		if b.Place != nil || p.Mode == "out" || p.Mode == "in out" {
			b.Back = l.constrains(x, sc, t)
		}
		if p.Mode != "out" && l.computes(x, b.Value, t) && t.Ranged {
			l.CheckFails(x, "a value of "+t.Name)
		}
		out = append(out, b)
	}
	return out
}

// constrains reports whether a variable may have a constraint that a value of the type of a parameter does not satisfy,
// and that is not modelled.
func (l *Evaluator) constrains(x *syntax.Expr, sc *types.Scope, t *types.Type) bool {
	if x == nil || l.Elaborating > 0 {
		return false
	}
	v := l.Quiet(func() types.Value { return l.Expr(x, sc, nil) })
	return v.Type != nil && v.Type.Ranged && v.Type != t
}

// Returned lets the checks of a constraint fail where parameters are copied back.
func (l *Evaluator) Returned(bounds []types.Bound, e *syntax.Expr) {
	if slices.ContainsFunc(bounds, func(b types.Bound) bool { return b.Back }) {
		l.CheckFails(e, "a value that is returned")
	}
}

// fits checks that an object which is passed has the discriminants that the subtype of the parameter fixes, and the
// bounds, in each mode (RM 6.4.1).
func (l *Evaluator) fits(t *types.Type, b types.Bound, x *syntax.Expr) {
	pl := b.Place
	if pl == nil {
		pl = b.Value.Place
	}
	if l.Elaborating == 0 && pl != nil && pl.Type != nil && t.OtherLength(pl.Type) {
		l.Raise(types.Num(l.Integer, model.ConstraintError), x.Pos, "Constraint_Error")
	}
	if l.Elaborating > 0 || pl == nil || t.Kind != types.Record || pl.Type == nil {
		return
	}
	formal := &types.Place{Type: t}
	for i := range t.Fields {
		f := &t.Fields[i]
		if d := pl.Type.Field(f.Name); d != nil {
			if to := l.PlacePart(formal, f); to.Const != nil {
				l.fixedPut(to, l.Read(l.PlacePart(pl, d)), x)
			}
		}
	}
}

// Fixed evaluates a name of a place that is used later: its indices do not change any more.
func (l *Evaluator) Fixed(f func()) {
	l.fixed++
	f()
	l.fixed--
}

// indexed evaluates the indices of an element.
func (l *Evaluator) indexed(args []syntax.Arg, t *types.Type, sc *types.Scope, e *syntax.Expr) []types.Value {
	var idx []types.Value
	for i, a := range args {
		v := l.Expr(a.Value, sc, t.Index[i])
		if v.Unknown {
			v = l.Chosen(v, t.Index[i], e)
		}
		if l.fixed > 0 && l.Elaborating == 0 {
			v = l.Held(v, e)
		}
		idx = append(idx, v)
	}
	return idx
}

// copied reports whether passing a parameter by copy can be observed: other tasks or the subprogram itself see the
// variable, or the call may end by an exception or an abort, which copy nothing back.
func (l *Evaluator) copied(p *types.Place, x *syntax.Expr, in *types.Scope) bool {
	handled := func(f *Frame) bool { return f.Label != "" && !f.Passes }
	if p.Shared || len(l.Exits()) > 0 || slices.ContainsFunc(l.Frames, handled) {
		return true
	}
	for x.Kind == syntax.Apply || x.Kind == syntax.Selected || x.Kind == syntax.Paren {
		x = x.X
	}
	ent := l.Look(x, in)
	return ent != nil && ent.Kind == types.Variable && ent.Place != nil && strings.HasPrefix(p.Base, ent.Place.Base)
}

func (l *Evaluator) bindOne(p syntax.Param, t *types.Type, x *syntax.Expr, sc, in *types.Scope) types.Bound {
	if x == nil {
		return types.Bound{Value: types.AnyOf(t, "")}
	}
	if p.Mode == "out" || p.Mode == "in out" {
		var pl *types.Place
		l.Fixed(func() { pl = l.Target(x, sc) })
		if pl == nil {
			return types.Bound{Value: types.AnyOf(t, "")}
		}
		if pl.Type.Scalar() && l.Elaborating == 0 && l.copied(pl, x, in) {
			c := l.TempPlace(l.Temp(t, p.Names[0].Name), t)
			if p.Mode == "in out" {
				l.Put(c, l.Read(pl), x)
			}
			return types.Bound{Place: c, Copy: pl}
		}
		return types.Bound{Place: pl}
	}
	var v types.Value
	if t.Kind == types.Record || t.Kind == types.Array {
		l.Fixed(func() { v = l.Expr(x, sc, t) })
	} else {
		v = l.Expr(x, sc, t)
	}
	switch {
	case v.Aggregate != nil && (t.Kind == types.Record || t.Kind == types.Array):
		pl := l.Local(p.Names[0].Name, t, x)
		l.Put(pl, v, x)
		v = types.Value{Type: t, Place: pl}
	case t.Scalar() && v.Unknown && v.Why == "" && l.Elaborating == 0:
		v = l.Chosen(v, t, x)
	case t.Scalar() && l.Elaborating == 0:
		v = l.Held(v, x)
		if t.Discrete() && !v.Unknown {
			v = l.convert(v, t, x)
		}
	}
	return types.Bound{Value: v}
}

// Local declares a new object of the current task.
func (l *Evaluator) Local(name string, t *types.Type, e *syntax.Expr) *types.Place {
	if l.Elaborating > 0 || l.Hushed > 0 {
		return &types.Place{Base: name, Shown: name, Type: t, Init: l.Inner(types.Initial(t)),
			Parts: map[string]types.Value{}}
	}
	return l.Declare(name, name, t, false, e.Pos)
}

// Target returns the place that a name denotes, or nil if it is not modelled.
func (l *Evaluator) Target(e *syntax.Expr, sc *types.Scope) *types.Place {
	if syntax.ToClass(e) {
		return l.Target(e.Args[0].Value, sc)
	}
	if e.Kind == syntax.Apply {
		if ent := l.Look(e.X, sc); ent != nil && ent.Kind == types.TypeEntity && len(e.Args) == 1 {
			return l.Target(e.Args[0].Value, sc)
		}
	}
	if ent := l.Look(e, sc); ent != nil {
		switch ent.Kind {
		case types.Constant:
			if ent.Value.Place != nil {
				return ent.Value.Place
			}
			if ent.Value.Type != nil && ent.Value.Type.Scalar() {
				l.Errorf(e.Pos, e.Len, model.Mismatch, "%s is constant", ent.Name)
			}
			return nil
		case types.Variable:
			return ent.Place
		}
	}
	switch e.Kind {
	case syntax.Name, syntax.Selected, syntax.Apply, syntax.Paren:
		v := l.Place(e, sc)
		return v.Place
	}
	return nil
}

// Place evaluates a name without reading it: elements keep their places while the program is elaborated.
func (l *Evaluator) Place(e *syntax.Expr, sc *types.Scope) types.Value {
	if syntax.ToClass(e) {
		return l.Place(e.Args[0].Value, sc)
	}
	switch e.Kind {
	case syntax.Paren:
		return l.Place(e.X, sc)
	case syntax.Selected:
		if l.Look(e, sc) == nil && e.Text != "all" {
			x := l.pointed(l.Place(e.X, sc), e)
			if x.Place != nil && x.Place.Type != nil {
				if f := x.Place.Type.Field(e.Text); f != nil {
					l.selected(x.Place, f, e)
					c := l.PlacePart(x.Place, f)
					return types.Value{Type: c.Type, Place: c}
				}
			}
			return types.Value{}
		}
		if e.Text == "all" && l.Look(e, sc) == nil {
			x := l.pointed(l.Place(e.X, sc), e)
			if p := x.Place; p != nil && p.Type.Kind == types.Access && !p.Type.Scalar() { // it leads to no place that is known
				l.Note(model.MayWait, e.Pos, "it is not known which object %s is: it is not changed in the model", syntax.Path(e))
				l.Emit(e.Pos, "skip")
				return types.Value{}
			}
			return x
		}
	case syntax.Apply:
		if l.Look(e.X, sc) == nil || l.Look(e.X, sc).Kind == types.Variable || l.Look(e.X,
			sc).Kind == types.Constant {
			x := l.pointed(l.Place(e.X, sc), e)
			if x.Place == nil || x.Place.Type.Kind != types.Array || len(e.Args) != len(x.Place.Type.Index) ||
				l.slice(e.Args[0].Value, sc) {
				l.Effects(e.Args, sc)
				if x.Place != nil && x.Place.Type.Kind == types.Array { // a slice: any elements may change
					l.Put(x.Place, types.AnyOf(x.Place.Type, "a slice of "+x.Place.Shown), e)
				}
				return types.Value{}
			}
			idx := l.indexed(e.Args, x.Place.Type, sc, e)
			c := l.Element(x.Place, idx, e)
			if x.Place.Type.Large() {
				return types.Value{}
			}
			return types.Value{Type: c.Type, Place: c}
		}
	}
	if ent := l.Look(e, sc); ent != nil && ent.Kind == types.Variable {
		return types.Value{Type: ent.Place.Type, Place: ent.Place}
	}
	v := l.Expr(e, sc, nil)
	if v.Code != "" && v.Place == nil && !leads(v) {
		return types.Value{}
	}
	return v
}

// leads reports whether a value is an access value that the model follows.
func leads(v types.Value) bool {
	return v.Type != nil && v.Type.Kind == types.Access && v.Type.Scalar()
}

// pointed returns the object that a place with an access value leads to, or the place itself.
func (l *Evaluator) pointed(v types.Value, e *syntax.Expr) types.Value {
	if v.Place == nil && leads(v) {
		if p, ok := l.deref(v, e); ok {
			return types.Value{Type: p.Type, Place: p}
		}
		return v
	}
	if v.Place == nil || v.Place.Type == nil || v.Place.Type.Kind != types.Access || !v.Place.Type.Scalar() {
		return v
	}
	if p, ok := l.deref(l.Read(v.Place), e); ok {
		return types.Value{Type: p.Type, Place: p}
	}
	return v
}

// slice reports whether an argument is a range, not an index.
func (l *Evaluator) slice(e *syntax.Expr, sc *types.Scope) bool {
	if e.Kind == syntax.Range || e.Kind == syntax.Constraint || e.Kind == syntax.Attribute &&
		syntax.Fold(e.Text) == "range" {
		return true
	}
	ent := l.Look(e, sc)
	return ent != nil && ent.Kind == types.TypeEntity
}
