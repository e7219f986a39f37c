package golang_test

import (
	"strings"
	"testing"
	"time"

	"flavers/internal/trial"
	"flavers/lang/golang"
	"flavers/lang/golang/clients"
	"flavers/lang/golang/roots"
	"flavers/report"
)

// TestRequired checks tests that wait for nothing but code of a required module, in all ways in which a function leads
// to such code (theory.md, Lemma 12.7): those that hang there are violated, and the others are idle. A test that waits
// for something itself, too, is checked without that code, and does not simply hold.
func TestRequired(t *testing.T) {
	ps := open(t, "testdata/required")
	ps.Slice(t.Context(), time.Minute)
	if len(ps.Names) < 28 {
		t.Errorf("%d roots", len(ps.Names))
	}
	for _, program := range ps.Names {
		c, _ := check(t, ps, program)
		_, name, _ := strings.Cut(ps.Root(program), ".Test")

		switch {
		case strings.HasPrefix(name, "Right"):
			if !plain(c) {
				t.Errorf("%s: %+v", name, c.Deadlock)
			}
		case strings.HasPrefix(name, "Beside"):
			if plain(c) {
				t.Errorf("%s holds", name)
			}
		case ps.Idle(program):
			t.Errorf("%s is idle", name)
		case c.Deadlock.Verdict != report.Violated:
			t.Errorf("%s: %s", name, c.Deadlock.Verdict)
		}
	}
}

// The source of modules is loaded only if it is not too large: the module and what it requires have about 3,000 bytes.
func TestRequiredTooLarge(t *testing.T) {
	for most, loads := range map[int64]bool{1000: false, 1 << 20: true} {
		in, list := roots.LoadWithRequired(t.Context(), "testdata/required", []string{"."}, clients.None, most)
		if (in != nil) != loads || list.HasErrors() == loads {
			t.Errorf("with at most %d bytes: %v", most, list.All)
		}
	}
}

// A required package that cannot be compiled is an error, at its place where the compiler says one.
func TestRequiredBroken(t *testing.T) {
	for dep, want := range map[string]string{
		"package dep\n\nfunc Hang() int { return \"a\" }\n":                                 "dep.go:3:26: error G001: package example.com/dep cannot be compiled",
		"package dep\n\nimport _ \"example.com/dep/sub\"\n\nfunc Hang() int { return 1 }\n": "error G001: package example.com/dep cannot be compiled",
	} {
		dir := trial.Files(t, map[string]string{
			"go.mod":                            "module example.com/m\n\ngo 1.24\n\nrequire example.com/dep v0.0.0\n",
			"vendor/modules.txt":                "# example.com/dep v0.0.0\n## explicit; go 1.24\nexample.com/dep\nexample.com/dep/sub\n",
			"vendor/example.com/dep/dep.go":     dep,
			"vendor/example.com/dep/sub/sub.go": "package sub\n\nvar x int = \"a\"\n",
			"main.go":                           "package main\n\nimport \"example.com/dep\"\n\nfunc main() { dep.Hang() }\n",
		})
		_, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"."}}}, nil)
		if len(list.All) != 1 || !strings.Contains(list.All[0].String(), want) {
			t.Errorf("%s\ngot %v\nwant %s", dep, list.All, want)
		}
	}
}
