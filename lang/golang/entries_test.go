package golang_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"flavers/lang/golang"
)

// A root is named with its package, or without it if no other one has its name.
func TestEntries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":   "module two\n\ngo 1.26\n",
		"a/a.go":   "package a\n\nfunc Serve() { <-make(chan int) }\n\nfunc Stop() { <-make(chan int) }\n",
		"b/b.go":   "package b\n\nfunc Serve() { <-make(chan int) }\n\nfunc Begin() { <-make(chan int) }\n",
		"c/c.go":   "package main\n\nfunc main() { <-make(chan int) }\n",
		"empty.go": "package two\n",
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ entries, roots, message, hint string }{
		{"a.Serve", "a.Serve", "", ""},
		{"Stop", "a.Stop", "", ""},
		{"main", "main.main", "", ""},
		{"Begin a.Serve", "a.Serve b.Begin", "", ""},
		{"Serve", "", `2 roots are named "Serve"`, "write the package, too: a.Serve, b.Serve"},
		{"Stopp", "", `no root is named "Stopp"`, `did you mean "Stop"?`},
		{"stomachs", "", `no root is named "stomachs"`, `there are: "main.main", "a.Serve", "a.Stop", "b.Begin", "b.Serve"`},
		{"b.Begn", "", `no root is named "b.Begn"`, `did you mean "b.Begin"?`},
	} {
		ps, list := golang.Open(t.Context(), []golang.Request{{Dir: dir, Patterns: []string{"./..."}}}, strings.Fields(c.entries))
		if c.message != "" {
			if len(list.All) != 1 || list.All[0].Message != c.message || list.All[0].Hint != c.hint {
				t.Errorf("%s: %v", c.entries, list.All)
			}
			continue
		}
		var got []string
		for _, name := range ps.Names {
			got = append(got, golang.RootOf(name))
		}
		if slices.Sort(got); list.HasErrors() || strings.Join(got, " ") != c.roots {
			t.Errorf("%s: %v %v", c.entries, got, list.All)
		}
	}
}
