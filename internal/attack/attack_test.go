package attack

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func examples(t *testing.T) []Example {
	t.Helper()
	all, err := Read("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Equal seeds give equal inputs, different ones seldom; every command, every
// example, every kind of file and nearly every flag comes up; most inputs are
// changed, and some are not.
func TestNew(t *testing.T) {
	all := examples(t)
	seen, texts := map[string]bool{}, map[string]bool{}
	const n = 8000
	same := 0
	for seed := range uint64(n) {
		in := New(all, seed)
		if seed%50 == 0 && !reflect.DeepEqual(in, New(all, seed)) {
			t.Fatalf("seed %d gives two inputs", seed)
		}
		seen[in.Words[0]], seen[in.From] = true, true
		if slices.Contains([]string{"check", "explore", "crosscheck", "stats", "render", "test", "sim"}, in.Words[0]) && !in.Has("--timeout") {
			t.Errorf("seed %d: %s may take for ever", seed, in)
		}
		for _, f := range in.Files {
			seen[f.Name] = true
		}
		for _, f := range in.Flags {
			seen[f[0]] = true
		}
		texts[in.String()+in.Files[0].Text] = true
		for _, e := range all {
			if e.Name == in.From && len(in.Files) > 0 && strings.ReplaceAll(e.Text, "//! property", "// property") == strings.ReplaceAll(in.Files[0].Text, "//! property", "// property") {
				same++
			}
		}
	}
	for _, word := range []string{"check", "explore", "crosscheck", "stats", "render", "replay", "test", "explain", "man", "completion", "help", "version", "__complete", "program.tfg", "program.fsa", "program.trace", "program.pnml", "more.fsa", "sets.json", "--set"} {
		if !seen[word] {
			t.Errorf("%s never comes up", word)
		}
	}
	for _, e := range all {
		if !seen[e.Name] {
			t.Errorf("%s is never attacked", e.Name)
		}
	}
	for _, f := range flags {
		if !seen[f.name] {
			t.Errorf("%s is never given", f.name)
		}
	}
	if len(texts) < n*9/10 || same < n/20 || same > n/2 {
		t.Errorf("%d different inputs of %d, %d of them unchanged", len(texts), n, same)
	}
}

// A program is bad if it has two lines and one flag: nothing else stays.
func TestSmaller(t *testing.T) {
	in := &Input{Words: []string{"check", "p.tfg"}, Files: []File{{"p.tfg", "a\nb\nc\nd\ne\nf\ng\n"}, {"p.fsa", "x\n"}},
		Flags: [][]string{{"--check"}, {"--jobs", "2"}, {"--minimize"}}}
	got := Smaller(in, func(in *Input) bool {
		return strings.Contains(in.Files[0].Text, "b\n") && strings.Contains(in.Files[0].Text, "f\n") && in.Has("--jobs")
	}, 1000)
	if want := "flavers check p.tfg --jobs 2"; got.String() != want || len(got.Files) != 1 || got.Files[0].Text != "b\nf\n" {
		t.Errorf("got %s with %q, want %s", got, got.Files, want)
	}
	if in.Files[0].Text != "a\nb\nc\nd\ne\nf\ng\n" || len(in.Flags) != 3 {
		t.Error("the input itself is changed")
	}
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{"N=2": "N=2", "": "$''", "a b": "$'a b'", "it's\\": `$'it\'s\\'`, "\x1b[\u00e9": `$'\x1b[\xc3\xa9'`} {
		if got := Quote(word); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
