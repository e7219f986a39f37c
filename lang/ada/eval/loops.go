package eval

// This file holds what statements share: loops that exit may leave, ranges without a trace, what is not modelled.

import (
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Loop is a loop that exit may leave.
type Loop struct {
	Name, Label string
	Frames      int
}

func (l *Evaluator) Unsupported(s *syntax.Stmt, what, hint string) {
	l.Errorf(s.Pos, s.Len, model.Unsupported, "%s", what).WithHint("%s", hint)
}

func (l *Evaluator) QuietBounds(e *syntax.Expr, sc *types.Scope) (lo, hi int64, ok bool) {
	out, list, notes := l.Out, l.List, l.Notes
	l.List, l.Notes, l.Out = nil, nil, new([]model.Line)
	l.Hushed++
	lo, hi, ok = l.bounds(e, sc)
	l.Hushed--
	l.Out, l.List, l.Notes = out, list, notes
	return lo, hi, ok
}

func (l *Evaluator) Assert(c types.Value, e *syntax.Expr) {
	id := l.ExceptionNamed("Assertion_Error")
	switch {
	case c.Known && c.N != 0:
	case c.Unknown:
		l.Doubt(c, e)
		l.Emit(e.Pos, "choose {")
		l.Emit(e.Pos, "skip")
		l.Emit(e.Pos, "} or {")
		l.Raise(types.Num(l.Integer, int64(id)), e.Pos, "Assertion_Error")
		l.Emit(e.Pos, "}")
	case l.Elaborating > 0:
	case l.handled(int64(id)) || c.Known:
		l.Emit(e.Pos, "if !(%s) {", c.Text())
		l.Raise(types.Num(l.Integer, int64(id)), e.Pos, "Assertion_Error")
		l.Emit(e.Pos, "}")
	default:
		l.Emit(e.Pos, "assert %s", c.Text())
	}
}
