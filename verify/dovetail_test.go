package verify_test

import (
	"context"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/verify"
)

// Whatever shares the problems with some constraints and that with all of them have,
// verdicts are the same, and so are the lengths of shortest executions.
func TestSharesChangeNoVerdict(t *testing.T) {
	usual := trial.Usual(60, 120)
	n, compared, all := trial.Count(t, usual), 0, 0
	for seed := range trial.Seeds(t, usual) {
		pr := randomOf(t, seed+1<<45, []func([]byte) string{gen.Program, gen.MessagePassing, gen.Bursts}[seed%3])
		if pr == nil {
			continue
		}
		opt := verify.Options{NoQuick: true, Check: seed%8 == 0}
		want := pr.check(opt)
		got := pr.check(verify.SmallShare(opt))
		results := func(c *report.Check) []report.Result {
			if c.RuntimeErrors != nil {
				return append(c.Results[:len(c.Results):len(c.Results)], *c.RuntimeErrors)
			}
			return c.Results
		}
		for i, r := range results(got) {
			w := results(want)[i]
			if r.Verdict != w.Verdict || r.Verdict == report.Violated && len(r.Trace) != len(w.Trace) {
				t.Fatalf("seed %d: %s is %s (%d steps) in turns, and %s (%d steps) otherwise\n%s",
					seed, r.Property, r.Verdict, len(r.Trace), w.Verdict, len(w.Trace), pr.what)
			}
			compared++
			if len(r.Constraints) > len(w.Constraints) {
				all++
			}
		}
	}
	t.Logf("%d verdicts, %d with more constraints", compared, all)
	if compared < n || all == 0 {
		t.Errorf("%d verdicts compared, all constraints won in %d", compared, all)
	}
}

// Where the problem with all constraints is small, the run-time errors of a program
// are not taken apart for hundreds of rounds.
func TestAllConstraintsWin(t *testing.T) {
	p, specs := trial.Example(t, "examples/lpor/paxos.tfg", nil)
	r := verify.Check(context.Background(), p, specs, verify.Options{Only: []string{report.RuntimeErrors}}).RuntimeErrors
	if r.Verdict != report.Holds || r.Rounds > 10 {
		t.Errorf("%s after %d rounds, want holds after a few", r.Verdict, r.Rounds)
	}
}
