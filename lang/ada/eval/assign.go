package eval

// This file assigns values to places: checked, in steps, within the window of a large type.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Held returns v so that later assignments do not change it: unless it is a constant, it is kept in a new
// variable.
func (l *Evaluator) Held(v types.Value, e *syntax.Expr) types.Value {
	if v.Known || v.Place != nil && v.Code == "" || v.Task != nil || v.Aggregate != nil || v.Type == nil ||
		!v.Type.Scalar() {
		return v
	}
	if v.Code != "" && !v.Unknown && v.Shared == 0 && v.Place == nil && !strings.ContainsAny(v.Code, "( [") {
		return v
	}
	t := v.Type
	if lo, hi := v.Span(); !v.Unknown && t.Kind == types.Integer {
		w := *t
		w.Lo, w.Hi, w.Root = min(lo, t.Lo), max(hi, t.Hi), t.Base()
		t = &w
	}
	n := l.Temp(t, "value")
	l.Put(l.TempPlace(n, t), v, e)
	r := l.Read(l.TempPlace(n, t))
	r.Type = v.Type
	return r
}

// Chosen returns a nondeterministic value of type t in place of v, which is not modelled.
func (l *Evaluator) Chosen(v types.Value, t *types.Type, e *syntax.Expr) types.Value {
	if l.Elaborating > 0 {
		return v
	}
	l.Doubt(v, e)
	n := l.Temp(t, "some")
	l.Emit(e.Pos, "%s = any", n)
	return l.Read(l.TempPlace(n, t))
}

func (l *Evaluator) Doubt(v types.Value, e *syntax.Expr) {
	if v.Why != "" && e != nil {
		l.Note(model.DataLost, e.Pos, "depends on data that is not modelled, any value is possible: %s", v.Why)
	}
}

// Put assigns a value to a place.
func (l *Evaluator) Put(p *types.Place, v types.Value, e *syntax.Expr) {
	t := p.Type
	switch {
	case p.Const != nil:
		l.fixedPut(p, v, e)
		return
	case !t.Scalar():
		l.putParts(p, v, e)
		return
	case t.Kind == types.Access && v.Code == "" && !v.Known && !v.Unknown:
		l.Errorf(e.Pos, e.Len, model.Unsupported, "an access to a variable is kept in a variable, beside allocated objects").
			WithHint("a constant, a parameter or a discriminant may hold it")
		return
	case l.Elaborating > 0 && p.Init != nil:
		if v.Unknown && v.Why == Later {
			l.unsure(e)
		}
		l.changing(p.Init)
		p.Init.Free = false
		p.Init.Known = v.Known && v.N >= t.Lo && v.N <= t.Hi || v.Known && t.Kind == types.Access
		p.Init.N = v.N
		if v.Known && !p.Init.Known {
			l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		}
		return
	case v.Unknown:
		l.Doubt(v, e)
		l.satisfies(v, t, e)
		if narrows(v, t) {
			l.CheckFails(e, "a value of "+t.Name)
		}
		l.Emit(e.Pos, "%s = any", p.Name())
		return
	}
	l.satisfies(v, t, e)
	lo, hi := v.Span()
	wl, wh := l.Window(t)
	code := v.Text()
	if v.Shared > 0 && p.Shared && l.Atomic == 0 { // the read and the write are two steps
		if lo >= -types.Exact && hi <= types.Exact || !t.Wide() {
			w := *t
			if w.Lo, w.Hi, w.Full = lo, hi, true; hi-lo >= types.Far {
				w.Lo, w.Hi = max(lo, -types.Exact), min(hi, types.Exact)
			}
			if t.Kind == types.Boolean {
				w = *l.Boolean
			}
			n := l.Temp(&w, "read")
			l.Emit(e.Pos, "%s = %s", n, code)
			v = types.Value{Type: t, Code: n, Lo: w.Lo, Hi: w.Hi}
			code = n
		}
	}
	switch {
	case t.Kind == types.Boolean || t.Kind == types.Access || lo >= wl && hi <= wh:
		l.Emit(e.Pos, "%s = %s", p.Name(), code)
	case v.Known && (v.N < t.Lo || v.N > t.Hi):
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	case v.Known:
		l.beyond(p, e)
	default:
		if l.handled(model.ConstraintError) && (lo < t.Lo || hi > t.Hi) {
			l.Check(v, t, e)
		}
		var out []string // beyond the window, but of the type
		if hi > wh && t.Hi > wh {
			out = append(out, fmt.Sprintf("%s > %d", code, wh))
		}
		if lo < wl && t.Lo < wl {
			out = append(out, fmt.Sprintf("%s < %d", code, wl))
		}
		if len(out) == 0 {
			l.Emit(e.Pos, "%s = %s", p.Name(), code)
			return
		}
		if l.Atomic == 0 {
			l.Emit(e.Pos, "atomic {")
		}
		l.Deferred(func() {
			l.Emit(e.Pos, "if %s {", strings.Join(out, " || "))
			l.beyond(p, e)
			l.Emit(e.Pos, "} else {")
			l.Emit(e.Pos, "%s = %s", p.Name(), code)
			l.Emit(e.Pos, "}")
		})
		if l.Atomic == 0 {
			l.Emit(e.Pos, "}")
		}
	}
}

