package mip

import (
	"math/rand/v2"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/lang"
)

// TestGenerated: programs of the input language, lowered by the front end. The
// relation equals the slow twin's, passes Check, and covers what executions
// show.
func TestGenerated(t *testing.T) {
	runs := uint64(1500)
	if testing.Short() {
		runs = 150
	}
	whole, found, shown := 0, 0, 0
	for seed := range runs {
		rng := rand.New(rand.NewPCG(seed, 9))
		data := make([]byte, 10+rng.IntN(150))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		text := gen.Program(data)
		p, l := lang.Load("random.tfg", []byte(text), lang.Options{})
		if l.HasErrors() {
			t.Fatalf("seed %d: %v\n%s", seed, l.All, text)
		}
		r := MHP(p)
		if err := r.Check(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		equal(t, seed, r, slowMHP(p))
		pairs, complete := oracle.ParallelPoints(p, 2000) // what a cut search shows is still to be covered
		for q := range pairs {
			if !r.Parallel(q[0], q[1]) {
				t.Fatalf("seed %d: points %d and %d are occupied at once, and not parallel\n%s", seed, q[0], q[1], text)
			}
		}
		for _, task := range p.Tasks {
			if task.Static() && !r.Reachable(task.Start) {
				t.Fatalf("seed %d: the start of %s is not reachable", seed, task.Name)
			}
		}
		if complete {
			whole++
			found += r.Pairs()
			shown += len(pairs)
		}
	}
	t.Logf("%d programs, %d searched whole: %d pairs, %d shown by executions", runs, whole, found, shown)
	if shown == 0 {
		t.Error("no execution showed a pair")
	}
}
