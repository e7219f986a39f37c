package main

import (
	"strings"
	"testing"
)

// Names of properties, constants and tasks come from the program.
func TestCompletionOfNames(t *testing.T) {
	inDir(t, map[string]string{
		"p.tfg": "program p\nconst N = 2\nconst ok = true\ntask a[i in 0..N-1] { event e(i) }\n",
		"p.fsa": "property first { absence of e(0) globally }\nproperty second { absence of e(1) globally }\n",
		"q.fsa": "property third { absence of e(0) globally }\n", "bad.tfg": "program\n"})
	for args, want := range map[string]string{
		"check|p.tfg|--only|":                        "first second :4",
		"check|p.tfg|--only|first|--only|":           "second :4",
		"explore|p.tfg|--property|q.fsa|--only|":     "third :4",
		"stats|p.tfg|--set|":                         "N= ok= :4",
		"crosscheck|p.tfg|--set|N=3|--set|":          "ok= :4",
		"render|p.tfg|--task|":                       "a[0] a[1] :4",
		"render|p.tfg|--set|N=3|--task|":             "a[0] a[1] a[2] :4",
		"render|bad.tfg|--task|":                     ":4",
		"check|no.tfg|--only|":                       ":4",
		"check|--only|":                              ":4",
		"check|-|--set|":                             ":4",
		"replay|p.tfg|1:0:0|--set|":                  "N= ok= :4",
		"completion|":                                "bash fish powershell zsh :4",
		"check|p.tfg|--runtime-errors|--dump|":       "tfg-source cfg events specs tfg mhp automata mip pruned problem :4",
		"explore|p.tfg|--algorithm|states|--search|": "bfs dfs :4",
	} {
		got := runReal("", append([]string{"__completeNoDesc"}, strings.Split(args, "|")...)...)
		if words := strings.Join(strings.Fields(got.out), " "); words != want {
			t.Errorf("%s: %q, want %q", args, words, want)
		}
	}
	for _, args := range []string{"completion", "completion tcsh"} {
		if got := runReal("", strings.Fields(args)...); got.status != 2 || got.out != "" || !strings.Contains(got.err, "bash, fish, powershell, zsh") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
