package eval

// This file holds records with discriminants: their components, what a constraint makes of these, and variants.
//
//	type Buffer (N : Positive) is record
//	   Data : Row (1 .. N);
//	end record;
//	B : Buffer (3);        -- N is no variable: it is 3, and Data has three elements

import (
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// recordFields declares the components of a record, where some discriminants have known values.
func (l *Evaluator) recordFields(t *types.Type, known map[string]types.Value) {
	in := types.NewScope(t.In)
	for _, p := range syntax.Flat(t.Discriminants) {
		dt := l.SubtypeOf(p.Type, t.In)
		v, ok := known[syntax.Fold(p.Names[0].Name)]
		if !ok {
			v = types.AnyOf(dt, "the discriminant "+p.Names[0].Name)
		}
		in.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: dt, Value: v})
		t.Fields = append(t.Fields, types.Field{Name: p.Names[0].Name, Type: dt, Init: p.Default, In: t.In})
	}
	if t.Def == nil {
		return
	}
	for _, c := range t.Def.Parts {
		sized := known == nil && l.depends(c, t)
		// The bounds of String (1 .. N) have no effect on what is modelled.
		data := c.Type != nil && c.Type.Kind == syntax.Apply && l.SubtypeOf(c.Type.X, in).Kind == types.Opaque
		t.Sized = t.Sized || sized && !data
		ft := l.componentType(c, in, sized)
		for _, n := range c.Names {
			t.Fields = append(t.Fields, types.Field{Name: n.Name, Type: ft, Init: c.Default, In: in, Sub: c.Type,
				When: c.When})
		}
	}
}

// depends reports whether the subtype of a component names a discriminant of its record.
func (l *Evaluator) depends(c syntax.Param, t *types.Type) bool {
	for _, p := range syntax.Flat(t.Discriminants) {
		if name := p.Names[0].Name; c.Type != nil && syntax.Mentioned(c.Type, name) ||
			c.Def != nil && syntax.Mentioned(c.Def, name) {
			return true
		}
	}
	return false
}

// componentType returns the type of a component. One that depends on a discriminant which is not known yet has no
// message.
func (l *Evaluator) componentType(c syntax.Param, in *types.Scope, sized bool) *types.Type {
	list, notes := l.List, l.Notes
	if sized {
		l.List, l.Notes = nil, nil
		defer func() { l.List, l.Notes = list, notes }()
	}
	if c.Def != nil {
		return l.Defined("", c.Def, in, nil)
	}
	t := l.SubtypeOf(c.Type, in)
	if t.Kind == types.ProtectedType && len(t.Discriminants) > 0 {
		return l.fixedProtected(t, c.Type, in)
	}
	return t
}

// fixedProtected returns a protected type with the discriminants of a component.
func (l *Evaluator) fixedProtected(t *types.Type, e *syntax.Expr, sc *types.Scope) *types.Type {
	var args []syntax.Arg
	if e.Kind == syntax.Apply {
		args = e.Args
	}
	c := *t
	c.Fields, c.Fixed = nil, map[string]types.Value{}
	in := types.NewScope(t.In)
	for i, p := range syntax.Flat(t.Discriminants) {
		name, dt := p.Names[0].Name, l.SubtypeOf(p.Type, t.In)
		x, from := syntax.Argument(args, i, name), sc
		if x == nil {
			x, from = p.Default, t.In
		}
		v := l.Quiet(func() types.Value { return l.Expr(x, from, dt) })
		if !v.Known && v.Place == nil && v.Task == nil {
			l.Errorf(e.Pos, e.Len, model.NotStatic, "the discriminant %s of this component is not known before the program runs",
				name)
			v = types.Num(dt, dt.Lo)
		}
		if v.Known {
			v.Type = dt
		}
		c.Fixed[syntax.Fold(name)] = v
		in.Add(&types.Entity{Kind: types.Constant, Name: name, Type: dt, Value: v})
	}
	l.Members(&c, in)
	return &c
}

