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
	tasks, declared int
	marks           uint32
	can             [][]bool // by state and condition
	edges           [][]edge
}

type edge struct {
	to, marks int
	takes     []int32
}

func random(r *rand.Rand) *plain {
	p := &plain{tasks: 1 + r.IntN(3), declared: r.IntN(3)}
	if r.IntN(8) == 0 {
		p.tasks += 63
	}
	all := p.tasks + p.declared
	if r.IntN(2) == 0 {
		p.marks = uint32(r.IntN(8))
	}
	n := 1 + r.IntN(6)
	for range n {
		can := make([]bool, all)
		for t := range can {
			can[t] = r.IntN(3) > 0 && t < 3 || t > 63 && (t < p.tasks || r.IntN(3) > 0)
		}
		var list []edge
		for range r.IntN(4) {
			e := edge{to: r.IntN(n), takes: []int32{int32(r.IntN(p.tasks))}}
			for range r.IntN(4) / 3 {
				e.takes = append(e.takes, int32(r.IntN(all)))
			}
			if r.IntN(2) == 0 {
				e.marks = r.IntN(16)
			}
			for _, c := range e.takes {
				can[c] = true
			}
			list = append(list, e)
		}
		p.can, p.edges = append(p.can, can), append(p.edges, list)
	}
	return p
}

func (p *plain) graph() *live.Graph {
	g := live.New(p.tasks, p.declared)
	g.Require(p.marks)
	for v := range p.edges {
		g.Add()
		for t, can := range p.can[v] {
			if can && t%2 == 0 {
				g.Enable(int32(t))
			} else if can {
				g.EnableAll(g.Set(int32(t)))
			}
		}
		for _, e := range p.edges[v] {
			g.Step(live.Edge{To: int32(e.to), Takes: g.Set(e.takes...), Marks: uint32(e.marks)})
		}
	}
	return g
}

// fair is the definition, of a cycle that visits these states and takes these edges. One
// of the conditions, or the marks, are not looked at.
func (p *plain) fair(f live.Fairness, states []int, edges []edge, but int) bool {
	for mark := range 4 {
		has := func(e edge) bool { return e.marks>>mark&1 == 1 }
		if but != unmarked && p.marks>>mark&1 == 1 && !slices.ContainsFunc(edges, has) {
			return false
		}
	}
	for t := range p.tasks + p.declared {
		taken := slices.ContainsFunc(edges, func(e edge) bool { return slices.Contains(e.takes, int32(t)) })
		can := func(v int) bool { return p.can[v][t] }
		cannot := func(v int) bool { return !can(v) }
		strong := f == live.Strong || f == live.Weak && t >= p.tasks
		if t != but && (f == live.Weak && !taken && !slices.ContainsFunc(states, cannot) ||
			strong && !taken && slices.ContainsFunc(states, can)) {
			return false
		}
	}
	return true
}

// unmarked is no condition.
const unmarked = -2

// least is the least state in a fair cycle, by trying all sets of states: the cycle
// takes every edge between them. -1: there is none.
func (p *plain) least(f live.Fairness, but int) int {
	least := -1
	n := len(p.edges)
	for set := 1; set < 1<<n; set++ {
		var states []int
		var edges []edge
		reach := make([][]bool, n) // by at least one step
		for v := range n {
			reach[v] = make([]bool, n)
			if set>>v&1 == 0 {
				continue
			}
			states = append(states, v)
			for _, e := range p.edges[v] {
				if set>>e.to&1 == 1 {
					edges = append(edges, e)
					reach[v][e.to] = true
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
	found, differ, ablated, declared, marks := 0, map[live.Fairness]int{}, 0, 0, 0
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
			if p.declared > 0 && want != p.least(f, p.tasks) {
				declared++
			}
			if p.marks != 0 && want != p.least(f, unmarked) {
				marks++
			}
			if !ok {
				continue
			}
			found++
			var states []int
			var edges []edge
			at := lasso.Entry
			for _, s := range lasso.Loop {
				e := p.edges[s.From][s.Edge]
				if s.From != at || e.to != s.To {
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
	if found < 1000 || differ[live.Weak] < 50 || differ[live.Strong] < 50 || ablated < 50 || declared < 50 || marks < 50 {
		t.Errorf("too few to mean anything: %d cycles, %v differ, %d without a task, %d without a declared condition, %d without marks",
			found, differ, ablated, declared, marks)
	}
}

// A search ends with its context.
func TestEnds(t *testing.T) {
	g := live.New(1, 0)
	none := g.Set()
	for i := range 1 << 20 {
		g.Add()
		g.Step(live.Edge{To: int32(i+1) % (1 << 20), Takes: none})
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if limit.Try(func() { g.Find(live.None, limit.New(ctx)) }) {
		t.Error("the search went to its end")
	}
}
