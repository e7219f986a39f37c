package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"flavers/lang/ada/syntax"
)

// FuzzParse: no text crashes the parser; a text without a diagnostic has a unit.
func FuzzParse(f *testing.F) {
	for _, pattern := range []string{"../testdata/textbook/*.ad?", "../../../examples/ada/*.adb"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		units, list := syntax.Parse("fuzz.adb", src)
		if !list.HasErrors() && len(units) == 0 {
			t.Error("no unit, and no diagnostic")
		}
	})
}
