package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/internal/starter"
	"flavers/report"
)

// init writes what can be checked, and never over a file.
func TestInit(t *testing.T) {
	folder := t.TempDir()
	base := filepath.Join(folder, "my-pool")
	got := runReal("", "init", base, "--kind", "rendezvous")
	if got.status != report.ExitHolds || got.err != "" || !strings.Contains(got.out, "flavers check "+base+".tfg") {
		t.Fatalf("%+v", got)
	}
	if got = runReal("", "test", folder); got.status != report.ExitHolds {
		t.Errorf("%+v", got)
	}
	if got = runReal("", "fmt", "-l", folder); got.status != report.ExitHolds {
		t.Errorf("%+v", got)
	}
	before, err := os.ReadFile(base + ".tfg")
	if err != nil {
		t.Fatal(err)
	}
	if got = runReal("", "init", base+".tfg", "--kind", "locks"); got.status != report.ExitInput || !strings.Contains(got.err, "exists, and nothing is written") {
		t.Errorf("%+v", got)
	}
	if after, err := os.ReadFile(base + ".tfg"); err != nil || string(after) != string(before) {
		t.Errorf("%q, %v", after, err)
	}
	other := filepath.Join(folder, "other")
	if err := os.WriteFile(other+".fsa", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got = runReal("", "init", other); got.status != report.ExitInput {
		t.Errorf("%+v", got)
	}
	if _, err := os.Stat(other + ".tfg"); err == nil {
		t.Error("half of it is written")
	}
	got = runReal("", "init", "--list")
	for _, k := range starter.Kinds() {
		if !strings.Contains(got.out, k.Name+" ") {
			t.Errorf("no %s in %s", k.Name, got.out)
		}
	}
	inDir(t, nil)
	for args, text := range map[string]string{"init actors": "actor ", "init locks --kind channels": "chan "} {
		got = runReal("", strings.Fields(args)...)
		if program, err := os.ReadFile(strings.Fields(args)[1] + ".tfg"); err != nil || !strings.Contains(string(program), text) {
			t.Errorf("%s: %+v, %v\n%s", args, got, err, program)
		}
	}
	for _, args := range []string{"init a b", "init --kind lock", "init " + filepath.Join(folder, "none", "x")} {
		if got = runReal("", strings.Fields(args)...); got.status != report.ExitInput || got.err == "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
