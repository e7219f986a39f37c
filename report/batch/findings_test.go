package batch_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
)

func failing(root, event, pos string, verdict report.Verdict, steps int) *report.Check {
	r := &report.Result{Property: report.RuntimeErrors, Verdict: verdict, Confirmed: report.InModel}
	for range steps - 1 {
		r.Trace = append(r.Trace, report.Step{Task: "t", Event: "step", Pos: "p:1:1"})
	}
	r.Trace = append(r.Trace, report.Step{Task: "t", Event: event, Pos: pos})
	return &report.Check{Program: root, Root: root, RuntimeErrors: r}
}

// Findings are told apart by their places and kinds, and each has all its roots, but those of which less is known.
func TestFindings(t *testing.T) {
	const sent, closed = "closed channel: send on closed channel c", "closed channel: send on closed channel other"
	b := &report.Batch{Roots: true, Programs: []*report.Check{
		failing("a.Maybe", sent, "p:5:1", report.Possible, 1),
		failing("a.Long", sent, "p:5:1", report.Violated, 9),
		failing("a.Short", closed, "p:5:1", report.Violated, 2),
		failing("a.Other", sent, "p:6:1", report.Violated, 2),
		failing("a.Unlock", "unlock of a free lock: mu", "p:5:1", report.Violated, 2),
		failing("a.Right", sent, "p:5:1", report.Holds, 1),
		stuck("", ""), stuck("", ""),
	}}
	// The same operations, of tasks in another order.
	w := b.Programs[7].Deadlock.Waiting
	slices.Reverse(w)
	b.Programs[7].Root, b.Programs[7].Program = "a.Reversed", "a.Reversed"
	var got []string
	for _, f := range batch.Findings(b) {
		got = append(got, f.Title()+" of "+f.Check.Root+" in "+strings.Join(f.Roots, " ")+" at "+f.Places()[0].Pos)
	}
	want := []string{
		"run-time error of a.Short in a.Long a.Short at p:5:1",
		"run-time error of a.Other in a.Other at p:6:1",
		"run-time error of a.Unlock in a.Unlock at p:5:1",
		"deadlock of root in root a.Reversed at p:1:1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// What is only possible, or ignored, is no annotation, and a notice if verbose.
func TestGitHubRoots(t *testing.T) {
	ignored := failing("a.Meant", "x: y", "p:7:1", report.Violated, 1)
	ignored.RuntimeErrors.Ignored = &ledger.Ignored{Reason: "why", Pos: "p:7:9"}
	b := &report.Batch{Roots: true, Programs: []*report.Check{failing("a.Bad", "x: y\n::error::z", "p:5:1", report.Violated, 1),
		failing("a.Maybe", "x: y", "p:6:1", report.Possible, 1), ignored}}
	for verbose, want := range map[bool]int{false: 0, true: 2} {
		var out bytes.Buffer
		if err := batch.WriteGitHub(&out, b, verbose); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if strings.Count(text, "::error file=p,line=5,col=1,title=run-time error::") != 1 || strings.Count(text, "\n::notice ") != want ||
			strings.Contains(text, "\n::error::z") {
			t.Errorf("verbose %t:\n%s", verbose, text)
		}
		if !strings.HasSuffix(text, "\n3 roots: 1 with a violation, 1 not decided, 1 with ignored findings\n") {
			t.Errorf("no summary:\n%s", text)
		}
	}
}
