package sem_test

import (
	"fmt"
	"slices"
	"testing"

	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

// What a step does not read makes no difference to it: with another value of
// the variable it does the same, and leaves the variable alone unless it writes it.
func TestAccesses(t *testing.T) {
	same, written := 0, 0
	for seed := range trial.Seeds(t, 30) {
		src := gen.Program(randomBytes(seed+9000, 220))
		if seed%3 == 0 {
			src = gen.MessagePassing(randomBytes(seed+9000, 220))
		}
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("seed %d: %v", seed, ds.All)
		}
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		todo := [][]int32{m.Start()}
		for i := 0; i < len(todo) && i < 40; i++ {
			state := todo[i]
			for _, a := range p.Actions {
				outs := m.Outcomes(nil, state, a, true)
				for _, o := range outs {
					if o.Err == nil {
						todo = append(todo, o.Next)
					}
				}
				if len(outs) != 1 {
					continue
				}
				reads, writes := m.Accesses(state, a, 0)
				for v := range p.Vars {
					v := p.Vars[v].ID
					k := m.Var(v)
					if k < 0 || slices.Contains(reads, v) {
						continue
					}
					other := slices.Clone(state)
					other[k] = (state[k] + 1) % m.Comps[k].Size
					// A handler may take other messages besides, if its guard lets them pass.
					again := m.Outcomes(nil, other, a, true)
					again = slices.DeleteFunc(again, func(o sem.Outcome) bool {
						return fmt.Sprint(o.Err, o.Occ) != fmt.Sprint(outs[0].Err, outs[0].Occ)
					})
					if len(again) == 0 {
						t.Fatalf("seed %d: %s does not read %s, but depends on it\n%s", seed, p.NodeString(a.A), p.Vars[v].Name, src)
					}
					if outs[0].Err != nil {
						continue
					}
					want := slices.Clone(outs[0].Next)
					if slices.Contains(writes, v) {
						written++
					} else {
						want[k] = other[k]
					}
					if !slices.Equal(again[0].Next, want) {
						t.Fatalf("seed %d: %s, of another %s, leads to %v, want %v\n%s", seed, p.NodeString(a.A), p.Vars[v].Name, again[0].Next, want, src)
					}
					same++
				}
			}
		}
	}
	t.Logf("%d variables that are not read, %d of them written", same, written)
	if n := trial.Count(t, 30); same < 30*n || written < n {
		t.Error("too few: the programs are too trivial")
	}
}
