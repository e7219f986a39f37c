package golang_test

import (
	"strings"
	"testing"

	"flavers/report"
)

// TestGates checks loops that wait for others in a gate, by their programs alone: of Leak.. none holds, and Right.. hold.
func TestGates(t *testing.T) {
	ps := open(t, "testdata/gates")
	count := map[bool]int{}
	for _, name := range ps.Names {
		a := unexecuted(t, ps, name)
		if a == nil {
			continue
		}
		right := strings.Contains(name, ".Right")
		count[right]++
		if holds := a.Check.Deadlock.Verdict == report.Holds; holds != right {
			t.Errorf("%s: %s\n%s", name, a.Check.Deadlock.Verdict, a.Program.Text)
		}
	}
	if count[true] < 17 || count[false] < 21 {
		t.Errorf("%v", count)
	}
}
