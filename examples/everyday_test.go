package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
	"flavers/verify"
)

// TestEverydayRepairs: what the headers of everyday/ claim of FIXED: of the repaired
// programs everything holds.
func TestEverydayRepairs(t *testing.T) {
	n := 0
	for _, name := range names(t) {
		if filepath.Dir(name) != "everyday" {
			continue
		}
		n++
		e := load(t, name, map[string]string{"FIXED": "true"})
		c := verify.Check(t.Context(), e.program, e.specs, verify.Options{})
		for _, r := range c.Results {
			if r.Verdict != report.Holds {
				t.Errorf("%s: %s is %s", name, r.Property, r.Verdict)
			}
		}
		for _, r := range []*report.Result{c.Deadlock, c.RuntimeErrors} {
			if r != nil && r.Verdict != report.Holds {
				t.Errorf("%s: %s is %s %s", name, r.Property, r.Verdict, strings.Join(r.Constraints, " "))
			}
		}
	}
	if n != 7 {
		t.Errorf("%d programs", n)
	}
}
