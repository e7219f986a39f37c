//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"flavers/internal/attack"
)

// fuzzed runs an input in this process, where no time is exact.
func fuzzed(t *testing.T, in *attack.Input) {
	t.Chdir(t.TempDir())
	if err := in.Write("."); err != nil {
		t.Fatal(err)
	}
	first := within(in)
	if f := alone(in, first); f.Kind != "" && f.Kind != "overshoot" {
		t.Fatalf("%s of %s: %s", f.Kind, in, f.Text)
	}
	if first.wall > 20*time.Second {
		t.Fatalf("%s took %v in spite of its limits", in, first.wall)
	}
	if in.Write(".") == nil {
		if f := twice(in, first, within(in)); f.Kind != "" {
			t.Fatalf("%s of %s: %s", f.Kind, in, f.Text)
		}
	}
}

// fuzzCommands are the ways from a program to its page and pictures.
var fuzzCommands = []string{
	"check program.tfg --html-output out.html --json-output out.json --no-times --max-tuples 5000",
	"explore program.tfg --html-output out.html --sarif-output out.sarif --no-times --max-executions 50 --depth 60",
	"check program.tfg --refine all --minimize --check --format github --no-times --max-tuples 5000",
	"explore program.tfg --algorithm states --runtime-errors --max-states 2000 --no-times --html-output out.html",
	"render program.tfg --graph pruned -o out.svg --max-tuples 5000",
	"check program.tfg --expect --strict=false --no-times --max-tuples 5000 --html-output out.html",
	"render program.tfg --graph cfg --large -o out.html",
}

// FuzzCommand: whatever the texts of a program and its specification are, loading,
// checking, exploring and drawing them ends within limits, with an exit status of
// the manual, without a raw control character, and the same twice.
func FuzzCommand(f *testing.F) {
	examples, err := attack.Read("../../examples")
	if err != nil {
		f.Fatal(err)
	}
	for i, e := range examples {
		if e.Kind == ".tfg" && i%12 == 0 { // each of them takes a while
			f.Add(e.Text, e.Spec, uint8(i/12))
		}
	}
	f.Fuzz(func(t *testing.T, src, fsa string, which uint8) {
		if len(src) > 6000 || len(fsa) > 3000 {
			return
		}
		in := &attack.Input{Words: strings.Fields(fuzzCommands[int(which)%len(fuzzCommands)]), Timeout: 100 * time.Millisecond,
			Files: []attack.File{{Name: "program.tfg", Text: src}, {Name: "program.fsa", Text: fsa}}}
		in.Flags = [][]string{{"--timeout", in.Timeout.String()}}
		if strings.Contains(strings.Join(in.Words, " "), "--no-times") {
			in.Flags, in.Words = append(in.Flags, []string{"--no-times"}), without(in.Words, "--no-times")
		}
		fuzzed(t, in)
	})
}

// FuzzSets: no text of --constraints-file changes a verdict or crashes the check.
func FuzzSets(f *testing.F) {
	f.Add(`{"version": 1, "sets": {"order": ["task:a"], "never": [], "x": null}}`)
	f.Add(`{"version": 2}`)
	f.Add(`{"version": 1, "sets": {"order": ["var:*", "\u001b[31m", "task:\u202e"]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		in := &attack.Input{Words: []string{"check", "program.tfg", "--constraints-file", "sets.json"}, Flags: [][]string{{"--no-times"}},
			Files: []attack.File{{Name: "program.tfg", Text: turns}, {Name: "program.fsa", Text: turnsSpec}, {Name: "sets.json", Text: text}}}
		fuzzed(t, in)
		os.WriteFile("sets.json", []byte(text), 0o644)
		if got := within(in); got.status != 1 && got.status != 2 {
			t.Fatalf("status %d with %q", got.status, text)
		}
	})
}

// without leaves out a word.
func without(words []string, word string) []string {
	var out []string
	for _, w := range words {
		if w != word {
			out = append(out, w)
		}
	}
	return out
}
