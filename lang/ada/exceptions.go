package ada

// This file lowers statements with handlers of exceptions.

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// HandledBody lowers statements with their handlers. An exception becomes a number in a variable, and a jump to
// the handlers behind the statements:
//
//	handler: loop { .. raised = 5; break handler .. break block }
//	if raised == 5 { .. }
func (l *lowerer) HandledBody(body []*syntax.Stmt, handlers []*syntax.Handler, sc *types.Scope, pos token.Position) {
	before := l.Before
	l.Before = nil
	statements := func() {
		if before != nil {
			before()
		}
		l.Statements(body, sc)
	}
	if len(handlers) == 0 {
		statements()
		return
	}
	exc := l.Temp(l.ExcType(), "raised")
	f := &eval.Frame{Label: l.Unique("handler"), Exception: exc}
	others := false
	ids := map[int64]bool{}
	var choices [][]int64
	for _, h := range handlers {
		var list []int64
		for _, c := range h.Choices {
			if c.Kind == syntax.Others {
				others = true
				list = append(list, -1)
			} else if id, ok := l.ExceptionOf(c, sc); ok {
				ids[int64(id)] = true
				list = append(list, int64(id))
			}
		}
		choices = append(choices, list)
	}
	f.Covers = func(id int64) bool { return others || ids[id] }
	l.Labelled("block", pos, func(out string) {
		l.Frames = append(l.Frames, f)
		lines := l.Capture(statements)
		l.Frames = l.Frames[:len(l.Frames)-1]
		if !f.Used {
			l.Append(lines)
			return
		}
		l.Once(f.Label, lines, out, pos)
		v := types.Value{Type: l.ExcType(), Code: exc, Hi: 62}
		l.Rising = append(l.Rising, v)
		l.dispatch(handlers, choices, v, sc, pos)
		l.Rising = l.Rising[:len(l.Rising)-1]
		l.Emit(pos, "break %s", out)
	})
}

// dispatch lowers handlers as tests of the number v of the exception, one after the other. If no handler has the
// exception, it is raised again.
func (l *lowerer) dispatch(handlers []*syntax.Handler, choices [][]int64, v types.Value, sc *types.Scope,
	pos token.Position) {
	if len(handlers) == 0 {
		l.Raise(v, pos, "an exception")
		return
	}
	h := handlers[0]
	in := types.NewScope(sc)
	if h.Name != "" {
		in.Add(&types.Entity{Kind: types.Constant, Name: h.Name, Type: l.Opaque, Value: types.AnyOf(l.Opaque, "")})
	}
	var tests []string
	for _, id := range choices[0] {
		if id < 0 {
			l.Statements(h.Body, in)
			return
		}
		tests = append(tests, fmt.Sprintf("%s == %d", v.Code, id))
	}
	if len(tests) == 0 {
		l.dispatch(handlers[1:], choices[1:], v, sc, pos)
		return
	}
	l.Emit(h.Pos, "if %s {", strings.Join(tests, " || "))
	l.Statements(h.Body, in)
	l.Emit(h.Pos, "} else {")
	l.dispatch(handlers[1:], choices[1:], v, sc, pos)
	l.Emit(h.Pos, "}")
}
