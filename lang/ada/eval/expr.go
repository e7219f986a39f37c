package eval

// This file lowers expressions: to constants, or to expressions of the task language. Calls of functions are
// inlined before the statement in which they stand.

import (
	"fmt"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Expr lowers an expression; want is the type that its place asks for, or nil.
func (l *Evaluator) Expr(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	if e == nil {
		return types.AnyOf(want, "")
	}
	if !l.Tick(e.Pos) {
		return types.AnyOf(want, "")
	}
	switch e.Kind {
	case syntax.Paren:
		return l.Expr(e.X, sc, want)
	case syntax.Number:
		n, ok := syntax.IntegerOf(e.Text)
		if !ok {
			return types.AnyOf(l.Opaque, "")
		}
		t := l.Integer
		if want != nil && (want.Kind == types.Integer || want.Kind == types.Modular) {
			t = want.Base()
		}
		return types.Num(t, n)
	case syntax.String:
		return types.AnyOf(l.Opaque, "")
	case syntax.Range: // of a slice
		if l.Context.Acts(e) {
			l.Expr(e.X, sc, nil)
			l.Expr(e.Y, sc, nil)
		}
		return types.AnyOf(want, "")
	case syntax.Char, syntax.Name, syntax.Selected:
		return l.name(e, sc, want)
	case syntax.Null:
		t := want
		if t == nil {
			t = &types.Type{Kind: types.Access, Target: l.Opaque}
		}
		return types.Num(t, -1)
	case syntax.Apply:
		return l.apply(e, sc, want)
	case syntax.Attribute:
		return l.attribute(e, sc, want)
	case syntax.Qualified:
		t := l.SubtypeOf(e.X, sc)
		return l.Expr(e.Args[0].Value, sc, t)
	case syntax.Unary:
		return l.unary(e, sc, want)
	case syntax.Binary:
		return l.binary(e, sc, want)
	case syntax.In:
		return l.membership(e, sc)
	case syntax.If:
		return l.ifExpr(e, e.Args, sc, want)
	case syntax.Case:
		return l.caseExpr(e, sc, want)
	case syntax.Quantified:
		return l.quantified(e, sc)
	case syntax.Aggregate:
		return types.Value{Type: want, Aggregate: &types.Aggregate{E: e, Sc: sc}}
	case syntax.New:
		return l.Context.Allocate(e, sc, want)
	case syntax.Raise:
		l.RaiseNamed(e.X, sc, e)
		return types.AnyOf(want, "")
	}
	return types.AnyOf(want, "")
}

// static returns the value of an expression that is known before the program runs.
func (l *Evaluator) static(e *syntax.Expr, sc *types.Scope, want *types.Type) (types.Value, bool) {
	v := l.Quiet(func() types.Value { return l.Expr(e, sc, want) })
	return v, v.Known
}

// Quiet evaluates f without emitting lines or messages.
func (l *Evaluator) Quiet(f func() types.Value) types.Value {
	var scratch []model.Line
	out, list, notes := l.Out, l.List, l.Notes
	l.Out, l.List, l.Notes = &scratch, nil, nil
	l.Hushed++
	m := l.mark()
	v := f()
	l.Undo(m)
	l.Hushed--
	l.Out, l.List, l.Notes = out, list, notes
	return v
}

// name lowers a name: a constant, a variable, a component, a call without arguments.
func (l *Evaluator) name(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	list := l.Candidates(e, sc)
	if len(list) == 0 {
		if e.Kind == syntax.Selected {
			return l.component(e, sc, want)
		}
		if e.Kind == syntax.Char {
			return types.AnyOf(l.Opaque, "")
		}
		l.Undeclared(e, sc)
		return types.AnyOf(want, "")
	}
	ent := list[0]
	if types.Overloads(ent) && len(list) > 1 {
		for _, c := range list { // by the type that is wanted
			var t *types.Type
			switch {
			case c.Kind == types.Literal:
				t = c.Type
			case c.Kind == types.Subprogram && c.Result() != nil && types.Required(c) == 0:
				t = l.SubtypeOf(c.Result(), c.In)
			}
			if t != nil && want != nil && t.Base() == want.Base() {
				ent = c
				break
			}
		}
	}
	switch ent.Kind {
	case types.Variable:
		return l.Read(ent.Place)
	case types.Constant, types.Literal:
		return ent.Value
	case types.Subprogram:
		return l.Context.Call(ent, nil, sc, e)
	case types.Random:
		return types.Anything(ent.Type)
	case types.Library:
		if ent.Type != nil {
			return types.Anything(ent.Type)
		}
		l.LibraryFails(e, ent.Name)
		return types.AnyOf(want, "the library ("+ent.Name+")")
	case types.TypeEntity: // in its own body: the current task
		if ent.Type.Kind == types.TaskType && l.Task != nil {
			return types.Value{Type: ent.Type, Task: l.Task.Self()}
		}
	case types.Exception, types.PackageEntity:
		return types.AnyOf(l.Opaque, "")
	}
	return types.AnyOf(want, "")
}

// Read returns the value of a place.
func (l *Evaluator) Read(p *types.Place) types.Value {
	switch {
	case p.Const != nil:
		return *p.Const
	case p.Task != nil:
		return types.Value{Type: p.Type, Task: p.Task, Place: p}
	case p.Type.Kind == types.TaskType:
		g := l.Kept[p.Base]
		if g == nil {
			return types.AnyOf(p.Type, "the task "+p.Shown)
		}
		return types.Value{Type: p.Type, Task: &types.TaskRef{Group: g, Code: g.Ref(p.Idx)}, Place: p}
	case !p.Type.Scalar():
		if v, ok := p.Parts["value"]; ok && p.Type.Kind == types.Access {
			return v
		}
		if p.Type.Kind == types.Record || p.Type.Kind == types.Array || p.Type.Kind == types.ProtectedType {
			return types.Value{Type: p.Type, Place: p}
		}
		return types.AnyOf(p.Type, p.Shown)
	case p.Init != nil && p.Init.Later && l.Elaborating > 0:
		return types.AnyOf(p.Type, Later)
	case p.Init != nil && l.Elaborating > 0 && l.Context.Stale(p):
		return types.AnyOf(p.Type, p.Shown)
	case p.Init != nil && p.Init.Known && l.Elaborating > 0:
		return types.Num(p.Type, p.Init.N)
	case l.Elaborating > 0 && !p.Local:
		return types.AnyOf(p.Type, p.Shown)
	}
	v := types.Value{Type: p.Type, Code: p.Name(), Place: p}
	v.Lo, v.Hi = l.Window(p.Type)
	if p.Shared {
		v.Shared = 1
	}
	return v
}

// component lowers X.Y where X is an object.
func (l *Evaluator) component(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	x := l.Pointed(l.Expr(e.X, sc, nil), e)
	if e.Text == "all" {
		if x.Unknown {
			l.CheckFails(e, "an access to "+syntax.Path(e.X))
		}
		return x
	}
	if x.Task != nil { // a discriminant of a task
		if v, ok := x.Task.Group.Disc(e.Text); ok {
			return v
		}
	}
	if x.Place != nil && x.Place.Type.Kind == types.ProtectedType {
		if op := l.Context.Operation(x.Place, e.Text); op != nil {
			return l.Context.ProtectedCall(x.Place, op, nil, sc, e)
		}
		if v, ok := x.Place.Parts[syntax.Fold(e.Text)]; ok {
			return v
		}
		if v, ok := x.Place.Type.Fixed[syntax.Fold(e.Text)]; ok {
			return v
		}
	}
	if x.Place != nil {
		if f := x.Place.Type.Field(e.Text); f != nil {
			l.selected(x.Place, f, e)
			return l.partOf(x.Place, f)
		}
	}
	if g := l.Context.Method(e, sc); g != nil && g.Result() != nil {
		return l.Context.Call(g, []syntax.Arg{{Value: e.X}}, sc, e)
	}
	if x.Unknown {
		if x.Type == nil || x.Type.Kind == types.Opaque { // a function of an object of a library
			l.LibraryFails(e, e.Text)
		}
		return types.AnyOf(want, x.Why)
	}
	if x.Aggregate != nil {
		return types.AnyOf(want, "an aggregate")
	}
	l.Undeclared(e, sc)
	return types.AnyOf(want, "")
}

func (l *Evaluator) partOf(p *types.Place, f *types.Field) types.Value {
	if v, ok := p.Parts[syntax.Fold(f.Name)]; ok {
		return v
	}
	c := p.Part(f)
	c.Parts = nil
	if p.Init != nil {
		c.Init = p.Init.Names[syntax.Fold(f.Name)]
	}
	return l.Read(c)
}

// apply lowers X (Args): an element, a conversion, a call, an entry of a family.
func (l *Evaluator) apply(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	list := l.Candidates(e.X, sc)
	if len(list) > 0 {
		switch ent := list[0]; ent.Kind {
		case types.TypeEntity:
			if len(e.Args) == 1 {
				return l.convert(l.Expr(e.Args[0].Value, sc, ent.Type), ent.Type, e)
			}
		case types.Subprogram:
			if f := l.Overload(list, e.Args, sc, want); f != nil {
				if types.Required(f) == 0 && len(e.Args) > types.ParamCount(f) { // an element of a result
					return l.index(l.Context.Call(f, nil, sc, e), e, sc, want)
				}
				return l.Context.Call(f, e.Args, sc, e)
			}
		case types.Random:
			l.Effects(e.Args, sc)
			return types.Anything(ent.Type)
		case types.Library:
			if v, ok := l.ofLibrary(ent, e, sc, want); ok {
				return v
			}
			l.Effects(e.Args, sc)
			if ent.Type != nil {
				return types.Anything(ent.Type)
			}
			if !ent.Converts {
				l.LibraryFails(e, ent.Name)
			}
			return types.AnyOf(want, "the library ("+ent.Name+")")
		}
	} else if e.X.Kind == syntax.Selected {
		if g := l.Context.Method(e.X, sc); g != nil && g.Result() != nil && types.ParamCount(g) > len(e.Args) {
			return l.Context.Call(g, append([]syntax.Arg{{Value: e.X.X}}, e.Args...), sc, e)
		}
		x := l.Quiet(func() types.Value { return l.Pointed(l.Expr(e.X.X, sc, nil), e) })
		if x.Place != nil && x.Place.Type.Kind == types.ProtectedType {
			if op := l.Context.Operation(x.Place, e.X.Text); op != nil {
				x = l.Pointed(l.Expr(e.X.X, sc, nil), e)
				return l.Context.ProtectedCall(x.Place, op, e.Args, sc, e)
			}
		}
	}
	return l.index(l.Expr(e.X, sc, nil), e, sc, want)
}

// ofLibrary lowers a name of a library with arguments that is none of its functions: an operator that a formal or
// renamed function stands for, or a conversion to a type with a model. ok is false if it is neither.
func (l *Evaluator) ofLibrary(ent *types.Entity, e *syntax.Expr, sc *types.Scope, want *types.Type) (types.Value,
	bool) {
	switch n := len(e.Args); {
	case ent.Operator != "" && n == 1:
		return l.unary(&syntax.Expr{Kind: syntax.Unary, Text: ent.Operator, X: e.Args[0].Value, Pos: e.Pos, Len: e.Len},
			sc, want), true
	case ent.Operator != "" && n == 2:
		return l.binary(&syntax.Expr{Kind: syntax.Binary, Text: ent.Operator, X: e.Args[0].Value, Y: e.Args[1].Value,
			Pos: e.Pos, Len: e.Len}, sc, want), true
	case n == 1 && ent.Type == nil:
		if t := l.libraryType(ent); t.Discrete() {
			return l.convert(l.Expr(e.Args[0].Value, sc, t), t, e), true
		}
	}
	return types.Value{}, false
}

// index returns an element of an array.
func (l *Evaluator) index(x types.Value, e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	if x.Type != nil && x.Type.Kind == types.Access { // the array that it leads to
		x = l.Pointed(x, e)
	}
	if x.Place == nil || x.Type == nil || x.Type.Kind != types.Array {
		l.Effects(e.Args, sc)
		if x.Aggregate == nil && x.Task == nil {
			l.UnknownIndex(e, sc)
		}
		return types.AnyOf(want, x.Why)
	}
	if len(e.Args) != len(x.Type.Index) || l.slice(e.Args[0].Value, sc) {
		l.Effects(e.Args, sc)
		return types.AnyOf(want, "a slice")
	}
	p := l.Element(x.Place, l.indexed(e.Args, x.Type, sc, e), e)
	if x.Type.Large() {
		return types.AnyOf(p.Type, "an element of "+x.Place.Shown+", which is too large")
	}
	return l.Read(p)
}

// UnknownIndex emits the failure of an index of an array or a container that is not modelled, or of a function of
// an object of a library. An index that is the parameter of a loop over the range of the same array cannot fail.
func (l *Evaluator) UnknownIndex(e *syntax.Expr, sc *types.Scope) {
	if e.X.Kind == syntax.Selected && l.Look(e.X, sc) == nil && silent(e.X.Text) {
		return // a function of an object of a library
	}
	if x := l.Quiet(func() types.Value { return l.Place(e.X, sc) }); x.Place != nil && x.Place.Type.Large() {
		return // of an array whose indices are checked
	}
	if t := l.elementOfLarge(e.X, sc); t != nil && t.Kind == types.Array && len(e.Args) == len(t.Index) &&
		!l.slice(e.Args[0].Value, sc) {
		for i, v := range l.indexed(e.Args, t, sc, e) {
			l.inside(v, t.Index[i], e, true)
		}
		return
	}
	if len(e.Args) == 1 && e.Args[0].Value.Kind == syntax.Name {
		ent := l.Look(e.Args[0].Value, sc)
		if ent != nil && ent.Kind == types.Constant && ent.Value.Over != "" && ent.Value.Over == syntax.Path(e.X) {
			return
		}
	}
	l.CheckFails(e, "an index of "+syntax.Path(e.X))
}

// inside emits the check of an index. Where no handler needs the exception, the task language checks the indices
// of modelled arrays itself; alone is set for an array that is not modelled.
func (l *Evaluator) inside(v types.Value, t *types.Type, e *syntax.Expr, alone bool) {
	if v.Known && (v.N < t.Lo || v.N > t.Hi) && l.Elaborating == 0 && e != nil {
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	} else if lo, hi := v.Span(); (lo < t.Lo || hi > t.Hi) && !v.Known && e != nil && l.Elaborating == 0 &&
		(alone || l.handled(model.ConstraintError)) {
		l.Emit(e.Pos, "if %s < %d || %s > %d {", v.Text(), t.Lo, v.Text(), t.Hi)
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		l.Emit(e.Pos, "}")
	}
}

// elementOfLarge returns the type of an element of an array that is too large to be modelled, or of an array
// within that. It returns nil if the expression is no such element.
func (l *Evaluator) elementOfLarge(e *syntax.Expr, sc *types.Scope) *types.Type {
	if e.Kind != syntax.Apply {
		return nil
	}
	if x := l.Quiet(func() types.Value { return l.Place(e.X, sc) }); x.Place != nil {
		if x.Place.Type.Large() {
			return x.Place.Type.Elem
		}
		return nil
	}
	if t := l.elementOfLarge(e.X, sc); t != nil && t.Kind == types.Array {
		return t.Elem
	}
	return nil
}

// Element returns a place in an array. Indices are counted from 0 there.
func (l *Evaluator) Element(p *types.Place, idx []types.Value, e *syntax.Expr) *types.Place {
	var codes []string
	at, known := int64(0), true
	for i, v := range idx {
		t := p.Type.Index[i]
		if code := types.Offset(v, t.Lo); v.Known && (v.N < t.Lo || v.N > t.Hi) {
			codes = append(codes, "0") // nothing is read or written there
		} else {
			codes = append(codes, code)
		}
		known = known && v.Known && v.N >= t.Lo && v.N <= t.Hi
		at = at*t.Count() + v.N - t.Lo
		l.inside(v, t, e, p.Type.Large())
	}
	c := p.Element(codes)
	if known && p.Init != nil && at < int64(len(p.Init.Elems)) {
		c.Init = p.Init.Elems[at]
	}
	return c
}

// convert returns a conversion to a type.
func (l *Evaluator) convert(v types.Value, t *types.Type, e *syntax.Expr) types.Value {
	switch {
	case !t.Discrete():
		if v.Place != nil || v.Aggregate != nil || v.Task != nil || v.Known {
			v.Type = t
			return v
		}
		l.conversionFails(e, v, t)
		return types.AnyOf(t, v.Why)
	case v.Unknown:
		if narrows(v, t) || v.Type != nil && !v.Type.Discrete() {
			l.CheckFails(e, "a conversion to "+t.Name)
		}
		return types.AnyOf(t, v.Why)
	case v.Type != nil && !v.Type.Discrete():
		return types.AnyOf(t, "")
	}
	lo, hi := v.Span()
	if lo < t.Lo || hi > t.Hi {
		if v.Known && l.Elaborating > 0 {
			return types.AnyOf(t, "")
		}
		l.Check(v, t, e)
	}
	v.Type = t
	return v
}

// Check raises Constraint_Error where a value is none of a type.
func (l *Evaluator) Check(v types.Value, t *types.Type, e *syntax.Expr) {
	lo, hi := v.Span()
	if lo >= t.Lo && hi <= t.Hi || v.Unknown || !t.Discrete() || t.Kind == types.Boolean {
		return
	}
	if v.Known {
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		return
	}
	var bad []string
	if lo < t.Lo {
		bad = append(bad, fmt.Sprintf("%s < %d", v.Text(), t.Lo))
	}
	if hi > t.Hi {
		bad = append(bad, fmt.Sprintf("%s > %d", v.Text(), t.Hi))
	}
	l.Emit(e.Pos, "if %s {", strings.Join(bad, " || "))
	l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	l.Emit(e.Pos, "}")
}

// Effects evaluates arguments only for their side effects.
func (l *Evaluator) Effects(args []syntax.Arg, sc *types.Scope) {
	for _, a := range args {
		l.Expr(a.Value, sc, nil)
	}
}
