package eval

// This file gives new objects their values.

import (
	"slices"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Components sets the components of a protected type: its private ones, and hidden counters of its queues.
func (l *Evaluator) Components(t *types.Type, sc *types.Scope) {
	inner := types.NewScope(sc)
	for _, p := range syntax.Flat(t.Discriminants) {
		inner.Add(&types.Entity{Kind: types.Constant, Name: p.Names[0].Name, Type: l.SubtypeOf(p.Type, sc),
			Value: types.AnyOf(l.SubtypeOf(p.Type, sc), "")})
	}
	l.Members(t, inner)
}

// Members sets the components of a protected type. Scope inner has its discriminants.
func (l *Evaluator) Members(t *types.Type, inner *types.Scope) {
	for _, d := range syntax.Members(t.Decl) {
		switch d.Kind {
		case syntax.Object:
			ct := (*types.Type)(nil)
			if d.Def != nil {
				ct = l.Defined("", d.Def, inner, nil)
			} else {
				ct = l.SubtypeOf(d.Type, inner)
			}
			for _, id := range d.Names {
				t.Fields = append(t.Fields, types.Field{Name: id.Name, Type: ct, Init: d.Init, In: inner,
					Sub: d.Type})
			}
		case syntax.Entry:
			t.Fields = append(t.Fields, l.HiddenFields(d, inner)...)
		}
	}
}

// HiddenFields returns the components that an entry adds to its protected object: how many calls wait, and what
// its barrier was when it was looked at last.
func (l *Evaluator) HiddenFields(d *syntax.Decl, in *types.Scope) []types.Field {
	return []types.Field{
		{Name: d.Name + types.CountSuffix, Type: &types.Type{Kind: types.Integer, Hi: 31, Name: "count"}, In: in},
		{Name: d.Name + types.OpenSuffix, Type: l.Boolean, In: in},
	}
}

// Initialize gives a new object its value.
func (l *Evaluator) Initialize(p *types.Place, init *syntax.Expr, sc *types.Scope) {
	if p.Const != nil {
		return
	}
	if l.Context.Defers(init) {
		l.PutLater(p, init, sc)
		return
	}
	if init != nil {
		if !l.Attempt(func() {
			v := l.Expr(init, sc, p.Type)
			if l.Elaborating == 0 && p.Init != nil && v.Known && p.Init.Known && p.Init.N == v.N && l.Fresh() {
				return
			}
			if v.Unknown && v.Why == Later {
				l.unsure(init)
				return
			}
			l.Put(p, v, init)
		}) {
			l.PutLater(p, init, sc)
		}
		return
	}
	switch p.Type.Kind {
	case types.Record, types.ProtectedType:
		for i := range p.Type.Fields {
			if f := &p.Type.Fields[i]; f.Init != nil || f.Type.Has(preset) {
				l.Initialize(l.PlacePart(p, f), f.Init, f.In)
			}
		}
	case types.Array:
		if p.Type.Elem.Has(preset) && p.Type.Elements() <= 4096 {
			l.EachIndex(p.Type.Index, func(idx []types.Value) { l.Initialize(l.Element(p, idx, nil), nil, sc) })
		}
	case types.Access:
		if l.Elaborating == 0 && p.Type.Scalar() && !l.Fresh() {
			l.Put(p, types.Num(p.Type, -1), &syntax.Expr{})
		}
	}
}

// Later is why an allocator has no value while the program is elaborated: it is executed when the tasks run.
const Later = "\x00later"

// PutLater assigns the value of an expression when the tasks run.
func (l *Evaluator) PutLater(p *types.Place, x *syntax.Expr, sc *types.Scope) {
	if l.Elaborating > 0 && len(l.Results) > 0 { // an object of a subprogram that is executed
		l.unsure(x)
		return
	}
	if p.Init != nil {
		l.changing(p.Init)
		p.Init.Later = true
	}
	l.Context.Defer(p, x)
	l.Prologue = append(l.Prologue, func() { l.Put(p, l.Expr(x, sc, p.Type), x) })
}

// preset reports whether objects of a type get values where they are declared.
func preset(t *types.Type) bool {
	return t.Kind == types.Access && t.Scalar() || slices.ContainsFunc(t.Fields, func(f types.Field) bool {
		return f.Init != nil
	})
}

// Preset reports whether an object, or a part of it, gets a value where it is declared.
func Preset(t *types.Type) bool { return t.Has(preset) }

// Fresh reports whether a declaration is elaborated once, before anything else of its task: its variables still
// have the values from the start.
func (l *Evaluator) Fresh() bool {
	return l.Mode && len(l.Calls) == 0 && len(l.Loops) == 0 && len(*l.Out) == 0
}
