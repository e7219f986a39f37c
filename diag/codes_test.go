package diag

import (
	"strings"
	"testing"
)

// noExample holds the codes that no input of a few lines has, and why.
var noExample = map[Code]string{
	"T003": "an example would not be text",
	"T005": "needs 4 MiB", "T006": "needs 1000 problems", "T103": "needs 500 levels",
	FTooDeep: "needs 200 levels", FTooMany: "needs 50 errors",
}

// TestEveryCodeHasAnExample: an explanation says what a code means, with an
// example and the example mended, and fits on a screen. That the examples have
// the problem, and do not have it when mended, is tested in lang/task and
// automata.
func TestEveryCodeHasAnExample(t *testing.T) {
	all := Explanations()
	if len(all) < 80 {
		t.Fatalf("only %d explanations", len(all))
	}
	for i, e := range all {
		if i > 0 && all[i-1].Code >= e.Code {
			t.Errorf("%s stands after %s", e.Code, all[i-1].Code)
		}
		if e.Title == "" || strings.Contains(e.Title, "\n") {
			t.Errorf("%s: title %q", e.Code, e.Title)
		}
		if _, none := noExample[e.Code]; none {
			if e.Wrong != "" {
				t.Errorf("%s has an example after all", e.Code)
			}
			if len(e.Text) < 150 {
				t.Errorf("%s: an explanation of %d bytes, without an example", e.Code, len(e.Text))
			}
			continue
		}
		before, after, found := strings.Cut(e.Text, "\n\nMended:\n\n")
		if !found || e.Wrong == "" || e.Right == "" || e.Wrong == e.Right || !strings.Contains(before, "\n\n    ") || !strings.HasPrefix(after, "    ") {
			t.Errorf("%s: no example, mended: %q", e.Code, e.Text)
		}
		if words := len(strings.Fields(before)) - len(strings.Fields(e.Wrong)); words < 12 {
			t.Errorf("%s: %d words are no explanation", e.Code, words)
		}
		for _, line := range strings.Split(e.Text, "\n") {
			if len([]rune(line)) > 100 {
				t.Errorf("%s: a line of %d characters: %s", e.Code, len(line), line)
			}
		}
	}
}
