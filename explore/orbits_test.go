package explore

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"flavers/automata"
	"flavers/cfg"
	"flavers/cfg/dead"
	"flavers/explore/model"
	"flavers/explore/symmetry"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/sem"
)

// randomFamilies is a random program with families of tasks, and specifications.
func randomFamilies(t *testing.T, seed uint64) (*cfg.Program, []*automata.Spec, string) {
	t.Helper()
	src := gen.Mixed(seed, gen.FamilyMixtures(), trial.Bytes(seed, 11, 120))
	if seed%3 == 2 {
		src = gen.Replicated(trial.Bytes(seed, 11, 60))
	}
	if seed%6 == 4 {
		src = gen.Passed(trial.Bytes(seed, 11, 60))
	}
	p := trial.Program(t, src)
	fsa := ""
	if seed%2 == 1 {
		fsa = gen.Spec(trial.Bytes(seed+99, 11, 40), events)
	}
	if seed%8 == 3 {
		fsa += gen.Constraint(trial.Bytes(seed+999, 11, 40), events)
	}
	return p, trial.Specs(t, fsa), fmt.Sprintf("seed %d\n%s\n%s", seed, src, fsa)
}

// A search of orbits finds what a search of all states finds, in executions of the
// same length. If members start alike, all states of an orbit are as far from the start;
// else the nearest one says how deep the search goes. It visits one state of each orbit, by permuting members
// in all ways.
func TestOrbits(t *testing.T) {
	usual, reduced, smaller, found, named := trial.Usual(120, 300), 0, 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		p, specs, what := randomFamilies(t, seed)
		m, err := sem.New(dead.Forget(p))
		if err != nil {
			continue
		}
		classes := symmetry.Find(m, specs, nil)
		if len(classes) == 0 {
			continue
		}
		reduced++
		opt := Options{Algorithm: "states", MaxStates: 20_000}
		all, err := Run(context.Background(), p, specs, opt)
		if err != nil {
			t.Fatal(err)
		}
		if all.States > opt.MaxStates || all.States == 0 { // a constraint forbids everything
			continue
		}
		opt.Symmetry = true
		alike := symmetricStart(m, classes)
		for _, jobs := range []int{1, 2} {
			opt.Jobs = jobs
			some, err := Run(context.Background(), p, specs, opt)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := lengths(all), lengths(some); !slices.Equal(a, b) || all.Complete != some.Complete ||
				all.MaxDepth < some.MaxDepth || alike && all.MaxDepth != some.MaxDepth {
				t.Fatalf("%s\nall states: %v complete %v depth %d\norbits: %v complete %v depth %d", what, a, all.Complete, all.MaxDepth, b, some.Complete, some.MaxDepth)
			}
			for _, f := range some.Findings {
				found++
				trial.Follow(t, p, specs, trial.Claim{Kind: string(f.Kind), Property: f.Property, AtEnd: f.AtEnd, Err: f.Err, Schedule: f.Schedule}, what)
			}
			if jobs == 1 {
				if want := orbitsByPermuting(t, m, specs, classes); want != some.States {
					t.Fatalf("%s\n%d states, %d orbits by permuting, %d visited", what, all.States, want, some.States)
				}
			}
			if some.States < all.States {
				smaller++
			}
		}
		for i := range classes {
			if len(classes[i].Shared) > 0 {
				named++
			}
		}
	}
	t.Logf("%d programs with interchangeable tasks, %d with components that name them, %d smaller searches, %d findings", reduced, named, smaller, found)
	if n := trial.Count(t, usual); reduced < n/20 || smaller < n/30 || found < n/40 || named == 0 {
		t.Error("too few of something")
	}
}

// lengths are the findings with the lengths of their schedules.
func lengths(r *Result) (out []string) {
	for _, f := range r.Findings {
		at := ""
		if f.Err != nil {
			at = f.Err.Pos.String() + f.Err.Kind.String()
		}
		out = append(out, fmt.Sprint(f.Kind, f.Property, f.AtEnd, at, len(f.Schedule)))
	}
	slices.Sort(out)
	return out
}

// symmetricStart reports whether permuting members does not change the start.
func symmetricStart(m *sem.Machine, classes []symmetry.Class) bool {
	alike := true
	forAllImages(m.Start(), classes, func(image []int32) { alike = alike && slices.Equal(image, m.Start()) })
	return alike
}

// orbitsByPermuting counts the orbits of the reachable states: a state is new if no
// permutation of the members of each class makes it one that is known.
func orbitsByPermuting(t *testing.T, m *sem.Machine, specs []*automata.Spec, classes []symmetry.Class) int64 {
	t.Helper()
	w := model.New(m, specs, model.Config{Threads: true})
	known := map[string]bool{}
	reps := int64(0)
	start := w.Start()
	queue := [][]int32{start}
	seen := map[string]bool{fmt.Sprint(start): true}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		if !known[fmt.Sprint(state)] {
			reps++
			forAllImages(state, classes, func(image []int32) { known[fmt.Sprint(image)] = true })
		}
		list, _ := w.Enabled(nil, state)
		for _, v := range list {
			if v.Effect.Err != nil {
				continue
			}
			next := slices.Clone(state)
			w.Change(next, v)
			if k := fmt.Sprint(next); !seen[k] {
				seen[k] = true
				queue = append(queue, next)
			}
		}
	}
	return reps
}

// forAllImages calls f for a state under all permutations of all classes.
func forAllImages(state []int32, classes []symmetry.Class, f func([]int32)) {
	if len(classes) == 0 {
		f(state)
		return
	}
	k := &classes[0]
	order := make([]int, len(k.Own))
	var permute func(i int, used uint)
	permute = func(i int, used uint) {
		if i == len(order) {
			image := slices.Clone(state)
			for member, to := range order {
				for r, c := range k.Own[member] {
					image[k.Own[to][r]] = state[c]
				}
				for _, n := range k.Shared {
					if r := slices.Index(n.Values[member], state[n.Comp]); r >= 0 {
						image[n.Comp] = n.Values[to][r]
					}
				}
			}
			forAllImages(image, classes[1:], f)
			return
		}
		for to := range order {
			if used>>to&1 == 0 {
				order[i] = to
				permute(i+1, used|1<<to)
			}
		}
	}
	permute(0, 0)
}

// The number of states of readers and writers grows with the square of N, not with
// 3^N; docs/explorers.md names one of these.
func TestOrbitCounts(t *testing.T) {
	for n, want := range map[int]int64{2: 30, 6: 111, 12: 294, 40: 2576} {
		p, specs := trial.Example(t, "examples/readers_writers.tfg", map[string]string{"N": fmt.Sprint(n)})
		r, err := Run(context.Background(), p, specs, Options{Algorithm: "states", Symmetry: true})
		if err != nil {
			t.Fatal(err)
		}
		if !r.Complete || !r.Orbits || r.States != want || !r.Violates("readers_exclude") {
			t.Errorf("N=%d: %d states (%d wanted), complete: %t, of orbits: %t", n, r.States, want, r.Complete, r.Orbits)
		}
	}
}
