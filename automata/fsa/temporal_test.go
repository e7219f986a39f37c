package fsa

import (
	"strings"
	"testing"

	"flavers/diag"
)

// TestTemporal: the patterns that are suggested for a formula of temporal logic
// are satisfied by the same words. The formula
// that is suggested says the same, or stands alone.
func TestTemporal(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"[](a -> <>b)", "b responds to a"},
		{"G(a -> F b)", "b responds to a"},
		{"always (a implies eventually b)", "b responds to a"},
		{"G (a || c -> X F b)", "b responds to {a, c}"},
		{"[] !a", "absence of a"},
		{"!<>a", "absence of a"},
		{"never (a | b)", "absence of {a, b}"},
		{"F b", "existence of b"},
		{"!G !b", "existence of b"},
		{"<>a && <>b", "existence of a, and in a property of its own existence of b"},
		{"!a W b", "b precedes a"},
		{"!a U b", "b precedes a, and in a property of its own existence of b"},
		{"(not a) until b", "b precedes a, and in a property of its own existence of b"},
		{"G(a -> G !b)", "absence of b after a"},
		{"[](a -> (!b W c))", "absence of b after a until c"},
		{"[](a -> (!b U c))", "absence of b after a until c, and in a property of its own c responds to a"},
		{`G("a" -> F b)`, `b responds to "a"`},
		{"always (a or b)", "universality of {a, b}"},
		{"[]<>a", ""}, {"a -> F b", ""}, {"a U b", ""}, {"!a U a", ""}, {"<>[]a", ""}, {"[](a -> <>a)", ""}, {"!(a -> F b)", ""},
	} {
		src := "property p { " + c.src + " }"
		specs, list := Parse("t.fsa", []byte(src))
		if len(specs) != 0 || len(list.All) != 1 || list.All[0].Code != diag.FExpected || !strings.Contains(list.All[0].Message, "temporal logic") {
			t.Errorf("%s: %v", c.src, list.All)
			continue
		}
		hint, ok := strings.CutPrefix(list.All[0].Hint, "write ")
		patterns, formula, both := strings.Cut(hint, ", or ltl ")
		if c.want == "" {
			patterns, formula, both = strings.Cut(hint, "ltl ")
		}
		if patterns != c.want || !ok || both == strings.HasPrefix(c.want, "universality") {
			t.Errorf("%s: %q, want %q", c.src, hint, c.want)
			continue
		}
		text := ""
		for i, one := range strings.Split(patterns, ", and in a property of its own ") {
			text += "property p" + string(rune('0'+i)) + " for { a, b, c, d } { " + one + " }\n"
		}
		if c.want == "" {
			text = ""
		}
		if !both {
			formula = "[]!{c, d}" // of universality of {a, b}
		}
		specs, list = Parse("t.fsa", []byte(text+"property f for { a, b, c, d } ltl "+formula))
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		if c.want == "" {
			continue
		}
		last := specs[len(specs)-1]
		words(6, func(w string) {
			good := true
			var word []int
			for _, e := range w {
				word = append(word, int(e-'a'))
			}
			for _, s := range specs[:len(specs)-1] {
				good = good && s.DFA.Accepts(word)
			}
			if got := last.DFA.Accepts(word); got != good {
				t.Errorf("%s is %v of %q, its patterns are %v", formula, got, w, good)
			}
		})
	}
}

// TestNotTemporal: events that are called as operators are keep their patterns.
func TestNotTemporal(t *testing.T) {
	for _, src := range []string{"F responds to G", "absence of U", "X precedes next", "existence of G at most 1", "{ F, G } precede X", "absence of always before never"} {
		if specs, list := Parse("t.fsa", []byte("property p { "+src+" }")); len(specs) != 1 || len(list.All) > 0 {
			t.Errorf("%s: %v", src, list.All)
		}
	}
}

// words calls f with every word over a, b, c and d of at most n letters.
func words(n int, f func(string)) {
	f("")
	level := []string{""}
	for range n {
		var next []string
		for _, w := range level {
			for _, e := range "abcd" {
				next = append(next, w+string(e))
				f(w + string(e))
			}
		}
		level = next
	}
}
