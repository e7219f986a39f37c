package infinite_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/live"
	"flavers/sem"
	"flavers/verify/infinite"
)

// anything is a property that every infinite execution violates, and none that stops.
var anything = &automata.Spec{Property: true, DFA: &automata.DFA{Accept: []bool{true}},
	Obligations: []automata.Obligation{{Open: []bool{true}}}}

// Of random programs under constraints, an execution that stops, fails or is fair is found if and only if the
// interpreter's product has one: in its states, or in a fair cycle of them. A search with few states finds no
// more, and without constraints there always is one (Lemma 11.0).
func TestContinueRandom(t *testing.T) {
	found, none, fairOnly, unfair, cut := 0, 0, 0, 0, 0
	for seed := range trial.Seeds(t, trial.Usual(50, 600)) {
		r := rand.New(rand.NewPCG(seed, 5))
		text := gen.Looping(seed)
		switch {
		case seed%3 == 0:
			text = gen.Choosing(seed)
		case seed%4 == 0:
			text = gen.Fair(seed, 2, text)
		}
		p := trial.Program(t, text)
		if _, err := sem.New(p); err != nil {
			continue
		}
		constraints, ok := trySpecs(gen.Constraint(trial.Bytes(seed, 94, 40), []string{"a", "b", "c"}))
		if r.IntN(2) == 0 {
			constraints, ok = trySpecs("constraint k { absence of " + []string{"a", "b", "c"}[r.IntN(3)] + " }")
		}
		if !ok {
			continue
		}
		constraints = slices.DeleteFunc(constraints, func(sp *automata.Spec) bool { return sp.Property })
		x := expand(p, append(slices.Clip(constraints), anything))
		if x == nil {
			continue
		}
		all := map[int]bool{}
		for v := range x.q {
			all[v] = true
		}
		for _, f := range []live.Fairness{live.None, live.Weak, live.Strong} {
			fair := x.violated(f, 0, all, len(p.Tasks), len(p.Fair))
			for _, errors := range []bool{false, true} {
				want := fair || slices.Contains(x.ends, true) || errors && slices.Contains(x.fails, true)
				got, err := infinite.Continue(t.Context(), p, constraints, nil, errors, infinite.Options{Fairness: f})
				if err != nil || got.Found != want || got.Complete == want {
					t.Fatalf("seed %d, %s, errors %v: %+v, %v, want %v\n%s\n%s", seed, f, errors, got, err, want, text,
						constraints[0].Text)
				}
				few, err := infinite.Continue(t.Context(), p, constraints, nil, errors,
					infinite.Options{Fairness: f, MaxStates: 3})
				if err != nil || few.Found && !want || few.Complete && want {
					t.Fatalf("seed %d, %s, errors %v: %+v, %v, with few states, want %v\n%s", seed, f, errors, few, err, want,
						text)
				}
				if want && !few.Found {
					cut++
				}
				if want {
					found++
				} else {
					none++
				}
			}
			if fair && !slices.Contains(x.ends, true) {
				fairOnly++
			}
			if f != live.None && !fair && x.violated(live.None, 0, all, len(p.Tasks), 0) {
				unfair++
			}
			free, err := infinite.Continue(t.Context(), p, nil, nil, true, infinite.Options{Fairness: f})
			if err != nil || !free.Found {
				t.Fatalf("seed %d, %s: %+v, %v without constraints\n%s", seed, f, free, err, text)
			}
		}
	}
	t.Logf("found %d, none %d; by a fair cycle alone %d, only unfair ones %d, cut off %d", found, none, fairOnly, unfair, cut)
	if found < 100 || none < 20 || fairOnly < 20 || unfair < 10 || cut < 10 {
		t.Error("too few to mean anything")
	}
}

// After the steps of a beginning, what could have been done before does not matter.
func TestContinueAfter(t *testing.T) {
	const src = "task a { choose { event bad; event fin } or { skip } }\ntask b { loop { event tick } }\n"
	p := trial.Program(t, src)
	specs := trial.Specs(t, "constraint k { absence of fin }")
	m, err := sem.New(p)
	if err != nil {
		t.Fatal(err)
	}
	schedule := func(names ...string) (out []sem.Choice) { // the first step that has the event, each time
		state := m.Start()
		for _, name := range names {
			out = append(out, toEvent(t, m, &state, name)...)
		}
		return out
	}
	for _, k := range []struct {
		after []sem.Choice
		f     live.Fairness
		want  bool
	}{
		{nil, live.Weak, true}, // the other alternative
		{schedule("bad"), live.Weak, false},
		{schedule("bad"), live.Strong, false},
		{schedule("bad"), live.None, true},
		{schedule("tick", "tick"), live.Weak, true},
	} {
		got, err := infinite.Continue(t.Context(), p, specs, k.after, true, infinite.Options{Fairness: k.f})
		if err != nil || got.Found != k.want || got.Complete == k.want {
			t.Errorf("after %v, %s: %+v, %v, want %v", k.after, k.f, got, err, k.want)
		}
	}
	if _, err := infinite.Continue(t.Context(), p, specs, schedule("bad", "fin"), true, infinite.Options{}); err == nil ||
		!strings.Contains(err.Error(), "breaks a constraint") {
		t.Errorf("after a step that a constraint forbids: %v", err)
	}
}

// Who raises a semaphore for ever exceeds the model after 255 steps: what comes behind is not known, and might be fair.
func TestContinueBeyondModel(t *testing.T) {
	p := trial.Program(t, "sem s = 0\ntask a { loop { release s } }")
	got, err := infinite.Continue(t.Context(), p, trial.Specs(t, "constraint k { absence of fin }"), nil, true,
		infinite.Options{Fairness: live.Weak})
	if err != nil || got.Found || got.Complete {
		t.Errorf("%+v, %v", got, err)
	}
}

// toEvent takes steps without events until one has an event of this name: the shortest way.
func toEvent(t *testing.T, m *sem.Machine, state *[]int32, name string) []sem.Choice {
	t.Helper()
	type node struct {
		state []int32
		by    []sem.Choice
	}
	for list := []node{{state: *state}}; len(list) > 0 && len(list) < 1000; list = list[1:] {
		for _, a := range m.P.Actions {
			for i, o := range m.Outcomes(nil, list[0].state, a, true) {
				by := append(slices.Clone(list[0].by), sem.Choice{Action: a.ID, Outcome: i})
				switch {
				case len(o.Occ) == 0:
					list = append(list, node{o.Next, by})
				case o.Occ[0].Event == name:
					*state = o.Next
					return by
				}
			}
		}
	}
	t.Fatalf("no step has the event %s", name)
	return nil
}
