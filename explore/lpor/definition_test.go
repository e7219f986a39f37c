package lpor

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/bitset"
	"flavers/internal/trial"
)

// without calls visit for the states on paths from s on which no transition of
// barred is taken; false ends it.
func (o *graph) without(s int, barred bitset.Set, visit func(state int) bool) {
	todo, known := []int{s}, map[int]bool{s: true}
	for len(todo) > 0 {
		x := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if !visit(x) {
			return
		}
		for _, t := range o.enabled[x] {
			if barred.Has(int(t)) {
				continue
			}
			for _, to := range o.next[x][t] {
				if !known[to] {
					known[to] = true
					todo = append(todo, to)
				}
			}
		}
	}
}

// graphs calls f with the graphs of random programs that have few states, and
// some states of each.
func graphs(t *testing.T, usual int, f func(o *graph, s int, r *rand.Rand, what string)) (states int) {
	t.Helper()
	for seed := range trial.Seeds(t, usual) {
		p, specs, what := random(t, seed+70_000)
		g, err := newProgram(p, specs, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		o, ok := graphOf(g, 300)
		if !ok {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 9))
		for range 30 {
			states++
			f(o, r.IntN(len(o.states)), r, what)
		}
	}
	return states
}

// What a disabled transition is said to need is needed: without one of each set,
// it never becomes enabled.
func TestNeedsByDefinition(t *testing.T) {
	sets, never := 0, 0
	states := graphs(t, 50, func(o *graph, s int, _ *rand.Rand, what string) {
		for id := range o.g.transitions {
			if slices.Contains(o.enabled[s], ID(id)) {
				continue
			}
			for _, set := range o.g.Needs(nil, o.states[s], ID(id)) {
				if sets++; set.Empty() {
					never++
				}
				o.without(s, set, func(x int) bool {
					if slices.Contains(o.enabled[x], ID(id)) {
						t.Fatalf("%s is enabled without any of what it needs in %s\n%s", o.g.transition(ID(id)), o.g.Describe(o.states[s]), what)
					}
					return true
				})
			}
		}
	})
	if sets < 5*states || never == 0 {
		t.Errorf("%d sets in %d states, %d of them of what cannot come", sets, states, never)
	}
}

// What is foreseen without some transitions has all that can be taken without
// them, and says of some of the others that they cannot.
func TestForecastByDefinition(t *testing.T) {
	taken, others := 0, 0
	states := graphs(t, 50, func(o *graph, s int, r *rand.Rand, what string) {
		n := len(o.g.transitions)
		live, enabled, stub, can := bitset.New(n), bitset.New(n), bitset.New(n), bitset.New(n)
		for _, id := range o.enabled[s] {
			enabled.Add(int(id))
			if r.IntN(2) == 0 {
				stub.Add(int(id))
			}
		}
		o.g.Foresee(live, o.states[s], enabled, stub)
		o.without(s, stub, func(x int) bool {
			for _, id := range o.enabled[x] {
				if !stub.Has(int(id)) {
					can.Add(int(id))
				}
			}
			return true
		})
		for id := range can.All {
			if taken++; !live.Has(id) {
				t.Fatalf("%s is taken, unforeseen, after %s\n%s", o.g.transition(ID(id)), o.g.Describe(o.states[s]), what)
			}
		}
		others += n - live.Count()
	})
	if taken < states || others < states {
		t.Errorf("in %d states, %d transitions taken, %d said to be not", states, taken, others)
	}
}

// transition writes a transition.
func (g *program) transition(id ID) string {
	a := g.Program.Actions[g.transitions[id].action]
	n := &g.Program.Nodes[a.A]
	return g.Program.Tasks[n.Task].Name + ": " + g.Program.NodeString(a.A)
}
