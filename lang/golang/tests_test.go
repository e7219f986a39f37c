package golang_test

import (
	"strings"
	"testing"

	"flavers/report"
)

// What tests do after their functions, and in parallel, is known: those without a mistake hold, the others are violated,
// but for those of benchmarks, whose goroutines are bounded.
func TestTests(t *testing.T) {
	ps := open(t, "testdata/tests")
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		deadlock, errors := c.Deadlock.Verdict, report.Holds
		if c.RuntimeErrors != nil {
			errors = c.RuntimeErrors.Verdict
		}
		wrong := false
		switch bench := strings.Contains(name, ".Benchmark"); {
		case strings.Contains(name, "Holds"):
			wrong = deadlock != report.Holds || errors != report.Holds || bench != (len(c.Deadlock.Within) > 0)
		case strings.Contains(name, "Leak"):
			wrong = deadlock != report.Violated && !(bench && deadlock == report.Possible)
		default:
			wrong = errors != report.Violated
		}
		if wrong {
			t.Errorf("%s: deadlock %s %v, run-time errors %s: %v", name, deadlock, c.Deadlock.Within, errors, p.Ledger)
		}
	}
	if len(ps.Names) < 30 {
		t.Errorf("%d tests", len(ps.Names))
	}
}
