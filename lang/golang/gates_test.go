package golang_test

import (
	"strings"
	"testing"
	"time"

	service "flavers/check"
	"flavers/report"
	"flavers/verify"
)

// TestGates checks loops that wait for others in a gate, by their programs alone: of Leak.. none holds, and Right.. hold.
func TestGates(t *testing.T) {
	ps := open(t, "testdata/gates")
	count := map[bool]int{}
	for _, name := range ps.Names {
		root, ok := service.Of(ps).Root(name)
		if !ok {
			t.Fatal("there is no root " + name)
		}
		a := service.Package(t.Context(), root, service.Options{Verify: verify.Options{Timeout: 10 * time.Second},
			Several: true, Races: service.Off, Executions: service.Off})
		if a.Check == nil {
			t.Errorf("%s: nothing in it", name)
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
