package golang_test

import (
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/report"
)

// ways checks functions that are blocked for ever in some run: none of them holds, or has nothing to wait for. Those of
// Right.. hold. It returns how many functions of the first kind there are.
func ways(t *testing.T, dir string) int {
	t.Helper()
	ps := open(t, dir)
	blocked := 0
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		right := strings.Contains(name, ".Right")
		if !right {
			blocked++
		}
		if holds := plain(c); holds != right {
			t.Errorf("%s: it holds: %t; ledger: %v", name, holds, p.Ledger)
		}
	}
	ps.Slice(t.Context(), time.Minute)
	for _, name := range ps.Names {
		if ps.Idle(name) && !strings.Contains(name, ".Right") {
			t.Errorf("%s has nothing to wait for", name)
		}
	}
	return blocked
}

// plain reports whether the answer about deadlock is an unqualified "holds", or "nothing to wait for".
func plain(c *report.Check) bool {
	return c == nil || c.Deadlock.Verdict == report.Holds && len(c.Deadlock.Within) == 0
}

// TestWays checks functions that block where the library calls code of the package, or hands out objects of it; where
// nil is in the place of a channel; where a default is taken although a partner comes; where an order of goroutines, or
// numbers and other values, decide; and by all that the language has.
func TestWays(t *testing.T) {
	for dir, least := range map[string]int{"testdata/ways/given": 16, "testdata/ways/initial": 1, "testdata/ways/ready": 7,
		"testdata/ways/assigned": 19, "testdata/ways/ends": 11, "testdata/ways/sometimes": 117} {
		if n := ways(t, dir); n < least {
			t.Errorf("%s: %d functions", dir, n)
		}
	}
	if !trial.More() {
		return
	}
	for dir, least := range map[string]int{"testdata/ways": 190, "testdata/ways/nils": 120, "testdata/ways/decided": 220,
		"testdata/ways/blocked": 280} {
		if n := ways(t, dir); n < least {
			t.Errorf("%s: %d functions", dir, n)
		}
	}
}
