package fsa

import (
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/diag"
)

// TestExplanations: the example of each explanation has the problem, alone,
// and no longer has it when mended. Those of binding speak of a program with
// the events eat(0) and eat(1).
func TestExplanations(t *testing.T) {
	diagnose := func(src string) []diag.Diagnostic {
		specs, list := Parse("e.fsa", []byte(src))
		if len(Bindings("e.fsa", []byte(src))) > 0 && strings.Contains(src, "os.Exit") {
			_, list = ParseFor("e.fsa", []byte(src), Environment{}) // a program in the task language
		}
		for _, sp := range specs {
			hit := make([]bool, len(sp.Symbols))
			for _, name := range []string{"eat(0)", "eat(1)"} {
				sym, clash := automata.NewBinder(sp).Bind([]string{name}, nil)
				if clash >= 0 {
					automata.Clash(&list, sp, sym, clash, name)
				}
				if sym >= 0 {
					hit[sym] = true
				}
			}
			if !slices.Contains(hit, true) && sp.Symbols[0].Pattern.String() == "eta(0)" {
				automata.Unmatched(&list, sp, 0, []string{"eat(0)", "eat(1)"}, nil, false)
			}
		}
		return list.All
	}
	seen := 0
	for _, e := range diag.Explanations() {
		if e.Code[0] != 'F' || e.Wrong == "" {
			continue
		}
		seen++
		wrong := diagnose(e.Wrong)
		if !slices.ContainsFunc(wrong, func(d diag.Diagnostic) bool { return d.Code == e.Code }) {
			t.Errorf("%s: the example does not have it: %v", e.Code, wrong)
		}
		for _, d := range wrong {
			if d.Code != e.Code {
				t.Errorf("%s: the example also has %v", e.Code, d)
			}
		}
		if right := diagnose(e.Right); len(right) > 0 {
			t.Errorf("%s: the mended example has %v", e.Code, right)
		}
	}
	if seen < 25 {
		t.Errorf("only %d examples", seen)
	}
}
