package directed_test

import (
	"testing"

	"flavers/explore"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
	"flavers/verify/directed"
)

// The philosophers' deadlock is found at any number, without a step too many.
func TestPhilosophers(t *testing.T) {
	for _, n := range []string{"2", "7", "60"} {
		p, _ := trial.Example(t, "examples/dining_locks.tfg", map[string]string{"N": n})
		run, looked := directed.Deadlock(t.Context(), p, nil, 0)
		if run == nil {
			t.Fatalf("N=%s: none of %d executions deadlocks", n, looked)
		}
		if len(run) > 3*len(p.Tasks) {
			t.Errorf("N=%s: %d steps of %d tasks", n, len(run), len(p.Tasks))
		}
	}
}

// What is found is a deadlock, and a program without one has none.
func TestRandom(t *testing.T) {
	const usual = 150
	found, missed := 0, 0
	for seed := range trial.Seeds(t, usual) {
		src := gen.Program(trial.Bytes(seed, 61, 200))
		p := trial.Program(t, src)
		run, _ := directed.Deadlock(t.Context(), p, nil, 0)
		r, err := explore.Run(t.Context(), p, nil, explore.Options{Algorithm: "states", Seek: explore.Deadlock, StopAtFirst: true, MaxStates: 20_000})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		switch {
		case run == nil:
			missed += len(r.Findings)
			continue
		case r.Complete && len(r.Findings) == 0:
			t.Fatalf("seed %d: a deadlock of a program that has none\n%s", seed, src)
		}
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		state := m.Start()
		for _, c := range run {
			outs := m.Outcomes(nil, state, p.Actions[c.Action], false)
			if c.Outcome >= len(outs) || outs[c.Outcome].Err != nil {
				t.Fatalf("seed %d: the schedule cannot be followed\n%s", seed, src)
			}
			state = outs[c.Outcome].Next
		}
		if m.Over(state) || len(m.Successors(state, false)) > 0 {
			t.Fatalf("seed %d: it does not end in a deadlock\n%s", seed, src)
		}
		found++
	}
	t.Logf("found in %d programs, missed in %d", found, missed)
	if found < 10 {
		t.Errorf("a deadlock was found in %d programs only", found)
	}
}
