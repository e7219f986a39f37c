package main

// The command with the real front end and checker, from files to exit status.

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// runReal runs the command as main does.
func runReal(input string, args ...string) outcome {
	var out, errs bytes.Buffer
	status := run(args, strings.NewReader(input), &out, &errs)
	return outcome{status, out.String(), errs.String()}
}

const (
	turns = `program turns
task a { event a; call b.go }
task b { entry go; accept go; event b }
`
	turnsSpec = `property order { absence of b before a }
property never { absence of b globally }
`
)

func TestRealCheck(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec, "order.fsa": "property order { absence of b before a }\n",
		"over.tfg": "program over\nshared n 0..1 = 0\ntask a { n = n + 1; n = n + 1 }\n",
		"typo.tfg": "program typo\ntask a { entry go; accept og }\n", "typo.fsa": "property p { absense of a globally }\n"})
	for _, c := range []struct {
		args, input string
		status      int
		out, err    string
	}{
		{args: "check turns.tfg", status: 1, out: "order holds|never is violated|turns.tfg:3:"},
		{args: "check turns.tfg --only order", status: 0, out: "order holds"},
		{args: "check - --property turns.fsa", input: turns, status: 1, out: "-:3:"},
		{args: "check -", input: turns + "//! property order.fsa\n", status: 0},
		{args: "check turns.tfg --set M=3", status: 2, err: "error"},
		{args: "check typo.tfg", status: 2, err: "typo.tfg:2:|accept og|typo.fsa:1:|^"},
		{args: "check turns.tfg --only order --check -v", status: 0, out: "order holds"},
		{args: "check turns.tfg --property typo.fsa --dump cfg", status: 0},
		{args: "check over.tfg --runtime-errors", status: 1, out: "no run-time error is violated|n = 2 is outside 0..1"},
		{args: "check over.tfg --runtime-errors --refine none --format json", status: 3, out: `"por": "normal"`},
		{args: "check turns.tfg --runtime-errors", status: 0, out: "no execution can end in a run-time error"},
	} {
		got := runReal(c.input, strings.Fields(c.args)...)
		if got.status != c.status {
			t.Errorf("%s: status %d, want %d\n%s%s", c.args, got.status, c.status, got.out, got.err)
		}
		for _, part := range strings.Split(c.out, "|") {
			if !strings.Contains(squeezed(got.out), part) {
				t.Errorf("%s: standard output lacks %q:\n%s", c.args, part, got.out)
			}
		}
		for _, part := range strings.Split(c.err, "|") {
			if !strings.Contains(got.err, part) {
				t.Errorf("%s: standard error lacks %q:\n%s", c.args, part, got.err)
			}
		}
	}
}

// squeezed has one blank where text has several.
func squeezed(text string) string { return strings.Join(strings.Fields(text), " ") }

// Every sound elimination rule and every order gives the same verdicts. The
// rule "paper" is for comparison only: what it cannot find, it may have lost.
func TestRealOptionsAgree(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec})
	for _, por := range []string{"none", "paper", "safe", "early", "late", "normal"} {
		for _, order := range []string{"bfs", "dfs", "rpo"} {
			got := runReal("", "check", "turns.tfg", "--por", por, "--order", order)
			calm := "order holds"
			if por == "paper" {
				calm = "order is unknown"
			}
			if got.status != 1 || !strings.Contains(squeezed(got.out), calm) || !strings.Contains(got.out, "never is violated") {
				t.Errorf("--por %s --order %s: status %d\n%s%s", por, order, got.status, got.out, got.err)
			}
		}
	}
}

// Every stage can be dumped.
func TestRealDump(t *testing.T) {
	inDir(t, map[string]string{"turns.tfg": turns, "turns.fsa": turnsSpec})
	for _, stage := range []string{"cfg", "events", "specs", "tfg", "mhp", "automata", "mip", "pruned", "problem"} {
		got := runReal("", "check", "turns.tfg", "--dump", stage)
		if got.status != 0 || got.out == "" {
			t.Errorf("--dump %s: status %d\n%s%s", stage, got.status, got.out, got.err)
		}
	}
}

// Same input, same bytes out.
func TestRealRepeats(t *testing.T) {
	program := filepath.Join("..", "..", "examples", "dining_manager.tfg")
	for _, args := range [][]string{
		{"check", program}, {"check", program, "--format", "json", "--no-times"}, {"check", program, "--dump", "pruned"},
	} {
		first := runReal("", args...)
		if first.status == 2 || first.status == 4 {
			t.Fatalf("%v: status %d\n%s", args, first.status, first.err)
		}
		for range 3 {
			if again := runReal("", args...); again != first {
				t.Errorf("%v: first\n%s\nthen\n%s", args, first.out, again.out)
			}
		}
	}
}
