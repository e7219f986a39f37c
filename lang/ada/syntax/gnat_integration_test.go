//go:build integration

package syntax_test

import (
	"os"
	"path/filepath"
	"testing"

	"flavers/lang/ada/syntax"
)

// Everything of GNAT's run-time library is parsed, without a diagnostic.
func TestGNATLibrary(t *testing.T) {
	files, err := filepath.Glob("/usr/lib/gcc/*/*/adainclude/*.ad[bs]")
	if err != nil || len(files) == 0 {
		t.Skip("GNAT is not installed: apt-get install gnat")
	}
	bad := 0
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		units, list := syntax.Parse(name, src)
		if len(list.All) > 0 || len(units) == 0 {
			if bad++; bad <= 20 {
				t.Errorf("%v", list.All[0])
			}
		}
	}
	t.Logf("%d files, %d with diagnostics", len(files), bad)
}
