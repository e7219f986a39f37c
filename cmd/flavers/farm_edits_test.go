//go:build integration && unix

package main

import (
	"os"
	"strings"
	"testing"
)

// TestFarmEdits asks a farm about programs with all kinds of inputs, project files and flags among them, before and
// after an edit of each: it says what the command says that keeps nothing. The farm and its worker stay the same.
func TestFarmEdits(t *testing.T) {
	installFarm(t)
	t.Setenv(attackVariable, "main") // of processes that do jobs: they are this program
	address := free(t)
	process(t, "worker", "--farm", "embedded", "--farm-processes", "1", "--farm-listen", address, "--farm-dir", t.TempDir())
	reachable(t, address)
	farmed := 0
	for i, x := range edited {
		inDir(t, x.files)
		compare := func(when string, more ...string) {
			args := append(strings.Fields("test --no-times "+x.args), more...)
			want := runReal("", append(args, "--no-cache")...)
			got := runReal("", append(args, "--farm", "nats://"+address, "--farm-processes", "0")...)
			if strings.Contains(got.err, "1 job in ") {
				farmed++
			}
			if got.out != want.out || got.status != want.status {
				t.Errorf("%d, %s: the farm: %d\n%s%s\nwithout a farm: %d\n%s", i, when, got.status, got.out, got.err,
					want.status, want.out)
			}
		}
		compare("before")
		if x.name != "" {
			if err := os.WriteFile(x.name, []byte(x.text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		compare("after the edit", strings.Fields(x.to)...)
	}
	if farmed < 18 {
		t.Errorf("%d jobs", farmed)
	}
}
