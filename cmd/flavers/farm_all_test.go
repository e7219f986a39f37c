//go:build integration

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// installFarm builds flavers-farm, and puts it into the path.
func installFarm(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	// A test has no commit to compare.
	build := exec.Command("go", "build", "-buildvcs=false", "-o", dir, "flavers/cmd/flavers-farm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// In a farm that the command starts, a suite and an exploration come to the same as without one.
func TestFarm(t *testing.T) {
	installFarm(t)
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a.tfg": "//! expect q holds\nprogram a\ntask t { event done }\n",
		"a.fsa": onceDone,
		"b.tfg": "//! expect q violated\nprogram b\ntask t { event done; event done }\n",
		"b.fsa": onceDone,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv(attackVariable, "main") // of processes that do jobs: they are this program
	farm := []string{"--farm", "embedded", "--farm-listen", "127.0.0.1:0", "--farm-dir", t.TempDir(),
		"--farm-processes", "1"}
	for _, args := range [][]string{
		{"test", dir, "--format", "json", "--no-times"},
		{"explore", "../../examples/dpor/philosophers_rounds.tfg", "--set", "N=3", "--algorithm", "source",
			"--format", "json", "--no-times"},
		{"explore", "../../examples/peterson.tfg", "--algorithm", "pct", "--max-executions", "300",
			"--format", "json", "--no-times"},
		{"explore", "../../examples/dining_locks.tfg", "--set", "N=8", "--algorithm", "states-swarm",
			"--max-states", "300", "--format", "json", "--no-times"},
		{"stats", filepath.Join(dir, "a.tfg"), "../../examples/peterson.tfg", "--no-times"},
		{"stats", "../../examples/peterson.tfg", "--no-times", "--format", "json", "--constraints", "var:*",
			"--constraints", "none", "--only", "exclusion"},
		{"crosscheck", "../../examples/peterson.tfg", "--no-times", "-v"},
		{"crosscheck", filepath.Join(dir, "b.tfg"), "--no-times", "--format", "json", "--check"},
		{"crosscheck", filepath.Join(dir, "b.tfg"), "--no-times", "--format", "sarif", "--only", "q"},
		{"crosscheck", "--random", "13", "--seed", "5"},
		{"crosscheck", "--random", "3", "--seed", "5", "--format", "json"},
	} {
		want := runReal("", args...)
		got := runReal("", append(args, farm...)...)
		if got.out != want.out || got.status != want.status || !strings.Contains(got.err, "by worker: ") {
			t.Errorf("%v: status %d, not %d\n%s\n%s\nwithout a farm\n%s", args,
				got.status, want.status, got.err, got.out, want.out)
		}
	}
	for args, want := range map[string]string{
		"test " + dir + " --farm nats://127.0.0.1:1":                                       "no farm at",
		"stats " + filepath.Join(dir, "a.tfg") + " --farm nats://127.0.0.1:1":              "no farm at",
		"crosscheck " + filepath.Join(dir, "a.tfg") + " --farm nats://127.0.0.1:1":         "no farm at",
		"crosscheck --random 3 --farm nats://127.0.0.1:1":                                  "no farm at",
		"worker --farm embedded --farm-listen 0.0.0.0:0 --farm-dir " + t.TempDir():         "needs a token",
		"explore ../../examples/peterson.tfg --farm nats://127.0.0.1:1":                    "no farm at",
		"explore ../../examples/peterson.tfg --algorithm full --farm nats://127.0.0.1:1":   "cannot be cut into parts",
		"explore ../../examples/peterson.tfg --algorithm source --farm nats://127.0.0.1:1": "no farm at",
	} {
		if got := runReal("", strings.Fields(args)...); got.status != 2 || !strings.Contains(got.err, want) {
			t.Errorf("%s: status %d\n%s", args, got.status, got.err)
		}
	}
}
