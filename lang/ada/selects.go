package ada

// This file lowers select statements.

import (
	"fmt"
	"go/token"
	"strings"

	"flavers/lang/ada/syntax"
)

func (l *lowerer) selectStmt(s *syntax.Stmt, sc *scope) {
	if s.Abortable {
		l.unsupported(s, "select with then abort is not modelled",
			"a timed entry call, or a flag that the computation looks at, is")
		return
	}
	first := s.Arms[0]
	if len(first.Body) > 0 && first.Body[0].Kind == syntax.Call {
		l.entrySelect(s, sc)
		return
	}
	l.selectiveAccept(s, sc)
}

// entrySelect is a conditional or timed entry call.
func (l *lowerer) entrySelect(s *syntax.Stmt, sc *scope) {
	call := s.Arms[0].Body[0]
	rest := s.Arms[0].Body[1:]
	var late []*syntax.Stmt
	timed := false
	if len(s.Arms) > 1 {
		timed = true
		late = s.Arms[1].Body
	} else {
		late = s.Else
	}
	w, after, ok := l.entryCall(call.X, sc)
	if !ok {
		l.errorf(call.Pos, call.Len, Mismatch, "a select begins with an accept, an entry call or a delay")
		return
	}
	if w == nil {
		return
	}
	if w.prot != nil {
		l.protectedSelect(w.prot, s, rest, late, timed, sc)
		return
	}
	l.null(w)
	if w.queue != "" {
		l.emit(call.Pos, "%s = %s + 1", w.queue, w.queue)
	}
	l.emit(call.Pos, "select {")
	l.emit(call.Pos, "case %s:", w.text)
	if after != nil {
		after()
	}
	l.statements(rest, sc)
	if l.mayEnd(w.ref.group) && w.ref.group != l.currentGroup() {
		l.emit(call.Pos, "case skip when %s%s:", l.endedFlag(w.ref.group), w.ref.index())
		l.raise(num(l.integer, taskingError), call.Pos, "Tasking_Error")
	}
	l.otherwise(s, late, timed, sc, w)
	l.emit(s.Pos, "}")
}

func (l *lowerer) otherwise(s *syntax.Stmt, late []*syntax.Stmt, timed bool, sc *scope, w *waiting) {
	if timed {
		l.emit(s.Pos, "case skip:")
	} else {
		l.emit(s.Pos, "else:")
	}
	if w.queue != "" {
		l.emit(s.Pos, "%s = %s - 1", w.queue, w.queue)
	}
	l.statements(late, sc)
}

// protectedSelect is a conditional or timed call of a protected entry.
func (l *lowerer) protectedSelect(u *entryUse, s *syntax.Stmt, rest, late []*syntax.Stmt, timed bool, sc *scope) {
	done := l.temp(l.boolean, "entered")
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	try := func() {
		l.action(u.m, "", u.e, func() {
			l.emit(u.e.Pos, "%s = false", done)
			l.branch(b, u.e, func() {
				l.emit(u.e.Pos, "%s = true", done)
				l.body(u)
			}, func() {})
		})
	}
	_ = ok
	if !timed {
		try()
	} else {
		l.labelled("timed", s.Pos, func(label string) {
			again := l.unique("again")
			l.emit(s.Pos, "%s: loop {", again)
			cond := b.text()
			if b.unknown {
				cond = "true"
			}
			l.emit(s.Pos, "select {")
			if !b.known || b.n != 0 {
				l.emit(s.Pos, "case skip when %s:", cond)
				try()
				l.emit(s.Pos, "if %s {", done)
				l.emit(s.Pos, "break %s", again)
				l.emit(s.Pos, "}")
			}
			l.emit(s.Pos, "case skip:")
			l.emit(s.Pos, "%s = false", done)
			l.emit(s.Pos, "break %s", again)
			l.emit(s.Pos, "}")
			l.emit(s.Pos, "}")
		})
	}
	l.emit(s.Pos, "if %s {", done)
	l.requeued(u)
	l.statements(rest, sc)
	l.emit(s.Pos, "} else {")
	l.statements(late, sc)
	l.emit(s.Pos, "}")
}

