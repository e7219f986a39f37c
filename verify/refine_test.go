package verify_test

import (
	"testing"

	"flavers/report"
	"flavers/verify"
)

// Automatic refinement reaches the interpreter's verdict and leaves nothing
// open, with far fewer constraints than there are.
func TestRefinementIsExact(t *testing.T) {
	n, compared, used, all := size(t, 500), 0, 0, 0
	for seed := range uint64(n) {
		pr := random(t, seed+1<<40)
		if pr == nil {
			continue
		}
		c := pr.check(verify.Options{Check: seed%8 == 0})
		if ambiguous(c) {
			continue
		}
		full := pr.check(verify.Options{Refine: "all"})
		for i, r := range c.Results {
			want := report.Holds
			if pr.violated[r.Property] {
				want = report.Violated
			}
			if r.Verdict != want {
				t.Fatalf("%s is %s (%s), the interpreter says %s\n%s", r.Property, r.Verdict, r.Reason, want, pr.what)
			}
			compared++
			used += len(r.Constraints)
			all += len(full.Results[i].Constraints)
		}
		if e := c.RuntimeErrors; e != nil && len(pr.constraints) == 0 && (e.Verdict == report.Violated) != pr.errors {
			t.Fatalf("run-time errors: %s (%s), the interpreter says %v\n%s", e.Verdict, e.Reason, pr.errors, pr.what)
		}
	}
	t.Logf("%d verdicts; %d constraints used of %d", compared, used, all)
	if compared < n {
		t.Errorf("only %d verdicts compared", compared)
	}
	if 2*used > all {
		t.Errorf("%d constraints used of %d: more than half", used, all)
	}
}
