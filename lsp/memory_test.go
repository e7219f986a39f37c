package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// What is read for an editor is within the limit on memory: of a specification that needs more, the editor is told so,
// and the server goes on.
func TestMemoryOfReading(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector needs more memory than the limit allows")
	}
	dir := t.TempDir()
	var large strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&large, "property p%d { go precedes go }\n", i)
	}
	files := map[string]string{"small.tfg": "task A { event go }\n", "small.fsa": "property p { go precedes go }\n",
		"large.tfg": "task A { event go }\n", "large.fsa": large.String()}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	read := func(program string) string {
		runtime.GC()
		v := newView(map[string]*text{})
		v.memory = 64 << 20
		var said []string
		for _, d := range v.model(t.Context(), filepath.Join(dir, program)).list {
			said = append(said, d.Message)
		}
		return strings.Join(said, "; ")
	}
	for range 2 { // once more after the large one
		if got := read("small.tfg"); strings.Contains(got, "memory") {
			t.Fatalf("a small program: %s", got)
		}
		if got := read("large.tfg"); !strings.Contains(got, "memory ran out") {
			t.Errorf("a specification of %d MiB: %q", large.Len()>>20, got)
		}
	}
}
