package main

import (
	"encoding/json"
	"strings"
	"testing"

	"flavers/report"
)

// check --set N=any: what holds for every number of tasks, what is violated with one, and what
// the command line may not say with it.
func TestEveryNumber(t *testing.T) {
	const cache = "../../examples/everyday/cache.tfg"
	runSteps(t, []step{
		{args: "check " + cache + " --set N=any", status: 1, out: "once               violated at N = 2|filled_first       holds for every N >= 1|no deadlock        holds for every N >= 1|--set N=2 1:"},
		{args: "check " + cache + " --set N=any --set FIXED=true --only once", status: 0, out: "once   holds for every N >= 1"},
		{args: "check " + cache + " --set N=any --set FIXED=true -v", status: 0, out: "counted      tasks of reader, up to 1 and many, in", err: "N = 3:|once: holds for every N, by"},
		{args: "check " + cache + " --set N=any --only once --format github", status: 1, out: "::error file=|once is violated at N = 2"},
		{args: "check " + cache + " --set N=any --expect", status: 0},
		{args: "check ../../examples/readers_writers.tfg --set N=any --only writers_exclude", status: 3,
			out: "not decided for every N: N is used for more than the number of tasks|readers_writers.tfg:22:20|it holds for N = 1 to 6"},
		{args: "check " + cache + " --set N=any --set FIXED=any", status: 2, err: "FIXED and N: only one constant can be any"},
		{args: "check " + cache + " --set FIXED=any", status: 2, err: "T210: --set FIXED=1: the constant is of type bool"},
		{args: "check " + cache + " --set M=any", status: 2, err: `the program has no constant "M"`},
		{args: "check " + cache + " --set N=any --html-output x.html", status: 2, err: "--html-output is of one program, and N=any stands for many: give N a value, as --set N=3"},
		{args: "check " + cache + " --set N=any --dump mip", status: 2, err: "--dump is of one program"},
		{args: "check ../../examples/everyday --set N=any", status: 2, err: "T210"},
		{args: "explore " + cache + " --set N=any", status: 2, err: "flavers check, of one program, takes any"},
	})
	got := runReal("", "check", cache, "--set", "N=any", "--format", "json")
	var c report.Check
	if err := json.Unmarshal([]byte(got.out), &c); err != nil {
		t.Fatal(err)
	}
	if e := c.Results[0].Every; e == nil || e.At != 2 || e.Constant != "N" {
		t.Errorf("%+v", e)
	}
	if e := c.Results[1].Every; e == nil || e.From != 1 || e.Cutoff != 1 || len(e.Classes) != 1 || e.Classes[0] != "reader" {
		t.Errorf("%+v", e)
	}
	for _, text := range []string{"program x\nconst N = 2\nlock m\ntask a[i in 0..N-1] { lock m; event go; unlock m }\n"} { // from standard input
		if got := runReal(text, "check", "-", "--set", "N=any", "--only", "deadlock"); got.status != 0 || !strings.Contains(got.out, "holds for every N >= 1") {
			t.Errorf("%d\n%s%s", got.status, got.out, got.err)
		}
	}
}
