package eval

// This file holds the types of a program: finite ones are exact, all others are opaque.

import (
	"strconv"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// SubtypeOf returns the type that a subtype indication names.
func (l *Evaluator) SubtypeOf(e *syntax.Expr, sc *types.Scope) *types.Type {
	if e == nil {
		return l.Opaque
	}
	switch e.Kind {
	case syntax.Constraint:
		t := l.SubtypeOf(e.X, sc)
		if e.Y == nil || e.Y.Kind == syntax.Box {
			return t
		}
		if t.Kind == types.Opaque && e.Y.Kind == syntax.Range {
			sub := *t
			sub.Ranged, sub.Root = true, t
			sub.Least, sub.Greatest = literals(e.Y)
			return &sub
		}
		if !t.Discrete() {
			return t
		}
		lo, hi, ok := l.bounds(e.Y, sc)
		if !ok {
			if t.Discrete() {
				l.Note(model.DataLost, e.Pos, "the bounds of a subtype are not known: it is %s", t.Name)
			}
			return t
		}
		return l.Sub(t, lo, hi)
	case syntax.Range: // of an index
		lo, hi, ok := l.bounds(e, sc)
		if !ok {
			l.Errorf(e.Pos, e.Len, model.NotStatic, "the bounds of this range must be known before the program runs")
			lo, hi = 0, 0
		}
		t := l.Integer
		if x := l.Quiet(func() types.Value { return l.Expr(e.X, sc, nil) }); x.Type != nil && x.Type.Discrete() {
			t = x.Type
		} else if y := l.Quiet(func() types.Value { return l.Expr(e.Y, sc, nil) }); y.Type != nil &&
			y.Type.Discrete() {
			t = y.Type
		}
		return l.Sub(t.Base(), lo, hi)
	case syntax.Apply: // an index or a discriminant constraint
		t := l.SubtypeOf(e.X, sc)
		if t.Kind == types.Array && len(e.Args) == len(t.Index) {
			a := *t
			a.Index, a.Open = nil, false
			for i, x := range e.Args {
				lo, hi, ok := l.bounds(x.Value, sc)
				switch {
				case !ok && l.mayBeLost(t.Elem, e):
					return l.lost(t)
				case !ok:
					l.Errorf(e.Pos, e.Len, model.NotStatic,
						"the bounds of this array must be known before the program runs")
				}
				a.Index = append(a.Index, l.Sub(t.Index[i].Base(), lo, hi))
			}
			return &a
		}
		if t.Kind == types.Access && t.Target != nil && t.Target.Kind != types.TaskType {
			c := *t
			c.Ranged = true
			return &c
		}
		return l.withDiscriminants(t, e.Args, sc)
	case syntax.AccessType:
		if e.X == nil {
			return l.Opaque
		}
		return &types.Type{Kind: types.Access, Target: l.SubtypeOf(e.X, sc)}
	case syntax.Attribute:
		if syntax.Fold(e.Text) == "range" {
			if t := l.rangeOf(e, sc); t != nil {
				return t
			}
			return l.Opaque
		}
		if t := syntax.Fold(e.Text); t == "class" || t == "base" {
			b := l.SubtypeOf(e.X, sc)
			if t == "base" {
				return b.Base()
			}
			return b
		}
	case syntax.Name, syntax.Selected:
		ent := l.Resolve(e, sc)
		switch {
		case ent == nil:
			return l.Opaque
		case ent.Kind == types.TypeEntity && ent.Type == nil: // used before its full declaration
			return l.Opaque
		case ent.Kind == types.TypeEntity:
			return ent.Type
		case ent.Kind == types.Library:
			return l.libraryType(ent)
		}
		l.Errorf(e.Pos, e.Len, model.Undeclared, "%s is no type", e.Text)
		return l.Opaque
	}
	return l.Opaque
}

// literals returns the bounds of a range of real numbers, if they are literals; otherwise both are zero.
func literals(e *syntax.Expr) (lo, hi float64) {
	if e == nil || e.Kind != syntax.Range {
		return 0, 0
	}
	lo, ok := literal(e.X)
	hi, ok2 := literal(e.Y)
	if !ok || !ok2 {
		return 0, 0
	}
	return lo, hi
}

// literal returns the value of a number, perhaps with a sign.
func literal(e *syntax.Expr) (float64, bool) {
	switch {
	case e == nil:
		return 0, false
	case e.Kind == syntax.Paren || e.Kind == syntax.Unary && e.Text == "+":
		return literal(e.X)
	case e.Kind == syntax.Unary && e.Text == "-":
		x, ok := literal(e.X)
		return -x, ok
	case e.Kind == syntax.Number:
		x, err := strconv.ParseFloat(strings.ReplaceAll(e.Text, "_", ""), 64)
		return x, err == nil
	}
	return 0, false
}

// bounds returns the bounds of a static range: a..b, a subtype, or X'Range.
func (l *Evaluator) bounds(e *syntax.Expr, sc *types.Scope) (lo, hi int64, ok bool) {
	switch e.Kind {
	case syntax.Range:
		l.unfollowed(e, e.X, e.Y)
		x, ok1 := l.static(e.X, sc, nil)
		y, ok2 := l.static(e.Y, sc, x.Type)
		if ok1 && x.Type != nil && x.Type.Kind == types.Integer && ok2 && y.Type != nil && y.Type.Kind == types.Enum {
			x, ok1 = l.static(e.X, sc, y.Type)
		}
		return x.N, y.N, ok1 && ok2
	case syntax.Constraint:
		return l.bounds(e.Y, sc)
	case syntax.Attribute:
		if syntax.Fold(e.Text) == "range" {
			if t := l.rangeOf(e, sc); t != nil {
				return t.Lo, t.Hi, true
			}
			return 0, 0, false
		}
	}
	if t := l.SubtypeOf(e, sc); t.Discrete() {
		return t.Lo, t.Hi, true
	}
	return 0, 0, false
}

// lost returns the type for arrays that are not modelled, because their bounds are not known.
func (l *Evaluator) lost(t *types.Type) *types.Type {
	return &types.Type{Name: t.Name, Ranged: true}
}

// mayBeLost reports whether an array whose bounds are not known may be left out of the model: its elements are data.
func (l *Evaluator) mayBeLost(elem *types.Type, e *syntax.Expr) bool {
	if elem.Has(synchronizes) || elem.Has(types.IsControlled) {
		return false
	}
	if l.Hushed == 0 {
		l.Note(model.DataLost, e.Pos, "the bounds of this array are not known before the program runs: it is not modelled")
	}
	return true
}

// rangeOf returns the index type that X'Range, 'First, 'Last or 'Length refers to, or nil if it is not known.
func (l *Evaluator) rangeOf(e *syntax.Expr, sc *types.Scope) *types.Type {
	var t *types.Type
	if ent := l.Look(e.X, sc); ent != nil && ent.Kind == types.TypeEntity {
		t = ent.Type
	} else if ent == nil || ent.Kind != types.Library {
		t = l.Quiet(func() types.Value { return l.Expr(e.X, sc, nil) }).Type
	}
	if t == nil {
		return nil
	}
	if t.Kind == types.Access && t.Target != nil {
		t = t.Target
	}
	if t.Kind == types.Array {
		if t.Open { // the bounds of its value, which are not known
			return nil
		}
		dim := int64(1)
		if len(e.Args) == 1 {
			if d, ok := l.static(e.Args[0].Value, sc, nil); ok {
				dim = d.N
			}
		}
		if dim < 1 || int(dim) > len(t.Index) {
			return nil
		}
		return t.Index[dim-1]
	}
	if t.Discrete() {
		return t
	}
	return nil
}

// Defined returns the type of a type definition.
func (l *Evaluator) Defined(name string, d *syntax.TypeDef, sc *types.Scope, discs []syntax.Param) *types.Type {
	t := &types.Type{Name: name, Discriminants: discs, Ranged: d.Ranged}
	switch d.Kind {
	case "enum":
		t.Kind, t.Hi = types.Enum, int64(len(d.Literals))-1
		for i, lit := range d.Literals {
			t.Literals = append(t.Literals, lit.Name)
			sc.Add(&types.Entity{Kind: types.Literal, Name: lit.Name, Type: t, Value: types.Value{Type: t,
				Known: true, N: int64(i)}})
		}
	case "range":
		if d.X == nil {
			return l.Integer
		}
		lo, hi, ok := l.bounds(d.X, sc)
		if !ok {
			return &types.Type{Name: name}
		}
		t.Kind, t.Lo, t.Hi = types.Integer, lo, hi
		t.Full = (lo > l.Most || hi < -l.Most) && hi-lo < types.Far
	case "mod":
		t.Kind = types.Modular
		m, ok := l.static(d.X, sc, nil)
		if !ok || m.N < 1 {
			return &types.Type{Name: name}
		}
		t.Hi = m.N - 1
	case "array":
		t.Kind = types.Array
		for _, x := range d.Index {
			if x.Kind == syntax.Range {
				l.unfollowed(x, x.X, x.Y)
				if _, _, ok := l.QuietBounds(x, sc); !ok && l.mayBeLost(l.SubtypeOf(d.Element, sc), x) {
					return l.lost(t)
				}
			}
			t.Open = t.Open || x.Kind == syntax.Constraint && x.Y != nil && x.Y.Kind == syntax.Box
			t.Index = append(t.Index, l.SubtypeOf(x, sc))
		}
		t.Elem, t.Element, t.In = l.SubtypeOf(d.Element, sc), d.Element, sc
		if l.Allocates(name) && t.Elem.Has(synchronizes) && t.Elements() <= 4096 {
			t.Heap = HeapName(name, d.Pos, sc)
		}
	case "record":
		t.Kind = types.Record
		if l.Allocates(name) {
			t.Heap = HeapName(name, d.Pos, sc)
		}
		t.Def, t.In = d, sc
		l.recordFields(t, nil)
	case "access":
		t.Kind, t.Target = types.Access, l.SubtypeOf(d.X.X, sc)
	case "digits":
		t.Real = types.FloatingPoint
		t.Least, t.Greatest = literals(d.Y)
		if d.Delta {
			t.Real = types.FixedPoint
		}
	case "derived":
		parent := l.SubtypeOf(d.X, sc)
		c := *parent
		c.Name, c.Parent = name, parent
		if d.X.Kind != syntax.Constraint {
			c.Root = nil
		}
		l.extend(&c, d, sc, discs)
		if c.Kind == types.Enum {
			for i, lit := range c.Literals {
				sc.Add(&types.Entity{Kind: types.Literal, Name: lit, Type: &c, Value: types.Value{Type: &c,
					Known: true, N: int64(i)}})
			}
		}
		return &c
	}
	return t
}
