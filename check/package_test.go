package check_test

import (
	"strings"
	"testing"

	"flavers/check"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/verify"
)

func open(t *testing.T, dir string) *check.Packages {
	t.Helper()
	ps, list := check.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, check.OpenOptions{})
	if list.HasErrors() {
		t.Fatal(list.All)
	}
	return ps
}

// In the functions Race.. two goroutines access a variable without synchronization, in Held.. none do, and in
// HeldIgnored a comment says that it does not matter.
func TestRaces(t *testing.T) {
	ps := open(t, "../lang/golang/testdata/races")
	found := 0
	for _, root := range ps.Roots {
		name := root.Name
		races := check.Package(t.Context(), root, check.Options{}).Check.Races
		open := 0
		for _, r := range races {
			if len(r.Accesses) != 2 || !r.Accesses[0].Write && !r.Accesses[1].Write || r.Verdict != report.Violated {
				t.Errorf("%s: %+v", name, r)
			}
			if r.Ignored == nil {
				open++
			}
		}
		race, ignored := strings.Contains(name, ".Race"), strings.Contains(name, "Ignored")
		if race != (open == 1) || ignored != (len(races) > open) {
			t.Errorf("%s: %d races, %d not ignored", name, len(races), open)
		}
		found += len(races)
		for what, off := range map[string]check.Options{
			"off": {Races: check.Off}, "--only": {Verify: verify.Options{Only: []string{report.RuntimeErrors}}},
		} {
			if got := check.Package(t.Context(), root, off).Check.Races; got != nil {
				t.Errorf("%s %s: %v", name, what, got)
			}
		}
	}
	if found != 5 {
		t.Errorf("%d races", found)
	}
}
