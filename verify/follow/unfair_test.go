package follow_test

import (
	"strings"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// A loop that takes one alternative of a fair choice for ever is unfair to the other one, which is named by
// its place in the file that the program was made of.
func TestUnfair(t *testing.T) {
	p := trial.Program(t, "program p\ntask t { loop {\n//line model.go:7:3\nfair choose { event a } or { event b }\n} }")
	specs, ds := fsa.Parse("p.fsa", []byte("property p { existence of b }"))
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	r, err := infinite.Of(t.Context(), p, nil, specs[0], infinite.Options{Fairness: live.None})
	if err != nil || !r.Violated {
		t.Fatalf("%+v, %v", r, err)
	}
	run, list := follow.Run(p, specs, sem.FormatLasso(p, r.Stem, r.Loop))
	if list.HasErrors() || !strings.Contains(run.Unfair, "(model.go:7:") {
		t.Errorf("unfair to %q, %v", run.Unfair, list.All)
	}
	if _, err := follow.Lasso(p, specs, r.Stem, r.Loop, live.Weak); err == nil {
		t.Error("the loop counts as weakly fair")
	}
}
