package task

import (
	"slices"
	"strings"
	"testing"

	"flavers/diag"
)

// TestExplanations: the example of each explanation has the problem, alone,
// and no longer has it when mended.
func TestExplanations(t *testing.T) {
	seen := 0
	for _, e := range diag.Explanations() {
		if e.Code[0] != 'T' || e.Wrong == "" || strings.HasPrefix(e.Wrong, "$") { // $: a command line
			continue
		}
		seen++
		_, wrong := Load("e.tfg", []byte(e.Wrong), nil)
		if e.Code.Lint() {
			if len(wrong.All) > 0 {
				t.Errorf("%s: %v is for Load", e.Code, wrong.All)
			}
			var named []string
			if e.Code == "T406" {
				named = []string{"a"}
			}
			wrong = Lint("e.tfg", []byte(e.Wrong), named)
			if right := Lint("e.tfg", []byte(e.Right), named); len(right.All) > 0 {
				t.Errorf("%s: the mended example has %v", e.Code, right.All)
			}
		}
		if !slices.ContainsFunc(wrong.All, func(d diag.Diagnostic) bool { return d.Code == e.Code }) {
			t.Errorf("%s: the example does not have it: %v", e.Code, wrong.All)
		}
		for _, d := range wrong.All {
			if d.Code != e.Code {
				t.Errorf("%s: the example also has %v", e.Code, d)
			}
		}
		if p, right := Load("e.tfg", []byte(e.Right), nil); p == nil || len(right.All) > 0 {
			t.Errorf("%s: the mended example has %v", e.Code, right.All)
		}
	}
	if seen < 30 {
		t.Errorf("only %d examples", seen)
	}
}
