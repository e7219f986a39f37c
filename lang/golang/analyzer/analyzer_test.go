package analyzer_test

import (
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"flavers/lang/golang/analyzer"
)

// Violations are told once, at the operation that is blocked or the last step, with the steps that lead there.
func TestAnalyzer(t *testing.T) {
	results := analysistest.Run(t, analysistest.TestData(), analyzer.New(), "./late", "./other", "./wrong", "./races", "./callers")
	if len(results) != 5 {
		t.Fatalf("%d packages", len(results))
	}
	for _, r := range results {
		for _, d := range r.Diagnostics {
			if d.Category == "deadlock" && len(d.Related) == 0 && r.Pass.Pkg.Name() == "late" {
				t.Errorf("%s has no steps", d.Message)
			}
			for _, s := range d.Related {
				if !s.Pos.IsValid() || s.Message == "" {
					t.Errorf("%s: %v", d.Message, s)
				}
			}
		}
	}
}

// Without time nothing is told, and nothing fails.
func TestTimeout(t *testing.T) {
	a := analyzer.New()
	if err := a.Flags.Set("timeout", "1ns"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	silent := &failures{}
	for _, r := range analysistest.Run(silent, analysistest.TestData(), a, "./other") {
		if r.Err != nil || len(r.Diagnostics) > 0 {
			t.Errorf("%v, %d diagnostics", r.Err, len(r.Diagnostics))
		}
	}
	if d := time.Since(began); d > 30*time.Second {
		t.Errorf("it took %v", d)
	}
}

// failures are those of analysistest, which misses the diagnostics.
type failures struct{}

func (*failures) Errorf(string, ...any) {}

// Data races are left out if that is asked for.
func TestNoRaces(t *testing.T) {
	a := analyzer.New()
	if err := a.Flags.Set("races", "false"); err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(&failures{}, analysistest.TestData(), a, "./races") {
		if r.Err != nil || len(r.Diagnostics) > 0 {
			t.Errorf("%v, %d diagnostics", r.Err, len(r.Diagnostics))
		}
	}
}

func TestValid(t *testing.T) {
	if err := analysis.Validate([]*analysis.Analyzer{analyzer.Analyzer}); err != nil {
		t.Error(err)
	}
}

// Without clients nothing is told of a package without roots. With them, the types that other analyzers see of it are as
// before.
func TestClients(t *testing.T) {
	for _, with := range []bool{true, false} {
		a := analyzer.New()
		if !with {
			if err := a.Flags.Set("clients", "false"); err != nil {
				t.Fatal(err)
			}
		}
		for _, r := range analysistest.Run(&failures{}, analysistest.TestData(), a, "./callers") {
			if r.Err != nil || (len(r.Diagnostics) > 0) != with {
				t.Errorf("%v: %v, %d diagnostics", with, r.Err, len(r.Diagnostics))
			}
			for _, name := range r.Pass.Pkg.Scope().Names() {
				if name != "Streams" && name != "Mended" {
					t.Errorf("the package has %s", name)
				}
			}
		}
	}
}
