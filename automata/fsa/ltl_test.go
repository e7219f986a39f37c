package fsa_test

import (
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/ltl"
	"flavers/internal/trial"
)

// judged reports whether a word of symbols that goes on for ever with loop satisfies a
// specification, by its automaton, its obligations and the automaton of words to avoid.
func judged(sp *automata.Spec, stem, loop []int32) bool {
	d := sp.DFA
	q := d.Start
	for _, s := range stem {
		q = d.Step(q, int(s))
	}
	if loop[0] == ltl.None {
		return d.Accept[q]
	}
	for range d.States() {
		for _, s := range loop {
			q = d.Step(q, int(s))
		}
	}
	if q == d.Trap() {
		return false
	}
	for i := range sp.Obligations {
		ob := &sp.Obligations[i]
		open, at := ob.Open[q], q
		for range d.States() {
			for _, s := range loop {
				to := d.Step(at, int(s))
				open, at = open && ob.Keeps(at, int(s), to), to
			}
		}
		if open {
			return false
		}
	}
	return sp.Never == nil || !sp.Never.Accepts(stem, loop)
}

// word is a random word over symbols 0..n-1: its events end, or a part of it comes again
// and again.
func word(r *rand.Rand, n int32) (stem, loop []int32) {
	for range r.IntN(7) {
		stem = append(stem, r.Int32N(n))
	}
	if r.IntN(3) == 0 {
		return stem, []int32{ltl.None}
	}
	for range 1 + r.IntN(4) {
		loop = append(loop, r.Int32N(n))
	}
	return stem, loop
}

// TestPatternsAsFormulas: the patterns and formulas of the manual say the same of all
// words that end, and of random words that do not.
func TestPatternsAsFormulas(t *testing.T) {
	text, err := os.ReadFile("../../docs/specifications.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "These patterns and formulas say the same")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := regexp.MustCompile("(?m)^\\| `(.*?)`.* \\| `(.*?)` \\|$").FindAllStringSubmatch(section, -1)
	if len(rows) < 20 {
		t.Fatalf("only %d rows", len(rows))
	}
	r := rand.New(rand.NewPCG(trial.FirstSeed(t), 51))
	for _, row := range rows {
		const alphabet = " for { p, q, r, s, t } "
		a, b := trial.Specs(t, "property a"+alphabet+row[1])[0], trial.Specs(t, "property b"+alphabet+"ltl "+row[2])[0]
		if w, differ := automata.Distinguish(a.DFA, b.DFA); differ {
			t.Errorf("%s and %s differ on %v", row[1], row[2], w)
		}
		if a.DFA.Trap() != b.DFA.Trap() {
			t.Errorf("%s and %s have different error states", row[1], row[2])
		}
		for range 300 {
			stem, loop := word(r, 5)
			if x, y, z := judged(a, stem, loop), judged(b, stem, loop), b.Formula.Holds(stem, loop); x != y || y != z {
				t.Fatalf("%v and %v for ever: %s is %v, %s is %v, and %v by definition", stem, loop, row[1], x, row[2], y, z)
			}
		}
	}
}

// formulaText is a random formula as written.
func formulaText(r *rand.Rand, size int) string {
	if size <= 0 {
		return []string{"a", "b", "c", "true", "false", "{a, b}", `"G"`}[r.IntN(7)]
	}
	if r.IntN(2) == 0 {
		op := []string{"!", "[]", "<>", "X ", "G ", "F ", "G"}[r.IntN(7)]
		return op + "(" + formulaText(r, size-1) + ")"
	}
	left := r.IntN(size)
	x, y := formulaText(r, left), formulaText(r, size-1-left)
	return "(" + x + ") " + []string{"U", "W", "R", "&&", "||", "->", "<->"}[r.IntN(7)] + " (" + y + ")"
}

// TestFormulas: what a specification says of random words is what its formula says by
// definition; in quotes it is the same specification, and as it is printed.
func TestFormulas(t *testing.T) {
	for seed := range trial.Seeds(t, 150) {
		r := rand.New(rand.NewPCG(seed, 52))
		text := "(" + formulaText(r, r.IntN(7)) + ")"
		keeps(t, text, "property p { ltl "+text+" }\nproperty q { absence of a }")
		specs, list := fsa.Parse("f.fsa", []byte("property p for { a, b, c, \"G\", d } { ltl "+text+" }\n"+
			"property q for { a, b, c, \"G\", d } ltl \""+strings.ReplaceAll(text, `"`, `\"`)+"\""))
		if list.HasErrors() || len(specs) != 2 {
			t.Fatalf("seed %d: %s: %v", seed, text, list.All)
		}
		again, list := fsa.Parse("f.fsa", []byte(specs[0].Format()))
		if list.HasErrors() || len(again) != 1 {
			t.Fatalf("seed %d: %s: %v", seed, specs[0].Format(), list.All)
		}
		p := specs[0]
		for _, sp := range append(specs, again...) {
			if err := sp.Check(); err != nil || !automata.Same(sp.DFA, p.DFA) || (sp.Never == nil) != (p.Never == nil) {
				t.Fatalf("seed %d: %s is another specification: %v\n%s", seed, text, err, sp.Format())
			}
		}
		for range 40 {
			stem, loop := word(r, 5)
			if want := p.Formula.Holds(stem, loop); judged(p, stem, loop) != want || again[0].Formula.Holds(stem, loop) != want {
				t.Fatalf("seed %d: %s of %v and %v for ever: %v by definition", seed, text, stem, loop, want)
			}
		}
	}
}
