package main

import (
	"strings"
	"testing"
)

// Answers are lines of standard error: at once with -v, none without a terminal.
func TestAnswers(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": "property order { absence of b before a }\n"})
	if got := runReal("", "check", "turns.tfg"); strings.Contains(got.err, " of ") {
		t.Errorf("a line without a terminal: %q", got.err)
	}
	if got := runReal("", "check", "turns.tfg", "-v", "--format", "json"); !strings.Contains(got.err, "order: holds (") || strings.Contains(got.out, " of 2)") {
		t.Errorf("%+v", got)
	}
}
