package oracle

import (
	"testing"

	"flavers/automata"
)

func pattern(t *testing.T, text string) automata.Pattern {
	t.Helper()
	p, err := automata.ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