// extend adds what a derived type declares to the components of its parent.
func (l *Evaluator) extend(t *types.Type, d *syntax.TypeDef, sc *types.Scope, discs []syntax.Param) {
	record := t.Kind == types.Record
	if t.Kind == types.Opaque && d.Variants { // of a library
		t.Kind = types.Record
		name := syntax.Fold(syntax.LastName(d.X))
		t.Controlled = name == "controlled" || name == "limited_controlled"
		record = true
	}
	if !record {
		return
	}
	if t.Heap != "" || l.Allocates(t.Name) {
		t.Heap = HeapName(t.Name, d.Pos, sc)
	}
	t.Fields = t.Fields[:len(t.Fields):len(t.Fields)]
	more := &types.Type{Def: d, In: sc, Discriminants: discs}
	l.recordFields(more, nil)
	t.Fields = append(t.Fields, more.Fields...)
	t.Sized = t.Sized || more.Sized
	if len(discs) > 0 {
		t.Discriminants, t.Def = discs, d
	}
	t.In = sc
}

// withDiscriminants returns a type with the discriminants that a constraint gives it. Those that are not known
// before the program runs stay variables.
func (l *Evaluator) withDiscriminants(t *types.Type, args []syntax.Arg, sc *types.Scope) *types.Type {
	if t.Kind != types.Record || len(t.Discriminants) == 0 {
		return t
	}
	known, later := map[string]types.Value{}, map[string]*syntax.Expr{}
	for i, p := range syntax.Flat(t.Discriminants) {
		name := p.Names[0].Name
		x, from := syntax.Argument(args, i, name), sc
		if x == nil {
			x, from = p.Default, t.In
		}
		dt := l.SubtypeOf(p.Type, t.In)
		v := l.Quiet(func() types.Value { return l.Expr(x, from, dt) })
		if v.Known || v.Place != nil && !dt.Scalar() || v.Task != nil {
			if v.Known {
				v.Type = dt
			}
			known[syntax.Fold(name)] = v
		} else if x != nil {
			later[syntax.Fold(name)] = x
		}
	}
	c := *t
	c.Fixed, c.Fields = known, nil
	if c.Parent == nil || c.Parent.Kind != types.Record {
		l.recordFields(&c, known)
	} else { // of a derived type the parent's components are in front
		c.Fields = append(c.Fields, t.Fields...)
	}
	for i := range c.Fields {
		if x := later[syntax.Fold(c.Fields[i].Name)]; x != nil {
			c.Fields[i].Init, c.Fields[i].In = x, sc
		}
	}
	return &c
}

// present returns the condition that a record has component f, which may stand in a variant. of returns the value
// of a discriminant.
func (l *Evaluator) present(f *types.Field, of func(name string) types.Value, e *syntax.Expr) types.Value {
	r := l.Truth(true)
	for _, w := range f.When {
		v, c := of(w.Discriminant), l.Truth(false)
		for _, choice := range w.Choices {
			c = l.Operate("or", c, l.Within(v, choice, f.In), e)
		}
		if w.Except {
			c = negated(c)
		}
		r = l.Operate("and", r, c, e)
	}
	return r
}

// Present reports whether an object may have a component, by its variants. sure is set if that is known.
func (l *Evaluator) Present(p *types.Place, f *types.Field) (has, sure bool) {
	if len(f.When) == 0 {
		return true, true
	}
	c := l.Quiet(func() types.Value {
		return l.present(f, func(name string) types.Value {
			if v, ok := p.Type.Fixed[syntax.Fold(name)]; ok {
				return v
			}
			return types.AnyOf(l.Integer, "a discriminant")
		}, &syntax.Expr{})
	})
	return !c.Known || c.N != 0, c.Known
}

func negated(v types.Value) types.Value {
	switch {
	case v.Known:
		v.N = 1 - v.N
	case !v.Unknown:
		v.Code = "!" + v.Code
	}
	return v
}

