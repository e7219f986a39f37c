package check_test

import (
	"strings"
	"testing"

	service "flavers/check"
	"flavers/lang/golang"
	"flavers/report"
)

// What the model of a root leaves open, executions with all their data may show. Nothing is found where there is no
// mistake.
func TestExecuted(t *testing.T) {
	requests := []golang.Request{{Dir: "../lang/golang/testdata/data", Patterns: []string{"."}}}
	ps, list := golang.Open(t.Context(), requests, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	shown := 0
	for _, root := range service.Of(ps).Roots {
		c := service.Package(t.Context(), root, service.Options{}).Check
		found := false
		if c != nil {
			for _, r := range c.Ordered() {
				found = found || r.Verdict == report.Violated
				if r.Confirmed != report.Interpreted || r.Verdict != report.Violated {
					continue
				}
				if shown++; len(r.If) > 0 || len(r.Waiting) == 0 && len(r.Trace) == 0 {
					t.Errorf("%s: %+v", root.Name, r)
				}
			}
		}
		if want := !strings.Contains(root.Name, ".Fixed"); found != want {
			t.Errorf("%s: found %t", root.Name, found)
		}
	}
	if shown < 4 {
		t.Errorf("%d are found by executions", shown)
	}
}
