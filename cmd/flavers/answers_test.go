package main

import (
	"strings"
	"testing"

	"flavers/report"
)

// Answers are lines of standard error: at once with -v, and none where the report
// comes soon.
func TestAnswers(t *testing.T) {
	var errs strings.Builder
	w := newAnswers(newConsole(&errs), true)
	w.add(&report.Result{Property: "p", Verdict: report.Holds}, 1, 3)
	w.add(&report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Violated, Expected: true}, 2, 3)
	w.add(&report.Result{Property: report.RuntimeErrors, Verdict: report.Unknown}, 3, 3)
	w.end()
	if got, want := errs.String(), "p: holds (1 of 3)\nno deadlock: violated, as expected (2 of 3)\nno run-time error: unknown (3 of 3)\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	errs.Reset()
	w = newAnswers(newConsole(&errs), false)
	w.add(&report.Result{Property: "p", Verdict: report.Holds}, 1, 1)
	w.end()
	if errs.String() != "" {
		t.Errorf("%q", errs.String())
	}
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\n"})
	if got := runReal("", "check", "turns.tfg"); strings.Contains(got.err, " of ") {
		t.Errorf("a line without a terminal: %q", got.err)
	}
	if got := runReal("", "check", "turns.tfg", "-v", "--format", "json"); !strings.Contains(got.err, "order: holds (") || strings.Contains(got.out, " of 2)") {
		t.Errorf("%+v", got)
	}
}
