package model

// This file writes lines, names and notes.

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/diag"
	"flavers/report/ledger"

	"flavers/lang/ada/types"
)

// Words returns the names in a line.
func Words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	})
}

type Line struct {
	Text string
	Pos  token.Position
}

// Storage is a variable of the task language.
type Storage struct {
	Name  string
	Dims  []int64
	Type  *types.Type
	Init  func() string
	Owner *types.Running // nil: shared
	// Data of a protected object.
	Guarded bool
	Pos     token.Position
}

type Shown struct {
	Text string
	Dims []*types.Type
	Type *types.Type
}

func (l *Writer) Errorf(pos token.Position, n int, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if l.List == nil {
		return new(diag.Diagnostic)
	}
	text := fmt.Sprintf(format, args...)
	for i := range l.List.All { // a body that is inlined twice says it once
		if d := &l.List.All[i]; d.Pos == pos && d.Code == code && d.Message == text {
			return d
		}
	}
	if len(l.List.All) > 100 {
		l.Stopped = true
	}
	return l.List.Errorf(pos, code, "%s", text).WithLen(n)
}

// Note adds an entry to the ledger, once for each place. Each execution that passes the place is doubtful.
func (l *Writer) Note(code string, pos token.Position, format string, args ...any) {
	l.note(ledger.Note{Code: code, Pos: pos.String(), Text: fmt.Sprintf(format, args...),
		Less: slices.Contains(leavesOut, code)})
}

func (l *Writer) note(n ledger.Note) {
	if l.Notes != nil && !slices.Contains(*l.Notes, n) {
		*l.Notes = append(*l.Notes, n)
	}
}

// Beyond is the event of a step that goes beyond a bound of the model.
const Beyond = "beyond_bound"

// NoteBeyond adds an entry to the ledger, and an event where the entry begins to count: executions without this event
// do not leave the bound.
func (l *Writer) NoteBeyond(code string, pos token.Position, format string, args ...any) {
	l.note(ledger.Note{Code: code, Pos: pos.String(), Text: fmt.Sprintf(format, args...), Event: Beyond})
	l.Emit(pos, "event %s", Beyond)
}

const maxWork = 2_000_000

// copied is how many lines are as much work to put somewhere else as a statement or an expression is to lower.
const copied = 100

// Tick counts work. It returns false if there was too much.
func (l *Writer) Tick(pos token.Position) bool { return l.spend(1, pos) }

func (l *Writer) spend(work int, pos token.Position) bool {
	l.Poll.Look()
	l.work += work
	switch {
	case l.quota > 0 && l.work > l.quota:
		l.Stopped = true
	case l.work > maxWork && !l.Stopped:
		l.Stopped = true
		l.Diags.Errorf(pos, TooLarge, "the program is too large when its calls are inlined").
			WithHint("smaller loops, or fewer levels of recursion, make it smaller")
	}
	return !l.Stopped
}

// Limited does f, and reports whether that was no more work than most; if it was, f was stopped. The work does not
// count in that case.
func (l *Writer) Limited(most int, f func()) bool {
	if l.quota > 0 || l.Stopped { // the limit around counts
		f()
		return !l.Stopped
	}
	before := l.work
	l.quota = l.work + most
	f()
	done := l.work <= l.quota
	if l.quota = 0; !done {
		l.work, l.Stopped = before, false
	}
	return done
}

func (l *Writer) Emit(pos token.Position, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if l.Interrupt != nil && l.Atomic == 0 && l.begins(text) {
		l.Interrupt(pos)
	}
	*l.Out = append(*l.Out, Line{text, pos})
}

// begins reports whether a line begins a step that others may see. Replies, whose other end waits for them, and
// variables that the program does not have, count as none.
func (l *Writer) begins(text string) bool {
	for _, p := range []string{"}", "case ", "break ", "select {", "choose {", "loop {", "case:"} {
		if strings.HasPrefix(text, p) {
			return false
		}
	}
	if strings.Contains(text, "<-") || strings.HasSuffix(text, ": loop {") {
		return false
	}
	name, _, ok := strings.Cut(text, " = ")
	return !ok || !l.Internal[name]
}

// Capture collects what f emits.
func (l *Writer) Capture(f func()) []Line {
	var lines []Line
	out := l.Out
	l.Out = &lines
	f()
	l.Out = out
	return lines
}

// Tentative does f, and returns the lines that it emits. keep adds its diagnostics and notes to those of the program.
// It is nil if one of the diagnostics has the code without.
func (l *Writer) Tentative(f func(), without diag.Code) (lines []Line, keep func()) {
	list, notes := l.List, l.Notes
	var problems diag.List
	var remarks ledger.Notes
	l.List, l.Notes = &problems, &remarks
	lines = l.Capture(f)
	l.List, l.Notes = list, notes
	if slices.ContainsFunc(problems.All, func(d diag.Diagnostic) bool { return d.Code == without }) {
		return lines, nil
	}
	return lines, func() {
		for _, d := range problems.All {
			same := func(o diag.Diagnostic) bool { return o.Pos == d.Pos && o.Code == d.Code && o.Message == d.Message }
			if !slices.ContainsFunc(l.List.All, same) {
				l.List.All = append(l.List.All, d)
			}
		}
		for _, n := range remarks {
			l.note(n)
		}
	}
}

// Append emits lines that were collected. That counts as work: what is inlined in nested loops and blocks is put into
// each of them in turn. Too much of it is left out, and the program has an error then.
func (l *Writer) Append(lines []Line) {
	if len(lines) < copied || l.spend(len(lines)/copied, lines[0].Pos) {
		*l.Out = append(*l.Out, lines...)
	}
}

// Labelled emits what f emits. Within, a break to the label that f gets leads behind it.
func (l *Writer) Labelled(what string, pos token.Position, f func(label string)) {
	label := l.Unique(what)
	l.Breakable(label, l.Capture(func() { f(label) }), pos)
}

// Breakable emits lines so that a break to the label leads behind them. They need a loop only if there is such a break.
func (l *Writer) Breakable(label string, lines []Line, pos token.Position) {
	if Mentions(lines, "break "+label) {
		l.Once(label, lines, label, pos)
		return
	}
	l.Append(lines)
}

// Once emits lines as a loop of one turn. What comes behind the loop is executed after a break to the label; if
// the lines come to their end, they break to label end.
func (l *Writer) Once(label string, lines []Line, end string, pos token.Position) {
	l.Emit(pos, "%s: loop {", label)
	l.Append(lines)
	if !Leaves(lines) {
		l.Emit(pos, "break %s", end)
	}
	l.Emit(pos, "}")
}

// Mentions reports whether one of the lines is the text.
func Mentions(lines []Line, text string) bool {
	return slices.ContainsFunc(lines, func(x Line) bool { return x.Text == text })
}

// Leaves reports whether the last line is a jump, so that nothing behind it is reached.
func Leaves(lines []Line) bool {
	if len(lines) == 0 {
		return false
	}
	t := lines[len(lines)-1].Text
	return strings.HasPrefix(t, "break ") || strings.HasPrefix(t, "continue ") || t == "stop"
}

// Unique makes a name that nothing else has.
func (l *Writer) Unique(name string) string {
	base := types.Identifier(name)
	name = base
	n := max(2, l.next[base])
	for ; l.Taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", base, n)
	}
	if l.Hushed == 0 {
		l.Taken[name] = true
		l.next[base] = n
	}
	return name
}

// Step is a step to a part: a component, or all elements of an array.
type Step struct {
	Name  string // "": elements
	Count int64
}
