package tasking

// This file lowers select statements with then abort. The triggering statement is executed by a task of the model, the
// agent of the select, while the task itself executes the abortable part:
//
//	select                      Main:   call agent.start_up        agent:  accept start_up
//	   Door.Open; A                     await phase >= queued              call Door.Open or give up if cancel
//	then abort                          B, left where phase == fired       phase = fired, or cancelled
//	   B                                cancel = true
//	end select;                         await phase > queued
//	                                    if phase == fired { A }
//
// Package docs, theory.md, section 17, has the rules.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// Phases of a triggering statement.
const (
	begun     = 1 + iota
	queued    // it waits: the abortable part may begin
	fired     // it has completed
	cancelled // it was given up
)

// agent executes the triggering statement of one select, for each task that executes the select.
type agent struct {
	r                    *types.Running
	phase, cancel, error string // variables of the select, with the index of the task
	cond                 types.Cond
}

// asynchronous reports whether a body has a select with then abort.
func asynchronous(d *syntax.Decl) bool {
	found := false
	d.EachStmt(func(s *syntax.Stmt) { found = found || s.Abortable })
	return found
}

// asynchronous lowers select T; A then abort B.
func (l *Tasks) asynchronous(s *syntax.Stmt, sc *types.Scope) {
	l.Point(s.Pos)
	if l.Task == nil || l.Atomic > 0 {
		l.either(s, "it is in a protected action", sc)
		return
	}
	a := l.newAgent(s.Pos)
	trigger := s.Arms[0].Body[0]
	if why := l.trigger(a, trigger, s, sc); why != "" {
		l.either(s, why, sc)
		return
	}
	l.Deferred(func() {
		l.Emit(s.Pos, "call %s%s.%s", a.r.Name, l.agentIndex(), types.StartEntry)
		l.Emit(s.Pos, "await %s >= %d", a.phase, queued)
	})
	l.Labelled("selected", s.Pos, func(out string) {
		label := l.Unique("fired")
		l.Deferred(func() {
			l.Emit(s.Pos, "%s: loop {", label)
			l.Emit(s.Pos, "if %s == %d {", a.phase, queued)
		})
		l.abortable(a, s, label, out, sc)
		l.Deferred(func() {
			l.Emit(s.Pos, "}")
			l.Emit(s.Pos, "if %s == %d {", a.phase, cancelled)
			l.Emit(s.Pos, "break %s", out)
			l.Emit(s.Pos, "}")
			l.Emit(s.Pos, "break %s", label)
			l.Emit(s.Pos, "}")
		})
		if trigger.Kind == syntax.Call {
			l.Deferred(func() { l.Emit(s.Pos, "if %s != 0 {", a.error) })
			l.Raise(types.Value{Type: l.ExcType(), Code: a.error, Hi: 62}, s.Pos, "an exception")
			l.Emit(s.Pos, "}")
		}
		l.Stmts.Statements(s.Arms[0].Body[1:], sc)
	})
}

// abortable lowers the abortable part. When the part is left, the triggering statement has completed, or is
// cancelled.
func (l *Tasks) abortable(a *agent, s *syntax.Stmt, label, out string, sc *types.Scope) {
	depth := len(l.Frames)
	around := l.Around
	lines := l.Capture(func() {
		l.Enter(&eval.Frame{Cleanup: func() {
			l.Emit(s.Pos, "%s = true", a.cancel)
			l.Emit(s.Pos, "await %s > %d", a.phase, queued)
		}, Resumes: func() { l.resumes(a, s, label, out) }})
		l.Around = append(slices.Clone(l.Around), eval.Exit{Cond: a.cond, Label: label})
		triggers := l.Triggers
		if t := s.Arms[0].Body[0]; t.Kind == syntax.DelayStmt {
			l.Triggers = append(triggers[:len(triggers):len(triggers)], t)
		}
		body := l.Capture(func() { l.Stmts.Statements(s.Else, sc) })
		l.Triggers = triggers
		l.Append(body)
		if !model.Leaves(body) {
			l.CleanUp(depth)
		}
		l.Around = l.Around[:len(l.Around)-1]
		if conds := l.aborted(); len(conds) > 0 && !model.Leaves(body) { // while the call was cancelled
			l.Deferred(func() {
				l.Emit(s.Pos, "if %s {", strings.Join(conds, " || "))
				l.resumes(a, s, label, out)
				l.Emit(s.Pos, "}")
			})
		}
		l.Leave(depth, s.Pos)
	})
	l.Around = around
	l.Append(lines)
}

