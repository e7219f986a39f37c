package batch_test

import (
	"strings"
	"testing"

	"flavers/report"
	"flavers/report/batch"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// stuck is a deadlock of tasks at the places p:1, p:2, .., each of which may wait for others.
func stuck(waits ...string) *report.Check {
	r := &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, Verdict: report.Violated}
	for i, w := range waits {
		r.Waiting = append(r.Waiting, report.Waiting{Task: string(rune('a' + i)), Pos: "p:" + string(rune('1'+i)) + ":1", For: strings.Fields(w)})
	}
	return &report.Check{Program: "root", Root: "root", Deadlock: r}
}

func at(line int, check string) ledger.Ignore {
	return ledger.Ignore{Check: check, Reason: "why", Pos: "p:9:1", File: "p", From: line, To: line}
}

// A deadlock is left out if all that is blocked has a comment, or waits for what has one.
func TestIgnoreDeadlock(t *testing.T) {
	for _, c := range []struct {
		name  string
		waits []string
		list  []ledger.Ignore
		want  bool
	}{
		{"one", []string{""}, []ledger.Ignore{at(1, "deadlock")}, true},
		{"any check", []string{""}, []ledger.Ignore{at(1, "")}, true},
		{"another check", []string{""}, []ledger.Ignore{at(1, "runtime-errors")}, false},
		{"another line", []string{""}, []ledger.Ignore{at(2, "deadlock")}, false},
		{"another goroutine", []string{"", ""}, []ledger.Ignore{at(1, "deadlock")}, false},
		{"both", []string{"", ""}, []ledger.Ignore{at(1, "deadlock"), at(2, "")}, true},
		{"each waits for the other", []string{"b", "a"}, []ledger.Ignore{at(1, "deadlock")}, true},
		{"a chain", []string{"", "c", "a"}, []ledger.Ignore{at(1, "deadlock")}, true},
		{"it waits for one that has none", []string{"b", ""}, []ledger.Ignore{at(1, "deadlock")}, false},
		{"one of two that it waits for", []string{"", "a c", ""}, []ledger.Ignore{at(1, "deadlock")}, false},
	} {
		check := stuck(c.waits...)
		batch.Ignore(check, c.list)
		r := check.Deadlock
		if got := r.Ignored != nil; got != c.want {
			t.Errorf("%s: ignored %t", c.name, got)
		}
		if r.Verdict != report.Violated {
			t.Errorf("%s: the verdict is %s", c.name, r.Verdict)
		}
		if status := check.ExitCode(); (status == report.ExitHolds) != c.want {
			t.Errorf("%s: status %d", c.name, status)
		}
		if says := batch.Summary(&report.Batch{Roots: true, Programs: []*report.Check{check}}); strings.Contains(says, "without a violation") {
			t.Errorf("%s: %s", c.name, says)
		}
	}
}

// Of other checks, the last step counts; what holds or is not known is never marked.
func TestIgnoreSteps(t *testing.T) {
	steps := []report.Step{{Pos: "p:1:1"}, {Pos: "p:2:1"}}
	for _, verdict := range []report.Verdict{report.Violated, report.Possible, report.Holds, report.Unknown} {
		for line, there := range map[int]bool{1: false, 2: true} {
			c := &report.Check{RuntimeErrors: &report.Result{Property: report.RuntimeErrors, Verdict: verdict, Trace: steps},
				Results: []report.Result{{Property: "order", Verdict: verdict, Trace: steps}}}
			batch.Ignore(c, []ledger.Ignore{at(line, report.RuntimeErrors), at(line, "order")})
			want := there && (verdict == report.Violated || verdict == report.Possible)
			if got := c.RuntimeErrors.Ignored != nil; got != want || (c.Results[0].Ignored != nil) != want {
				t.Errorf("%s, line %d: ignored %t", verdict, line, got)
			}
			if c.RuntimeErrors.Verdict != verdict {
				t.Errorf("%s became %s", verdict, c.RuntimeErrors.Verdict)
			}
		}
	}
	several := &report.Check{Results: []report.Result{{Property: "order", Verdict: report.Violated, Trace: steps,
		Instances: []report.Instance{{Verdict: report.Violated}, {Verdict: report.Possible}}}}}
	if batch.Ignore(several, []ledger.Ignore{at(2, "")}); several.Results[0].Ignored != nil {
		t.Error("a comment at one finding hides another one")
	}
}

// A comment that ignores nothing is told, unless it is not known whether there is something.
func TestIdle(t *testing.T) {
	list := []ledger.Ignore{at(1, "deadlock")}
	told := func(b *report.Batch) string {
		found := batch.Idle(b, list, "G011")
		if len(found.All) == 0 {
			return ""
		}
		d := found.All[0]
		if d.Pos.Line != 9 || d.Code != "G011" {
			t.Errorf("%v", d)
		}
		return d.Message + " " + d.Hint
	}
	of := func(c *report.Check) *report.Batch {
		batch.Ignore(c, list)
		return &report.Batch{Roots: true, Programs: []*report.Check{c}}
	}
	holds := stuck()
	holds.Deadlock.Verdict = report.Holds
	limited := stuck()
	limited.Deadlock.Verdict, limited.Deadlock.Limit = report.Unknown, report.LimitTime
	left := of(holds)
	left.Left = []string{"other"}
	for name, c := range map[string]struct {
		b    *report.Batch
		want string
	}{
		"used":      {of(stuck("")), ""},
		"nothing":   {of(holds), "nothing is found here"},
		"elsewhere": {of(stuck("", "")), "p:2:1"},
		"no answer": {of(limited), ""},
		"not all":   {left, ""},
	} {
		if got := told(c.b); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Where it was not found out whether a task is left behind, the line and the summary do not say that all is well.
func TestOfEnding(t *testing.T) {
	c := &report.Check{Program: "p.main", Deadlock: &report.Result{Property: report.Deadlock, Kind: report.KindDeadlock}}
	c.Deadlock.Conclude(outcome.Exhausted{})
	b := &report.Batch{Roots: true, Programs: []*report.Check{c}}
	if line, says := c.Line(), batch.Summary(b); strings.Contains(line+says, report.Ending) {
		t.Errorf("%s; %s", line, says)
	}
	c.Deadlock.About(outcome.Scope{Ends: true})
	if line, says := c.Line(), batch.Summary(b); c.ExitCode() != report.ExitHolds || !strings.Contains(line, report.Ending) ||
		!strings.Contains(says, report.Ending) {
		t.Errorf("%s; %s", line, says)
	}
}
