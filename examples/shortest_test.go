package examples_test

import (
	"cmp"
	"context"
	"testing"

	"flavers/automata"
	"flavers/explore"
	"flavers/report"
)

// stateLimit is enough for every example that has a violated property.
const stateLimit = 200_000

// notShortest names confirmed counterexamples that are longer than the shortest
// one, as the search for it meets its bound on states: example, then property.
// There are none.
var notShortest = map[[2]string]bool{}

// wantShortest checks that no counterexample is longer than the first one that
// a breadth-first search over the states of the program meets. One that repeats its last
// steps for ever is not of this kind, and may be longer than needed.
func wantShortest(t *testing.T, e *example, results []report.Result) {
	t.Helper()
	lengths := map[string]int{}
	for _, r := range results {
		if r.Verdict == report.Violated && r.Loop == 0 {
			lengths[cmp.Or(r.Instance, r.Property)] = len(r.Trace)
		}
	}
	if len(lengths) == 0 {
		return
	}
	r, err := explore.Run(context.Background(), e.program, e.specs, explore.Options{Algorithm: "states", Shortest: true, MaxStates: stateLimit})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Errorf("over the limit of %d states", stateLimit)
	}
	for _, f := range r.Findings {
		if f.Kind != explore.Violation || lengths[f.Property] == 0 && familyOf(e.specs, f.Property) != "" {
			continue // an instance that is not the one shown
		}
		if got, want := lengths[f.Property], len(f.Schedule); got != want && !notShortest[[2]string{e.name, f.Property}] {
			t.Errorf("%s: the counterexample has %d steps, the shortest one %d", f.Property, got, want)
		}
		delete(lengths, f.Property)
	}
	for name, n := range lengths {
		t.Errorf("%s: a counterexample of %d steps, and the search finds none", name, n)
	}
}

// familyOf is the family that a property is an instance of; "": none.
func familyOf(specs []*automata.Spec, property string) string {
	for _, s := range specs {
		if s.Name == property {
			return s.Family
		}
	}
	return ""
}
