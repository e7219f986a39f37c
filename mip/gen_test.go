package mip

import (
	"math/rand/v2"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
)

// FuzzMHP lets the fuzzer choose the program.
func FuzzMHP(f *testing.F) {
	f.Add([]byte(nil))
	f.Add([]byte("may happen in parallel"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 400 {
			generated(t, gen.Program(data))
			generated(t, gen.MessagePassing(data))
		}
	})
}

// generated tests the relation of a program. It returns the number of its
// pairs, the number that executions show, and whether all executions were
// looked at.
func generated(t *testing.T, text string) (found, shown int, complete bool) {
	t.Helper()
	p, l := lang.Load("random.tfg", []byte(text), lang.Options{})
	if l.HasErrors() {
		t.Fatalf("%v\n%s", l.All, text)
	}
	r := MHP(p)
	if err := r.Check(p); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	equal(t, p, 0, r, slowMHP(p))
	pairs, complete := oracle.ParallelPoints(p, 2000) // what a cut search shows is still to be covered
	for q := range pairs {
		if !r.Parallel(q[0], q[1]) {
			t.Fatalf("points %d and %d are occupied at once, and not parallel\n%s", q[0], q[1], text)
		}
	}
	return r.Pairs(), len(pairs), complete
}

// TestGenerated: programs of the input language, lowered by the front end. The
// relation equals the slow twin's, passes Check, and covers what executions
// show.
func TestGenerated(t *testing.T) {
	const usual = 100
	runs := trial.Count(t, usual)
	whole, found, shown := 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		rng := rand.New(rand.NewPCG(seed, 9))
		data := make([]byte, 10+rng.IntN(150))
		for i := range data {
			data[i] = byte(rng.Uint32())
		}
		text := gen.Program(data)
		if seed%2 == 1 {
			text = gen.MessagePassing(data)
		}
		if inAll, inRuns, complete := generated(t, text); complete {
			whole++
			found += inAll
			shown += inRuns
		}
	}
	t.Logf("%d programs, %d searched whole: %d pairs, %d shown by executions", runs, whole, found, shown)
	if shown == 0 {
		t.Error("no execution showed a pair")
	}
}
