package dataflow

import (
	"context"
	"math/rand/v2"
	"testing"

	"flavers/internal/trial"
)

// The product of a problem that holds has the tuples and steps that the search counts; that of one that does not has a
// tuple that says so, in the way in which the search found it.
func TestProduct(t *testing.T) {
	holds, violated := 0, 0
	for seed := range trial.Seeds(t, 150) {
		r := rand.New(rand.NewPCG(seed, 35))
		p := randomProblem(r, shape{monitors: 3, states: 4, nodes: 8, letters: 12, property: 1, density: 0.3})
		s := Solve(context.Background(), p, Options{})
		g, ok := NewProduct(nil, p, 400)
		if !ok {
			continue
		}
		trapped, ended := 0, 0
		for i := range g.Tuples {
			if g.Trapped[i] {
				trapped++
			}
			if g.Bad[i] {
				ended++
			}
		}
		switch s.Verdict {
		case Holds:
			holds++
			if trapped+ended > 0 || int64(len(g.Tuples)) != s.Tuples || int64(len(g.Steps)) != s.Visits {
				t.Errorf("seed %d: %d tuples and %d steps, the search has %d and %d; %d trapped, %d end badly", seed,
					len(g.Tuples), len(g.Steps), s.Tuples, s.Visits, trapped, ended)
			}
		case Violated:
			violated++
			if s.AtEnd && ended == 0 || !s.AtEnd && trapped == 0 {
				t.Errorf("seed %d: violated, at the end %v, but %d tuples are trapped, %d end badly", seed, s.AtEnd, trapped, ended)
			}
		}
	}
	if holds < 10 || violated < 10 {
		t.Errorf("%d problems hold, %d are violated", holds, violated)
	}
}
