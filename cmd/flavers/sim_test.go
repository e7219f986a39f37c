package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"flavers/report"
)

// A session on the deadlock of the philosophers: find it, go back, save the way there,
// and begin from it again.
func TestSim(t *testing.T) {
	program := "../../examples/dining.tfg"
	saved := filepath.Join(t.TempDir(), "schedule")
	got := runReal("find\nfind deadlock\nb\nsave "+saved+"\n", "sim", program)
	for _, want := range []string{"find never_two_forks  2 steps", "Deadlock: not all tasks have ended", "step 2: phil[1] with fork[1]  fork[1].up", "has the schedule of 2 steps", "To come back: flavers sim " + program} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	if got.status != 0 || got.err != "" {
		t.Errorf("status %d, %s", got.status, got.err)
	}
	if text, err := os.ReadFile(saved); err != nil || !strings.HasPrefix(string(text), "1:") {
		t.Errorf("%q, %v", text, err)
	}
	if got = runReal("p\n", "sim", program, saved); got.status != 0 || !strings.Contains(got.out, "step 2: phil[1] with fork[1]") {
		t.Errorf("status %d\n%s%s", got.status, got.out, got.err)
	}
	got = runReal("find\nfind served\n", "sim", "../../examples/liveness/test_and_set.tfg")
	for _, want := range []string{"find served  5 steps, the last 4 again and again", "The last 4 steps come back to the state in which they began"} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in\n%s", want, got.out)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"sim " + program + " nonsense", "schedule"},
		{"sim " + program + " 1:a792d017:0,0", "cannot be taken"},
		{"sim -", "cannot be standard input"},
		{"sim ../../examples/nets/philosophers.pnml", "not Petri nets"},
		{"sim", "takes a PROGRAM"},
		{"sim " + program + " --set M=1", "M"},
		{"sim " + program + " --format json", "flavers replay"},
		{"sim no_such.tfg", "does not exist"},
	} {
		if got := runReal("", strings.Fields(c.args)...); got.status != report.ExitInput || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: status %d, %s", c.args, got.status, got.err)
		}
	}
}
