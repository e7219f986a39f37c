// Package diag holds what every front end reports about bad input: diagnostics with a position, a stable code, a
// message and a hint.
//
// A front end appends to a List as it goes, and does not stop at the first problem. The command prints the whole list,
// sorted by position, each diagnostic with the source line and a caret:
//
//	dining.tfg:12:14: error T201: no task named "frk"
//	        call frk[i].up
//	             ^~~
//	  hint: did you mean "fork"?
//
// The package knows no language, but it explains the codes of three kinds: T of programs (codes_task.go), F of
// specifications (codes_spec.go) and V of checks (codes_verify.go). Others are explained where they are reported: C in
// internal/source and internal/codes, D in lang/ada, E in explore/em/trace, G in lang/golang, N in explore/lpor/petri.
// A, B and U are entries of ledgers.
//
// To add a code:
//
//  1. Its number: the next free one of its hundred, which the head of its file explains (codes G go by tens, see
//     lang/golang/codes.go). No number is used twice.
//  2. Its constant, in codes_spec.go for F, in codes_verify.go for V, otherwise beside the code that reports it; below
//     lang/golang also an alias in lang/golang/codes.go. Codes T have no constant: the literal is where it is reported.
//  3. Its entry in the explanations, with an example and the example mended.
//  4. Where it is reported, with a hint.
//  5. A test that expects it: for T in lang/task/testdata/errors, for F in automata/fsa/testdata/errors.txt, which have
//     the code on the line where it is reported.
//  6. For the first codes of a package, a line in internal/codes/codes.go, and for a new letter its group in
//     internal/codes/page_test.go.
//  7. go test ./internal/codes -update, which writes docs/codes.md. The document that states the rule names the code
//     there: docs/language.md for T, docs/specifications.md for F, docs/go.md for G, docs/manual.md for V.
//
// TestEveryCodeIsExplained, TestEveryCodeHasAnExample and TestPage fail until steps 3 and 7 are done, and for T and F
// the tests of lang/task and automata/fsa until step 5 is.
package diag

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"flavers/internal/printable"
)

// Severity orders diagnostics; only an Error makes input unusable.
type Severity uint8

const (
	Error Severity = iota
	Warning
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "note"}[s] }

// Code is a stable name of one kind of problem, as "T201". Codes are never
// reused for something else.
type Code string

// Diagnostic is one problem at one place.
type Diagnostic struct {
	Pos      token.Position // Filename may be "" (command line)
	Len      int            // bytes to underline; 0 and 1 give a lone caret
	Severity Severity
	Code     Code
	Message  string // without a final full stop
	Hint     string // "" if there is none
}

// String returns the diagnostic on one line, without source text, fit for a terminal
// whatever the file is called and the message quotes.
func (d Diagnostic) String() string {
	var b strings.Builder
	d = printable.Copy(d)
	if d.Pos.Filename != "" || d.Pos.IsValid() {
		b.WriteString(d.Pos.String())
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s %s: %s", d.Severity, d.Code, d.Message)
	if d.Hint != "" {
		fmt.Fprintf(&b, " (%s)", d.Hint)
	}
	return b.String()
}

// List collects diagnostics. The zero value is ready to use.
type List struct {
	All []Diagnostic
}

// Errorf appends an error and returns it for a hint or a length to be added.
func (l *List) Errorf(pos token.Position, code Code, format string, args ...any) *Diagnostic {
	return l.add(pos, Error, code, format, args...)
}

// Warnf appends a warning.
func (l *List) Warnf(pos token.Position, code Code, format string, args ...any) *Diagnostic {
	return l.add(pos, Warning, code, format, args...)
}

func (l *List) add(pos token.Position, s Severity, code Code, format string, args ...any) *Diagnostic {
	l.All = append(l.All, Diagnostic{Pos: pos, Severity: s, Code: code, Message: fmt.Sprintf(format, args...)})
	return &l.All[len(l.All)-1]
}

// WithHint sets the hint and returns d.
func (d *Diagnostic) WithHint(format string, args ...any) *Diagnostic {
	d.Hint = fmt.Sprintf(format, args...)
	return d
}

// WithLen sets the number of bytes to underline and returns d.
func (d *Diagnostic) WithLen(n int) *Diagnostic {
	d.Len = n
	return d
}

// HasErrors reports whether any diagnostic is an Error.
func (l *List) HasErrors() bool {
	return slices.ContainsFunc(l.All, func(d Diagnostic) bool { return d.Severity == Error })
}

// Append adds all diagnostics of m.
func (l *List) Append(m List) { l.All = append(l.All, m.All...) }

// Sort orders by file, place, severity, code and message, and drops exact repeats.
func (l *List) Sort() {
	slices.SortStableFunc(l.All, func(a, b Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			cmp.Compare(a.Severity, b.Severity),
			cmp.Compare(a.Code, b.Code),
			cmp.Compare(a.Message, b.Message),
		)
	})
	l.All = slices.Compact(l.All)
}
