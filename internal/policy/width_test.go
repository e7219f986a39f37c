package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// widest is how long a line may be, in characters: of prose, and of code without what
// its literals say.
const widest = 120

// wide are packages whose code still has longer lines.
var wide = []string{"automata/fsa", "bench", "cmd/flavers", "dataflow", "lang/task", "lsp", "verify"}

var literal = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`?")

// longLines are the lines of a text that are too long, by number. Tables and examples
// of Markdown cannot be broken.
func longLines(text string, markdown bool) (out []int) {
	fenced := false
	for i, line := range strings.Split(text, "\n") {
		if markdown && strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		bare := strings.TrimSpace(line)
		switch {
		case utf8.RuneCountInString(line) <= widest, markdown && (fenced || strings.HasPrefix(line, "|")):
		case markdown, strings.HasPrefix(bare, "//"), utf8.RuneCountInString(literal.ReplaceAllString(line, "")) > widest:
			out = append(out, i+1)
		}
	}
	return out
}

// No line of prose is longer than that, and no line of code that is not of a test.
func TestWidths(t *testing.T) {
	looked := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != "../.."):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".md") && !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		looked++
		for _, n := range longLines(string(text), strings.HasSuffix(name, ".md")) {
			line := strings.TrimSpace(strings.Split(string(text), "\n")[n-1])
			if folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../"); slices.Contains(wide, folder) && !strings.HasPrefix(line, "//") {
				continue
			}
			t.Errorf("%s:%d: longer than %d characters", name, n, widest)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if looked < 300 {
		t.Errorf("only %d files were looked at", looked)
	}
}

// The test finds what it looks for.
func TestWidthsAreChecked(t *testing.T) {
	long := strings.Repeat("word ", 25)
	for _, c := range []struct {
		text     string
		markdown bool
		want     int
	}{
		{long, true, 1}, {"| " + long, true, 0}, {"```\n" + long + "\n```", true, 0}, {"// " + long, false, 1},
		{"x := f(" + strings.ReplaceAll(long, " ", ", ") + ")", false, 1}, {"x := \"" + long + "\"", false, 0}, {long[:widest], true, 0},
	} {
		if got := len(longLines(c.text, c.markdown)); got != c.want {
			t.Errorf("%q: %d long lines, want %d", c.text, got, c.want)
		}
	}
}
