package policy

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// most is how many lines a package may have without its tests: what one reader can
// keep in mind. The front end of the task language is one idea and larger.
const most = 4500

func TestPackageSizes(t *testing.T) {
	for name := range allowed {
		files, err := filepath.Glob(filepath.Join("../..", name, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s has no files: %v", name, err)
		}
		lines := 0
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			lines += bytes.Count(text, []byte("\n"))
		}
		if lines > most && name != "lang/task" {
			t.Errorf("%s has %d lines, more than %d: move an idea to a package of its own", name, lines, most)
		}
	}
}
