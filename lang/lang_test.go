package lang

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/directive"
)

func TestLoad(t *testing.T) {
	const src = "const N = 1\ntask t { event e(N) }\n"
	for _, file := range []string{"a.tfg", "-", "x.y/a.tfg", `dir\a.tfg`} {
		p, list := Load(file, []byte(src), Options{Set: map[string]string{"N": "7"}})
		if p == nil || p.File != file || p.NodeString(0) != "event e(7)" {
			t.Errorf("%s: %v %v", file, p, list.All)
		}
	}
	const known = ".tfg (the task language)"
	for file, hint := range map[string]string{"a": known, "a.ada": known, "": known, "tfg": known, "a.tfg/b": known,
		"a.fsa": "flavers check PROGRAM --property", "a.tla": "TLA+", "a.pml": "Promela"} {
		p, list := Load(file, []byte(src), Options{})
		if p != nil || len(list.All) != 1 || list.All[0].Code != "T007" || !strings.Contains(list.All[0].Hint, hint) {
			t.Errorf("%s: %v %v", file, p != nil, list.All)
		}
	}
	if p, list := Load("a.tfg", []byte("\n---- MODULE a ----\nEXTENDS Naturals\n====\n"), Options{}); p != nil || len(list.All) != 1 ||
		list.All[0].Pos.Line != 2 || !strings.Contains(list.All[0].Hint, "TLA+") {
		t.Errorf("a module of TLA+: %v", list.All)
	}
	if p, list := Load("-", []byte("task t { x = 1 }"), Options{}); p != nil || !list.HasErrors() || list.All[0].Pos.Filename != "-" {
		t.Errorf("standard input: %v", list.All)
	}
}

// TestExamples: every program in examples/ loads without errors, and its
// directives are ones that somebody reads.
func TestExamples(t *testing.T) {
	n := 0
	err := filepath.WalkDir("../examples", func(file string, d os.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".tfg" {
			return err
		}
		n++
		src, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if _, list := Load(file, src, Options{}); list.HasErrors() {
			t.Errorf("%v", list.All)
		}
		for _, d := range directive.Scan(file, src) {
			if d.Word != "expect" && d.Word != "property" {
				t.Errorf("%s: unknown directive %q", d.Pos, d.Word)
			}
		}
		return nil
	})
	if err != nil || n == 0 {
		t.Fatalf("%d examples: %v", n, err)
	}
}
