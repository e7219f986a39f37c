package ada

// This file lowers exceptions. The place where one is handled is known, as calls are inlined: raising one is a
// jump there.

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/lang/ada/syntax"
)

// Numbers of the predefined exceptions; 0 is none.
const (
	constraintError = 1 + iota
	programError
	storageError
	taskingError
)

var predefined = []string{"", "Constraint_Error", "Program_Error", "Storage_Error", "Tasking_Error"}

// frame is a place that exceptions pass, or where they end.
type frame struct {
	label   string // of a catching frame
	exc     string // the variable that holds the exception
	covers  func(id int64) bool
	cleanup func() // of a master: what is done when it is left
	used    bool
}

func (l *lowerer) excType() *typ { return &typ{kind: integer, lo: 0, hi: 62, name: "exception"} }

// handled tells whether an exception may be handled here.
func (l *lowerer) handled(id int64) bool {
	for i := len(l.frames) - 1; i >= 0; i-- {
		if f := l.frames[i]; f.label != "" && f.covers(id) {
			return true
		}
	}
	return false
}

// raise leaves for the handler of an exception.
func (l *lowerer) raise(v val, pos token.Position, name string) {
	if l.hush > 0 {
		return
	}
	if l.elab > 0 {
		l.failed(pos, "%s is raised while the program is elaborated", name)
		return
	}
	for i := len(l.frames) - 1; i >= 0; i-- {
		f := l.frames[i]
		if f.cleanup != nil {
			saved := l.frames
			l.frames = l.frames[:i]
			f.cleanup()
			l.frames = saved
			continue
		}
		if v.known && !f.covers(v.n) {
			continue
		}
		f.used = true
		l.emit(pos, "%s = %s", f.exc, v.text())
		l.emit(pos, "break %s", f.label)
		return
	}
	// Nobody handles it: the task ends. What others do then is followed, too.
	mark := "unhandled_"
	if v.known {
		mark += identifier(l.exceptions[v.n])
	}
	l.unhandled[mark] = true
	l.emit(pos, "select {")
	l.emit(pos, "case skip:")
	l.emit(pos, "assert %s", mark)
	l.emit(pos, "case skip:")
	l.emit(pos, "skip")
	l.emit(pos, "}")
	if l.task != nil {
		l.emit(pos, "break %s", l.task.end)
	}
}

func (l *lowerer) failed(pos token.Position, format string, args ...any) {
	l.errorf(pos, 1, NotStatic, format,
		args...).WithHint("what is declared before begin is computed before the tasks run")
}

// exceptionOf is the number of an exception.
func (l *lowerer) exceptionOf(e *syntax.Expr, sc *scope) (int, bool) {
	ent := l.resolve(e, sc)
	switch {
	case ent == nil:
		return 0, false
	case ent.kind == exception:
		return ent.id, true
	case ent.kind == library:
		return l.exceptionNamed(ent.name), true
	}
	l.errorf(e.Pos, e.Len, Undeclared, "%s is no exception", path(e))
	return 0, false
}

func (l *lowerer) exceptionNamed(name string) int {
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		name = name[i+1:]
	}
	for i, x := range l.exceptions {
		if fold(x) == fold(name) {
			return i
		}
	}
	l.exceptions = append(l.exceptions, name)
	return len(l.exceptions) - 1
}

func (l *lowerer) raiseNamed(x *syntax.Expr, sc *scope, e *syntax.Expr) {
	if id, ok := l.exceptionOf(x, sc); ok {
		l.raise(num(l.integer, int64(id)), e.Pos, l.exceptions[id])
	}
}

// handledBody lowers statements with their handlers.
func (l *lowerer) handledBody(body []*syntax.Stmt, handlers []*syntax.Handler, sc *scope, pos token.Position) {
	if len(handlers) == 0 {
		l.statements(body, sc)
		return
	}
	exc := l.temp(l.excType(), "raised")
	f := &frame{label: l.unique("handler"), exc: exc}
	others := false
	ids := map[int64]bool{}
	var choices [][]int64
	for _, h := range handlers {
		var list []int64
		for _, c := range h.Choices {
			if c.Kind == syntax.Others {
				others = true
				list = append(list, -1)
			} else if id, ok := l.exceptionOf(c, sc); ok {
				ids[int64(id)] = true
				list = append(list, int64(id))
			}
		}
		choices = append(choices, list)
	}
	f.covers = func(id int64) bool { return others || ids[id] }
	l.labelled("block", pos, func(out string) {
		l.frames = append(l.frames, f)
		lines := l.capture(func() { l.statements(body, sc) })
		l.frames = l.frames[:len(l.frames)-1]
		if !f.used {
			l.append(lines)
			return
		}
		l.emit(pos, "%s: loop {", f.label)
		l.append(lines)
		if !leaves(lines) {
			l.emit(pos, "break %s", out)
		}
		l.emit(pos, "}")
		v := val{typ: l.excType(), code: exc, hi: 62}
		l.rising = append(l.rising, v)
		l.dispatch(handlers, choices, v, sc, pos)
		l.rising = l.rising[:len(l.rising)-1]
		l.emit(pos, "break %s", out)
	})
}

func (l *lowerer) dispatch(handlers []*syntax.Handler, choices [][]int64, v val, sc *scope, pos token.Position) {
	if len(handlers) == 0 {
		l.raise(v, pos, "an exception")
		return
	}
	h := handlers[0]
	in := newScope(sc)
	if h.Name != "" {
		in.add(&entity{kind: constant, name: h.Name, typ: l.opaque, v: anyOf(l.opaque, "")})
	}
	var tests []string
	for _, id := range choices[0] {
		if id < 0 {
			l.statements(h.Body, in)
			return
		}
		tests = append(tests, fmt.Sprintf("%s == %d", v.code, id))
	}
	if len(tests) == 0 {
		l.dispatch(handlers[1:], choices[1:], v, sc, pos)
		return
	}
	l.emit(h.Pos, "if %s {", strings.Join(tests, " || "))
	l.statements(h.Body, in)
	l.emit(h.Pos, "} else {")
	l.dispatch(handlers[1:], choices[1:], v, sc, pos)
	l.emit(h.Pos, "}")
}
