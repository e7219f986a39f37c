//go:build integration

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestGoCold: time that runs out while the go command compiles what a package imports, as it does at first on a new
// machine, is no wrong input: the packages are named as not checked, soon, whoever is asked.
func TestGoCold(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module m\n\ngo 1.24\n",
		"m.go": "package m\n\nimport _ \"net/http\"\n\nfunc Root() { <-make(chan int) }\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, out, err string }{
		{"", "not checked: DIR", "time ran out, while the go command compiled what they import"},
		{"--confirm", "not checked: DIR", "time ran out, while the go command compiled what they import"},
		{"--format json", `"left": [`, ""},
		{"--format sarif", `"invocations"`, ""},
	} {
		t.Setenv("GOCACHE", t.TempDir())
		began := time.Now()
		args := append([]string{"check", dir, "--timeout", "2s", "--no-cache"}, strings.Fields(c.args)...)
		got := runReal("", args...)
		if got.status != 3 || !strings.Contains(got.out, strings.ReplaceAll(c.out, "DIR", dir)) || !strings.Contains(got.err, c.err) {
			t.Errorf("%s: %+v", c.args, got)
		}
		if took := time.Since(began); took > 8*time.Second {
			t.Errorf("%s: it took %v", c.args, took)
		}
	}
}
