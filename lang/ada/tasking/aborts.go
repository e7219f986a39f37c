package tasking

// This file holds aborts: what an abort statement does, and where what is aborted is left.
//
//	abort Worker;      becomes   Worker_aborted = true
//
//	in Worker, before each step that others see:
//
//	                   select {
//	                   case skip when Worker_aborted: break end_Worker
//	                   case skip: skip
//	                   }
//
// At an abort completion point the task does not go on, so that there is no second case, and where it waits there is
// one more. Package docs, theory.md, section 17, has the rules.

import (
	"go/token"
	"slices"

	"flavers/lang/ada/eval"
	"flavers/lang/ada/model"
	"flavers/lang/ada/types"
)

// index returns the index of the current task in its family, in brackets.
func (l *Tasks) index() string {
	if l.Task == nil || l.Task.Group == nil {
		return ""
	}
	return l.Task.Self().Index()
}

// Step emits, in front of a step of the current task, the tests that leave a construct if it has been aborted.
// Without them the step would be executed after the abort.
func (l *Tasks) Step(pos token.Position) {
	if len(l.Exits()) == 0 {
		return
	}
	l.Emit(pos, "select {")
	l.exitCases(pos, nil)
	l.Emit(pos, "case skip:")
	l.Deferred(func() { l.Emit(pos, "skip") })
	l.Emit(pos, "}")
}

// Point emits an abort completion point: if a construct around the statement has been aborted, the task leaves it
// here.
func (l *Tasks) Point(pos token.Position) {
	index := l.index()
	for _, x := range l.Exits() {
		l.Deferred(func() {
			l.Emit(pos, "if %s {", x.Cond.Text(index))
			l.Emit(pos, "break %s", x.Label)
			l.Emit(pos, "}")
		})
	}
}

// exitCases emits, for each construct around the statement that may be aborted, an alternative of a select that
// leaves the construct. before is called first in each of them, unless it is nil.
func (l *Tasks) exitCases(pos token.Position, before func()) {
	index := l.index()
	for _, x := range l.Exits() {
		l.Deferred(func() {
			l.Emit(pos, "case skip when %s:", x.Cond.Text(index))
			if before != nil {
				before()
			}
			l.Emit(pos, "break %s", x.Label)
		})
	}
}

// goesOn returns conditions that all hold as long as nothing around the statement has been aborted.
func (l *Tasks) goesOn() []string {
	var out []string
	for _, x := range l.Exits() {
		out = append(out, "!("+x.Cond.Text(l.index())+")")
	}
	return out
}

// aborted returns the condition of each exit around the current statement. The task is to leave if one of them holds.
func (l *Tasks) aborted() []string {
	var out []string
	for _, x := range l.Exits() {
		out = append(out, x.Cond.Text(l.index()))
	}
	return out
}

// Await emits a wait for a condition that ends early if the task is to leave what has been aborted.
func (l *Tasks) Await(pos token.Position, cond string) {
	if len(l.Exits()) == 0 {
		l.Emit(pos, "await %s", cond)
		return
	}
	l.Emit(pos, "select {")
	l.Emit(pos, "case skip when %s:", cond)
	l.Deferred(func() { l.Emit(pos, "skip") })
	l.exitCases(pos, nil)
	l.Emit(pos, "}")
}

// Enter adds a frame whose cleanup is done where what follows is left, also by an abort.
func (l *Tasks) Enter(f *eval.Frame) {
	if len(l.Exits()) > 0 {
		f.Region = &eval.Region{Outer: l.Around, Start: len(*l.Out)}
		l.Around = l.relabelled("")
	}
	l.Frames = append(l.Frames, f)
}

// relabelled returns the exits around the current statements with another label, or with new ones if label is "".
func (l *Tasks) relabelled(label string) []eval.Exit {
	out := slices.Clone(l.Around)
	for i := range out {
		if out[i].Label = label; label == "" {
			out[i].Label = l.Unique("aborted")
		}
	}
	return out
}

// Leave removes frames until depth of them are left. Behind the lines of each frame it emits the cleanup for those
// exits by which an abort leaves the lines.
func (l *Tasks) Leave(depth int, pos token.Position) {
	for i := len(l.Frames) - 1; i >= depth; i-- {
		r := l.Frames[i].Region
		if r == nil {
			continue
		}
		inner := l.Around
		l.Around = r.Outer
		lines := slices.Clone((*l.Out)[r.Start:])
		*l.Out = (*l.Out)[:r.Start]
		var used []int
		for k := range r.Outer {
			if model.Mentions(lines, "break "+inner[k].Label) {
				used = append(used, k)
			}
		}
		l.Deferred(func() { l.landings(i, pos, lines, used, inner, r.Outer) })
	}
	l.Frames = l.Frames[:depth]
}

// landings wraps lines into a loop for each exit that they use. Behind the loop, the frame is cleaned up, and the
// exit goes on to the same exit of the frame around it (outer).
func (l *Tasks) landings(frame int, pos token.Position, lines []model.Line, used []int, inner, outer []eval.Exit) {
	if len(used) == 0 {
		l.Append(lines)
		return
	}
	out := l.Unique("left")
	l.Emit(pos, "%s: loop {", out)
	for _, k := range used {
		l.Emit(pos, "%s: loop {", inner[k].Label)
	}
	l.Append(lines)
	if !model.Leaves(lines) {
		l.Emit(pos, "break %s", out)
	}
	slices.Reverse(used)
	for _, k := range used {
		l.Emit(pos, "}")
		l.CleanUp(frame)
		if f := l.Frames[frame]; f.Resumes != nil {
			f.Resumes()
		}
		l.Emit(pos, "break %s", outer[k].Label)
	}
	l.Emit(pos, "}")
}

// Abort makes tasks abnormal, in any order. A task that has been aborted itself may do so too: GNAT goes on there.
func (l *Tasks) Abort(refs []*types.TaskRef, pos token.Position) {
	var set []string
	for _, t := range refs {
		l.Aborts[t.Group.Type.Decl.Pos.String()] = true
		set = append(set, l.AbortedFlag(t.Group)+t.Index()+" = true")
	}
	if len(set) > 1 { // each round may take any of them
		for range len(set) - 1 {
			l.Emit(pos, "choose {")
			for i, s := range set {
				if i > 0 {
					l.Emit(pos, "} or {")
				}
				l.Emit(pos, "%s", s)
			}
			l.Emit(pos, "}")
		}
	}
	for _, s := range set {
		l.Emit(pos, "%s", s)
	}
	l.Point(pos)
}
