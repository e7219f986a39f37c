package ada

// This file lowers pragmas and the events that a program names.

import (
	"go/token"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// pragma lowers the pragmas that matter: Assert, and events.
func (l *lowerer) pragma(name string, args []syntax.Arg, pos token.Position, sc *types.Scope) {
	switch syntax.Fold(name) {
	case "assert":
		if len(args) == 0 {
			return
		}
		c := l.Expr(args[0].Value, sc, l.Boolean)
		l.Assert(c, args[0].Value)
	case "annotate":
		if len(args) >= 3 && syntax.Fold(syntax.Path(args[0].Value)) == "flavers" &&
			syntax.Fold(syntax.Path(args[1].Value)) == "event" &&
			args[2].Value.Kind == syntax.String {
			text := args[2].Value.Text
			var rest []syntax.Arg
			rest = append(rest, args[3:]...)
			l.namedEvent(text[1:len(text)-1], rest, args[2].Value, sc)
		}
	}
}

func (l *lowerer) event(s *syntax.Stmt, sc *types.Scope) {
	l.namedEvent(syntax.Path(s.X), s.Args, s.X, sc)
}

func (l *lowerer) namedEvent(name string, args []syntax.Arg, e *syntax.Expr, sc *types.Scope) {
	var codes []string
	var kinds []*types.Type
	for _, a := range args {
		v := l.Expr(a.Value, sc, nil)
		if v.Unknown || v.Type == nil || !v.Type.Scalar() {
			if v.Type != nil && v.Type.Discrete() && v.Type.Count() <= 64 {
				v = l.Chosen(v, v.Type, a.Value)
			} else {
				l.Errorf(a.Value.Pos, a.Value.Len, model.Mismatch,
					"the argument of an event is no value of a small type").
					WithHint("give its variable a range")
				return
			}
		}
		codes = append(codes, v.Text())
		kinds = append(kinds, v.Type)
	}
	id := types.Identifier(name) + "_event"
	l.Shown[id] = model.Shown{Text: name, Dims: kinds}
	l.Word(name)
	l.EmitEvent(e, id, codes)
}
