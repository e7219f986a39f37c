package mip

import (
	"math/rand/v2"
	"testing"

	"flavers/cfg"
	"flavers/internal/oracle"
	"flavers/internal/trial"
)

// TestKnownPairs compares with published and recomputed counts of parallel
// pairs: of this analysis, of the exact relation, and of reachable states.
// Where the counted model is known, all three must be met; unknown means that
// ours is only of the same kind as a published one, and logs what it gives.
func TestKnownPairs(t *testing.T) {
	const unknown = -1
	for _, c := range []struct {
		p                    *cfg.Program
		n                    int
		pairs, exact, states int
	}{
		{cyclic(3), 3, 153, 153, 42},
		{cyclic(6), 6, 741, 735, 638},
		{philosophers(6), 6, 540, 540, 728},
		{philosophers(8), 8, 1008, 1008, 6560},
		{forkManager(2), 2, 11, 11, 4},
		{forkManager(5), 5, 95, 95, 12},
		{readersWriters(6), 6, 411, 357, 71},
		{host(4), 4, 600, 512, 512},
		{host(5), 5, 950, 840, 3112},
		{tokenRing(3), 3, unknown, unknown, unknown},
		{divide(6), 6, unknown, unknown, unknown},
	} {
		r := MHP(c.p)
		if err := r.Check(c.p); err != nil {
			t.Errorf("%s %d: %v", c.p.Name, c.n, err)
		}
		exact := covers(t, c.p, r)
		states := oracle.Explore(c.p, 0).States
		t.Logf("%s %d: %d pairs, exact %d, %d states", c.p.Name, c.n, r.Pairs(), exact, states)
		if c.pairs != unknown && (r.Pairs() != c.pairs || exact != c.exact || states != c.states) {
			t.Errorf("%s %d: %d pairs, exact %d, %d states; want %d, %d, %d",
				c.p.Name, c.n, r.Pairs(), exact, states, c.pairs, c.exact, c.states)
		}
	}
}

// covers fails the test if an execution of p shows a pair that r lacks, and
// returns the number of pairs that executions show.
func covers(t *testing.T, p *cfg.Program, r *Relation) int {
	t.Helper()
	pairs, complete := oracle.ParallelPoints(p, 0)
	if !complete {
		t.Errorf("%s: the search of all states was cut short", p.Name)
	}
	for q := range pairs {
		if !r.Parallel(q[0], q[1]) {
			t.Errorf("%s: points %d and %d of tasks %d and %d are occupied at once, and not parallel", p.Name,
				q[0], q[1], p.Points[q[0]].Task, p.Points[q[1]].Task)
		}
	}
	return len(pairs)
}

// TestCoversExecutions: never fewer pairs than executions show, on random
// programs with every kind of synchronisation.
func TestCoversExecutions(t *testing.T) {
	const usual, limit = 200, 3000
	found, shown := 0, 0
	for seed := range trial.Seeds(t, usual) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 2)), 1)
		r := MHP(p)
		pairs, _ := oracle.ParallelPoints(p, limit) // what a cut search shows is still to be covered
		for q := range pairs {
			if !r.Parallel(q[0], q[1]) {
				t.Fatalf("seed %d: points %d and %d are occupied at once, and not parallel\n%s", seed, q[0], q[1], p.Dump())
			}
		}
		found += r.Pairs()
		shown += len(pairs)
	}
	t.Logf("%d programs: %d pairs, %d shown by executions", trial.Count(t, usual), found, shown)
	if shown == 0 {
		t.Error("no execution showed a pair")
	}
}
