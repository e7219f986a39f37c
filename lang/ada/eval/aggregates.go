package eval

// This file assigns aggregates.

import (
	"slices"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// fill assigns an aggregate to a place.
func (l *Evaluator) fill(p *types.Place, a *types.Aggregate, e *syntax.Expr) {
	t := p.Type
	one := l.Elaborating == 0 && l.Atomic == 0
	lines := l.Capture(func() {
		switch t.Kind {
		case types.Record:
			l.fillRecord(p, a, e)
		case types.Array:
			l.fillArray(p, a, e)
		}
	})
	l.oneStep(one, e.Pos, lines)
}

func (l *Evaluator) fillArray(p *types.Place, a *types.Aggregate, e *syntax.Expr) {
	t := p.Type
	empty := slices.ContainsFunc(t.Index, func(x *types.Type) bool { return x.Count() <= 0 })
	if t.Open { // its bounds are those of its value
		l.CheckFails(e, "the bounds of an aggregate")
	} else if !empty && !l.covers(a, t.Index, e) {
		return
	}
	if len(t.Index) > 1 { // an aggregate of aggregates
		l.fillDims(p, a, nil, e)
		return
	}
	l.EachIndex(t.Index, func(idx []types.Value) {
		l.associate(l.Element(p, idx, nil), a, idx[0].N, t.Index[0], e)
	})
}

// covers checks that an array aggregate has the bounds of an index type, and those in it those of the others (RM
// 4.3.3(30)). If not, the exception leaves nothing to be assigned.
func (l *Evaluator) covers(a *types.Aggregate, index []*types.Type, e *syntax.Expr) bool {
	t, missing, known := index[0], false, true
	others := false
	for _, arg := range a.E.Args {
		for _, c := range arg.Choices {
			others = others || c.Kind == syntax.Others
			if c.Kind == syntax.Others {
				continue
			}
			lo, hi, ok := l.QuietBounds(c, a.Sc)
			if v := l.Quiet(func() types.Value { return l.Expr(c, a.Sc, t) }); !ok && v.Known {
				lo, hi, ok = v.N, v.N, true
			}
			missing = missing || ok && lo <= hi && (lo < t.Lo || hi > t.Hi)
			known = known && ok
		}
		known = known && arg.Loop == nil
		if x := arg.Value; len(index) > 1 && x != nil && x.Kind == syntax.Aggregate &&
			!l.covers(&types.Aggregate{E: x, Sc: a.Sc}, index[1:], e) {
			return false
		}
	}
	if !others && len(a.E.Args) > 0 && a.E.Args[0].Choices == nil && a.E.Args[0].Loop == nil {
		missing = missing || int64(len(a.E.Args)) != max(0, t.Count())
	} else if !others && known {
		for i := t.Lo; i <= t.Hi && !missing && l.Tick(e.Pos); i++ {
			x, _, _ := l.association(a, i, t)
			missing = x == nil
		}
	}
	switch {
	case missing && l.Elaborating == 0:
		l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
		return false
	case !known && !others:
		l.CheckFails(e, "the bounds of an aggregate")
	}
	return true
}

func (l *Evaluator) fillDims(p *types.Place, a *types.Aggregate, idx []types.Value, e *syntax.Expr) {
	t := p.Type
	d := t.Index[len(idx)]
	for i := d.Lo; i <= d.Hi && l.Tick(a.E.Pos); i++ {
		at := append(idx[:len(idx):len(idx)], types.Num(d, i))
		if len(at) == len(t.Index) {
			l.associate(l.Element(p, at, nil), a, i, d, e)
			continue
		}
		x, in, sure := l.association(a, i, d)
		if !sure || x != nil && x.Kind != syntax.Aggregate {
			l.unfollowed(e, a.E)
			l.Put(p, types.AnyOf(t, "an aggregate"), e)
			return
		}
		if x != nil {
			l.fillDims(p, &types.Aggregate{E: x, Sc: in}, at, e)
		}
	}
}

// associate assigns an element of an array aggregate, or any value where it is not known which one it has.
func (l *Evaluator) associate(p *types.Place, a *types.Aggregate, n int64, t *types.Type, e *syntax.Expr) {
	switch x, in, sure := l.association(a, n, t); {
	case !sure:
		l.unfollowed(e, a.E)
		l.Put(p, types.AnyOf(p.Type, "an aggregate"), e)
	case x != nil:
		l.give(p, x, in)
	}
}

// give assigns an expression to a part of an aggregate. An allocator is executed when the tasks run.
func (l *Evaluator) give(p *types.Place, x *syntax.Expr, sc *types.Scope) {
	m := l.mark()
	v := l.Expr(x, sc, p.Type)
	if v.Unknown && v.Why == Later && l.Elaborating > 0 {
		if l.acted(m) {
			l.unsure(x)
			return
		}
		l.PutLater(p, x, sc)
		return
	}
	l.Put(p, v, x)
}

// association returns the expression for element n of an array aggregate, or nil if it has none. sure is false if
// an earlier choice, whose value is not known, may cover the element too.
func (l *Evaluator) association(a *types.Aggregate, n int64, t *types.Type) (x *syntax.Expr, in *types.Scope,
	sure bool) {
	var others *syntax.Expr
	sure = true
	for k, arg := range a.E.Args {
		if arg.Loop != nil {
			lo, hi, ok := l.bounds(arg.Loop.Range, a.Sc)
			if ok && n >= lo && n <= hi {
				in := types.NewScope(a.Sc)
				in.Add(&types.Entity{Kind: types.Constant, Name: arg.Loop.Name, Type: t, Value: types.Num(t, n)})
				return arg.Value, in, sure
			}
			sure = sure && ok
			continue
		}
		if arg.Choices == nil {
			if t.Lo+int64(k) == n {
				return arg.Value, a.Sc, sure
			}
			continue
		}
		for _, c := range arg.Choices {
			if c.Kind == syntax.Others {
				others = arg.Value
				continue
			}
			v := l.Quiet(func() types.Value { return l.Within(types.Num(t, n), c, a.Sc) })
			only := len(a.E.Args) == 1 && len(arg.Choices) == 1 // one that is not static is the only one: RM 4.3.3(17)
			if v.Known && v.N != 0 || !v.Known && only {
				return arg.Value, a.Sc, sure
			}
			sure = sure && v.Known
		}
	}
	if others != nil && others.Kind == syntax.Box {
		return nil, nil, sure
	}
	return others, a.Sc, sure
}
