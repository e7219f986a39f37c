// Package examples_test checks what the examples say of themselves: every
// program loads, every specification parses, and every `//! expect` line is
// what the verifier answers and what an explicit-state search finds.
package examples_test

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/diag"
	"flavers/internal/directive"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/report"
	"flavers/verify"
)

// Limits of the explicit-state search, in states. The programs of dpor/ are
// made for explorers that reduce: two of them are far above any limit.
const (
	oracleLimit = 15_000
	usualLimit  = 1_500 // in usual tests
	dporLimit   = 2_000
)

// smaller are sizes that usual tests take for examples whose own size costs seconds:
// the same program with the same verdicts, of fewer tasks.
var smaller = map[string]map[string]string{
	"lpor/multicast":        {"RECEIVERS": "2"},
	"lpor/multicast_single": {"RECEIVERS": "2"},
	"lpor/paxos":            {"A": "2"},
	"lpor/paxos_single":     {"A": "2"},
	"messages/paxos":        {"A": "2"},
}

// beyond are examples with more states than that: in usual tests only a part of
// the states is looked at.
var beyond = []string{"lpor/paxos", "lpor/paxos_single", "lpor/register", "lpor/register_single", "messages/paxos"}

// limit is how many states of an example the search visits.
func (e *example) limit() int {
	if e.bare() || !trial.More() && slices.Contains(beyond, filepath.ToSlash(e.name)) {
		return dporLimit
	}
	if !trial.More() {
		return usualLimit
	}
	return oracleLimit
}

// example is one program with what its files say of it.
type example struct {
	name     string // path without extension
	program  *cfg.Program
	specs    []*automata.Spec
	verdicts map[string]string // expected, by property
	deadlock string            // "deadlock" or "no-deadlock"
}

// bare reports whether an example is for explorers only, without properties.
func (e *example) bare() bool {
	return slices.Contains([]string{"dpor", "actors", "engine"}, filepath.Dir(e.name))
}

