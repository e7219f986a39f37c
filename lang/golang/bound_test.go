package golang_test

import (
	"cmp"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"flavers"
	"flavers/automata/calls"
	"flavers/automata/fsa"
	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/lang/golang/bind"
	"flavers/lang/golang/library"
	"flavers/report"
	"flavers/verify"
)

// bound opens packages, and binds the events of specifications.
func bound(t *testing.T, dir string, specs ...flavers.Source) *golang.Programs {
	t.Helper()
	ps := open(t, dir)
	var all []calls.Bound
	for _, s := range specs {
		all = append(all, fsa.Bindings(s.Name, s.Text)...)
	}
	if list := ps.Bind(t.Context(), all); len(list.All) > 0 {
		t.Fatal(list.All)
	}
	return ps
}

// judge checks the properties of a root, and nothing else.
func judge(t *testing.T, ps *golang.Programs, name string, specs ...flavers.Source) (*report.Check, *golang.Program) {
	t.Helper()
	made, err := ps.Extract(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	var only []string
	for _, of := range specs {
		all, _ := fsa.ParseFor(of.Name, of.Text, fsa.Environment{Objects: made.Objects})
		for _, s := range all {
			only = append(only, cmp.Or(s.Family, s.Name))
		}
	}
	if len(only) == 0 {
		return &report.Check{}, made
	}
	c, p := about(t, ps, name, verify.Options{Timeout: 20 * time.Second, Only: only, Strict: true}, specs)
	if c == nil {
		c = &report.Check{}
	}
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
		if strings.Contains(name, ".Trap") {
			if got["closed"] == report.Holds && within == 0 {
				t.Errorf("%s: %s holds: %v", name, "closed", p.Ledger)
			}
			t.Logf("%s: closed %s", name, got["closed"])
			continue
		}
		for property, verdict := range want {
			if got[property] != verdict || (within > 0) != strings.Contains(name, ".Bounded") {
				t.Errorf("%s: %s %s, not %s: %v", name, property, got[property], verdict, p.Ledger)
			}
		}
	}
	if len(ps.Names) < 24 {
		t.Errorf("%d functions", len(ps.Names))
	}
}

// Each file of the library finds the mistake in its function Bad.., and none in Good..
func TestLibrary(t *testing.T) {
	looked := 0
	for _, file := range library.Names() {
		text, _ := library.Text(file)
		spec := flavers.Source{Name: file, Text: text}
		ps := bound(t, "testdata/library", spec)
		word := strings.TrimPrefix(file, library.Prefix)
		for _, name := range ps.Names {
			_, function, _ := strings.Cut(ps.Root(name), ".")
			about := strings.ToLower(function[len("Good"):])
			if strings.HasPrefix(function, "Bad") {
				about = strings.ToLower(function[len("Bad"):])
			}
			if about != word && len(word+about)%4 != 0 && !trial.More() {
				continue
			}
			c, p := judge(t, ps, name, spec)
			if about != word {
				if strings.HasPrefix(function, "Good") && len(c.Results) > 0 && c.Results[0].Verdict == report.Violated {
					t.Errorf("%s: %s is violated", name, file)
				}
				continue
			}
			looked++
			violated := 0
			for _, r := range c.Results {
				if r.Verdict == report.Violated {
					violated++
				} else if r.Verdict != report.Holds || len(r.Within) > 0 && function != "GoodFiles" && function != "BadFiles" {
					t.Errorf("%s: %s %s %v: %v", name, r.Property, r.Verdict, r.Within, p.Ledger)
				}
			}
			if len(c.Results) == 0 || violated > 0 != strings.HasPrefix(function, "Bad") {
				t.Errorf("%s: %d of %d violated: %v", name, violated, len(c.Results), p.Ledger)
			}
		}
	}
	if looked != 2*len(library.Names()) {
		t.Errorf("%d functions for %d files", looked, len(library.Names()))
	}
}

// What one goroutine does is not what another one does: those with a mistake are Bad.., the others Fine...
func TestGoroutines(t *testing.T) {
	spec := source(t, "testdata/goroutines/unlock.fsa")
	ps := bound(t, "testdata/goroutines", spec)
	for _, name := range ps.Names {
		c, p := judge(t, ps, name, spec)
		want := report.Holds
		if strings.Contains(name, ".Bad") {
			want = report.Violated
		}
		if len(c.Results) != 1 || c.Results[0].Verdict != want || len(c.Results[0].Within) > 0 {
			t.Errorf("%s: %v, not %s: %v\n%s", name, c.Results, want, p.Ledger, p.Text)
		}
	}
	if len(ps.Names) < 3 {
		t.Error(ps.Names)
	}
}

// An unknown function, and one without what a binding asks for, are mistakes at their places.
func TestBadBindings(t *testing.T) {
	ps := open(t, "testdata/library")
	text := `property p for each f {
    states s*
    events a = return ok os.Opn as f,
           b = call (*os.Fil).Close on f,
           c = call (os.File).Close on f,
           d = call (*os.File).Clos on f,
           e = return ok os.Exit as f,
           g = return os.Open as f = result[2],
           h = call io.Copy on f = arg[2],
           i = call io.Copy on f = receiver,
           k = call (io.Closer).Clse on f,
           l = call not/imported.F on f,
           m = call io.* on f | call os.Exit,
           n = call (*database/sql.DB).Ping
}
`
	list := ps.Bind(t.Context(), fsa.Bindings("p.fsa", []byte(text)))
	var lines []int
	for _, d := range list.All {
		if d.Hint == "" || d.Code != bind.BadFunction || d.Pos.Filename != "p.fsa" {
			t.Errorf("%v", d)
		}
		lines = append(lines, d.Pos.Line)
	}
	if !slices.Equal(lines, []int{3, 4, 5, 6, 7, 7, 8, 9, 10, 11}) && !slices.Equal(lines, []int{3, 4, 5, 6, 7, 8, 9, 10, 11}) {
		t.Errorf("mistakes in lines %v: %v", lines, list.All)
	}
	if !strings.Contains(list.All[0].Hint, "Open") {
		t.Errorf("%v", list.All[0])
	}
}
