package golang_test

import (
	"strings"
	"testing"

	"flavers/report"
)

// Partial deadlocks: Leak.. has one, and in Meant.. and Fixed.. nothing is reported. Asks.. holds of executions that end.
func TestPartial(t *testing.T) { leaks(t, "testdata/partial", 22) }

// The same where others wait for what is outside of the program, and end it after that.
func TestOutside(t *testing.T) {
	leaks(t, "testdata/outside", 12)
	ps := open(t, "testdata/outside/served")
	c, p := check(t, ps, ps.Names[0])
	if r := c.Deadlock; r.Verdict != report.Violated || len(r.Waiting) != 1 || r.Waiting[0].At != "lock mu" {
		t.Errorf("%s %s, waiting %v\n%s", r.Verdict, r.Reason, r.Waiting, p.Text)
	}
}

// leaks checks the roots of a folder, and that it has so many.
func leaks(t *testing.T, dir string, many int) {
	t.Helper()
	ps := open(t, dir)
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
		case strings.Contains(name, ".Asks"):
			if r.Verdict != report.Holds || r.Of != report.Ending {
				t.Errorf("%s: %s of %s %v\n%s", name, r.Verdict, r.Of, r.Waiting, p.Text)
			}
		case r.Verdict != report.Holds || r.Of != "":
			t.Errorf("%s: %s %s %v\n%s", name, r.Verdict, r.Reason, r.Waiting, p.Text)
		}
	}
	if len(ps.Names) < many {
		t.Errorf("%d roots", len(ps.Names))
	}
}
