package report

// The report of flavers test: many programs, each held against what it expects of
// itself.

import (
	"fmt"
	"io"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report/form"
)

// Result of one program among many.
const (
	TestOK       = "ok"              // all expectations are met
	TestSurprise = "surprise"        // one is not
	TestOpen     = "unknown"         // one got no definite verdict, or was not checked, and none is a surprise
	TestNone     = "no expectations" // it has none: nothing was checked
	TestWrong    = "wrong input"     // it could not be read
)

// Tested is one program.
type Tested struct {
	Program  string     `json:"program"`
	Result   string     `json:"result"`
	Expected []Expected `json:"expected"` // never null in JSON
	Seconds  float64    `json:"seconds"`
}

// Tests is everything one run of flavers test found.
type Tests struct {
	Version     int               `json:"version"`
	Programs    []Tested          `json:"programs"`
	Count       map[string]int    `json:"count"` // programs by result; all five are there
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// NewTested is the entry of a program that was checked.
func NewTested(program string, c *Check, seconds float64) Tested {
	t := Tested{Program: program, Expected: c.Expected, Seconds: seconds}
	switch c.ExitCode() {
	case ExitInput:
		t.Result = TestWrong
	case ExitViolated:
		t.Result = TestSurprise
	case ExitOpen:
		t.Result = TestOpen
	default:
		t.Result = TestOK
	}
	return t
}

// NewTests is a report without a program yet.
func NewTests() *Tests {
	return &Tests{Version: Version, Count: map[string]int{TestOK: 0, TestSurprise: 0, TestOpen: 0, TestNone: 0,
		TestWrong: 0},
		Diagnostics: []diag.Diagnostic{}}
}

// Add appends a program.
func (t *Tests) Add(one Tested) {
	t.Programs = append(t.Programs, one)
	t.Count[one.Result]++
}

// ExitCode is 2 if some input is wrong, else 1 after a surprise, else 3 if a verdict
// is open, else 0.
func (t *Tests) ExitCode() int {
	for i := range t.Diagnostics {
		if t.Diagnostics[i].Severity == diag.Error {
			return ExitInput
		}
	}
	switch {
	case t.Count[TestWrong] > 0:
		return ExitInput
	case t.Count[TestSurprise] > 0:
		return ExitViolated
	case t.Count[TestOpen] > 0:
		return ExitOpen
	}
	return ExitHolds
}

// Line is one program as text.
func (t *Tested) Line(times bool) string {
	text := fmt.Sprintf("%-15s  %s", t.Result, t.Program)
	if rest := listed(t.Expected); rest != "" {
		text += ": " + rest
	}
	if times && t.Result != TestNone {
		text += fmt.Sprintf("  (%.2f s)", t.Seconds)
	}
	return printable.Line(text) // names of files are in positions, too
}

// Summary is the last line of the text.
func (t *Tests) Summary() string {
	return fmt.Sprintf("%s: %d ok, %s, %d unknown, %d without expectations, %d wrong",
		english.Plural(int64(len(t.Programs)), "program"),
		t.Count[TestOK], english.Plural(int64(t.Count[TestSurprise]), "surprise"), t.Count[TestOpen], t.Count[TestNone],
		t.Count[TestWrong])
}

// ZeroTimes makes equal input give equal output.
func (t *Tests) ZeroTimes() {
	for i := range t.Programs {
		t.Programs[i].Seconds = 0
	}
}

// WriteJSON prints indented JSON; its schema is docs/schema/test.schema.json.
func (t *Tests) WriteJSON(w io.Writer) error {
	out := struct {
		Version     int               `json:"version"`
		Programs    []Tested          `json:"programs"`
		Count       map[string]int    `json:"count"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{Version, form.ListOf(t.Programs), t.Count, form.Diagnostics(t.Diagnostics)}
	for i := range out.Programs {
		out.Programs[i].Expected = form.ListOf(out.Programs[i].Expected)
	}
	return form.Write(w, out)
}
