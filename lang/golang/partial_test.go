package golang_test

import (
	"strings"
	"testing"

	"flavers/report"
)

// Partial deadlocks: Leak.. has one, and in Meant.. and Fixed.. nothing is reported.
func TestPartial(t *testing.T) {
	ps := open(t, "testdata/partial")
	for _, name := range ps.Names {
		c, p := check(t, ps, name)
		if c == nil {
			t.Errorf("%s: nothing in it", name)
			continue
		}
		r := c.Deadlock
		switch {
		case strings.Contains(name, ".Leak"):
			if r.Verdict != report.Violated || len(r.Waiting) == 0 || len(r.Moving) == 0 {
				t.Errorf("%s: %s %s, waiting %v, moving %v", name, r.Verdict, r.Reason, r.Waiting, r.Moving)
			}
		case r.Verdict != report.Holds || r.Of != "":
			t.Errorf("%s: %s %s %v\n%s", name, r.Verdict, r.Reason, r.Waiting, p.Text)
		}
	}
	if len(ps.Names) < 15 {
		t.Errorf("%d roots", len(ps.Names))
	}
}
