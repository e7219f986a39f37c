package main

import (
	"os"
	"strings"
	"testing"

	"flavers/diag"
	"flavers/farm/job"
	"flavers/internal/source"
	"flavers/verify"
)

// farmed are the key and the answer of a job about a program in this folder. The runner is that of a worker, which
// keeps the program that it had last.
func farmed(t *testing.T, runner *job.Runner, program string) (key string, a answered) {
	t.Helper()
	r := &source.Reader{Languages: source.AllLanguages(), Ctx: t.Context(), Standard: strings.NewReader(""),
		Stage: new(string), Late: new(bool), Sources: diag.Sources{}}
	l := r.Load(program, source.Wanted{Own: true})
	if !l.Right {
		t.Fatalf("%s: %v", program, r.List)
	}
	content := job.ContentOf(l.Program.File, nil, r.Sources, l.Specs)
	j := &job.Job{Kind: job.Check, Content: content.Hash()}
	j.For(verify.Options{Strict: true})
	done := runner.Run(t.Context(), j, content)
	if done.Failed != "" {
		t.Fatalf("%s: %s", program, done.Failed)
	}
	return j.Key(), printed(t, done.Check)
}

// After an edit of an input, a worker that had the job of before gives the answer that the command gives without kept
// ones, and the job has another key. Without an edit, it has the same.
func TestFarmInputs(t *testing.T) {
	edits := 0
	for i, x := range edited {
		broken := strings.HasSuffix(x.text, "{") // the edit is not right, so that there is no job
		if x.name == "" || broken || strings.Contains(x.args, " ") || strings.HasSuffix(x.args, ".gpr") {
			continue // flags and project files are the command's: a job has what they lead to
		}
		edits++
		inDir(t, x.files)
		runner := new(job.Runner)
		key, _ := farmed(t, runner, x.args)
		if again, _ := farmed(t, runner, x.args); again != key {
			t.Errorf("%d: nothing was edited, and the key is %s, before %s", i, again, key)
		}
		if err := os.WriteFile(x.name, []byte(x.text), 0o600); err != nil {
			t.Fatal(err)
		}
		changed, after := farmed(t, runner, x.args)
		if changed == key {
			t.Errorf("%d: %s was edited, and the job has the same key", i, x.name)
		}
		command := ofCommand(t, x.args)
		after.Program, command.Program = "", ""
		same(t, x.name, "a job of a farm", command, after)
	}
	if edits < 6 {
		t.Errorf("%d edits", edits)
	}
}