// beyond gives a place any value of its window, since its value has left the window.
func (l *Evaluator) beyond(p *types.Place, e *syntax.Expr) {
	lo, hi := l.Window(p.Type)
	l.NoteBeyond(model.WideRange, e.Pos, "%s is followed from %d to %d, and is any value of these beyond", p.Shown, lo, hi)
	l.Emit(e.Pos, "%s = any", p.Name())
}

// putParts assigns a composite.
func (l *Evaluator) putParts(p *types.Place, v types.Value, e *syntax.Expr) {
	t := p.Type
	if t.Kind != types.Record && t.Kind != types.Array {
		if t.Kind == types.Access && (v.Place != nil || v.Task != nil) {
			l.Errorf(e.Pos, e.Len, model.Unsupported,
				"an access to an object that is modelled is kept in a variable").
				WithHint("a constant, a parameter or a discriminant may hold it")
		}
		l.satisfies(v, t, e)
		return // opaque
	}
	switch {
	case t.Large():
		if v.Aggregate != nil {
			l.Effects(v.Aggregate.E.Args, v.Aggregate.Sc)
		}
		return
	case v.Aggregate != nil:
		l.fill(p, v.Aggregate, e)
		return
	}
	// A step with many parts of any value has too many outcomes. Ada does not assign them in one.
	one := l.Elaborating == 0 && l.Atomic == 0 && v.Place != nil
	lines := l.Capture(func() {
		if one {
			l.Atomic++
			defer func() { l.Atomic-- }()
		}
		l.EachScalar(p, func(part *types.Place, at func(*types.Place) *types.Place) {
			if v.Place != nil {
				l.Put(part, l.Read(at(v.Place)), e)
			} else {
				l.Put(part, types.AnyOf(part.Type, v.Why), e)
			}
		})
	})
	l.oneStep(one, e.Pos, lines)
}

// satisfies emits the failure of a constraint check that the model cannot decide.
func (l *Evaluator) satisfies(v types.Value, t *types.Type, e *syntax.Expr) {
	if t.Ranged && l.computes(e, v, t) {
		l.CheckFails(e, "a value of "+t.Name)
	}
}

// computes reports whether an expression may have a value that does not satisfy the constraint of a type: it is neither
// a literal, unless this is outside of the bounds, nor null, nor an object of the type, nor an aggregate with others.
func (l *Evaluator) computes(e *syntax.Expr, v types.Value, t *types.Type) bool {
	for e != nil && e.Kind == syntax.Paren {
		e = e.X
	}
	if x, ok := literal(e); ok && (t.Least != 0 || t.Greatest != 0) {
		return x < t.Least || x > t.Greatest
	}
	switch {
	case e == nil || e.Kind == syntax.Number || e.Kind == syntax.Null:
		return false
	case e.Kind == syntax.Aggregate:
		return !slices.ContainsFunc(e.Args, func(a syntax.Arg) bool {
			return slices.ContainsFunc(a.Choices, func(c *syntax.Expr) bool { return c.Kind == syntax.Others })
		})
	case e.Kind == syntax.Name, e.Kind == syntax.Selected, e.Kind == syntax.Apply, e.Kind == syntax.Attribute:
		return v.Type != t
	}
	return true
}

func (l *Evaluator) oneStep(atomic bool, pos token.Position, lines []model.Line) {
	if !atomic || len(lines) < 2 || slices.ContainsFunc(lines, func(x model.Line) bool {
		return strings.HasPrefix(x.Text, "call ") || strings.HasPrefix(x.Text, "break ") ||
			strings.HasPrefix(x.Text, "select") ||
			strings.HasPrefix(x.Text, "atomic")
	}) {
		l.Append(lines)
		return
	}
	l.Emit(pos, "atomic {")
	l.Append(lines)
	l.Emit(pos, "}")
}

// Branch emits an if statement with condition c, or only one branch if c is known. If c is not modelled, either
// branch may be taken.
func (l *Evaluator) Branch(c types.Value, e *syntax.Expr, yes, no func()) {
	if c.Known {
		if c.N != 0 {
			yes()
		} else {
			no()
		}
		return
	}
	a, b := l.Capture(yes), l.Capture(no)
	if c.Unknown {
		l.Doubt(c, e)
		l.Emit(e.Pos, "choose {")
		l.Append(a)
		l.Emit(e.Pos, "} or {")
		if len(b) == 0 {
			b = []model.Line{{Text: "skip", Pos: e.Pos}}
		}
		l.Append(b)
		l.Emit(e.Pos, "}")
		return
	}
	l.Emit(e.Pos, "if %s {", c.Text())
	l.Append(a)
	if len(b) > 0 {
		l.Emit(e.Pos, "} else {")
		l.Append(b)
	}
	l.Emit(e.Pos, "}")
}
