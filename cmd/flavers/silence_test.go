package main

import (
	"strings"
	"testing"
)

const locksCross = "program p\nlock a\nlock b\ntask x { lock a; lock b; unlock b; unlock a }\n" +
	"task y { lock b; lock a; unlock a; unlock b }\n"

// Whatever is checked, or is not, is said; and where nothing was checked the exit status is no success.
func TestSilence(t *testing.T) {
	inDir(t, map[string]string{"cross.tfg": locksCross, "ok.tfg": "program p\ntask t { event a }\n",
		"only.tfg": locksCross, "only.fsa": "constraint c { existence of a at most 1 }\n",
		"lib/go.mod": "module lib\n\ngo 1.24\n", "lib/lib.go": "package lib\n\nfunc F(c chan int) { c <- <-c }\n",
		"lib/below/deep/d.go": "package deep\n", "mixed/ok.tfg": "program p\ntask t { event a }\n",
		"mixed/srv/go.mod": "module srv\n\ngo 1.24\n", "mixed/srv/s.go": "package srv\n",
		"tests/ok.tfg": "program p\ntask t { event a }\n", "tests/s_test.go": "package srv\n"})
	nothing := "C114: nothing was checked: no main, no test, no exported function that"
	runSteps(t, []step{
		// a program without a property
		{args: "check cross.tfg", status: 1, out: "no deadlock is violated",
			err: "note C101: only deadlock and run-time errors are checked|no file cross.fsa"},
		{args: "check cross.tfg --format json", status: 1, out: `"code": "C101"|"severity": "note"`},
		{args: "check only.tfg", status: 2, err: "only.fsa"},
		{args: "check cross.tfg --only deadlock", status: 1},
		{args: "check ok.tfg --deadlock=off", status: 0, out: "ok.tfg: no execution can end in a run-time error"},
		{args: "check . --deadlock=off", status: 2, out: "ok.tfg: no execution can end in a run-time error"},
		{args: "stats ok.tfg", status: 2, err: "error C101: no property"},
		{args: "render ok.tfg --graph trace -o o.svg", status: 2, err: "error C101: no property"},

		// one flag, one meaning
		{args: "check cross.tfg --runtime-errors", status: 1, out: "no deadlock is violated"},
		{args: "explore cross.tfg --runtime-errors", status: 1, out: "deadlock"},
		{args: "crosscheck cross.tfg --runtime-errors", status: 1, out: "Violated: no deadlock"},
		{args: "check ok.tfg --runtime-errors", status: 0,
			out: "no execution can end in a run-time error\n|no deadlock  holds"},
		{args: "check cross.tfg --runtime-errors --deadlock=off", status: 0, out: "no run-time error  holds"},

		// nothing that could be checked
		{args: "check ./lib", status: 3, out: "nothing was checked\n",
			err: nothing + "|there are Go packages below it: flavers check ./lib/..."},
		{args: "check ./lib --format json", status: 3, out: nothing[len("C114: "):]},
		{args: "check ./lib --format github", status: 3, out: "::warning|nothing was checked\n"},
		{args: "check ./lib --format sarif", status: 3, out: nothing[len("C114: "):]},
		// Go packages beside programs
		{args: "check ./mixed/...", status: 0, err: "C115: only programs were checked|flavers check mixed/srv/s.go"},
		{args: "check ./mixed/... --format json", status: 0, out: "only programs were checked"},
		{args: "check cross.tfg ok.tfg --only nobody", status: 3, err: "nothing was checked: no program has"},
	})
	for _, folder := range []string{"./mixed", "./tests/..."} { // no package was asked for; a test is none
		if got := runReal("", "check", folder); got.status != 0 || strings.Contains(got.err, "C115") {
			t.Errorf("%s: %+v", folder, got)
		}
	}
	if got := runReal("", "check", "cross.tfg", "ok.tfg", "--only", "runtime-errors"); got.status != 0 ||
		!strings.Contains(got.out, "ok.tfg: no execution can end in a run-time error\n") {
		t.Errorf("that no step can fail is an answer: %+v", got)
	}
}

// What stats finds is about paths, and is called so: here, executions that run for ever violate the property.
func TestStatsIsNoVerdict(t *testing.T) {
	args := []string{"../../examples/gas_station.tfg", "--only", "change_from_right_pump", "--no-times"}
	checked := runReal("", append([]string{"check", "--no-cache"}, args...)...)
	if checked.status != 1 || !strings.Contains(checked.out, "change_from_right_pump is violated") {
		t.Fatalf("%+v", checked)
	}
	for _, form := range []string{"text", "markdown"} {
		got := runReal("", append([]string{"stats", "--format", form}, args...)...)
		for _, word := range []string{"verdict", "holds", "violated"} {
			if strings.Contains(got.out, word) || !strings.Contains(got.out, "found") {
				t.Errorf("%s speaks of %q:\n%s", form, word, got.out)
			}
		}
	}
	got := runReal("", append([]string{"stats", "--format", "json"}, args...)...)
	if !strings.Contains(got.out, `"found": {`) || !strings.Contains(got.out, `"verdict": {`) {
		t.Errorf("the key is gone:\n%s", got.out)
	}
}
