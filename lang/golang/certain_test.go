package golang_test

import (
	"bytes"
	"slices"
	"testing"

	"flavers/lang/golang"
	"flavers/lang/golang/clients"
	"flavers/report"
	"flavers/report/ledger"
)

// The certain program of a root is its program, but for places where it ends: without these, and what follows there, it
// has no line that the program lacks. Some of the programs have such a place.
func TestCertainPrograms(t *testing.T) {
	ps, list := golang.Open(t.Context(), []golang.Request{{Dir: "testdata/conditions", Patterns: []string{"."},
		Clients: clients.Auto}}, nil)
	if len(list.All) > 0 {
		t.Fatal(list.All)
	}
	ends := 0
	for _, name := range ps.Names {
		if ps.Idle(name) {
			continue
		}
		whole, err := ps.Extract(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		certain, err := ps.Certain(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		ends += bytes.Count(certain.Text, []byte("event "+ledger.Exit)) - bytes.Count(whole.Text, []byte("event "+ledger.Exit))
		for _, word := range []string{" <- ", "<-", "lock ", "unlock ", "  wait ", "done ", "close ", "spawn "} {
			if a, b := bytes.Count(certain.Text, []byte(word)), bytes.Count(whole.Text, []byte(word)); a > b {
				t.Errorf("%s: %q %d times, and %d times in the program", name, word, a, b)
			}
		}
	}
	if ends < 10 {
		t.Errorf("certain programs end at %d places", ends)
	}
}

// Where the certain program leaves out what the package does, it shows nothing (theory.md, Lemma 14.5).
func TestCertainEnds(t *testing.T) {
	found := shown(t, "testdata/certain")
	for _, of := range []string{"Passed", "Answered"} {
		if v := found[of]; len(v) == 0 || slices.Contains(v, report.Violated) {
			t.Errorf("%s: %v", of, v)
		}
	}
}
