package automata_test

import (
	"strings"
	"testing"

	"flavers/automata"
	"flavers/automata/fsa"
	"flavers/diag"
)

// parseOne reads a file with one specification and nothing to complain of.
func parseOne(t *testing.T, src string) *automata.Spec {
	t.Helper()
	specs, list := fsa.Parse("t.fsa", []byte(src))
	if len(list.All) > 0 || len(specs) != 1 {
		t.Fatalf("%s\n%d specifications, diagnostics %v", src, len(specs), list.All)
	}
	return specs[0]
}

// The arguments of an event may not be left out; the hint has them all.
func TestArgumentsLeftOut(t *testing.T) {
	sp := parseOne(t, "property p for {load, use(0), store} all load; .*")
	for sym, want := range []string{`did you mean "load(*)"?`, `did you mean "use(*)"?`, "its events are load(0), load(1), use(0,1) and stored(2)"} {
		var list diag.List
		automata.Unmatched(&list, sp, sym, []string{"load(0)", "load(1)", "use(0,1)", "stored(2)"}, nil, true)
		if got := list.All[0].Hint; got != want {
			t.Errorf("symbol %d: %q, want %q", sym, got, want)
		}
	}
}

func TestBindingDiagnostics(t *testing.T) {
	sp := parseOne(t, "property p for {frok[*].up, e0 = \"eat(0)\", eat(*), phl[0]:eat(0), cook:fork[0].up, phil[0]:frok[0].up, \"lamp:lock door\"} all .*; e0")
	names := []string{"eat(0)", "fork[0].up", "fork[1].up", "lock door"}
	tasks := []string{"phil[0]", "phil[1]", "lamp"}
	var list diag.List
	automata.Unmatched(&list, sp, 0, names, tasks, false)
	automata.Unmatched(&list, sp, 0, names, tasks, true)
	for sym := 3; sym < 7; sym++ {
		automata.Unmatched(&list, sp, sym, names, tasks, true)
	}
	automata.Clash(&list, sp, 1, 2, "eat(0)")
	var b strings.Builder
	if err := list.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	want := `t.fsa:1:17: warning F301: symbol "frok[*].up" of property p matches no event of the program
  hint: did you mean "fork[*].up"?
t.fsa:1:17: error F301: symbol "frok[*].up" of property p matches no event of the program
  hint: did you mean "fork[*].up"?
t.fsa:1:52: error F301: symbol "phl[0]:eat(0)" of property p matches no event of the program
  hint: did you mean "phil[0]:eat(0)"?
t.fsa:1:67: error F301: symbol "cook:fork[0].up" of property p matches no event of the program
  hint: there is no task cook; without it: "fork[0].up"
t.fsa:1:84: error F301: symbol "phil[0]:frok[0].up" of property p matches no event of the program
  hint: did you mean "phil[0]:fork[0].up"?
t.fsa:1:104: error F301: symbol "lamp:lock door" of property p matches no event of the program
  hint: lamp has no part in "lock door"
t.fsa:1:44: error F302: event "eat(0)" is both symbol e0 = "eat(0)" and symbol "eat(*)" of property p
  hint: make the patterns disjoint, or use one symbol for both
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if list.All[0].Code != diag.FUnmatched || list.All[len(list.All)-1].Code != diag.FClash {
		t.Error("codes")
	}
}
