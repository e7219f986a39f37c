package golang_test

import (
	"testing"

	"flavers"
	"flavers/lang/golang/library"
	"flavers/report"
)

// Mistakes of order and misuse, which block nobody: what is found of them, and that mended ones are not reported.
func TestNonblocking(t *testing.T) {
	text, _ := library.Text("go:waitgroups")
	specs := []flavers.Source{source(t, "testdata/nonblocking/order.fsa"), {Name: "go:waitgroups", Text: text}}
	ps := bound(t, "testdata/nonblocking", specs...)
	errors := map[string]report.Verdict{"SendOnClosed": report.Violated, "DoubleClose": report.Violated,
		"NegativeGroup": report.Violated, "NilAfterClose": report.Unknown,
		"LateAdd": report.Violated} // the wait group is used again too early
	orders := map[string]bool{"HandledAfterStop": true, "LateAdd": true}
	if len(ps.Names) != 9 {
		t.Error(ps.Names)
	}
	for _, name := range ps.Names {
		function := ps.Root(name)[len("nonblocking."):]
		c, p := check(t, ps, name, report.RuntimeErrors, report.Deadlock)
		want, found := errors[function]
		if !found {
			want = report.Holds
		}
		if got := c.RuntimeErrors; got != nil && got.Verdict != want || got == nil && want != report.Holds {
			t.Errorf("%s: run-time errors: %v, not %s: %v", function, got, want, p.Ledger)
		}
		if c.Deadlock.Verdict == report.Violated {
			t.Errorf("%s: deadlock", function)
		}
		c, p = judge(t, ps, name, specs...)
		violated := false
		for _, r := range c.Results {
			violated = violated || r.Verdict == report.Violated
		}
		if violated != orders[function] {
			t.Errorf("%s: %v: %v", function, c.Results, p.Ledger)
		}
	}
}
