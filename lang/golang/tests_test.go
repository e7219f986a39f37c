package golang_test

import (
	"slices"
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

// What another test of the package may leave behind is in the ledger: of such a test, "holds" is within bounds.
func TestLeft(t *testing.T) {
	ps := open(t, "testdata/left")
	within := 0
	for _, name := range ps.Names {
		c, p := check(t, ps, name, report.Deadlock)
		bounded := c != nil && slices.Contains(c.Deadlock.Within, "B14")
		if bounded {
			within++
		}
		if bounded != strings.Contains(name, ".TestWithin") {
			t.Errorf("%s: within bounds: %t; ledger: %v", name, bounded, p.Ledger)
		}
	}
	if within != 16 {
		t.Errorf("%d tests are within bounds", within)
	}
}