// selected raises Constraint_Error where a component is named that the variant of the record does not have.
func (l *Evaluator) selected(p *types.Place, f *types.Field, e *syntax.Expr) {
	if len(f.When) == 0 || l.Elaborating > 0 || e == nil {
		return
	}
	c := l.present(f, func(name string) types.Value {
		if d := p.Type.Field(name); d != nil {
			return l.Read(l.PlacePart(p, d))
		}
		return types.AnyOf(l.Integer, "a discriminant")
	}, e)
	raise := func() { l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error") }
	switch {
	case c.Known && c.N == 0:
		raise()
	case !c.Known && !c.Unknown:
		l.Emit(e.Pos, "if !%s {", c.Text())
		raise()
		l.Emit(e.Pos, "}")
	}
}

// fillRecord assigns an aggregate to a record. Components of other variants get their first values, so that two equal
// records are equal in each component.
func (l *Evaluator) fillRecord(p *types.Place, a *types.Aggregate, e *syntax.Expr) {
	t := p.Type
	given := func(name string) types.Value {
		for i := range t.Fields {
			if f := &t.Fields[i]; syntax.Fold(f.Name) == syntax.Fold(name) {
				if x, ok := syntax.Component(a.E.Args, i, f.Name); ok && x.Kind != syntax.Box {
					return l.Quiet(func() types.Value { return l.Expr(x, a.Sc, f.Type) })
				}
				return l.Read(l.PlacePart(p, f))
			}
		}
		return types.AnyOf(l.Integer, "a discriminant")
	}
	at := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if has := l.present(f, given, e); has.Known && has.N == 0 {
			l.first(l.PlacePart(p, f), e)
			continue
		}
		x, ok := syntax.Component(a.E.Args, at, f.Name)
		at++
		switch {
		case !ok || x.Kind == syntax.Box:
			if a.E.X == nil {
				l.Initialize(l.PlacePart(p, f), f.Init, f.In)
			}
		default:
			l.give(l.PlacePart(p, f), x, a.Sc)
		}
	}
}

// first gives each scalar part of a place the first value of its type.
func (l *Evaluator) first(p *types.Place, e *syntax.Expr) {
	l.EachScalar(p, func(part *types.Place, _ func(*types.Place) *types.Place) {
		if part.Const == nil {
			l.Put(part, types.Num(part.Type, types.Initial(part.Type).N), e)
		}
	})
}

// fixedPut checks that a discriminant which a constraint fixes is given the value that it has.
func (l *Evaluator) fixedPut(p *types.Place, v types.Value, e *syntax.Expr) {
	c := l.compare("==", v, *p.Const)
	raise := func() {
		if p.Varies { // what the object is from here on is not followed
			l.NoteBeyond(model.Resized, e.Pos, "an object without a constraint gets other discriminants: it keeps its size")
			return
		}
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	}
	switch {
	case c.Known && c.N == 0:
		raise()
	case c.Known:
	case c.Unknown:
		l.Doubt(c, e)
		l.Emit(e.Pos, "choose {")
		l.Emit(e.Pos, "skip")
		l.Emit(e.Pos, "} or {")
		raise()
		l.Emit(e.Pos, "}")
	default:
		l.Emit(e.Pos, "if !%s {", strings.TrimSpace(c.Text()))
		raise()
		l.Emit(e.Pos, "}")
	}
}

// Unconstrained notes an object whose size may change with its discriminants: the model has that of their defaults.
func (l *Evaluator) Unconstrained(t *types.Type, id syntax.Ident, sc *types.Scope) *types.Type {
	if t.Kind != types.Record || !t.Sized || t.Fixed != nil {
		return t
	}
	if !t.Mutable() {
		return t
	}
	l.Note(model.Resized, id.Pos, "%s has the size of its default discriminants: an assignment that changes it is not followed",
		id.Name)
	u := *l.withDiscriminants(t, nil, sc)
	u.Varies = true
	return &u
}

// synchronizes reports whether objects of a type are tasks or protected objects.
func synchronizes(t *types.Type) bool {
	return t.Kind == types.TaskType || t.Kind == types.ProtectedType
}
