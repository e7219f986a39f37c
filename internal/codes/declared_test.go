package codes

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// literal matches a code as the sources have it.
var literal = regexp.MustCompile(`"([A-Z][0-9]{2,3})"`)

// Each code that the sources name, to report it, is explained: otherwise `flavers explain` would not know what a
// diagnostic has told the user to ask for.
func TestEveryCodeIsExplained(t *testing.T) {
	known := map[string]bool{}
	for _, e := range append(All(), ofLedger()...) {
		known[string(e.Code)] = true
	}
	found := 0
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && path != root
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || hidden):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, m := range literal.FindAllStringSubmatch(string(text), -1) {
			found++
			if !known[m[1]] {
				t.Errorf("%s: %s has no explanation", path, m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 150 {
		t.Errorf("only %d codes found", found)
	}
}