// resumes lets a task that has been aborted go on behind the select, or with what follows the triggering
// statement, since it comes to no abort completion point before. With an entry call as its trigger, GNAT goes on
// with the latter even if the call was cancelled or has raised an exception.
func (l *Tasks) resumes(a *agent, s *syntax.Stmt, label, out string) {
	l.Emit(s.Pos, "choose {")
	l.Emit(s.Pos, "skip")
	l.Emit(s.Pos, "} or {")
	l.Emit(s.Pos, "break %s", out)
	l.Emit(s.Pos, "} or {")
	if s.Arms[0].Body[0].Kind == syntax.Call {
		l.Emit(s.Pos, "%s = 0", a.error)
		l.Emit(s.Pos, "break %s", label)
		l.Emit(s.Pos, "} or {")
		l.Emit(s.Pos, "break %s", label)
	} else {
		l.Emit(s.Pos, "if %s == %d {", a.phase, fired)
		l.Emit(s.Pos, "break %s", label)
		l.Emit(s.Pos, "}")
	}
	l.Emit(s.Pos, "}")
}

// Outlasts marks the execution in which delay s of an abortable part expires before the delay that aborts the
// part, since that one may be shorter.
func (l *Tasks) Outlasts(s *syntax.Stmt) {
	m, ok := seconds(s.X)
	for _, t := range l.Triggers {
		if n, known := seconds(t.X); !known || !ok || t.Word != "" || s.Word != "" || m >= n {
			l.NoteBeyond(model.LongDelay, s.Pos, "the delay of the select around this one may expire before")
			return
		}
	}
}

// newAgent declares an agent for the current task, or for each task of its array.
func (l *Tasks) newAgent(pos token.Position) *agent {
	of := l.Task
	a := &agent{r: &types.Running{Name: l.Unique(of.Name + "_select"), Index: of.Index, End: l.Unique("end_select")}}
	l.Shown[a.r.Name] = model.Shown{Text: l.Shown[of.Name].Text + "'select"}
	index := l.index()
	declare := func(name, shown string, t *types.Type) string {
		s := &model.Storage{Name: l.Unique(name), Type: t, Init: func() string { return "" }}
		sh := model.Shown{Text: l.Shown[of.Name].Text + shown}
		if index != "" {
			g := of.Group
			s.Dims = []int64{0}
			s.Init = func() string { s.Dims[0] = max(1, g.Hi-g.Lo+1); return "" }
			sh.Dims = []*types.Type{g.Index}
		}
		l.Vars = append(l.Vars, s)
		l.Shown[s.Name] = sh
		return s.Name
	}
	phase := declare(of.Name+"_phase", "'select'phase", &types.Type{Kind: types.Integer, Hi: cancelled})
	a.cond = types.Cond{Flag: phase, Indexed: index != "", Test: fmt.Sprintf(" == %d", fired)}
	a.phase = phase + index
	a.cancel = declare(of.Name+"_cancel", "'select'cancel", l.Boolean) + index
	a.error = declare(of.Name+"_error", "'select'error", l.ExcType()) + index
	return a
}

// agentIndex returns the index of the agent of the current task, in brackets.
func (l *Tasks) agentIndex() string {
	if l.Task.Index == "" {
		return ""
	}
	return "[" + l.Task.Index + "]"
}

