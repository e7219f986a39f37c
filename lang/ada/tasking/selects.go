package tasking

// This file lowers select statements.

import (
	"fmt"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

func (l *Tasks) SelectStmt(s *syntax.Stmt, sc *types.Scope) {
	if s.Abortable {
		l.asynchronous(s, sc)
		return
	}
	first := s.Arms[0]
	if len(first.Body) > 0 && first.Body[0].Kind == syntax.Call {
		l.entrySelect(s, sc)
		return
	}
	l.selectiveAccept(s, sc)
}

// either lowers select T; A then abort B, where no task can make the call T, to a choice between T; A and B. Steps of B
// before T completes are missing, so executions that pass the select are possible only. The step that marks them comes
// before the choice, which makes a wait within either part one of them.
func (l *Tasks) either(s *syntax.Stmt, why string, sc *types.Scope) {
	l.Note(model.Aborting, s.Pos, "select with then abort is not followed, and one of its two parts is executed: %s", why)
	l.Emit(s.Pos, "skip")
	l.Emit(s.Pos, "choose {")
	for i, part := range [][]*syntax.Stmt{s.Arms[0].Body, s.Else} {
		if i > 0 {
			l.Emit(s.Pos, "} or {")
		}
		l.Stmts.Statements(part, sc)
		l.Emit(s.Pos, "skip")
	}
	l.Emit(s.Pos, "}")
}

// entrySelect lowers a conditional or timed entry call.
func (l *Tasks) entrySelect(s *syntax.Stmt, sc *types.Scope) {
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
	w, after, ok := l.EntryCall(call.X, sc)
	if !ok {
		l.Errorf(call.Pos, call.Len, model.Mismatch, "a select begins with an accept, an entry call or a delay")
		return
	}
	if w == nil {
		return
	}
	if w.prot != nil {
		l.protectedSelect(w.prot, s, rest, late, timed, sc)
		return
	}
	if givesUp(requeues(accepts(w.ref.Group, w.entry))) {
		w.cancelled = l.Temp(l.Boolean, "cancelled")
		l.Emit(call.Pos, "%s = false", w.cancelled)
	}
	l.callOr(w, func() {
		if after != nil {
			after()
		}
		l.unless(w.cancelled, s, func() { l.Stmts.Statements(rest, sc) }, func() { l.late(s, late, sc) })
	}, s.Pos, func() { l.late(s, late, sc) })
}

// unless goes on with rest, or with late if the call was given up after a requeue.
func (l *Tasks) unless(cancelled string, s *syntax.Stmt, rest, late func()) {
	if cancelled == "" {
		rest()
		return
	}
	l.Emit(s.Pos, "if %s {", cancelled)
	late()
	l.Emit(s.Pos, "} else {")
	rest()
	l.Emit(s.Pos, "}")
}

// accepts returns the accept statements for an entry in the body of the tasks of a group, and in its handlers.
func accepts(g *types.Group, entry *syntax.Decl) []*syntax.Stmt {
	var out []*syntax.Stmt
	body := g.Type.Body()
	if body == nil {
		return nil
	}
	body.Decl.EachStmt(func(s *syntax.Stmt) {
		if s.Kind == syntax.Accept && syntax.Fold(s.Label) == syntax.Fold(entry.Name) {
			out = append(out, s)
		}
	})
	return out
}

// callOr lowers a call of an entry of a task that may be given up. It may be given up even if the task stands
// before an accept, since the task may not be ready yet. A call of a task that has ended raises Tasking_Error.
func (l *Tasks) callOr(w *waiting, after func(), pos token.Position, late func()) {
	l.Null(w.ref, w.e.Pos)
	l.Point(w.e.Pos)
	l.joins(w)
	l.Emit(w.e.Pos, "select {")
	l.accepted(w, after)
	given := l.goesOn()
	if l.mayHaveEnded(w.ref) {
		l.Emit(w.e.Pos, "case skip%s:", whenAll(append(l.goesOn(), l.Gone(w.ref))))
		l.Raise(types.Num(l.Integer, model.TaskingError), w.e.Pos, "Tasking_Error")
		given = append(given, "!"+l.Gone(w.ref)) // RM 9.5.3(21)
	}
	l.Emit(pos, "case skip%s:", whenAll(given))
	l.withdraws(w)
	late()
	l.exitCases(pos, func() { l.withdraws(w) })
	l.Emit(pos, "}")
}

// protectedSelect lowers a conditional or timed call of a protected entry.
func (l *Tasks) protectedSelect(u *entryUse, s *syntax.Stmt, rest, late []*syntax.Stmt, timed bool, sc *types.Scope) {
	done := l.Temp(l.Boolean, "entered")
	cancelled := ""
	if u.op.Body != nil && givesUp(requeues(u.op.Body.Statements())) {
		cancelled = l.Temp(l.Boolean, "cancelled")
		l.Emit(s.Pos, "%s = false", cancelled)
	}
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	tryWith := func(open types.Value) {
		l.action(u.m, "", u.e, true, func() {
			l.Emit(u.e.Pos, "%s = false", done)
			l.Branch(open, u.e, func() {
				l.Emit(u.e.Pos, "%s = true", done)
				l.body(u)
			}, func() {})
		})
	}
	try := func() { tryWith(b) }
	_ = ok
	l.Point(s.Pos)
	switch foreign := l.foreign(u.m, u.op); {
	case !timed:
		try()
	case foreign: // the barrier is looked at now, and behind protected actions
		last := l.opened(u.m, u.op)
		try()
		l.Emit(s.Pos, "if !%s {", done)
		l.Emit(s.Pos, "select {")
		l.Emit(s.Pos, "case skip when %s:", last.Name())
		tryWith(l.Read(last))
		l.Emit(s.Pos, "case skip:")
		l.Emit(s.Pos, "skip")
		l.exitCases(s.Pos, nil)
		l.Emit(s.Pos, "}")
		l.Emit(s.Pos, "}")
	default:
		l.Labelled("timed", s.Pos, func(label string) {
			again := l.Unique("again")
			l.Emit(s.Pos, "%s: loop {", again)
			l.Emit(s.Pos, "select {")
			if !b.Known || b.N != 0 {
				l.Emit(s.Pos, "case skip%s:", whenAll([]string{known(b, b.Text())}))
				try()
				l.Emit(s.Pos, "if %s {", done)
				l.Emit(s.Pos, "break %s", again)
				l.Emit(s.Pos, "}")
			}
			if !b.Known || b.N == 0 { // a call whose barrier is open is not given up
				l.Emit(s.Pos, "case skip%s:", whenAll([]string{known(b, "!"+b.Text())}))
				l.Emit(s.Pos, "%s = false", done)
				l.Emit(s.Pos, "break %s", again)
			}
			l.exitCases(s.Pos, nil)
			l.Emit(s.Pos, "}")
			l.Emit(s.Pos, "}")
		})
	}
	l.Emit(s.Pos, "if %s {", done)
	l.requeued(u, cancelled)
	l.copied(u.copies, u.e, cancelled)
	l.Point(s.Pos)
	l.unless(cancelled, s, func() { l.Stmts.Statements(rest, sc) }, func() { l.late(s, late, sc) })
	l.Emit(s.Pos, "} else {")
	l.late(s, late, sc)
	l.Emit(s.Pos, "}")
}

// late lowers the part for a call that is given up: an else part, or a delay and the statements behind it.
func (l *Tasks) late(s *syntax.Stmt, body []*syntax.Stmt, sc *types.Scope) {
	if len(s.Arms) > 1 && len(body) > 0 && body[0].Kind == syntax.DelayStmt {
		l.expires(body[0])
	}
	l.Stmts.Statements(body, sc)
}

// longDelay is how many seconds a delay has at least whose expiry is a guess: in the model it may expire at once.
const longDelay = 60

// expires marks the step in which a long delay expires. In the program, much that the model leaves out may be done
// before; a short delay is taken for one that may expire at any time.
func (l *Tasks) expires(s *syntax.Stmt) {
	if n, _ := seconds(s.X); s.Word == "" && n >= longDelay {
		l.NoteBeyond(model.LongDelay, s.Pos, "a delay of %g s may expire before what others do in less time", n)
	}
}

// outlasts reports whether a delay of a select may be longer than another one. Of several that are open, the shortest
// one expires (RM 9.7.1(18)), but the model lets each expire.
func outlasts(s *syntax.Stmt, arms []syntax.Arm) bool {
	n, known := seconds(s.X)
	return slices.ContainsFunc(arms, func(a syntax.Arm) bool {
		if len(a.Body) == 0 || a.Body[0].Kind != syntax.DelayStmt || a.Body[0] == s {
			return false
		}
		m, ok := seconds(a.Body[0].X)
		return !known || !ok || s.Word != "" || a.Body[0].Word != "" || n > m
	})
}

// seconds returns the value of a literal, or of a product of literals. The result is false for other expressions.
func seconds(e *syntax.Expr) (float64, bool) {
	switch {
	case e == nil:
	case e.Kind == syntax.Paren:
		return seconds(e.X)
	case e.Kind == syntax.Number:
		n, err := strconv.ParseFloat(strings.ReplaceAll(e.Text, "_", ""), 64)
		return n, err == nil
	case e.Kind == syntax.Binary && e.Text == "*":
		x, known := seconds(e.X)
		y, ok := seconds(e.Y)
		return x * y, known && ok
	}
	return 0, false
}

// selectiveAccept lowers a select with accept alternatives.
func (l *Tasks) selectiveAccept(s *syntax.Stmt, sc *types.Scope) {
	type alternative struct {
		pos     token.Position
		head    string
		guard   string
		body    []model.Line
		rest    []model.Line
		expires bool // a delay
	}
	var out []alternative
	var guards []string
	var heads []awaited
	open := s.HasElse
	for _, arm := range s.Arms {
		alt := alternative{pos: arm.Pos}
		if arm.Cond == nil {
			open = true
		} else {
			var c types.Value
			before := l.Capture(func() { c = l.Expr(arm.Cond, sc, l.Boolean) })
			l.Append(before)
			switch {
			case c.Known && c.N == 0:
				continue
			case c.Known:
				open = true
			case c.Unknown:
				c = l.Chosen(c, l.Boolean, arm.Cond)
				alt.guard = c.Text()
			case c.Shared > 0 || len(before) > 0: // evaluated once, before the select
				n := l.Temp(l.Boolean, "open")
				l.Emit(arm.Pos, "%s = %s", n, c.Text())
				alt.guard = n
			default:
				alt.guard = c.Text()
			}
			if alt.guard != "" {
				guards = append(guards, alt.guard)
			}
		}
		switch {
		case arm.Word == "terminate":
			alt.head = "terminate"
			if g := l.CurrentGroup(); g != nil && (g.Nested || g.Waits != "") {
				if !g.Alone() || !g.Follows() {
					l.Note(model.EarlyEnd, arm.Pos,
						"terminate in a task of a block is possible as soon as the block and its other tasks wait or have ended")
				}
				// With the block itself and all other tasks, it ends as one of the library does.
				out = append(out, alternative{pos: arm.Pos, head: "terminate", guard: alt.guard})
				alt.head = "skip"
				and := ""
				if alt.guard != "" {
					and = " && " + alt.guard
				}
				alt.guard = waitsMark + g.Name + and
				alt.rest = l.Capture(func() {
					l.WayOut(0)
					l.Emit(arm.Pos, "break %s", l.Task.End)
				})
			}
			if slices.ContainsFunc(l.Frames, func(f *eval.Frame) bool { return f.Finalizes }) {
				l.unfinalized(arm.Pos)
			}
		case len(arm.Body) > 0 && arm.Body[0].Kind == syntax.DelayStmt:
			l.Expr(arm.Body[0].X, sc, nil)
			alt.head, alt.expires = "skip", true
			alt.rest = l.Capture(func() {
				if l.expires(arm.Body[0]); outlasts(arm.Body[0], s.Arms) {
					l.NoteBeyond(model.LongDelay, arm.Pos, "another delay of this select may expire before this one")
				}
				l.Stmts.Statements(arm.Body[1:], sc)
			})
		case len(arm.Body) > 0 && arm.Body[0].Kind == syntax.Accept:
			a := l.accept(arm.Body[0], sc)
			if a == nil {
				continue
			}
			alt.pos = arm.Body[0].Pos
			alt.head = a.head
			if a.queue != "" {
				heads = append(heads, awaited{alt.guard, a.queue})
			}
			alt.rest = a.after
			if a.plain {
				alt.rest = append(a.body[:len(a.body):len(a.body)], alt.rest...)
			} else {
				alt.body = append([]model.Line{}, a.body...)
				if len(alt.body) == 0 {
					alt.body = []model.Line{{Text: "skip", Pos: arm.Pos}}
				}
			}
			alt.rest = append(alt.rest, l.Capture(func() { l.Stmts.Statements(arm.Body[1:], sc) })...)
		default:
			l.Errorf(arm.Pos, 1, model.Mismatch, "an alternative of a select begins with accept, delay or terminate")
			continue
		}
		out = append(out, alt)
	}
	if !open {
		if len(guards) == 0 {
			l.Raise(types.Num(l.Integer, model.ProgramError), s.Pos, "Program_Error")
			return
		}
		if !complementary(guards) {
			l.Emit(s.Pos, "if !(%s) {", strings.Join(guards, " || "))
			l.Raise(types.Num(l.Integer, model.ProgramError), s.Pos, "Program_Error")
			l.Emit(s.Pos, "}")
		}
	}
	l.Emit(s.Pos, "select {")
	nobody := l.nobodyWaits(heads)
	for _, a := range out {
		conds := append(l.goesOn(), a.guard)
		if a.expires { // a call that waits is accepted: RM 9.7.1(16)
			conds = append(conds, nobody)
		}
		when := whenAll(conds)
		if a.body != nil {
			l.Emit(a.pos, "case %s%s {", a.head, when)
			l.Append(a.body)
			l.Emit(a.pos, "}:")
			l.Append(a.rest)
			continue
		}
		l.Emit(a.pos, "case %s%s:", a.head, when)
		l.Append(a.rest)
		if len(a.rest) == 0 && a.head != "terminate" && a.head != "skip" {
			l.Emit(a.pos, "skip")
		}
	}
	if s.HasElse {
		l.Emit(s.Pos, "case skip%s:", whenAll(append(l.goesOn(), nobody)))
		l.Stmts.Statements(s.Else, sc)
	}
	l.exitCases(s.Pos, nil)
	l.Emit(s.Pos, "}")
}

// unfinalized notes that a task which is not one of a block terminates with the program, in one step.
func (l *Tasks) unfinalized(pos token.Position) {
	if g := l.CurrentGroup(); g == nil || !g.Nested {
		l.Note(model.Unfinalized, pos, "what finalizes the objects of a task that terminates here is not followed")
	}
}

// whenAll returns a guard that holds if all of some conditions do. A condition that is "" always holds.
func whenAll(conds []string) string {
	conds = slices.DeleteFunc(conds, func(c string) bool { return c == "" })
	if len(conds) == 0 {
		return ""
	}
	return " when " + strings.Join(conds, " && ")
}

// nobodyWaits returns the condition of an else part, and of a delay that expires: no call waits at an open
// alternative. A caller that stands before its call has perhaps not called yet, so this is known only of calls
// that are counted.
func (l *Tasks) nobodyWaits(open []awaited) string {
	var out []string
	for _, a := range open {
		cond := a.queue + " == 0"
		if a.guard != "" {
			cond = "(!(" + a.guard + ") || " + cond + ")"
		}
		out = append(out, cond)
	}
	return strings.Join(out, " && ")
}

// awaited is an alternative whose calls are counted.
type awaited struct{ guard, queue string }

// waitsMark stands for the variable that tells that a block waits for its tasks, which is known later.
const waitsMark = "waits_of_"

// complementary reports whether one guard is the negation of another.
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
