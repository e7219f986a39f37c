package ada

// This file lowers declarations of objects.

import (
	"slices"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

func (l *lowerer) addObject(id syntax.Ident, p *types.Place, t *types.Type, sc *types.Scope) {
	if p == nil {
		p = &types.Place{Type: l.Opaque, Shown: id.Name}
		t = l.Opaque
	}
	sc.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
}

// protectedObject declares a protected object, or an array of them.
func (l *lowerer) protectedObject(id syntax.Ident, t *types.Type, sc *types.Scope,
	constraint *syntax.Expr) *types.Place {
	if g := l.CurrentGroup(); l.Elaborating == 0 && g != nil && g.Pool {
		l.Errorf(id.Pos, len(id.Name), model.Unsupported,
			"protected objects in tasks that are allocated are not modelled").
			WithHint("declare an array of them outside")
	}
	base := t
	if t.Kind == types.Array {
		base = t.Elem
	}
	parts := l.Discriminants(base, constraint, sc, id)
	c := *base
	if len(parts) > 0 {
		in := types.NewScope(base.In)
		for name, v := range parts {
			in.Add(&types.Entity{Kind: types.Constant, Name: name, Type: v.Type, Value: v})
		}
		c.Fields = nil
		l.Members(&c, in)
	}
	whole := &c
	if t.Kind == types.Array {
		a := *t
		a.Elem = &c
		whole = &a
	}
	p := l.Declare(id.Name, id.Name, whole, true, id.Pos)
	p.Parts = parts
	if t.Kind == types.Array {
		p.Dims = append(p.Dims, t.Index...)
	}
	l.Behind.Body = nil
	l.Forget(id, p, sc)
	set := func(q *types.Place) {
		for i := range c.Fields {
			f := &c.Fields[i]
			l.Initialize(l.PlacePart(q, f), f.Init, f.In)
		}
	}
	if t.Kind == types.Array {
		l.EachIndex(t.Index, func(idx []types.Value) { set(l.Element(p, idx, nil)) })
	} else {
		set(p)
	}
	return p
}

// constraintOf returns the subtype indication of an object, or of the elements of an array, and the scope in which
// its names are looked up.
func constraintOf(d *syntax.Decl, t *types.Type, sc *types.Scope) (*syntax.Expr, *types.Scope) {
	switch {
	case d.Def != nil:
		return d.Def.Element, sc
	case t.Kind == types.Array && t.Element != nil:
		return t.Element, t.In
	}
	return d.Type, sc
}

// fixed is a declaration of an access value that leads to a declared object. It is one of a constant if no object of
// this name gets another value.
func (l *lowerer) fixed(d *syntax.Decl) *syntax.Decl {
	if d.Constant || d.Init == nil || d.Init.Kind != syntax.Attribute || syntax.Fold(d.Init.Text) != "access" ||
		slices.ContainsFunc(d.Names, func(id syntax.Ident) bool { return l.effects.Assigned(id.Name) }) {
		return d
	}
	c := *d
	c.Constant = true
	return &c
}

func (l *lowerer) objects(d *syntax.Decl, sc *types.Scope) {
	d = l.fixed(d)
	for _, id := range d.Names {
		var t *types.Type
		if d.Def != nil {
			t = l.Defined("", d.Def, sc, nil)
			for _, x := range d.Def.Index {
				l.Elaborate(x, sc, id.Pos)
			}
		} else {
			t = l.SubtypeOf(d.Type, sc)
			l.Elaborate(d.Type, sc, id.Pos)
		}
		if !d.Constant && !l.inlines && l.effects.Private(id.Name) {
			t = l.Opaque
		}
		if syntax.OfClass(d.Type) && (!d.Constant || d.Init != nil && d.Init.Kind == syntax.Apply) {
			l.ofSomeType(id)
		}
		base := t
		if t.Kind == types.Array && t.Elem != nil {
			base = t.Elem
		}
		switch base.Kind {
		case types.TaskType:
			of, in := constraintOf(d, t, sc)
			l.addObject(id, l.TaskObject(id, t, in, of), t, sc)
			continue
		case types.ProtectedType:
			of, in := constraintOf(d, t, sc)
			p := l.protectedObject(id, t, in, of)
			l.addObject(id, p, p.Type, sc)
			continue
		}
		if d.Constant && d.Init == nil { // deferred
			continue
		}
		if t = l.Unconstrained(t, id, sc); t.Open && !d.Constant {
			t = l.constrained(t, d.Init)
		}
		if d.Constant && !t.Open && (t.Scalar() || t.Kind == types.Record || t.Kind == types.Array) && l.Defers(d.Init) {
			p := l.object(id, t, sc)
			sc.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
			l.PutLater(p, d.Init, sc)
			l.controlled(id, p, t, d.Init, sc)
			continue
		}
		if d.Init != nil && (d.Constant || !t.Scalar() && t.Kind != types.Record && t.Kind != types.Array) {
			start := l.Begin()
			v := l.Early(d.Init, sc, t)
			if v.Known && t.Discrete() || v.Place != nil && v.Code == "" && !t.Scalar() && d.Constant ||
				v.Task != nil && !t.Scalar() {
				if v.Known {
					v.Type = t
					l.constants[id.Name] = v.N
				}
				sc.Add(&types.Entity{Kind: types.Constant, Name: id.Name, Type: t, Value: v})
				continue
			}
			declared := v.Task != nil || v.Place != nil && v.Code == "" // an access value that leads to a declared object
			if t.Kind == types.Access && (v.Place != nil && !t.Scalar() || d.Constant && declared) {
				sc.Add(&types.Entity{Kind: types.Constant, Name: id.Name, Type: t, Value: v})
				continue
			}
			if t.Open && v.Aggregate != nil {
				t = l.constrained(t, v.Aggregate.E)
			}
			p := l.object(id, t, sc)
			sc.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
			switch {
			case v.Unknown && v.Why == eval.Later: // an allocator
				l.PutLater(p, d.Init, sc)
			case t.Scalar() || t.Kind == types.Record || t.Kind == types.Array:
				if !l.Attempt(func() { l.Put(p, v, d.Init) }) {
					l.Undo(start)
					l.PutLater(p, d.Init, sc)
				}
			}
			l.controlled(id, p, t, d.Init, sc)
			continue
		}
		p := l.object(id, t, sc)
		sc.Add(&types.Entity{Kind: types.Variable, Name: id.Name, Type: t, Place: p})
		l.TaskParts(id, p, t, nil, nil, sc)
		if d.Init == nil {
			l.Forget(id, p, sc)
		}
		l.value(p, d, sc)
		l.controlled(id, p, t, d.Init, sc)
	}
}

// ofSomeType notes an object of a class-wide type: a call for it may execute the operation of any type of the
// class.
func (l *lowerer) ofSomeType(id syntax.Ident) {
	note := func() {
		l.Note(model.MayWait, id.Pos, "the type of %s is one of a class: what is called for it is not known", id.Name)
		l.Emit(id.Pos, "skip")
	}
	if l.Elaborating > 0 {
		l.Prologue = append(l.Prologue, note)
		return
	}
	note()
}

// constrained gives an open array type the bounds of its initial value, if that is a positional aggregate. The
// bounds of other values, such as slices, are not known: the type stays open.
func (l *lowerer) constrained(t *types.Type, e *syntax.Expr) *types.Type {
	named := func(a syntax.Arg) bool { return a.Choices != nil || a.Loop != nil }
	if e == nil || e.Kind != syntax.Aggregate || e.X != nil || len(t.Index) != 1 || slices.ContainsFunc(e.Args, named) {
		return t
	}
	c := *t
	c.Index, c.Open = []*types.Type{l.Sub(t.Index[0], t.Index[0].Lo, t.Index[0].Lo+int64(len(e.Args))-1)}, false
	return &c
}

func (l *lowerer) value(p *types.Place, d *syntax.Decl, sc *types.Scope) {
	if l.Elaborating == 0 && d.Init == nil && !l.Fresh() && !eval.Preset(p.Type) {
		return
	}
	l.Initialize(p, d.Init, sc)
}

// object declares a variable: of one task, or of several.
func (l *lowerer) object(id syntax.Ident, t *types.Type, sc *types.Scope) *types.Place {
	if l.Elaborating > 0 && len(l.Results) > 0 { // of a subprogram that is executed
		return &types.Place{Base: id.Name, Shown: id.Name, Type: t, Init: l.Inner(types.Initial(t)),
			Parts: map[string]types.Value{}}
	}
	return l.Declare(id.Name, id.Name, t, sc.Shared || l.Elaborating > 0, id.Pos)
}
