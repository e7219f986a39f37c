package ada

// This file lowers pragmas and the events that a program names.

import (
	"go/token"
	"slices"
	"strings"

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

// unreached returns the events of comments that no lowered task contains, behind a condition that never holds.
// Events in dead code belong to the program too, and properties may name them. of are the lines of the main task.
func (l *lowerer) unreached(of []model.Line) []model.Line {
	emitted := map[string]bool{}
	for _, list := range [][]model.Line{of, l.Replies} {
		for _, x := range list {
			if rest, ok := strings.CutPrefix(x.Text, "event "); ok {
				emitted[model.Words(rest)[0]] = true
			}
		}
	}
	var out []model.Line
	visit := func(s *syntax.Stmt) {
		if s.Kind != syntax.EventStmt || len(s.Args) > 0 {
			return
		}
		name := syntax.Path(s.X)
		if id := types.Identifier(name) + "_event"; !emitted[id] {
			emitted[id] = true
			l.Shown[id] = model.Shown{Text: name}
			l.Word(name)
			out = append(out, model.Line{Text: "event " + id, Pos: s.X.Pos})
		}
	}
	for x := range l.libraryUnits() {
		syntax.EachDecl(x.Decl, func(d *syntax.Decl) { d.EachStmt(visit) })
	}
	if len(out) == 0 {
		return nil
	}
	slices.SortFunc(out, func(a, b model.Line) int { return strings.Compare(a.Text, b.Text) })
	never := l.Unique("never")
	l.Vars = append(l.Vars, &model.Storage{Name: never, Type: l.Boolean, Init: func() string { return "" }})
	l.Shown[never] = model.Shown{Text: never}
	pos := out[0].Pos
	return slices.Concat([]model.Line{{Text: "if " + never + " {", Pos: pos}}, out, []model.Line{{Text: "}", Pos: pos}})
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
