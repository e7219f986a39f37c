package fsa

import (
	"os"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/diag"
)

// checkParse is what must be true of any input at all.
func checkParse(t *testing.T, src []byte) {
	specs, list := parse("f.fsa", src, Environment{}, 1<<10)
	lines := strings.Split(string(src), "\n")
	for _, d := range list.All {
		if d.Pos.Line < 1 || d.Pos.Line > len(lines) || d.Pos.Column < 1 || d.Pos.Column > len(lines[d.Pos.Line-1])+1 {
			t.Fatalf("diagnostic outside the file: %v", d)
		}
		if d.Message == "" || d.Code == "" {
			t.Fatalf("empty diagnostic: %+v", d)
		}
	}
	var b strings.Builder
	if err := list.Write(&b, diag.Sources{"f.fsa": src}); err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, sp := range specs {
		if err := sp.Check(); err != nil {
			t.Fatal(err)
		}
		if names[sp.Name] {
			t.Fatalf("two specifications %s", sp.Name)
		}
		names[sp.Name] = true
		if !strings.Contains(string(src), sp.Text) || sp.Text == "" {
			t.Fatalf("text %q", sp.Text)
		}
		if sp.DFA.States()*len(sp.Symbols) > 4096 {
			continue
		}
		text := sp.Format()
		if len(sp.Obligations) > 1 { // the automaton says less, and a comment says so
			_, text, _ = strings.Cut(text, "\n")
		}
		again, list := parse("g.fsa", []byte(text), Environment{}, 1<<12)
		if list.HasErrors() || len(again) != 1 {
			t.Fatalf("printed form is rejected: %v\n%s", list.All, text)
		}
		if !automata.Same(sp.DFA, again[0].DFA) || again[0].Format() != text || len(again[0].Symbols) != len(sp.Symbols) {
			t.Fatalf("printed form is another specification:\n%s\n%s", text, again[0].Format())
		}
		for i := range sp.Symbols {
			if sp.Symbols[i].Pattern != again[0].Symbols[i].Pattern {
				t.Fatalf("symbol %d: %q, printed and read %q", i, sp.Symbols[i].Pattern, again[0].Symbols[i].Pattern)
			}
		}
	}
	if !list.HasErrors() && len(specs) == 0 && strings.HasPrefix(string(src), "property p") {
		t.Fatal("a property disappeared without an error")
	}
}

func FuzzParse(f *testing.F) {
	errors, err := os.ReadFile("testdata/errors.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, chunk := range strings.Split(string(errors), "\n--- ")[1:] {
		_, src, _ := strings.Cut(chunk, "\n")
		f.Add([]byte(src))
		for _, line := range strings.Split(src, "\n") {
			f.Add([]byte(line))
		}
	}
	for _, s := range []string{
		"property exclusion { states none*, left*; events b0 = \"eat(0)\"; none -> left : b0, \"x\"; error otherwise }",
		"property alternation for { fork[0].up, fork[0].down } all (fork[0].up; fork[0].down)*; fork[0].up?",
		"safety property p { s, t precede p between q and r }",
		"{open,close} none .*; close; close",
		"for events {{a},{b}} show no executions satisfy (a;b)^3|[-a]+",
		"property p prefix all a;.;[-b,a]*?",
		"property p for { a, b, \"x y\", d = \"e(1)\" | \"f\" } ltl []<>(a U !\"x y\") -> (true R {b, d}) <-> F b || X false W a",
		`constraint c { ltl "[](\"lock m\" -> !b W \"unlock m\")" }`,
		"constraint c { bounded existence of {a,b} at most 2 times after q until r }",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(checkParse)
}
