package task

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzLoad: no input makes Load panic or run away; the program is nil exactly
// if there are errors; the same input gives the same program; places of
// diagnostics lie in the file.
func FuzzLoad(f *testing.F) {
	for _, pattern := range []string{"testdata/*/*.tfg", "../../examples/*.tfg", "../../examples/messages/*.tfg"} {
		files, _ := filepath.Glob(pattern)
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			for _, chunk := range strings.Split(string(src), "\n----\n") {
				f.Add(chunk)
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		p, list := Load("f.tfg", []byte(src), map[string]string{"N": "2"})
		if list.HasErrors() != (p == nil) {
			t.Fatalf("errors %v, program %v", list.HasErrors(), p != nil)
		}
		for _, d := range list.All {
			if d.Pos.IsValid() && (d.Pos.Offset > len(src) || d.Pos.Column < 1 || d.Pos.Offset+d.Len > len(src)+1) {
				t.Fatalf("place of %s is outside the file", d)
			}
			if d.Message == "" || d.Code == "" {
				t.Fatalf("empty diagnostic %#v", d)
			}
		}
		if p == nil {
			return
		}
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		q, _ := Load("f.tfg", []byte(src), map[string]string{"N": "2"})
		if len(p.Nodes)+len(p.Vars)+len(p.Actions) < 5000 && p.Dump() != q.Dump() {
			t.Fatal("two loads differ")
		}
	})
}
