package observe_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/automata/observe"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// Along random executions, a monitor is where the word of the symbols that were
// observed leads: the definition. A violation stays one, and never accepts.
func TestWords(t *testing.T) {
	moved, violated := 0, 0
	for seed := range trial.Seeds(t, 150) {
		p := trial.Program(t, gen.Mixed(seed, gen.Mixtures(), trial.Bytes(seed, 21, 160)))
		specs := trial.Specs(t, gen.Spec(trial.Bytes(seed, 22, 40), append(gen.Events(p), "a", "b")))
		m, err := sem.New(p)
		if err != nil {
			continue
		}
		monitors := observe.All(specs)
		words := make([][]int, len(specs))
		q := make([]int32, len(specs))
		for i, sp := range specs {
			q[i] = sp.DFA.Start
		}
		r := rand.New(rand.NewPCG(seed, 23))
		state := m.Start()
		for range 30 {
			next := m.Successors(state, true)
			next = slices.DeleteFunc(next, func(o sem.Outcome) bool { return o.Err != nil })
			if len(next) == 0 {
				break
			}
			o := next[r.IntN(len(next))]
			state = o.Next
			for i := range monitors {
				before := q[i]
				q[i] = monitors[i].After(p, before, o.Occ)
				for k := range o.Occ {
					if sym := monitors[i].Symbol(o.Occ[k].Names(), o.Occ[k].Owners(p)); sym >= 0 {
						words[i] = append(words[i], sym)
						if before != q[i] && len(o.Occ) == 1 && !monitors[i].Moves(sym) {
							t.Errorf("seed %d: %s moves by a symbol that moves nothing", seed, specs[i].Name)
						}
					}
				}
				at := specs[i].DFA.Start
				for _, sym := range words[i] {
					if at != specs[i].DFA.Trap() {
						at = specs[i].DFA.Step(at, sym)
					}
				}
				if q[i] != at {
					t.Fatalf("seed %d: %s is in %d, its word leads to %d", seed, specs[i].Name, q[i], at)
				}
				if q[i] != before {
					moved++
				}
				if monitors[i].Violated(before) && !monitors[i].Violated(q[i]) || monitors[i].Violated(q[i]) && monitors[i].Accepts(q[i]) {
					t.Errorf("seed %d: a violation of %s passes", seed, specs[i].Name)
				}
				if monitors[i].Violated(q[i]) {
					violated++
				}
			}
		}
	}
	if moved < 20 || violated == 0 {
		t.Errorf("only %d moves, %d states of a violation", moved, violated)
	}
}
