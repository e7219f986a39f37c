// Package tests is the report of flavers test: many programs, each held against what it
// expects of itself.
//
//	out := tests.New()
//	out.Add(tests.Of("mutex.tfg", check, 0.5)) // check has what was expected, too
//	fmt.Println(out.Programs[0].Line(true), out.Summary())
package tests

import (
	"fmt"
	"io"
	"strings"

	"flavers/diag"
	"flavers/internal/english"
	"flavers/internal/printable"
	"flavers/report"
	"flavers/report/form"
)

// Result of one program among many.
const (
	OK       = "ok"              // all expectations are met
	Surprise = "surprise"        // one is not
	Open     = "unknown"         // one got no definite verdict, or was not checked, and none is a surprise
	None     = "no expectations" // it has none: nothing was checked
	Wrong    = "wrong input"     // it could not be read
)

// Program is one program.
type Program struct {
	Program  string            `json:"program"`
	Result   string            `json:"result"`
	Expected []report.Expected `json:"expected"` // never null in JSON
	Seconds  float64           `json:"seconds"`
}

// Report is everything one run of flavers test found.
type Report struct {
	Version     int               `json:"version"`
	Programs    []Program         `json:"programs"`
	Count       map[string]int    `json:"count"` // programs by result; all five are there
	Diagnostics []diag.Diagnostic `json:"diagnostics"`
}

// Of returns the entry of a program that was checked.
func Of(program string, c *report.Check, seconds float64) Program {
	t := Program{Program: program, Expected: c.Expected, Seconds: seconds}
	switch c.ExitCode() {
	case report.ExitInput:
		t.Result = Wrong
	case report.ExitViolated:
		t.Result = Surprise
	case report.ExitOpen:
		t.Result = Open
	default:
		t.Result = OK
	}
	return t
}

// New returns a report without a program yet.
func New() *Report {
	return &Report{Version: report.Version, Count: map[string]int{OK: 0, Surprise: 0, Open: 0, None: 0,
		Wrong: 0},
		Diagnostics: []diag.Diagnostic{}}
}

// Add appends a program.
func (t *Report) Add(one Program) {
	t.Programs = append(t.Programs, one)
	t.Count[one.Result]++
}

// ExitCode is 2 if some input is wrong, else 1 after a surprise, else 3 if a verdict
// is open or nothing was expected at all, else 0.
func (t *Report) ExitCode() int {
	for i := range t.Diagnostics {
		if t.Diagnostics[i].Severity == diag.Error {
			return report.ExitInput
		}
	}
	switch {
	case t.Count[Wrong] > 0:
		return report.ExitInput
	case t.Count[Surprise] > 0:
		return report.ExitViolated
	case t.Count[Open] > 0, t.Nothing():
		return report.ExitOpen
	}
	return report.ExitHolds
}

// Nothing reports whether no program expects anything, so that nothing was tested.
func (t *Report) Nothing() bool { return t.Count[None] == len(t.Programs) }

// Line returns one program as text.
func (t *Program) Line(times bool) string {
	text := fmt.Sprintf("%-15s  %s", t.Result, t.Program)
	if rest := listed(t.Expected); rest != "" {
		text += ": " + rest
	}
	if times && t.Result != None {
		text += fmt.Sprintf("  (%.2f s)", t.Seconds)
	}
	return printable.Line(text) // names of files are in positions, too
}

// Summary returns the last line of the text.
func (t *Report) Summary() string {
	return fmt.Sprintf("%s: %d ok, %s, %d unknown, %d without expectations, %d wrong",
		english.Plural(int64(len(t.Programs)), "program"),
		t.Count[OK], english.Plural(int64(t.Count[Surprise]), "surprise"), t.Count[Open], t.Count[None],
		t.Count[Wrong])
}

// ZeroTimes makes equal input give equal output.
func (t *Report) ZeroTimes() {
	for i := range t.Programs {
		t.Programs[i].Seconds = 0
	}
}

// WriteJSON prints indented JSON; its schema is docs/schema/test.schema.json.
func (t *Report) WriteJSON(w io.Writer) error {
	out := struct {
		Version     int               `json:"version"`
		Programs    []Program         `json:"programs"`
		Count       map[string]int    `json:"count"`
		Diagnostics []form.Diagnostic `json:"diagnostics"`
	}{report.Version, form.ListOf(t.Programs), t.Count, form.Diagnostics(t.Diagnostics)}
	for i := range out.Programs {
		out.Programs[i].Expected = form.ListOf(out.Programs[i].Expected)
	}
	return form.Write(w, out)
}

// listed joins what is not as expected.
func listed(list []report.Expected) string {
	var out []string
	for i := range list {
		if list[i].Outcome != report.Met {
			out = append(out, list[i].String())
		}
	}
	return strings.Join(out, "; ")
}
