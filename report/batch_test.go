package report_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	. "flavers/report"
	"flavers/report/batch"
	"flavers/report/sarif"

	"github.com/xeipuuv/gojsonschema"

	"flavers/diag"
	"flavers/internal/golden"
)

func holding(name string) *Check {
	return &Check{Version: Version, Program: name, Results: []Result{{Property: "p", Verdict: Holds, POR: "normal"}}}
}

// The exit status is the gravest: wrong input, a violation, an open answer, a program
// that was not reached.
func TestBatchExitCode(t *testing.T) {
	open := &Check{Results: []Result{{Property: "p", Verdict: Unknown}}}
	violated := &Check{Results: []Result{{Property: "p", Verdict: Violated}}}
	wrong := &Check{Diagnostics: []diag.Diagnostic{{Severity: diag.Error}}}
	for _, c := range []struct {
		name string
		b    Batch
		want int
	}{
		{"none", Batch{}, ExitOpen}, // nothing was checked
		{"idle", Batch{Roots: true, Idle: []string{"a"}}, ExitHolds},
		{"idle, no object answered", Batch{Roots: true, Idle: []string{"a"}, Totals: &Totals{Objects: 2}}, ExitOpen},
		{"one object answered", Batch{Roots: true, Idle: []string{"a"}, Totals: &Totals{Objects: 2, Answered: 1}}, ExitHolds},
		{"no objects", Batch{Roots: true, Idle: []string{"a"}, Totals: &Totals{}}, ExitHolds},
		{"violated, none answered", Batch{Programs: []*Check{violated}, Totals: &Totals{Objects: 2}}, ExitViolated},
		{"holds", Batch{Programs: []*Check{holding("a"), holding("b")}}, ExitHolds},
		{"left", Batch{Programs: []*Check{holding("a")}, Left: []string{"b"}}, ExitOpen},
		{"open", Batch{Programs: []*Check{holding("a"), open}}, ExitOpen},
		{"violated", Batch{Programs: []*Check{violated, open}, Left: []string{"b"}}, ExitViolated},
		{"wrong", Batch{Programs: []*Check{violated, wrong, open}}, ExitInput},
		{"wrong path", Batch{Programs: []*Check{violated}, Diagnostics: wrong.Diagnostics}, ExitInput},
	} {
		if got := c.b.ExitCode(); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

// What needs attention comes first, whole; what holds has a line; the summary counts
// every program once.
func TestBatchText(t *testing.T) {
	bad := Mixed()
	b := &Batch{Version: Version, Programs: []*Check{holding("good.tfg"), bad, {Program: "none.tfg"},
		{Program: "wrong.tfg", Diagnostics: []diag.Diagnostic{{Severity: diag.Error}}}}, Left: []string{"late\n.tfg"}}
	var text bytes.Buffer
	if err := batch.WriteText(&text, b, func(string) TextOptions { return TextOptions{Width: 100} }); err != nil {
		t.Fatal(err)
	}
	order := []string{bad.Program + ":", "good.tfg: 1 check, 1 holds\n", "none.tfg: nothing to check\n", "wrong.tfg: cannot be checked\n",
		"4 programs: 1 cannot be checked, 1 with a violation, 2 without a violation\n", `not checked: late\n.tfg`}
	at := -1
	for _, want := range order {
		next := strings.Index(text.String(), want)
		if next <= at {
			t.Errorf("%q is missing, or not in its place, in\n%s", want, text.String())
		}
		at = next
	}
	text.Reset()
	if err := batch.WriteText(&text, b, func(string) TextOptions { return TextOptions{Verbose: true} }); err != nil || !strings.Contains(text.String(), "p") || strings.Contains(text.String(), "good.tfg: 1 check, 1 holds\n1") {
		t.Errorf("%v\n%s", err, text.String())
	}
}

// Each program is in the JSON as check writes it, and is a run of its own in SARIF.
func TestBatchForms(t *testing.T) {
	each := golden.Schema(t, "../docs/schema/check.schema.json")
	b := &Batch{Version: Version, Programs: []*Check{Mixed(), holding("b.tfg")}, Left: []string{"c"}, Diagnostics: Mixed().Diagnostics,
		Totals: &Totals{Objects: 2, Answered: 1, Groups: 1, Kinds: []OfKind{{Kind: "lock", Objects: 2, Answered: 1}},
			Open:       []OfReason{{Reason: "out of time", Objects: 1, Files: []string{"a.go"}}},
			Unanswered: []OpenObject{{Kind: "lock", Name: "T.mu", Pos: "a.go:3:2", Reason: "out of time", At: "a.go:7:8"}}}}
	for _, b := range []*Batch{b, {Version: Version}} {
		var text bytes.Buffer
		if err := b.WriteJSON(&text); err != nil {
			t.Fatal(err)
		}
		schema, err := gojsonschema.NewSchema(gojsonschema.NewReferenceLoader("file://../docs/schema/batch.schema.json"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range officialProblems(t, schema, text.String()) {
			t.Error(p)
		}
		var back struct{ Programs []json.RawMessage }
		if err := json.Unmarshal(text.Bytes(), &back); err != nil || len(back.Programs) != len(b.Programs) {
			t.Fatalf("%v, %d programs", err, len(back.Programs))
		}
		for _, one := range back.Programs {
			for _, p := range each.Problems(t, one) {
				t.Error(p)
			}
		}
	}
	var log bytes.Buffer
	if err := sarif.WriteBatch(&log, b, sarif.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, p := range officialProblems(t, officialSARIF(t), log.String()) {
		t.Error(p)
	}
	var runs struct{ Runs []json.RawMessage }
	if err := json.Unmarshal(log.Bytes(), &runs); err != nil || len(runs.Runs) != 3 {
		t.Errorf("%v, %d runs", err, len(runs.Runs))
	}
	var marks, one bytes.Buffer
	if err := batch.WriteGitHub(&marks, b, false); err != nil {
		t.Fatal(err)
	}
	if err := b.Programs[0].WriteGitHub(&one); err != nil || !slices.Equal(marks.Bytes()[:one.Len()], one.Bytes()) || marks.Len() == one.Len() {
		t.Errorf("%v\n%s", err, marks.String())
	}
}
