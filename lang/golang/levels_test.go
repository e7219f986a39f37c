package golang_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	service "flavers/check"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/verify"
)

// unexecuted checks the program of a root alone: nothing is executed with its data. It returns nil, and reports an
// error, if there is nothing to check.
func unexecuted(t *testing.T, ps *golang.Programs, name string) *service.Answer {
	t.Helper()
	root, ok := service.Of(ps).Root(name)
	if !ok {
		t.Fatal("there is no root " + name)
	}
	a := service.Package(t.Context(), root, service.Options{Verify: verify.Options{Timeout: 10 * time.Second},
		Several: true, Races: service.Off, Executions: service.Off})
	if a.Check == nil {
		t.Errorf("%s: nothing in it", name)
		return nil
	}
	return a
}

// TestLevels checks branches on integers in memory, and operands that may be several objects. Nothing is executed with
// its data, so the answers are of the programs alone: of Leak.. none holds, and those in doubt are violated only with a
// choice; Right.. hold, within no bound but that a parameter is not nil (B11); Open.. hold in the package, and may be
// possible, but not violated.
func TestLevels(t *testing.T) {
	doubt := []string{"Above", "Atomic", "Below", "Beyond", "Copied", "Either", "Far", "Lock", "Overflow",
		"Round", "Scanned", "Several", "Stored", "Swapped", "Turns", "Under", "Whole", "WholeService"}
	ps := open(t, "testdata/levels")
	count := map[string]int{}
	for _, name := range ps.Names {
		a := unexecuted(t, ps, name)
		if a == nil {
			continue
		}
		r := a.Check.Deadlock
		_, short, _ := strings.Cut(strings.TrimSuffix(name, ".tfg"), ".")
		kind, want := "Leak", []report.Verdict{report.Violated}
		switch {
		case strings.HasPrefix(short, "Right"):
			kind, want = "Right", []report.Verdict{report.Holds}
		case strings.HasPrefix(short, "Open"):
			kind, want = "Open", []report.Verdict{report.Holds, report.Possible}
		case slices.Contains(doubt, strings.TrimPrefix(short, "Leak")):
			want = []report.Verdict{report.Possible}
		}
		count[kind]++
		bounded := slices.ContainsFunc(r.Within, func(code string) bool { return code != "B11" })
		if !slices.Contains(want, r.Verdict) || kind == "Right" && bounded {
			t.Errorf("%s: %s %v %s %v\n%s", short, r.Verdict, r.Within, r.Reason, a.Program.Ledger, a.Program.Text)
		}
	}
	if count["Leak"] < 35 || count["Right"] < 14 || count["Open"] < 2 {
		t.Errorf("%v", count)
	}
}
