package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDesign demands that docs/design.md says of every package what it is for: its path stands in backticks, or, of
// packages below internal, its name.
func TestDesign(t *testing.T) {
	text, err := os.ReadFile("../../docs/design.md")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if path != "../.." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		name := strings.TrimPrefix(strings.TrimPrefix(filepath.ToSlash(path), "../.."), "/")
		if name == "" || !hasCode(t, path) {
			return nil
		}
		short := strings.TrimPrefix(name, "internal/")
		if !strings.Contains(string(text), "`"+name+"`") && (short == name || !strings.Contains(string(text), "`"+short+"`")) {
			t.Errorf("docs/design.md does not say what package %s is for", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// hasCode reports whether a folder has Go files that are no tests.
func hasCode(t *testing.T, folder string) bool {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f, "_test.go") {
			return true
		}
	}
	return false
}

// TestEvidence demands that docs/theory.md names the theorem behind every kind of evidence: a row of the table in
// section 15 for each type that implements outcome.Evidence.
func TestEvidence(t *testing.T) {
	const file = "../../report/outcome/evidence.go"
	code, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	theory, err := os.ReadFile("../../docs/theory.md")
	if err != nil {
		t.Fatal(err)
	}
	kinds := regexp.MustCompile(`(?m)^func \((?:\w+ )?(\w+)\) says\(\) finding`).FindAllStringSubmatch(string(code), -1)
	if len(kinds) < 8 {
		t.Errorf("only %d kinds of evidence found", len(kinds))
	}
	for _, k := range kinds {
		if !strings.Contains(string(theory), "\n| `"+k[1]+"`") {
			t.Errorf("docs/theory.md says of no theorem behind the evidence %s", k[1])
		}
	}
}
