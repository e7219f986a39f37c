//go:build unix

package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestProcess: the exit status of a process of its own, and what reaches its standard
// output.
func TestProcess(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec})
	for args, want := range map[string]int{
		"check turns.tfg": 1, "check turns.tfg --only order": 0, "check no.tfg": 2, "version": 0, "": 2,
	} {
		cmd := exec.Command(binary, strings.Fields(args)...)
		cmd.Env = append(os.Environ(), "NO_COLOR=1", attackVariable+"=main")
		out, err := cmd.Output()
		if got := cmd.ProcessState.ExitCode(); got != want {
			t.Errorf("flavers %s: exit status %d, want %d (%v)", args, got, want, err)
		}
		if (want == 2) != (len(out) == 0) {
			t.Errorf("flavers %s: standard output %q", args, out)
		}
	}
}

// TestLeastMemory: a process of its own can work with the least memory that makes sense.
func TestLeastMemory(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec})
	cmd := exec.Command(binary, strings.Fields("check turns.tfg --only order --max-memory 1MiB")...)
	cmd.Env = append(os.Environ(), "NO_COLOR=1", attackVariable+"=main")
	out, err := cmd.CombinedOutput()
	const note = "note C109: --max-memory 1048576 is smaller than makes sense, so 41943040 is taken: the command itself needs so much"
	if err != nil || !strings.Contains(string(out), note) || !strings.Contains(string(out), "order holds") && !strings.Contains(string(out), "1 holds") {
		t.Errorf("%v\n%s", err, out)
	}
}
