package main

import (
	"slices"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/explore/em/trace"
	"flavers/explore/lpor/petri"
	"flavers/internal/codes"
)

// TestExamplesOfTracesAndNets: the examples of the codes of traces and of nets
// have the problem, and do not have it when mended.
func TestExamplesOfTracesAndNets(t *testing.T) {
	const two = "1 THREADINIT tid:1\n2 NOP tid:1\n"
	for _, e := range codes.All() {
		var read func(text string) diag.List
		switch {
		case e.Code == "E107" || e.Code == "E108":
			read = func(text string) diag.List {
				_, list := trace.Parse("e.trace", []byte(two), "dependence.txt", []byte(text))
				return list
			}
		case e.Code[0] == 'E':
			read = func(text string) diag.List {
				_, list := trace.Parse("e.trace", []byte(text), "", nil)
				return list
			}
		case e.Code[0] == 'N':
			read = func(text string) diag.List {
				_, list := petri.Parse("e.pnml", []byte(text))
				return list
			}
		default:
			continue
		}
		if wrong := read(e.Wrong); !slices.ContainsFunc(wrong.All, func(d diag.Diagnostic) bool { return d.Code == e.Code }) {
			t.Errorf("%s: the example does not have it: %v", e.Code, wrong.All)
		}
		if right := read(e.Right); len(right.All) > 0 {
			t.Errorf("%s: the mended example has %v", e.Code, right.All)
		}
	}
}

// TestEveryCodeIsExplained: every code says what it means with an example and
// the example mended; those of package diag are tested there.
func TestEveryCodeIsExplained(t *testing.T) {
	all := codes.All()
	if len(all) < 120 {
		t.Fatalf("only %d codes", len(all))
	}
	for _, e := range all {
		if e.Title == "" || len(e.Text) < 100 {
			t.Errorf("%s has no explanation: %q", e.Code, e.Text)
		}
		if strings.ContainsRune("TFV", rune(e.Code[0])) {
			continue
		}
		if e.Wrong == "" || e.Right == "" || e.Wrong == e.Right || !strings.Contains(e.Text, "\n\nMended:\n\n") {
			t.Errorf("%s has no example, mended: %q", e.Code, e.Text)
		}
	}
}
