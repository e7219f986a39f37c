package assume_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"flavers/assume"
	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/internal/oracle"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/sem"
)

func bytesOf(seed uint64, n int) []byte {
	r := rand.New(rand.NewPCG(seed, 17))
	out := make([]byte, 1+r.IntN(n))
	for i := range out {
		out[i] = byte(r.Uint32())
	}
	return out
}

// A shortest execution that violates and counts is as long as the
// interpreter's, which takes states that do not count away from the graph of all
// states; what leads to it counts, and so does one of its successors.
func TestViolation(t *testing.T) {
	const usual = 60
	n, found, none := trial.Count(t, usual), 0, 0
	ctx := context.Background()
	for seed := range trial.Seeds(t, usual) {
		program := gen.Options{Size: 3}.Program
		if seed%3 == 2 {
			program = gen.Bursts
		}
		src := program(bytesOf(seed, 100))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		events := append(gen.Events(p), "nothing")
		constraint := gen.Ending
		if seed%2 == 0 {
			constraint = gen.Constraint
		}
		specText := gen.Spec(bytesOf(seed+1000, 40), events) + "\n" + constraint(bytesOf(seed+2000, 40), events)
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatal(ds.All)
		}
		m, err := sem.New(p)
		if err != nil {
			continue
		}
		j := assume.New(m, specs)
		for _, sp := range specs {
			if !sp.Property {
				continue
			}
			want, complete, trace, err := oracle.Violates(p, specs[len(specs)-1:], sp, 5000)
			if err != nil {
				continue
			}
			schedule, atEnd, got := j.Violation(ctx, sp)
			switch {
			case got == assume.Unknown && !complete: // beyond the model, or too large
			case got == assume.Yes && !want && !complete:
			case (got == assume.Yes) != want, got == assume.Unknown, complete && len(schedule) != len(trace):
				t.Fatalf("seed %d, %s: %v with %d steps, the interpreter says %v with %d (complete: %v)\n%s\n%s", seed, sp.Name, got, len(schedule),
					want, len(trace), complete, src, specText)
			}
			if got != assume.Yes {
				none++
				continue
			}
			found++
			for k := range schedule {
				if state, ok := j.After(schedule[:k]); !ok || j.Obeys(ctx, state) != assume.Yes {
					t.Fatalf("seed %d: the first %d steps of %v do not count\n%s\n%s", seed, k, schedule, src, specText)
				}
			}
			if state, ok := j.After(schedule); !ok || !atEnd && j.Obeys(ctx, state) != assume.Yes {
				t.Fatalf("seed %d: %v does not count\n%s\n%s", seed, schedule, src, specText)
			}
		}
	}
	t.Logf("%d violated, %d not", found, none)
	if found < n/10 || none < n/10 {
		t.Errorf("too few programs violate, or too few do not")
	}
}

// A search that is cut off says so, and may be asked again.
func TestCutOff(t *testing.T) {
	p, ds := lang.Load("long.tfg", []byte("program long\ntask t { var n 0..100; while n < 100 { n = n + 1 }; event bad }"), lang.Options{})
	if ds.HasErrors() {
		t.Fatal(ds.All)
	}
	specs, _ := fsa.Parse("long.fsa", []byte("property p { absence of bad } constraint k { existence of bad }"))
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	j := assume.New(m, specs)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := j.Obeys(ctx, j.Start()); got != assume.Unknown {
		t.Errorf("%v after the end of the context", got)
	}
	if _, _, got := j.Violation(ctx, specs[0]); got != assume.Unknown {
		t.Errorf("%v after the end of the context", got)
	}
	if got := j.Obeys(context.Background(), j.Start()); got != assume.Yes {
		t.Errorf("%v when asked again", got)
	}
}

// A program without tasks has states without components.
func TestEmptyProgram(t *testing.T) {
	p := trial.Program(t, "program p\nconst N = 0\nlooper node[i in 0..N-1] { on m { } }")
	m, err := sem.New(p)
	if err != nil || len(m.Comps) != 0 {
		t.Fatal(len(m.Comps), err)
	}
	if j := assume.New(m, nil); !j.Free() || len(j.Start()) != 0 {
		t.Error("the empty program has constraints, or a state")
	}
}
