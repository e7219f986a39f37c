package lpor

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"flavers/automata"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/trial"
	"flavers/sem"
)

// graph is every state of a program, with all steps.
type graph struct {
	g       *program
	number  map[string]int
	states  [][]int32
	enabled [][]ID
	next    []map[ID][]int
}

// graphOf expands a program; false: it has more than most states.
func graphOf(g *program, most int) (*graph, bool) {
	o := &graph{g: g, number: map[string]int{}}
	add := func(s []int32) int {
		key := string(g.Key(nil, s))
		if i, known := o.number[key]; known {
			return i
		}
		o.number[key] = len(o.states)
		o.states = append(o.states, s)
		return len(o.states) - 1
	}
	add(g.Start())
	for i := 0; i < len(o.states); i++ {
		if len(o.states) > most {
			return nil, false
		}
		o.enabled = append(o.enabled, g.Enabled(nil, o.states[i]))
		o.next = append(o.next, map[ID][]int{})
		for _, t := range o.enabled[i] {
			for _, s := range g.Successors(nil, o.states[i], t) {
				o.next[i][t] = append(o.next[i][t], add(s))
			}
		}
	}
	// Counters that are exhausted are not part of the relations (touch.go).
	return o, !slices.ContainsFunc(o.states, func(s []int32) bool { return slices.Min(s[g.Failures:]) < 0 })
}

// after is where two transitions lead, in this order; false: the first disables
// the second in some outcome; out has the other outcomes then.
func (o *graph) after(s int, t, u ID) (out []int, ok bool) {
	ok = true
	for _, x := range o.next[s][t] {
		to, enabled := o.next[x][u]
		ok = ok && enabled
		out = append(out, to...)
	}
	return out, ok
}

// judge tells what is wrong with a set as a strong stubborn set in a state, by
// its definition: on no path outside it is a member disabled, or a step taken
// after which the member leads to where it does not lead before the step.
func (o *graph) judge(s int, set []ID) string {
	todo, known := []int{s}, map[int]bool{s: true}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range o.enabled[x] {
			if slices.Contains(set, u) {
				continue
			}
			for _, t := range set {
				first, ok := o.after(x, u, t)
				if !ok {
					return fmt.Sprintf("%d disables %d", u, t)
				}
				second, _ := o.after(x, t, u)
				for _, to := range first {
					if !slices.Contains(second, to) {
						return fmt.Sprintf("%d and then %d lead elsewhere than %d and then %d", u, t, t, u)
					}
				}
			}
			for _, to := range o.next[x][u] {
				if !known[to] {
					known[to] = true
					todo = append(todo, to)
				}
			}
		}
	}
	return ""
}

