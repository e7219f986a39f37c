package eval

// This file assigns aggregates.

import (
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// fill assigns an aggregate.
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
	if len(t.Index) > 1 { // an aggregate of aggregates
		l.fillDims(p, a, nil)
		return
	}
	l.EachIndex(t.Index, func(idx []types.Value) {
		x, in := l.association(a, idx[0].N, t.Index[0])
		if x == nil {
			return
		}
		l.give(l.Element(p, idx, nil), x, in)
	})
}

func (l *Evaluator) fillDims(p *types.Place, a *types.Aggregate, idx []types.Value) {
	t := p.Type
	d := t.Index[len(idx)]
	for i := d.Lo; i <= d.Hi && l.Tick(a.E.Pos); i++ {
		x, in := l.association(a, i, d)
		at := append(idx[:len(idx):len(idx)], types.Num(d, i))
		switch {
		case x == nil:
		case len(at) == len(t.Index):
			l.give(l.Element(p, at, nil), x, in)
		case x.Kind == syntax.Aggregate:
			l.fillDims(p, &types.Aggregate{E: x, Sc: in}, at)
		}
	}
}

// give assigns an expression to a part of an aggregate. An allocator is executed when the tasks run.
func (l *Evaluator) give(p *types.Place, x *syntax.Expr, sc *types.Scope) {
	v := l.Expr(x, sc, p.Type)
	if v.Unknown && v.Why == Later && l.Elaborating > 0 {
		l.PutLater(p, x, sc)
		return
	}
	l.Put(p, v, x)
}

// association is the expression of an element of an array aggregate.
func (l *Evaluator) association(a *types.Aggregate, n int64, t *types.Type) (*syntax.Expr, *types.Scope) {
	var others *syntax.Expr
	for k, arg := range a.E.Args {
		if arg.Loop != nil {
			lo, hi, ok := l.bounds(arg.Loop.Range, a.Sc)
			if ok && n >= lo && n <= hi {
				in := types.NewScope(a.Sc)
				in.Add(&types.Entity{Kind: types.Constant, Name: arg.Loop.Name, Type: t, Value: types.Num(t, n)})
				return arg.Value, in
			}
			continue
		}
		if arg.Choices == nil {
			if t.Lo+int64(k) == n {
				return arg.Value, a.Sc
			}
			continue
		}
		for _, c := range arg.Choices {
			if c.Kind == syntax.Others {
				others = arg.Value
				continue
			}
			if v := l.Quiet(func() types.Value { return l.Within(types.Num(t, n), c, a.Sc) }); v.Known && v.N != 0 {
				return arg.Value, a.Sc
			}
		}
	}
	if others != nil && others.Kind == syntax.Box {
		return nil, nil
	}
	return others, a.Sc
}
