package live_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/internal/trial"
	"flavers/limit"
	"flavers/live"
)

// plain is a graph as the tests know it.
type plain struct {
	tasks int
	marks uint32
	can   [][]bool // by state and task
	edges [][]live.Edge
}

func random(r *rand.Rand) *plain {
	p := &plain{tasks: 1 + r.IntN(3)}
	if r.IntN(8) == 0 {
		p.tasks += 63
	}
	if r.IntN(2) == 0 {
		p.marks = uint32(r.IntN(8))
	}
	n := 1 + r.IntN(6)
	for range n {
		can := make([]bool, p.tasks)
		for t := range can {
			can[t] = r.IntN(3) > 0 && t < 3 || t > 63
		}
		var list []live.Edge
		for range r.IntN(4) {
			e := live.Edge{To: int32(r.IntN(n)), A: int32(r.IntN(p.tasks)), B: -1}
			if r.IntN(4) == 0 {
				e.B = int32(r.IntN(p.tasks))
			}
			if r.IntN(2) == 0 {
				e.Marks = uint32(r.IntN(16))
			}
			can[e.A] = true
			if e.B >= 0 {
				can[e.B] = true
			}
			list = append(list, e)
		}
		p.can, p.edges = append(p.can, can), append(p.edges, list)
	}
	return p
}

func (p *plain) graph() *live.Graph {
	g := live.New(p.tasks)
	g.Require(p.marks)
	for v := range p.edges {
		g.Add()
		for t, can := range p.can[v] {
			if can {
				g.Enable(int32(t))
			}
		}
		for _, e := range p.edges[v] {
			g.Step(e)
		}
	}
	return g
}

// fair is the definition, of a cycle that visits these states and takes these edges. One
// of the tasks, or the marks, are not looked at.
func (p *plain) fair(f live.Fairness, states []int, edges []live.Edge, but int) bool {
	for mark := range 4 {
		has := func(e live.Edge) bool { return e.Marks>>mark&1 == 1 }
		if but != unmarked && p.marks>>mark&1 == 1 && !slices.ContainsFunc(edges, has) {
			return false
		}
	}
	for t := range p.tasks {
		moves := slices.ContainsFunc(edges, func(e live.Edge) bool { return e.A == int32(t) || e.B == int32(t) })
		can := func(v int) bool { return p.can[v][t] }
		cannot := func(v int) bool { return !can(v) }
		if t != but && (f == live.Weak && !moves && !slices.ContainsFunc(states, cannot) ||
			f == live.Strong && !moves && slices.ContainsFunc(states, can)) {
			return false
		}
	}
	return true
}

// unmarked is no task.
const unmarked = -2

// least is the least state in a fair cycle, by trying all sets of states: the cycle
// takes every edge between them. -1: there is none.
func (p *plain) least(f live.Fairness, but int) int {
	least := -1
	n := len(p.edges)
	for set := 1; set < 1<<n; set++ {
		var states []int
		var edges []live.Edge
		reach := make([][]bool, n) // by at least one step
		for v := range n {
			reach[v] = make([]bool, n)
			if set>>v&1 == 0 {
				continue
			}
			states = append(states, v)
			for _, e := range p.edges[v] {
				if set>>e.To&1 == 1 {
					edges = append(edges, e)
					reach[v][e.To] = true
				}
			}
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		connected := true
		for _, v := range states {
			for _, u := range states {
				connected = connected && reach[v][u]
			}
		}
		if connected && p.fair(f, states, edges, but) && (least < 0 || states[0] < least) {
			least = states[0]
		}
	}
	return least
}

// Find agrees with the definition on random graphs, and its cycles are fair by it.
func TestRandom(t *testing.T) {
	kinds := []live.Fairness{live.None, live.Weak, live.Strong}
	found, differ, ablated, marks := 0, map[live.Fairness]int{}, 0, 0
	for seed := range trial.Seeds(t, 3000) {
		r := rand.New(rand.NewPCG(seed, 7))
		p := random(r)
		g := p.graph()
		var answers []int
		for _, f := range kinds {
			want := p.least(f, -1)
			lasso, ok := g.Find(f, limit.New(context.Background()))
			answers = append(answers, want)
			if ok != (want >= 0) || ok && lasso.Entry != want {
				t.Fatalf("seed %d, %s: found %v at %d, want %d in %+v", seed, f, ok, lasso.Entry, want, p)
			}
			if want != p.least(f, 0) {
				ablated++
			}
			if p.marks != 0 && want != p.least(f, unmarked) {
				marks++
			}
			if !ok {
				continue
			}
			found++
			var states []int
			var edges []live.Edge
			at := lasso.Entry
			for _, s := range lasso.Loop {
				e := p.edges[s.From][s.Edge]
				if s.From != at || int(e.To) != s.To {
					t.Fatalf("seed %d, %s: %+v is no walk", seed, f, lasso)
				}
				states, edges, at = append(states, s.From), append(edges, e), s.To
			}
			if at != lasso.Entry || len(edges) == 0 || !p.fair(f, states, edges, -1) {
				t.Fatalf("seed %d, %s: %+v is not fair in %+v", seed, f, lasso, p)
			}
		}
		if answers[0] != answers[1] {
			differ[live.Weak]++
		}
		if answers[1] != answers[2] {
			differ[live.Strong]++
		}
	}
	if found < 1000 || differ[live.Weak] < 50 || differ[live.Strong] < 50 || ablated < 50 || marks < 50 {
		t.Errorf("too few to mean anything: %d cycles, %v differ, %d without a task, %d without marks",
			found, differ, ablated, marks)
	}
}

// A search ends with its context.
func TestEnds(t *testing.T) {
	g := live.New(1)
	for i := range 1 << 20 {
		g.Add()
		g.Step(live.Edge{To: int32(i+1) % (1 << 20), B: -1})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if limit.Try(func() { g.Find(live.None, limit.New(ctx)) }) {
		t.Error("the search went to its end")
	}
}
