package eval

// This file lowers conditional, case and quantified expressions: only one value is evaluated.

import (
	"fmt"

	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// ifExpr lowers a conditional expression.
func (l *Evaluator) ifExpr(e *syntax.Expr, args []syntax.Arg, sc *types.Scope, want *types.Type) types.Value {
	switch len(args) {
	case 0:
		return l.Truth(true)
	case 1:
		return l.Expr(args[0].Value, sc, want)
	}
	c := l.Expr(args[0].Value, sc, l.Boolean)
	return l.either(c, e, want, func() types.Value { return l.Expr(args[1].Value, sc, want) },
		func() types.Value { return l.ifExpr(e, args[2:], sc, want) })
}

// either returns the value of yes if c is true, and that of no otherwise. Only one of the two is evaluated.
func (l *Evaluator) either(c types.Value, e *syntax.Expr, want *types.Type, yes, no func() types.Value) types.Value {
	if c.Known {
		if c.N != 0 {
			return yes()
		}
		return no()
	}
	x, a := l.perhaps(e, yes)
	y, b := l.perhaps(e, no)
	t := x.Type
	if t == nil || !t.Scalar() {
		t = y.Type
	}
	if len(a)+len(b) == 0 && !c.Unknown && !x.Unknown && !y.Unknown && x.Type != nil && x.Type.Scalar() &&
		y.Type != nil {
		r := types.Value{Type: t, Shared: c.Shared + x.Shared + y.Shared}
		xl, xh := x.Span()
		yl, yh := y.Span()
		r.Lo, r.Hi = min(xl, yl), max(xh, yh)
		r.Code = fmt.Sprintf("(if %s then %s else %s)", c.Text(), x.Text(), y.Text())
		return r
	}
	if t == nil || !t.Scalar() {
		l.Branch(c, e, func() { *l.Out = append(*l.Out, a...) }, func() { *l.Out = append(*l.Out, b...) })
		return types.AnyOf(t, "a conditional expression")
	}
	temp := l.Temp(t, "value")
	l.Branch(c, e, func() {
		*l.Out = append(*l.Out, a...)
		l.Put(l.TempPlace(temp, t), x, e)
	}, func() {
		*l.Out = append(*l.Out, b...)
		l.Put(l.TempPlace(temp, t), y, e)
	})
	return l.Read(l.TempPlace(temp, t))
}

// caseExpr lowers a case expression.
func (l *Evaluator) caseExpr(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	x := l.Held(l.Expr(e.X, sc, nil), e)
	var from func(i int) types.Value
	from = func(i int) types.Value {
		if i == len(e.Args)-1 {
			return l.Expr(e.Args[i].Value, sc, want)
		}
		c := l.Truth(false)
		for _, choice := range e.Args[i].Choices {
			c = l.Operate("or", c, l.Within(x, choice, sc), e)
		}
		return l.either(c, e, want, func() types.Value { return l.Expr(e.Args[i].Value, sc, want) },
			func() types.Value { return from(i + 1) })
	}
	return from(0)
}

// quantified lowers "for all" and "for some" over a range. As in "and then" and "or else", a value that decides ends
// the evaluation.
func (l *Evaluator) quantified(e *syntax.Expr, sc *types.Scope) types.Value {
	all := e.Text == "all"
	if e.Loop.Of && e.Loop.Filter == nil {
		return l.quantifiedOver(e, all, sc)
	}
	lo, hi, ok := l.bounds(e.Loop.Range, sc)
	if !ok || hi-lo > 64 || e.Loop.Of || e.Loop.Filter != nil {
		l.unfollowed(e, e.Loop.Range, e.Loop.Filter, e.X)
		return types.AnyOf(l.Boolean, "a quantified expression")
	}
	r := l.Truth(all)
	t := l.SubtypeOf(e.Loop.Range, sc)
	for i := lo; i <= hi; i++ {
		in := types.NewScope(sc)
		in.Add(&types.Entity{Kind: types.Constant, Name: e.Loop.Name, Type: t, Value: types.Num(t, i)})
		r = l.decide(all, r, func() types.Value { return l.Expr(e.X, in, l.Boolean) }, false, e)
	}
	return r
}

// quantifiedOver lowers a quantified expression over the elements of an array.
func (l *Evaluator) quantifiedOver(e *syntax.Expr, all bool, sc *types.Scope) types.Value {
	v := l.Expr(e.Loop.Range, sc, nil)
	if v.Place == nil || v.Type == nil || v.Type.Kind != types.Array || len(v.Type.Index) != 1 ||
		v.Type.Index[0].Count() > 64 {
		l.unfollowed(e, e.X)
		return types.AnyOf(l.Boolean, "a quantified expression")
	}
	r := l.Truth(all)
	for t, n := v.Type.Index[0], v.Type.Index[0].Lo; n <= t.Hi; n++ {
		in := types.NewScope(sc)
		in.Add(&types.Entity{Kind: types.Variable, Name: e.Loop.Name, Type: v.Type.Elem,
			Place: l.Element(v.Place, []types.Value{types.Num(t, n)}, nil)})
		r = l.decide(all, r, func() types.Value { return l.Expr(e.X, in, l.Boolean) }, false, e)
	}
	return r
}
