package verify

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"flavers/automata/fsa"
	"flavers/internal/gen"
	"flavers/lang"
	"flavers/verify/distance"
)

// violatedRuns calls f with attempts of random programs whose property is
// violated, or that can fail, and an execution of each that the search for one
// found.
func violatedRuns(t *testing.T, n uint64, f func(c *checker, a *attempt, run *execution, what string)) {
	t.Helper()
	for seed := range n {
		random := func(k uint64, most int) []byte {
			r := rand.New(rand.NewPCG(seed, k))
			out := make([]byte, 1+r.IntN(most))
			for i := range out {
				out[i] = byte(r.Uint32())
			}
			return out
		}
		src := []func([]byte) string{gen.Program, gen.MessagePassing}[seed%2](random(101, 200))
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		events := append(gen.Events(p), "nothing")
		specText := gen.Spec(random(102, 60), events)
		if seed%4 == 3 {
			specText += "\n" + gen.Constraint(random(103, 40), events)
		}
		specs, ds := fsa.Parse("random.fsa", []byte(specText))
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, specText)
		}
		// A small limit on tables makes some steps inexact.
		c, err := prepare(p, Options{Tables: []int{0, 0, 2, 3}[seed%4]})
		if err != nil {
			continue
		}
		ds = c.bind(nil, specs)
		if ds.HasErrors() {
			continue
		}
		goals := []goal{{}}
		for _, b := range c.properties {
			goals = append(goals, goal{property: b})
		}
		for _, gl := range goals {
			if c.contradiction() != "" || gl.property == nil && !c.sem.CanFail() {
				continue
			}
			a := c.solveWithin(context.Background(), gl, c.sem.Constrainable(), 20_000)
			if a.sol.Path == nil {
				continue
			}
			if run, _ := c.newReplayer(a, 20_000).replay(context.Background()); run != nil {
				f(c, a, run, fmt.Sprintf("seed %d, %s\n%s\n%s", seed, gl.name(), src, specText))
			}
		}
	}
}

// The distance drops by at most one in a step, and by all that is left of it
// in one that violates: so it is never more than the steps that are needed.
func TestDistances(t *testing.T) {
	steps, positive, inexact, most := 0, 0, 0, int32(0)
	violatedRuns(t, 300, func(c *checker, a *attempt, run *execution, what string) {
		d, r := c.distances(a.goal), c.newReplayer(a, 0)
		from := func(p *position) int32 {
			q := int32(0)
			if a.goal.property != nil {
				q = p.q[0]
			}
			return d.From(p.vec, q)
		}
		if a.goal.property != nil && len(c.sem.Inexact()) > 0 {
			inexact++
		}
		seen := map[[2]uint64]bool{}
		for todo := []*position{r.start()}; len(todo) > 0 && len(seen) < 1000; todo = todo[1:] {
			p := todo[0]
			h := from(p)
			if h > 0 {
				positive++
			}
			if h < distance.Far {
				most = max(most, h)
			}
			for _, act := range c.p.Actions {
				for _, next := range r.take(nil, p, act, 0) {
					steps++
					if next.by.Err == nil && (a.goal.property == nil || p.q[0] == next.q[0]) {
						q, changed := int32(0), int64(0)
						if a.goal.property != nil {
							q = p.q[0]
						}
						for i := range p.vec {
							changed += d.Change(i, p.vec[i], next.vec[i], q)
						}
						if sum := d.Sum(p.vec, q) + changed; sum != d.Sum(next.vec, q) {
							t.Fatalf("the changes of a step give %d, not %d\n%s", sum, d.Sum(next.vec, q), what)
						}
					}
					switch {
					case r.reached(next):
						if h > 1 {
							t.Fatalf("one step before a violation the distance is %d\n%s", h, what)
						}
					case next.by.Err != nil:
					case h > 1+from(next):
						t.Fatalf("a step leads from distance %d to %d\n%s", h, from(next), what)
					default:
						if key := next.key(); !seen[key] {
							seen[key] = true
							todo = append(todo, next)
						}
					}
				}
			}
		}
	})
	t.Logf("%d steps, %d states with a distance, at most %d; %d properties of programs with steps without a table", steps, positive, most, inexact)
	if steps < 10_000 || positive < 1000 || most < 4 || inexact < 10 {
		t.Errorf("too few cases")
	}
}

// However early the search for a shortest execution is cut off, it returns one
// that violates the goal and is no longer; what it calls shortest is.
func TestNearestCutOff(t *testing.T) {
	none, cancel := context.WithCancel(context.Background())
	cancel()
	cut := 0
	violatedRuns(t, 200, func(c *checker, a *attempt, run *execution, what string) {
		least, shortest := c.nearest(context.Background(), a, run, nearLimits{1 << 20, 1 << 24})
		if !shortest {
			t.Fatalf("not decided\n%s", what)
		}
		for _, limits := range []nearLimits{{0, 1000}, {5, 1000}, {1000, 3}, {50, 50}, {400, 400}} {
			short, shortest := c.nearest(context.Background(), a, run, limits)
			if k := len(short.steps); k > len(run.steps) || shortest && k != len(least.steps) || k < len(least.steps) {
				t.Fatalf("%v: %d steps, shortest: %t; %d were known, the shortest has %d\n%s", limits, k, shortest, len(run.steps), len(least.steps), what)
			}
			if c.execute(a, short.steps) == nil {
				t.Fatalf("%v: not an execution that violates\n%s", limits, what)
			}
			if !shortest {
				cut++
			}
		}
		if len(run.steps) > 0 {
			if k, shortest := c.nearest(none, a, run, nearLimits{1 << 20, 1 << 24}); shortest && len(k.steps) > len(least.steps) || len(k.steps) > len(run.steps) {
				t.Fatalf("interrupted: %d steps, called shortest: %t\n%s", len(k.steps), shortest, what)
			}
		}
	})
	if cut < 50 {
		t.Errorf("only %d searches were cut off", cut)
	}
}
