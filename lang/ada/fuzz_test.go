package ada_test

import (
	"os"
	"path/filepath"
	"testing"

	"flavers/diag"
	"flavers/lang/ada"
)

// FuzzLower: no text crashes the lowering; what has no model has a diagnostic, and each of them has a place.
func FuzzLower(f *testing.F) {
	for _, pattern := range []string{"testdata/textbook/*.ad?", "testdata/features/*.adb",
		"../../examples/ada/*.adb"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			f.Fatal(pattern, err)
		}
		for _, name := range files {
			src, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			f.Add([]byte(choice.ReplaceAllString(string(src), "$2")))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		lowered(t, []ada.File{{Name: "fuzz.adb", Text: src}})
	})
}

// lowered lowers a program. It has a model, or diagnostics that have places.
func lowered(t *testing.T, files []ada.File) bool {
	t.Helper()
	p, list := ada.Load(files, nil, nil)
	if (p == nil || p.Program == nil) && !list.HasErrors() {
		t.Error("no model, and no diagnostic")
	}
	for _, d := range list.All {
		if d.Severity == diag.Error && !d.Pos.IsValid() && d.Pos.Filename == "" || d.Code == "" {
			t.Errorf("a diagnostic without a place or a code: %v", d)
		}
	}
	return !list.HasErrors()
}
