package automata

import (
	"strings"
	"testing"

	"flavers/diag"
)

func TestBindingDiagnostics(t *testing.T) {
	sp := parseOne(t, "property p for {frok[*].up, e0 = \"eat(0)\", eat(*)} all .*; e0")
	names := []string{"eat(0)", "fork[0].up", "fork[1].up", "lock door"}
	var list diag.List
	Unmatched(&list, sp, 0, names, false)
	Unmatched(&list, sp, 0, names, true)
	Clash(&list, sp, 1, 2, "eat(0)")
	var b strings.Builder
	if err := list.Write(&b, nil); err != nil {
		t.Fatal(err)
	}
	want := `t.fsa:1:17: warning F301: symbol "frok[*].up" of property p matches no event of the program
  hint: did you mean "fork[*].up"?
t.fsa:1:17: error F301: symbol "frok[*].up" of property p matches no event of the program
  hint: did you mean "fork[*].up"?
t.fsa:1:44: error F302: event "eat(0)" is both symbol e0 = "eat(0)" and symbol "eat(*)" of property p
  hint: make the patterns disjoint, or use one symbol for both
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	if list.All[0].Code != diag.FUnmatched || list.All[2].Code != diag.FClash {
		t.Error("codes")
	}
}
