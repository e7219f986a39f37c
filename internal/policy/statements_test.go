package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Each theorem, lemma and corollary of docs/theory.md says which tests would catch its failure, in a line *Tests:*
// before the next one or the next section, no two have one number, and all tests that the document names exist.
func TestStatementsHaveTests(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "theory.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := testsBelow(t, filepath.Join("..", ".."))
	statements := 0
	for _, problem := range statementProblems(string(text), known, &statements) {
		t.Errorf("docs/theory.md: %s", problem)
	}
	if statements < 55 {
		t.Errorf("only %d statements are recognized", statements)
	}
}

// What the check is for is found.
func TestStatementsAreChecked(t *testing.T) {
	known := map[string]bool{"TestA": true, "a.TestA": true}
	const good = "## 1\n\n**Lemma 1.** x\n\n*Proof.* y ∎\n\n*Tests:* `a.TestA`.\n"
	for text, want := range map[string]int{
		good:                                     0,
		strings.Replace(good, "a.T", "b.T", 1):   1, // another package
		strings.Replace(good, "estA", "estB", 1): 1,
		good + "\n**Theorem (two).** z\n":        1,
		good + "\n*Lemma 3.* z\n\n## 2\n\n*Tests:* `TestA`\n": 1,
		good + "\n`TestNone` is no test\n":                    1,
		good + "\n**Lemma 1.** z\n\n*Tests:* `TestA`.\n":      1,
	} {
		n := 0
		if got := statementProblems(text, known, &n); len(got) != want {
			t.Errorf("%q: %v, want %d", text, got, want)
		}
	}
}

var (
	statement = regexp.MustCompile(`(?m)^\*{1,2}((?:Lemma|Theorem|Corollary)[^*\n]*?)\.?\*{1,2}`)
	section   = regexp.MustCompile(`(?m)^##+ `)
	testName  = regexp.MustCompile("`((?:[a-z]\\w*\\.)?Test[A-Z]\\w*)`")
)

// statementProblems lists the statements of a text without tests, and the tests that are not known.
func statementProblems(text string, known map[string]bool, statements *int) (out []string) {
	seen := map[string]bool{}
	for _, at := range statement.FindAllStringSubmatchIndex(text, -1) {
		*statements++
		name, rest := text[at[2]:at[3]], text[at[1]:]
		if seen[name] {
			out = append(out, name+" is there twice")
		}
		seen[name] = true
		for _, next := range []*regexp.Regexp{statement, section} {
			if end := next.FindStringIndex(rest); end != nil {
				rest = rest[:end[0]]
			}
		}
		if _, tests, said := strings.Cut(rest, "*Tests:*"); !said || !testName.MatchString(tests) {
			out = append(out, name+" names no test that would catch its failure")
		}
	}
	for _, m := range testName.FindAllStringSubmatch(text, -1) {
		if !known[m[1]] {
			out = append(out, "there is no test "+m[1])
		}
	}
	return out
}

// testsBelow has the names of the tests of all packages below a folder, alone and behind the last part of the path of
// their package, as "every.TestRandom".
func testsBelow(t *testing.T, root string) map[string]bool {
	t.Helper()
	out := map[string]bool{}
	function := regexp.MustCompile(`(?m)^func (Test[A-Z]\w*)\(`)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range function.FindAllSubmatch(text, -1) {
			out[string(m[1])] = true
			out[filepath.Base(filepath.Dir(path))+"."+string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
