//go:build integration

package ada_test

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/diag"
	"flavers/lang/ada"
	"flavers/lang/parts"
	"flavers/limit"
	"flavers/report"
	"flavers/verify"
)

// acatsList has what is expected of chapter 9 of the Ada Conformity Assessment Test Suite: a line for each test, with
// its name, what GNAT's run did, and what becomes of it here. The sources are not part of the project.
const acatsList = "testdata/acats/chapter9.txt"

// acatsSupport are the files of the suite that its tests name in with clauses.
var acatsSupport = []string{"report.a", "version.a", "impdef.a", "tctouch.ada", "f940a00.a", "f954a00.a"}

// acatsTime is how long the checks of a test may take.
const acatsTime = 5 * time.Second

// acatsSources reads the tests of chapter 9 in the folder of the suite, and what they name in with clauses. Files whose
// names agree in their first seven characters are one test.
func acatsSources(t *testing.T, dir string) (tests map[string][]ada.File, support []ada.File) {
	read := func(name string) ada.File {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return ada.File{Name: name, Text: text}
	}
	files, err := filepath.Glob(filepath.Join(dir, "tests", "c9", "*.a*"))
	if err != nil || len(files) < 200 {
		t.Fatalf("%d files below %s, want those of the suite: %v", len(files), dir, err)
	}
	tests = map[string][]ada.File{}
	for _, file := range files {
		name := filepath.Base(file)[:7]
		tests[name] = append(tests[name], read(file))
	}
	for _, file := range acatsSupport {
		support = append(support, read(filepath.Join(dir, "support", file)))
	}
	return tests, support
}

// acatsLooks bounds how much of a test is loaded, by a count of statements and expressions. Each call of Report counts
// with all of its body, which is copied.
const acatsLooks = 1_000_000

// acatsModel loads a test. The words are "refused" with the codes of diagnostics, "taken" with those of the ledger, or
// "large" where the bound is met.
func acatsModel(files []ada.File) (string, *ada.Program) {
	var p *ada.Program
	var problems diag.List
	poll := limit.New(context.Background())
	poll.After(acatsLooks, func() bool { return true })
	if !limit.Try(func() { p, problems = ada.LoadUntil(poll, files, parts.Parts{}, nil, nil) }) {
		return "large", nil
	}
	codes := map[string]bool{}
	word := "taken"
	if problems.HasErrors() {
		word, p = "refused", nil
		for _, d := range problems.All {
			if d.Severity == diag.Error {
				codes[string(d.Code)] = true
			}
		}
	} else {
		for _, n := range p.Ledger {
			codes[n.Code] = true
		}
	}
	return strings.Join(append([]string{word}, slices.Sorted(maps.Keys(codes))...), " "), p
}

// wrong says which verdict contradicts a run: "passed" ended by itself without an exception that nobody handles.
// A run shows one execution, so it contradicts what is said of all, and what is certain of each.
func wrong(c *report.Check, run string) string {
	holds := func(r *report.Result) bool { return r != nil && r.Verdict == report.Holds }
	switch {
	case run == "hangs" && holds(c.Deadlock):
		return "no deadlock holds"
	case run == "raises" && holds(c.RuntimeErrors):
		return "no run-time error holds"
	case run == "passed" && c.Deadlock != nil && c.Deadlock.Verdict == report.Violated:
		return "no deadlock is violated" // the tests of the suite end in each execution
	case run == "passed" && c.RuntimeErrors != nil && c.RuntimeErrors.Verdict == report.Violated:
		return "no run-time error is violated"
	}
	return ""
}

// TestACATS: the tests of chapter 9 are taken, refused or too large, as the list says. FLAVERS_ACATS names the folder
// of the suite, version 4.2, with its folders support and tests. No verdict contradicts what the run of GNAT did;
// FLAVERS_ACATS with ":load" behind the folder leaves the verdicts out.
func TestACATS(t *testing.T) {
	dir, load := strings.CutSuffix(os.Getenv("FLAVERS_ACATS"), ":load")
	if dir == "" { // the suite is not part of this project, and nothing else has its sources
		t.Skip("FLAVERS_ACATS does not name a folder with the Ada Conformity Assessment Test Suite")
	}
	text, err := os.ReadFile(acatsList)
	if err != nil {
		t.Fatal(err)
	}
	tests, support := acatsSources(t, dir)
	taken, listed := 0, 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		run, want, _ := strings.Cut(rest, " ")
		listed++
		t.Run(name, func(t *testing.T) {
			files, ok := tests[name]
			if !ok {
				t.Fatal("the suite has no such test")
			}
			got, p := acatsModel(slices.Concat(files, support))
			if got != want {
				t.Errorf("%s %s %s, want %s", name, run, got, want)
			}
			if p == nil {
				return
			}
			taken++
			if load || run == "-" {
				return
			}
			c, err := flavers.Check(t.Context(), &flavers.Model{Program: p.Program}, verify.Options{Timeout: acatsTime})
			if err != nil {
				t.Fatal(err)
			}
			if what := wrong(c, run); what != "" {
				t.Errorf("the run of GNAT: %s, but %s", run, what)
			}
		})
	}
	if listed < 200 {
		t.Errorf("only %d tests are listed", listed)
	}
	t.Logf("%d of %d are taken; the suite has %d", taken, listed, len(tests))
}
