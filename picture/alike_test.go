package picture_test

import (
	"context"
	"fmt"
	"testing"

	"flavers/internal/trial"
	"flavers/picture"
	"flavers/report"
	"flavers/verify"
)

// Philosophers that all do the same are alike, and so are their forks; two that move the property are like nobody.
func TestAlike(t *testing.T) {
	p, specs := trial.Example(t, "examples/dining.tfg", map[string]string{"N": "6"})
	c := verify.Check(context.Background(), p, specs, verify.Options{})
	if got := fmt.Sprint(picture.Chart(p, specs, c.Deadlock).Alike); got != "[[0 1 2 3 4 5] [6 7 8 9 10 11]]" {
		t.Errorf("at the deadlock, %s are alike", got)
	}
	small, specs := trial.Example(t, "examples/dining.tfg", map[string]string{"N": "3"})
	c = verify.Check(context.Background(), small, specs, verify.Options{})
	if got := picture.Chart(small, specs, c.Deadlock).Alike; got != nil {
		t.Errorf("of six tasks, %v are folded", got)
	}
	many := trial.Program(t, "program turns\nconst N = 12\ntask t[i in 1..N] { event a }\n")
	r := &report.Result{Verdict: report.Violated}
	for i := range many.Tasks {
		st := report.Step{Task: many.Tasks[i].Name, Event: "a", Pos: "turns.tfg:3:5"}
		if i == 4 {
			st.State = "odd"
		}
		r.Trace = append(r.Trace, st)
	}
	if got := fmt.Sprint(picture.Chart(many, nil, r).Alike); got != "[[0 1 2 3 5 6 7 8 9 10]]" {
		t.Errorf("where t[5] moves the property and t[12] violates it, %s are alike", got)
	}
}

// A task that has taken no step has a lane if it waits at the end.
func TestChartShowsWhoWaits(t *testing.T) {
	p := trial.Program(t, "chan c\ntask first { spawn other; <-c }\ntask other dynamic[1] { var x 0..1; await x == 1 }\n")
	r := verify.Check(t.Context(), p, nil, verify.Options{}).Deadlock
	c := picture.Chart(p, nil, r)
	if len(r.Waiting) != 2 || len(c.Tasks) != 2 || c.Steps[len(c.Steps)-1].Task == c.Steps[len(c.Steps)-2].Task {
		t.Errorf("%d tasks wait, lanes of %v, %v", len(r.Waiting), c.Tasks, c.Notes)
	}
}
