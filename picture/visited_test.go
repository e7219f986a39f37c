package picture_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"flavers/cfg"
	"flavers/explore"
	"flavers/explore/families"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/follow"
)

// What an explorer records are executions: they can be followed, they reach each state in which an execution can end,
// and those of the explorer that reduces nothing reach every state by every step.
func TestVisitedOfExplorers(t *testing.T) {
	bounds := follow.Bounds{States: 150, Steps: 1000, Cells: 1 << 16}
	explored := map[string]int{}
	for seed := range trial.Seeds(t, 30) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 41, 120)))
		whole, ok, err := follow.Graph(nil, p, nil, bounds)
		if err != nil || !ok || slices.ContainsFunc(whole.Moves, func(m report.GraphMove) bool { return m.Failed }) {
			continue // explorers go on after an error
		}
		for _, x := range families.All() {
			if x.Complete && !strings.HasPrefix(x.Name, "engine-") {
				if g := visitedBy(t, p, x.Name, bounds); g != nil {
					explored[x.Name]++
					compareVisited(t, x.Name, g, whole)
				}
			}
		}
	}
	for _, name := range []string{"full", "states", "source", "optimal", "lpor"} {
		if explored[name] < 4 {
			t.Errorf("%s explored %d programs", name, explored[name])
		}
	}
}

// visitedBy is what an explorer visits; nil: it refuses the program, or does not explore it whole.
func visitedBy(t *testing.T, p *cfg.Program, name string, bounds follow.Bounds) *report.Graph {
	t.Helper()
	var schedules [][]sem.Choice
	opt := explore.Options{Algorithm: name, Depth: 200, MaxExecutions: 3000}
	opt.Record = func(s []sem.Choice) { schedules = append(schedules, s) }
	r, err := families.Run(context.Background(), p, nil, opt)
	if refused := (*explore.Refused)(nil); errors.As(err, &refused) || err == nil && !r.Complete {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	g, ok, err := follow.Visited(nil, p, nil, schedules, bounds)
	if err != nil || !ok {
		t.Fatalf("%s: %v, %v", name, ok, err)
	}
	return g
}

func compareVisited(t *testing.T, name string, g, whole *report.Graph) {
	t.Helper()
	count := func(g *report.Graph, end string) (states, steps int) {
		for i := range g.States {
			if end == "" || g.States[i].End == end {
				states++
				steps += len(g.States[i].Steps)
			}
		}
		return states, steps
	}
	for _, end := range []string{"ended", "deadlock"} {
		got, _ := count(g, end)
		want, _ := count(whole, end)
		if (name == "states" || name == "lpor") && got > 0 && got < want {
			continue // they take states as one that differ in what no step reads
		}
		if got != want {
			t.Errorf("%s: %d states %s, want %d", name, got, end, want)
		}
	}
	if name != "full" {
		return
	}
	states, steps := count(g, "")
	if n, m := count(whole, ""); states != n || steps != m {
		t.Errorf("%s: %d states and %d steps, want %d and %d", name, states, steps, n, m)
	}
}
