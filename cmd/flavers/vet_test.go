//go:build integration

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// go vet can run the command itself.
func TestVetTool(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	vet := exec.CommandContext(t.Context(), "go", "vet", "-vettool="+self, ".")
	vet.Dir = "../../lang/golang/vettool/testdata/module"
	vet.Env = append(os.Environ(), attackVariable+"=main", "GOWORK=off")
	out, err := vet.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "module.go:12:21: deadlock: ") {
		t.Errorf("%v\n%s", err, out)
	}
}
