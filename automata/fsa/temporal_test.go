package fsa

import (
	"strings"
	"testing"

	"flavers/diag"
)

// TestTemporal: the patterns that are suggested for a formula of temporal logic
// are satisfied by the same words. What has none is refused with the general hint.
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
		{"[]<>a", ""}, {"a -> F b", ""}, {"a U b", ""}, {"!a U a", ""}, {"<>[]a", ""}, {"[](a -> <>a)", ""}, {"[](a & <> b", ""}, {"!(a -> F b)", ""},
	} {
		src := "property p { " + c.src + " }"
		specs, list := Parse("t.fsa", []byte(src))
		if len(specs) != 0 || len(list.All) != 1 || list.All[0].Code != diag.FExpected || !strings.Contains(list.All[0].Message, "temporal logic") {
			t.Errorf("%s: %v", c.src, list.All)
			continue
		}
		hint, ok := strings.CutPrefix(list.All[0].Hint, "write ")
		if c.want == "" {
			if list.All[0].Hint != temporalHint {
				t.Errorf("%s: %q", c.src, list.All[0].Hint)
			}
			continue
		}
		if hint != c.want || !ok {
			t.Errorf("%s: %q, want %q", c.src, hint, c.want)
			continue
		}
		text := ""
		for i, one := range strings.Split(hint, ", and in a property of its own ") {
			text += "property p" + string(rune('0'+i)) + " for { a, b, c, d } { " + one + " }\n"
		}
		same, list := Parse("t.fsa", []byte(text))
		if list.HasErrors() {
			t.Fatal(list.All)
		}
		logic := false
		f := (&parser{reader: newReader("t", []byte(c.src), &diag.List{})}).implication(&logic, 0)
		words(6, func(w string) {
			good := true
			for _, s := range same {
				q := s.DFA.Start
				for _, e := range w {
					q = s.DFA.Step(q, int(e-'a'))
				}
				good = good && s.DFA.Accept[q]
			}
			if got := satisfies(f, w, 0); got != good {
				t.Errorf("%s is %v of %q, its patterns are %v", c.src, got, w, good)
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

// satisfies tells by definition whether the rest of w from i on satisfies f.
func satisfies(f *formula, w string, i int) bool {
	some := func(from int, holds func(int) bool) bool {
		for j := from; j < len(w); j++ {
			if holds(j) {
				return true
			}
		}
		return false
	}
	arg := func(n, j int) bool { return satisfies(f.args[n], w, j) }
	switch f.op {
	case 0:
		return i < len(w) && strings.Trim(f.text, `"`) == w[i:i+1]
	case '!':
		return !arg(0, i)
	case '&':
		return arg(0, i) && arg(1, i)
	case '|':
		return arg(0, i) || arg(1, i)
	case '>':
		return !arg(0, i) || arg(1, i)
	case 'X':
		return i+1 < len(w) && arg(0, i+1)
	case 'F':
		return some(i, func(j int) bool { return arg(0, j) })
	case 'G':
		return !some(i, func(j int) bool { return !arg(0, j) })
	case 'U', 'W':
		until := some(i, func(j int) bool {
			return arg(1, j) && !some(i, func(k int) bool { return k < j && !arg(0, k) })
		})
		return until || f.op == 'W' && !some(i, func(j int) bool { return !arg(0, j) })
	}
	panic("unknown operator")
}
