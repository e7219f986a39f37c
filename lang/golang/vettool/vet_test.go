//go:build integration

package vettool_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// go vet prints the violations of the packages of a module, with their places, and only these.
func TestVet(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vet := func(args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), "go", append([]string{"vet", "-vettool=" + self}, args...)...)
		cmd.Dir = "testdata/module"
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	out, err := vet("./...")
	if err == nil {
		t.Error("status 0 with a violation")
	}
	for _, want := range []string{"module.go:12:21: deadlock: Late.func1 waits at answer <- 1 for ever in module.Late (an execution of this package alone)",
		"module_test.go:8:7: run-time error: "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(out, "an execution of this package alone"); n != 2 {
		t.Errorf("%d diagnostics, not 2\n%s", n, out)
	}
	if out, err := vet("./inner"); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = vet("-json", "-flavers.timeout=20s", ".")
	var all map[string]map[string][]struct {
		Category string
		Related  []struct{ Posn, Message string }
	}
	text := out[max(0, strings.Index(out, "{")):] // lines with the names of packages come before
	if e := json.Unmarshal([]byte(text), &all); e != nil {
		t.Fatalf("%v, %v\n%s", err, e, out)
	}
	steps := 0
	for _, one := range all {
		for _, d := range one["flavers"] {
			steps += len(d.Related)
		}
	}
	if steps < 4 {
		t.Errorf("%d steps\n%s", steps, out)
	}
}