// selectiveAccept waits for calls.
func (l *lowerer) selectiveAccept(s *syntax.Stmt, sc *scope) {
	type alternative struct {
		pos   token.Position
		head  string
		guard string
		body  []line
		rest  []line
	}
	var out []alternative
	var guards []string
	open := s.HasElse
	for _, arm := range s.Arms {
		alt := alternative{pos: arm.Pos}
		if arm.Cond == nil {
			open = true
		} else {
			var c val
			before := l.capture(func() { c = l.expr(arm.Cond, sc, l.boolean) })
			l.append(before)
			switch {
			case c.known && c.n == 0:
				continue
			case c.known:
				open = true
			case c.unknown:
				c = l.chosen(c, l.boolean, arm.Cond)
				alt.guard = c.text()
			case c.shared > 0 || len(before) > 0: // evaluated once, before the select
				n := l.temp(l.boolean, "open")
				l.emit(arm.Pos, "%s = %s", n, c.text())
				alt.guard = n
			default:
				alt.guard = c.text()
			}
			if alt.guard != "" {
				guards = append(guards, alt.guard)
			}
		}
		switch {
		case arm.Word == "terminate":
			alt.head = "terminate"
			if g := l.currentGroup(); g != nil && g.nested {
				if !g.alone() {
					l.note(earlyEnd, arm.Pos,
						"terminate in a task of a block is possible as soon as the block and its other tasks wait or have ended")
				}
				alt.head = "skip"
				and := ""
				if alt.guard != "" {
					and = " && " + alt.guard
				}
				alt.guard = waitsMark + g.name + and
				alt.rest = []line{{"break " + l.task.end, arm.Pos}}
			}
		case len(arm.Body) > 0 && arm.Body[0].Kind == syntax.DelayStmt:
			l.expr(arm.Body[0].X, sc, nil)
			alt.head = "skip"
			alt.rest = l.capture(func() { l.statements(arm.Body[1:], sc) })
		case len(arm.Body) > 0 && arm.Body[0].Kind == syntax.Accept:
			a := l.accept(arm.Body[0], sc)
			if a == nil {
				continue
			}
			alt.pos = arm.Body[0].Pos
			alt.head = a.head
			alt.rest = a.after
			if a.plain {
				alt.rest = append(a.body[:len(a.body):len(a.body)], alt.rest...)
			} else {
				alt.body = append([]line{}, a.body...)
				if len(alt.body) == 0 {
					alt.body = []line{{"skip", arm.Pos}}
				}
			}
			alt.rest = append(alt.rest, l.capture(func() { l.statements(arm.Body[1:], sc) })...)
		default:
			l.errorf(arm.Pos, 1, Mismatch, "an alternative of a select begins with accept, delay or terminate")
			continue
		}
		out = append(out, alt)
	}
	if !open {
		if len(guards) == 0 {
			l.raise(num(l.integer, programError), s.Pos, "Program_Error")
			return
		}
		if !complementary(guards) {
			l.emit(s.Pos, "if !(%s) {", strings.Join(guards, " || "))
			l.raise(num(l.integer, programError), s.Pos, "Program_Error")
			l.emit(s.Pos, "}")
		}
	}
	l.emit(s.Pos, "select {")
	for _, a := range out {
		when := ""
		if a.guard != "" {
			when = " when " + a.guard
		}
		if a.body != nil {
			l.emit(a.pos, "case %s%s {", a.head, when)
			l.append(a.body)
			l.emit(a.pos, "}:")
			l.append(a.rest)
			continue
		}
		l.emit(a.pos, "case %s%s:", a.head, when)
		l.append(a.rest)
		if len(a.rest) == 0 && a.head != "terminate" && a.head != "skip" {
			l.emit(a.pos, "skip")
		}
	}
	if s.HasElse {
		l.emit(s.Pos, "else:")
		l.statements(s.Else, sc)
	}
	l.emit(s.Pos, "}")
}

// waitsMark stands for the variable that tells that a block waits for its tasks, which is known later.
const waitsMark = "waits_of_"

// complementary tells whether one guard is the negation of another.
func complementary(guards []string) bool {
	for _, a := range guards {
		for _, b := range guards {
			if a == "!"+b || a == fmt.Sprintf("!(%s)", b) {
				return true
			}
		}
	}
	return false
}