// names lists the examples: every .tfg file below this folder, without its
// extension.
func names(t *testing.T) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".tfg" {
			list = append(list, strings.TrimSuffix(path, ".tfg"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 40 {
		t.Fatalf("found %d examples only", len(list))
	}
	return list
}

// load reads an example, with constants overridden by set, and fails the test
// at any diagnostic, warnings too.
func load(t *testing.T, name string, set map[string]string) *example {
	t.Helper()
	e := &example{name: name, verdicts: map[string]string{}}
	src, err := os.ReadFile(name + ".tfg")
	if err != nil {
		t.Fatal(err)
	}
	p, problems := lang.Load(name+".tfg", src, lang.Options{Set: set})
	for _, d := range problems.All {
		t.Errorf("%v", d)
	}
	if p == nil {
		t.Fatal("no program")
	}
	e.program = p
	e.expectations(t, name+".tfg", src)
	spec, err := os.ReadFile(name + ".fsa")
	if os.IsNotExist(err) && e.bare() {
		return e // without a property: one would make its events dependent
	}
	if err != nil {
		t.Fatal(err)
	}
	e.program, e.specs, problems = trial.SpecsOf(p, name+".fsa", spec)
	for _, d := range problems.All {
		t.Errorf("%v", d)
	}
	e.expectations(t, name+".fsa", spec)
	return e
}

// expected is the verdict of a property, or of its family.
func (e *example) expected(s *automata.Spec) string {
	return cmp.Or(e.verdicts[s.Name], e.verdicts[s.Family])
}

func (e *example) expectations(t *testing.T, file string, src []byte) {
	t.Helper()
	for _, d := range directive.Scan(file, src) {
		switch {
		case d.Word != "expect":
			t.Errorf("%v: unknown directive %q", d.Pos, d.Word)
		case len(d.Args) == 1 && (d.Args[0] == "deadlock" || d.Args[0] == "no-deadlock"):
			if e.deadlock != "" {
				t.Errorf("%v: a second expectation about deadlock", d.Pos)
			}
			e.deadlock = d.Args[0]
		case len(d.Args) == 2 && (d.Args[1] == "holds" || d.Args[1] == "violated"):
			if _, twice := e.verdicts[d.Args[0]]; twice {
				t.Errorf("%v: a second expectation about %s", d.Pos, d.Args[0])
			}
			e.verdicts[d.Args[0]] = d.Args[1]
		default:
			t.Errorf("%v: not an expectation: %v", d.Pos, d.Args)
		}
	}
}

// forAll runs f on every example as a subtest: of its own size, or of a smaller one.
func forAll(t *testing.T, f func(t *testing.T, e *example)) {
	for _, name := range names(t) {
		size := smaller[filepath.ToSlash(name)]
		if trial.More() {
			size = nil
		}
		t.Run(filepath.ToSlash(name), func(t *testing.T) { f(t, load(t, name, size)) })
	}
}

// TestExpectations: every property has an expected verdict, every expected
// verdict a property, and every program says whether it can deadlock.
func TestExpectations(t *testing.T) {
	forAll(t, func(t *testing.T, e *example) {
		if e.deadlock == "" {
			t.Error("no expectation about deadlock")
		}
		declared := map[string]bool{}
		for _, s := range e.specs {
			declared[s.Name], declared[s.Family] = true, true
			if s.Property && e.expected(s) == "" {
				t.Errorf("%v: property %s has no expectation", s.Pos, s.Name)
			}
		}
		for name := range e.verdicts {
			if !declared[name] {
				t.Errorf("an expectation about %s, and no such property", name)
			}
		}
		// The program of the PASTE 1999 paper has its two properties only; the one
		// that holds there, of executions that end, is violated by those that block.
		if e.name != "seed_two_tasks" && !e.bare() && (len(e.specs) < 2 || !slices.Contains(values(e.verdicts), "holds") || !slices.Contains(values(e.verdicts), "violated")) {
			t.Error("an example teaches by a property that holds and one that is violated")
		}
	})
}

func values(m map[string]string) []string {
	var list []string
	for _, v := range m {
		list = append(list, v)
	}
	return list
}

// TestHeader: a program says what it shows, where it is from, and has its name.
func TestHeader(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	forAll(t, func(t *testing.T, e *example) {
		src, err := os.ReadFile(e.name + ".tfg")
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{"// What it shows: ", "// Source: "} {
			if !strings.Contains(string(src), s) {
				t.Errorf("the header lacks %q", s)
			}
		}
		if want := filepath.Base(e.name); e.program.Name != want {
			t.Errorf("program %s in file %s", e.program.Name, want)
		}
		if !strings.Contains(string(readme), "`"+filepath.ToSlash(e.name)+".tfg`") {
			t.Errorf("README.md does not list %s.tfg", e.name)
		}
	})
}

// TestVerdicts: the verifier answers what the files say, with the automata that it
// chooses itself, and finds no run-time error. No counterexample is longer than
// the shortest one. (TestReduction of verify is about every automaton.)
func TestVerdicts(t *testing.T) {
	forAll(t, func(t *testing.T, e *example) {
		if e.bare() {
			return // no properties; see TestDeadlock and TestClasses
		}
		c := verify.Check(context.Background(), e.program, e.specs, verify.Options{Strict: true})
		for _, d := range c.Diagnostics {
			if d.Code != diag.VNeverEnds { // many of them are servers
				t.Error(d)
			}
		}
		got := map[string]report.Verdict{}
		for _, r := range c.Results {
			got[r.Property] = r.Verdict
		}
		for name, want := range e.verdicts {
			if string(got[name]) != want {
				t.Errorf("%s is %q, expected %s", name, got[name], want)
			}
		}
		if r := c.RuntimeErrors; r != nil && r.Verdict != report.Holds {
			t.Errorf("run-time errors: %s", r.Verdict)
		}
		wantShortest(t, e, c.Results)
	})
}

// TestDeadlock: an explicit-state search finds a deadlock if and only if one
// is expected, and no run-time error.
func TestDeadlock(t *testing.T) {
	forAll(t, func(t *testing.T, e *example) {
		limit := e.limit()
		r := oracle.Explore(e.program, limit)
		for kind := range r.Errors {
			t.Errorf("run-time error: %v", kind)
		}
		switch {
		case r.Deadlocks > 0 && e.deadlock != "deadlock":
			t.Errorf("a deadlock that is not expected")
		case !r.Complete && r.Deadlocks == 0:
			t.Logf("over the limit of %d states: deadlock not decided", limit)
		case r.Deadlocks == 0 && e.deadlock != "no-deadlock":
			t.Errorf("no deadlock among all %d states, but one is expected", r.States)
		}
	})
}

// TestOracleVerdicts: the explicit-state search agrees with the expected
// verdicts, independently of the verifier.
func TestOracleVerdicts(t *testing.T) {
	forAll(t, func(t *testing.T, e *example) {
		violatedOf := map[string]bool{} // by family
		for _, s := range e.specs {
			violated, complete, trace, err := oracle.Violates(e.program, nil, s, e.limit())
			want := e.expected(s)
			switch {
			case err != nil:
				t.Error(err)
			case violated && want != "violated":
				t.Errorf("%s is violated:\n%s", s.Name, strings.Join(trace, "\n"))
			case !violated && !complete:
				t.Logf("over the limit of %d states: %s not decided", e.limit(), s.Name)
				violated = true // for all that is known
			case !violated && filepath.Dir(e.name) == "liveness" && len(s.Obligations) > 0:
				violated = true // for all that is known: executions that go on for ever are not judged here
			case !violated && s.Family == "" && want != "holds":
				t.Errorf("%s holds, expected %s", s.Name, want)
			}
			if s.Family != "" {
				violatedOf[s.Family] = violatedOf[s.Family] || violated
			}
		}
		for family, violated := range violatedOf {
			if !violated && e.verdicts[family] == "violated" {
				t.Errorf("every instance of %s holds", family)
			}
		}
	})
}

// TestNotifyDeadlocks: what the header of buffer_monitor.tfg claims of notify.
func TestNotifyDeadlocks(t *testing.T) {
	for all, want := range map[string]bool{"1": false, "0": true} {
		e := load(t, "buffer_monitor", map[string]string{"P": "2", "C": "2", "NOTIFY_ALL": all})
		r := oracle.Explore(e.program, oracleLimit)
		if !r.Complete || r.Deadlocks > 0 != want {
			t.Errorf("NOTIFY_ALL=%s: %d deadlocks, complete: %v", all, r.Deadlocks, r.Complete)
		}
	}
}