// reducer computes the sets of a program's states.
func (o *graph) reducer(t *testing.T, net Net) func(s int, initial ID) []ID {
	t.Helper()
	r, err := NewReducer(o.g.rel, net, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(s int, initial ID) []ID {
		state := o.states[s]
		r.begin(o.enabled[s])
		return r.from(nil, initial, Situation{Enabled: o.enabled[s],
			Needs:     func(dst []bitset.Set, t ID) []bitset.Set { return o.g.Needs(dst, state, t) },
			Foresight: &Foresight{Live: func(live, enabled, stub bitset.Set) { o.g.Foresee(live, state, enabled, stub) }, Disturb: o.g.Disturb}})
	}
}

// Sets by what can happen from the state at hand are stubborn by definition,
// which all paths outside them are followed for, in states of random programs.
// They are smaller than those by what is missing, on the whole.
func TestForeseenSetsByDefinition(t *testing.T) {
	sets, proper := 0, 0
	var by [2]int
	for seed := range trial.Seeds(t, 40) {
		p, specs, what := random(t, seed)
		if strings.Contains(what, "constraint") {
			continue // a step that a constraint forbids in one order only
		}
		g, err := newProgram(p, specs, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, ok := graphOf(g, 400)
		if !ok {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 5))
		foreseen, missing := o.reducer(t, NetValues), o.reducer(t, NetState)
		for range 20 {
			s := r.IntN(len(o.states))
			if len(o.enabled[s]) < 2 || g.AnyFailed(o.states[s]) {
				continue
			}
			initial := o.enabled[s][r.IntN(len(o.enabled[s]))]
			set := foreseen(s, initial)
			if text := o.judge(s, set); text != "" {
				t.Fatalf("state %d, %v of %v: %s\n%s", s, set, o.enabled[s], text, what)
			}
			sets++
			if len(set) < len(o.enabled[s]) {
				proper++
			}
			by[0] += len(set)
			by[1] += len(missing(s, initial))
		}
	}
	t.Logf("%d sets, %d proper, %d members, %d of sets by what is missing", sets, proper, by[0], by[1])
	if sets < trial.Count(t, 40) || proper < sets/4 || by[0] >= by[1] {
		t.Errorf("%d sets, %d proper, %d members, %d of sets by what is missing", sets, proper, by[0], by[1])
	}
}

// What a transition is known to lack spares no question whose answer is another one: what can happen is the same if
// each question is asked in full.
func TestForeseenWithoutLacks(t *testing.T) {
	// The handler of a is one transition, which each of several messages enables: it is asked about for x = 1, too.
	const whole = `shared x 0..1
task early { x = 1 }
task posts { post a.m(1) }
task late { x = 1 }
actor a { on m(v 0..1) when x == 1 { if v == 1 { post a.m(0) } } }`
	withoutLacks(t, trial.Program(t, whole), nil, whole, 0)
	states, barred := 0, 0
	for seed := range trial.Seeds(t, 150) {
		p, specs, what := random(t, seed+1<<43)
		n, lacking := withoutLacks(t, p, specs, what, seed)
		states, barred = states+n, barred+lacking
	}
	if n := trial.Count(t, 150); states < n || barred < n {
		t.Errorf("%d states, %d transitions that lack something", states, barred)
	}
}

// withoutLacks asks in the states of a random execution, and counts them, and the transitions that lack something.
func withoutLacks(t *testing.T, p *cfg.Program, specs []*automata.Spec, what string, seed uint64) (states, barred int) {
	t.Helper()
	g, err := newProgram(p, specs, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	n := len(g.transitions)
	live := bitset.New(n)
	r := rand.New(rand.NewPCG(seed, 7))
	s := g.Start()
	for range 20 {
		ids := g.Enabled(nil, s)
		if len(ids) == 0 || g.AnyFailed(s) {
			break
		}
		enabled, stub := bitset.New(n), bitset.New(n)
		for _, id := range ids {
			enabled.Add(int(id))
		}
		if seed%2 == 1 {
			stub.Add(int(ids[r.IntN(len(ids))]))
		}
		g.Foresee(live, s, enabled, stub)
		states++
		for id := range n {
			if live.Has(id) || enabled.Has(id) {
				continue
			}
			if g.forecast.lacks[id] != 0 {
				barred++
			}
			g.forecast.lacks[id] = 0
			may := func(a int) bool { return live.Has(a) && g.rel.CanEnable.Row(a).Has(id) }
			if slices.ContainsFunc(slices.Collect(live.All), may) && g.feasible(s, ID(id)) {
				t.Fatalf("transition %d can be taken, and is left out\n%s", id, what)
			}
		}
		next := g.Successors(nil, s, ids[r.IntN(len(ids))])
		s = next[r.IntN(len(next))]
	}
	return states, barred
}

// What a transition is said to touch, given all values of a state, has what it
// does there: the variables it changes, the messages it posts; and it is not said
// to be barred where it is enabled.
func TestFactsAgainstSteps(t *testing.T) {
	changes, less := 0, 0
	for seed := range trial.Seeds(t, 40) {
		p, specs, what := random(t, seed)
		g, err := newProgram(p, specs, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		none := bitset.New(len(g.transitions))
		r := rand.New(rand.NewPCG(seed, 6))
		s := g.Start()
		for range 30 {
			enabled := g.Enabled(nil, s)
			if len(enabled) == 0 {
				break
			}
			g.Foresee(bitset.New(len(g.transitions)), s, none, none) // nothing can happen: all values are known
			for _, id := range enabled {
				x, always := g.factsOf(id), g.forecast.always[id]
				if x.never {
					t.Fatalf("transition %d is said to be barred\n%s", id, what)
				}
				if x.writes.Count() < always.writes.Count() || x.adds.Count() < always.adds.Count() {
					less++
				}
				for _, f := range g.moves(nil, s, &g.transitions[id]) {
					if f.Effect.Err != nil {
						if !x.fails && g.transitions[id].stays && f.Effect.Err.Kind != cfg.LimitError {
							t.Fatalf("transition %d fails: %v\n%s", id, f.Effect.Err, what)
						}
						continue
					}
					for _, ch := range f.Effect.Changes {
						if s[ch.Comp] == ch.Value {
							continue
						}
						c := g.Machine.Comps[ch.Comp]
						switch {
						case c.Kind == sem.Variable && g.forecast.knowable[ch.Comp]:
							if changes++; !x.writes.Has(int(ch.Comp)) || !x.makes.Has(int(ch.Comp)) {
								t.Fatalf("transition %d changes %s unforeseen\n%s", id, c.Name, what)
							}
						case c.Kind == sem.Mail && ch.Value > s[ch.Comp]:
							if changes++; !x.adds.Has(int(ch.Comp)) || !x.makes.Has(int(ch.Comp)) {
								t.Fatalf("transition %d posts %s unforeseen\n%s", id, c.Name, what)
							}
						}
					}
				}
			}
			next := g.Successors(nil, s, enabled[r.IntN(len(enabled))])
			s = next[r.IntN(len(next))]
		}
	}
	if changes < trial.Count(t, 40) || less < trial.Count(t, 40)/3 {
		t.Errorf("%d changes, %d times less than without values", changes, less)
	}
}
