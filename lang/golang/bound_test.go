package golang_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/automata/fsa"
	"flavers/lang/golang"
	"flavers/report"
)

// bound opens packages, and binds the events of specifications.
func bound(t *testing.T, dir string, specs ...flavers.Source) *golang.Programs {
	t.Helper()
	ps := open(t, dir)
	var all []fsa.Bound
	for _, s := range specs {
		all = append(all, fsa.Bindings(s.Name, s.Text)...)
	}
	if list := ps.Bind(all); len(list.All) > 0 {
		t.Fatal(list.All)
	}
	return ps
}

// judge checks the properties of a root, and nothing else.
func judge(t *testing.T, ps *golang.Programs, name string, specs ...flavers.Source) (*report.Check, *golang.Program) {
	t.Helper()
	p, err := ps.Extract(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := flavers.Load(flavers.Source{Name: name, Text: p.Text}, specs, flavers.LoadOptions{Objects: p.Objects})
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, p.Text)
	}
	var only []string
	for _, s := range m.Specs {
		only = append(only, s.Family)
	}
	if len(only) == 0 {
		return &report.Check{}, p
	}
	c, err := flavers.Check(t.Context(), m, flavers.CheckOptions{Timeout: 20 * time.Second, Only: only, Strict: true})
	if err != nil {
		t.Fatal(name, err)
	}
	c.Ledger = append(c.Ledger, p.Ledger...)
	c.Qualify(golang.Guessing, golang.Cut, p.Apart)
	return c, p
}

func source(t *testing.T, name string) flavers.Source {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return flavers.Source{Name: name, Text: text}
}

// In the functions Leak.. a file is not closed, in Use.. one is used afterwards, and in Fine.. there is no mistake.
// In Maybe.. the model does not know, and Bounded.. hold within bounds.
func TestBound(t *testing.T) {
	spec := source(t, "testdata/bound/files.fsa")
	ps := bound(t, "testdata/bound", spec)
	for _, name := range ps.Names {
		c, p := judge(t, ps, name, spec)
		got := map[string]report.Verdict{}
		within := 0
		for _, r := range c.Results {
			got[r.Property] = r.Verdict
			within += len(r.Within)
		}
		want := map[string]report.Verdict{"closed": report.Holds, "use_after_close": report.Holds}
		switch {
		case strings.Contains(name, ".Leak"):
			want["closed"] = report.Violated
		case strings.Contains(name, ".Use"):
			want["use_after_close"] = report.Violated
		case strings.Contains(name, ".Maybe"):
			want["closed"] = report.Possible
		}
		for property, verdict := range want {
			if got[property] != verdict || (within > 0) != strings.Contains(name, ".Bounded") {
				t.Errorf("%s: %s %s, not %s: %v", name, property, got[property], verdict, p.Ledger)
			}
		}
	}
	if len(ps.Names) < 25 {
		t.Errorf("%d functions", len(ps.Names))
	}
}
