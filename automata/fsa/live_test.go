package fsa_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/automata/ltl"
	"flavers/diag"
	"flavers/internal/gen"
	"flavers/internal/trial"
)

// written judges a word by an automaton with live states as it is written by gen.Marked.
func written(text string, symbols []string, stem, loop []int32) bool {
	parts := strings.Split(text, "; ")
	accepts, live := map[string]bool{}, map[string]bool{"error": true}
	for _, s := range strings.Split(strings.TrimPrefix(parts[0], "states "), ", ") {
		name := strings.TrimSuffix(strings.TrimSuffix(s, " live"), "*")
		accepts[name], live[name] = strings.HasSuffix(s, "*"), strings.HasSuffix(s, "live")
	}
	next := func(q string, s int32) string {
		for _, p := range parts[1:] {
			if to, ok := strings.CutPrefix(strings.TrimSuffix(p, " : "+symbols[s]), q+" -> "); ok && !strings.Contains(to, ":") {
				return to
			}
		}
		if q == "error" || parts[len(parts)-1] == "error otherwise" {
			return "error"
		}
		return q
	}
	q := "s0"
	for _, s := range stem {
		q = next(q, s)
	}
	if loop[0] == ltl.None {
		return accepts[q]
	}
	for range 10 { // more than there are states
		for _, s := range loop {
			q = next(q, s)
		}
	}
	for range 10 {
		for _, s := range loop {
			if q = next(q, s); !live[q] {
				return true
			}
		}
	}
	return false
}

// TestLive: random automata with live states say of random words what is written, and do so when
// they are printed and read again, and when they are formatted.
func TestLive(t *testing.T) {
	count, refused, bad := 0, 0, 0
	events := []string{"a", "b", "c"}
	for seed := range trial.Seeds(t, 200) {
		r := rand.New(rand.NewPCG(seed, 98))
		text := gen.Marked(seed, events)
		specs, list := fsa.Parse("l.fsa", []byte("property p for { a, b, c } { "+text+" }"))
		if list.HasErrors() {
			refused++
			if e := list.All[0]; e.Code != diag.FLive && !slices.ContainsFunc(list.All, func(d diag.Diagnostic) bool { return d.Code == diag.FLive }) ||
				!strings.Contains(text, "live") {
				t.Fatalf("seed %d: %s: %v", seed, text, list.All)
			}
			continue
		}
		count++
		sp := specs[0]
		keeps(t, text, "property p{"+text+"}")
		again, list := fsa.Parse("l.fsa", []byte(sp.Format()))
		if list.HasErrors() || len(again) != 1 || !automata.Same(sp.DFA, again[0].DFA) || again[0].Check() != nil || sp.Check() != nil {
			t.Fatalf("seed %d: %s is printed as\n%s%v", seed, text, sp.Format(), list.All)
		}
		for range 40 {
			stem, loop := word(r, 3)
			want := written(text, events, stem, loop)
			if judged(sp, stem, loop) != want || judged(again[0], stem, loop) != want {
				t.Fatalf("seed %d: %s, of %v and %v for ever: want %v\n%s", seed, text, stem, loop, want, sp.Format())
			}
			if !want && loop[0] != ltl.None {
				bad++
			}
		}
	}
	if n := trial.Count(t, 200); count < n/2 || refused == 0 || bad < count {
		t.Errorf("%d were read, %d refused, %d words violate for ever", count, refused, bad)
	}
}

// TestLiveAsFormulas: automata with live states say what formulas say of executions that stop,
// and of random words that do not end. Executions that go on without further symbols are
// another matter: the automaton of []<>p lets them stay in a state that is not live.
func TestLiveAsFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(trial.FirstSeed(t), 99))
	for _, c := range []struct{ automaton, formula string }{
		{"states none live, some*; none -> some : p", "<>p"},
		{"states settled*, owed live; settled -> owed : p; owed -> settled : s", "[](p -> <>s)"},
		{"states wait live, seen; wait -> seen : p; seen -> wait : q, r, s, t", "[]<>p"},
		{"states some, other live; other -> some : p, s; some -> other : q, r, t", "[]<>{p, s}"},
		{"states p0 live, s0 live, both; p0 -> s0 : p; s0 -> both : s; both -> p0 : p, q, r, s, t", "[]<>p && []<>s"},
		{"states out*, asked live, passed live; out -> asked : p; asked -> passed : q; passed -> error : q; asked, passed -> out : s",
			"[](p -> (!q U (s || q && X(!q U s))))"},
		{"states before live, ok*; before -> ok : s; before -> error : p", "!p U s"},
	} {
		const alphabet = " for { p, q, r, s, t } "
		a, b := trial.Specs(t, "property a"+alphabet+"{ "+c.automaton+" }")[0], trial.Specs(t, "property b"+alphabet+"ltl "+c.formula)[0]
		if w, differ := automata.Distinguish(a.DFA, b.DFA); differ {
			t.Errorf("%s and %s differ on %v", c.automaton, c.formula, w)
		}
		for range 400 {
			stem, loop := word(r, 5)
			if x, y := judged(a, stem, loop), b.Formula.Holds(stem, loop); x != y {
				t.Fatalf("%v and %v for ever: %s is %v, %s is %v", stem, loop, c.automaton, x, c.formula, y)
			}
		}
	}
}

// TestPatternsPrinted: patterns are printed with live states, and say the same when they are read
// again, but "s, t respond to p", which says that it says more.
func TestPatternsPrinted(t *testing.T) {
	r := rand.New(rand.NewPCG(trial.FirstSeed(t), 100))
	marked := 0
	for _, scope := range []string{"", " before r", " after q", " between q and r", " after q until r"} {
		for _, body := range []string{"absence of p", "existence of p", "existence of p at least 2 at most 3", "s responds to p",
			"p responds to s, t", "s, t respond to p", "s precedes p"} {
			sp := trial.Specs(t, "property a for { p, q, r, s, t } { "+body+scope+" }")[0]
			text := sp.Format()
			again := trial.Specs(t, text)[0]
			if len(sp.Obligations) > 1 {
				if !regexp.MustCompile("^// .*says more than").MatchString(text) || sp.DFA.Open != nil {
					t.Errorf("%s%s is printed as\n%s", body, scope, text)
				}
				continue
			}
			if strings.Contains(text, " live") {
				marked++
			}
			if !automata.Same(sp.DFA, again.DFA) || strings.Contains(text, " live") != (len(sp.Obligations) > 0) {
				t.Errorf("%s%s is printed as\n%s", body, scope, text)
			}
			for range 100 {
				stem, loop := word(r, 5)
				if x, y := judged(sp, stem, loop), judged(again, stem, loop); x != y {
					t.Fatalf("%v and %v for ever: %v, %v when it is printed\n%s", stem, loop, x, y, text)
				}
			}
		}
	}
	if marked < 6 {
		t.Errorf("only %d patterns are printed with live states", marked)
	}
}