// trigger writes the agent's part in triggering statement t. It returns "", or the reason why it cannot.
func (l *Tasks) trigger(a *agent, t, s *syntax.Stmt, sc *types.Scope) string {
	why := ""
	var lines []model.Line
	if t.Kind == syntax.DelayStmt {
		l.Expr(t.X, sc, nil)
	}
	of := l.Task
	l.asAgent(a, func() {
		lines = l.Capture(func() {
			if t.Kind == syntax.DelayStmt {
				l.expiry(a, t)
				return
			}
			why = l.triggeringCall(a, t, sc)
		})
	})
	if why == "" {
		why = l.shares(of, lines)
	}
	if why == "" && t.Kind == syntax.Call {
		l.Note(model.LateTrigger, s.Pos, "the abortable part may go on for some steps behind the end of the triggering call")
	}
	if why == "" {
		l.writeAgent(a, of, lines, s.Pos)
	}
	return why
}

// asAgent calls f with the agent in place of the current task.
func (l *Tasks) asAgent(a *agent, f func()) {
	task, frames, results, loops, around := l.Task, l.Frames, l.Results, l.Loops, l.Around
	gotos, rising, acting := l.gotos, l.Rising, l.acting
	l.Task, l.Results, l.Loops, l.Around, l.gotos, l.Rising, l.acting = a.r, nil, nil, nil, nil, nil, nil
	l.Frames = []*eval.Frame{{Label: a.r.End, Exception: a.error, Covers: func(int64) bool { return true }}}
	f()
	l.Task, l.Frames, l.Results, l.Loops, l.Around = task, frames, results, loops, around
	l.gotos, l.Rising, l.acting = gotos, rising, acting
}

// expiry lowers a delay that expires, or is cancelled.
func (l *Tasks) expiry(a *agent, t *syntax.Stmt) {
	if n, known := seconds(t.X); known && n == 0 && t.Word == "" { // the abortable part is not executed
		return
	}
	l.Emit(t.Pos, "%s = %d", a.phase, queued)
	l.Emit(t.Pos, "select {")
	l.Emit(t.Pos, "case skip when %s:", a.cancel)
	l.Emit(t.Pos, "%s = %d", a.phase, cancelled)
	l.Emit(t.Pos, "case skip:")
	l.expires(t)
	l.Emit(t.Pos, "%s = %d", a.phase, fired)
	l.Emit(t.Pos, "}")
}

// triggeringCall lowers an entry call that the agent makes, or cancels. It returns "", or the reason why it
// cannot.
func (l *Tasks) triggeringCall(a *agent, t *syntax.Stmt, sc *types.Scope) string {
	w, after, ok := l.EntryCall(t.X, sc)
	switch {
	case !ok:
		l.Errorf(t.Pos, t.Len, model.Mismatch, "a select begins with an accept, an entry call or a delay")
		return ""
	case w == nil:
		return ""
	case w.prot != nil:
		return l.triggeringEntry(a, w.prot)
	case leadsOn(accepts(w.ref.Group, w.entry)):
		return "its call may be requeued"
	}
	gone := func() {
		if l.mayHaveEnded(w.ref) {
			l.Emit(w.e.Pos, "case skip when %s:", l.Gone(w.ref))
			l.withdraws(w)
			l.Raise(types.Num(l.Integer, model.TaskingError), w.e.Pos, "Tasking_Error")
		}
	}
	l.Null(w.ref, w.e.Pos)
	l.joins(w)
	l.Emit(w.e.Pos, "select {")
	l.accepted(w, after)
	gone()
	l.Emit(w.e.Pos, "case skip:")
	l.Emit(w.e.Pos, "%s = %d", a.phase, queued)
	l.Emit(w.e.Pos, "select {")
	l.accepted(w, after)
	gone()
	l.Emit(w.e.Pos, "case skip when %s:", a.cancel)
	l.withdraws(w)
	l.Emit(w.e.Pos, "%s = %d", a.phase, cancelled)
	l.Emit(w.e.Pos, "}")
	l.Emit(w.e.Pos, "}")
	return ""
}

