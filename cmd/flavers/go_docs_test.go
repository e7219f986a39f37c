package main

// docs/go.md shows properties of packages in testdata, and what is printed of these. After a wanted change:
//
//	go test ./cmd/flavers -run GoDocs -update

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flavers/lang/golang/library"
)

func TestGoDocs(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	document := filepath.Join("docs", "go.md")
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	outputs := 0
	fresh := readmeBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		m := readmeBlock.FindStringSubmatch(block)
		kind, name, body := m[1], m[2], m[3]
		if kind == "file" {
			if file, err := os.ReadFile(filepath.FromSlash(name)); err != nil || string(file) != body {
				t.Errorf("%s is not as shown (%v)", name, err)
			}
			return block
		}
		outputs++
		got := runReal("", timeless(name)...)
		if got.status == 2 || got.status == 4 || got.err != "" {
			t.Errorf("flavers %s: status %d\n%s", name, got.status, got.err)
		}
		return "<!-- output: " + name + " -->\n```\n" + got.out + "```\n"
	})
	if outputs < 2 {
		t.Errorf("%d outputs are shown", outputs)
	}
	for _, name := range library.Names() {
		if !strings.Contains(string(text), "| `"+name+"` |") {
			t.Errorf("%s is not in %s", name, document)
		}
	}
	if *update {
		if err := os.WriteFile(document, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if d := cmp.Diff(string(text), fresh); d != "" {
		t.Errorf("%s (-text +what is printed now; -update rewrites it):\n%s", document, d)
	}
}

// The library is listed and printed, and its properties are checked by name.
func TestProperties(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	list := runReal("", "properties")
	for _, name := range library.Names() {
		if !strings.Contains(list.out, name+"\n    ") {
			t.Errorf("%s is not listed:\n%s", name, list.out)
		}
	}
	for _, c := range []struct {
		args   string
		status int
		out    string
		err    string
	}{
		{"properties go:files", 0, "property files_closed for each f {", ""},
		{"properties go:fils", 2, "", "did you mean go:files?"},
		{"properties a b", 2, "", "at most one NAME"},
		{"check lang/golang/testdata/bound --entry bound.LeakOnError --property go:files", 1, "files_closed[f] is violated", ""},
		{"check lang/golang/testdata/bound --entry bound.FineDeferred --property go:files", 0, "hold", ""},
		{"check lang/golang/testdata/bound --property go:rows", 0, "without a violation", "warning G021"},
		{"check lang/golang/testdata/bound --property go:xyzzy", 2, "", "there are no properties go:xyzzy; there are: go:bodies"},
		{"check examples/broken_mutex.tfg --property go:files", 2, "", "go:files:6:19: error F229"},
		{"check lang/golang/testdata/pool --entry pool.Report --dump specs --property lang/golang/testdata/pool/pool.fsa", 0,
			`events get = "get(c)"`, ""},
		{"check lang/golang/testdata/pool --entry pool.Report --dump tfg-source --property lang/golang/testdata/pool/pool.fsa", 0,
			"event get(c)", ""},
	} {
		got := runReal("", strings.Fields(c.args)...)
		if got.status != c.status || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) {
			t.Errorf("flavers %s: status %d\n%s%s", c.args, got.status, got.out, got.err)
		}
	}
}
