package fsa

import (
	"os"
	"regexp"
	"testing"

	"flavers/automata"
)

// TestManual reads every example of the manual.
func TestManual(t *testing.T) {
	text, err := os.ReadFile("../../docs/specifications.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := regexp.MustCompile("(?s)```fsa\n(.*?)```").FindAllSubmatch(text, -1)
	if len(blocks) < 5 {
		t.Fatalf("only %d examples found", len(blocks))
	}
	for _, b := range blocks {
		specs, list := Parse("docs/specifications.md", b[1])
		if len(list.All) > 0 || len(specs) == 0 {
			t.Errorf("%s\n%v", b[1], list.All)
		}
		for _, sp := range specs {
			if err := sp.Check(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestManualTables checks the automata that the manual states.
func TestManualTables(t *testing.T) {
	for _, c := range []struct{ pattern, automaton string }{
		{"absence of p", "states none*, error; none -> error : p"},
		{"existence of p at least 1 at most 2", "states seen0, seen1*, seen2*; seen0 -> seen1 : p; seen1 -> seen2 : p; seen2 -> error : p"},
		{"universality of p", "states ok*; ok -> error : q, r, s, t"},
		{"s precedes p", "states early*, enabled*; early -> enabled : s; early -> error : p"},
		{"s responds to p", "states settled*, owed; settled -> owed : p; owed -> settled : s"},
		{"s, t precede p", "states none*, half*, enabled*; none -> half : s; half -> enabled : t; none, half -> error : p"},
		{"p precedes s, t", "states early*, half*, enabled*; early -> enabled : p; early -> half : s; half -> error : t"},
		{"p responds to s, t", "states settled*, half*, owed, mixed; settled -> half : s; half -> owed : t; owed -> settled : p; owed -> mixed : s; mixed -> owed : t; mixed -> half : p"},
		{"s, t respond to p", "states settled*, owed, half, mixed; settled -> owed : p; owed -> half : s; half -> settled : t; half -> mixed : p; mixed -> half : s; mixed -> owed : t"},
	} {
		a := parseOne(t, "property a for {p,q,r,s,t} { "+c.pattern+" }")
		b := parseOne(t, "property b for {p,q,r,s,t} { "+c.automaton+" }")
		if w, differ := automata.Distinguish(a.DFA, b.DFA); differ {
			t.Errorf("%s and its automaton differ on %v", c.pattern, w)
		}
	}
}