// triggeringEntry lowers a call of a protected entry that the agent makes, or cancels. If the barrier is open, the
// call is not cancelled, because the action that opened the barrier has served the call. It returns "", or the
// reason why it cannot.
func (l *Tasks) triggeringEntry(a *agent, u *entryUse) string {
	b, ok := l.barrier(u.m, u.op, u.family, u.e)
	switch {
	case u.op.Body == nil:
		return ""
	case len(requeues(u.op.Body.Statements())) > 0:
		return "its call may be requeued"
	case !ok || l.foreign(u.m, u.op):
		return "its barrier reads what is outside of the object, or not modelled"
	}
	pos, q, waits := u.e.Pos, l.queue(u), l.Temp(l.Boolean, "waits")
	serve := func() {
		l.body(u)
		l.Emit(pos, "%s = %d", a.phase, fired)
	}
	l.action(u.m, "", u.e, true, func() {
		l.Emit(pos, "%s = false", waits)
		l.Branch(b, u.e, serve, func() {
			l.Emit(pos, "%s = true", waits)
			if q != "" {
				l.Emit(pos, "%s = %s + 1", q, q)
			}
		})
	})
	l.Emit(pos, "if %s {", waits)
	l.Emit(pos, "%s = %d", a.phase, queued)
	outer := l.acting
	l.acting = append(l.acting, u.m)
	l.steps("("+b.Text()+") || "+a.cancel, u.e, func() {
		l.Branch(b, u.e, func() {
			l.serves(u)
			serve()
		}, func() {
			if q != "" {
				l.Emit(pos, "%s = %s - 1", q, q)
			}
			l.Emit(pos, "%s = %d", a.phase, cancelled)
		})
	}, func() { l.refresh(u.m, u.e) })
	l.acting = outer
	l.Emit(pos, "}")
	return ""
}

// shares turns the variables of task of that its agent uses into shared ones. It returns "", or the reason why it
// cannot.
func (l *Tasks) shares(of *types.Running, lines []model.Line) string {
	used := map[string]bool{}
	for _, x := range lines {
		for _, w := range model.Words(x.Text) {
			used[w] = true
		}
	}
	for _, v := range l.Vars {
		if v.Owner != of || !used[v.Name] {
			continue
		}
		if of.Index != "" || v.Init() == "any" {
			return "its triggering call has variables of the task as parameters"
		}
		v.Owner = nil
		delete(l.Internal, v.Name)
	}
	return ""
}

// writeAgent writes the task that executes triggering statements.
func (l *Tasks) writeAgent(a *agent, of *types.Running, lines []model.Line, pos token.Position) {
	head := "task " + a.r.Name
	if g := of.Group; of.Index != "" {
		head += fmt.Sprintf("[%s in %d..%d]", of.Index, g.Lo, g.Hi)
		if g.Pool {
			head = fmt.Sprintf("task %s[%s in 0..%s_last]", a.r.Name, of.Index, g.Name)
		}
	}
	l.Replies = append(l.Replies, l.Capture(func() {
		add := func(format string, args ...any) {
			*l.Out = append(*l.Out, model.Line{Text: fmt.Sprintf(format, args...), Pos: pos})
		}
		add("%s {", head)
		add("entry %s", types.StartEntry)
		add("\x01%s", a.r.Name) // its variables
		add("loop {")
		add("select {")
		add("case accept %s {", types.StartEntry)
		add("%s = %d", a.phase, begun)
		add("%s = false", a.cancel)
		add("%s = 0", a.error)
		add("}:")
		add("case terminate:")
		add("}")
		add("%s: loop {", a.r.End)
		l.Append(lines)
		if !model.Leaves(lines) {
			add("break %s", a.r.End)
		}
		add("}")
		add("if %s < %d {", a.phase, fired)
		add("%s = %d", a.phase, fired)
		add("}")
		add("}")
		add("}")
	})...)
}
