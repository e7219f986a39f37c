package mip

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/internal/trial"
)

// relaxed calls visit with configurations of the relaxed program of docs/mhp.md
// (the place of each task, None where it is not started), each once, at most
// limit of them. It is the program that the proof of docs/mhp.md, section 3,
// is about: it has more configurations than executions reach.
func relaxed(p *cfg.Program, limit int, visit func(at []cfg.PointID)) {
	first := make([]cfg.PointID, len(p.Tasks))
	for t := range first {
		first[t] = cfg.None
		if p.Tasks[t].Static() {
			first[t] = p.Tasks[t].Start
		}
	}
	key := func(at []cfg.PointID) string {
		b := make([]byte, 0, 2*len(at))
		for _, q := range at {
			b = append(b, byte(q), byte(q>>8))
		}
		return string(b)
	}
	seen := map[string]bool{key(first): true}
	for todo := [][]cfg.PointID{first}; len(todo) > 0; todo = todo[1:] {
		at := todo[0]
		visit(at)
		reach := func(next []cfg.PointID) {
			if k := key(next); !seen[k] && len(seen) < limit {
				seen[k] = true
				todo = append(todo, next)
			}
		}
		for _, a := range p.Actions {
			n := &p.Nodes[a.A]
			if at[n.Task] != n.Point || a.Joint() && at[p.Nodes[a.B].Task] != p.Nodes[a.B].Point {
				continue
			}
			next := slices.Clone(at)
			next[n.Task] = n.Next
			if a.Joint() {
				m := &p.Nodes[a.B]
				next[m.Task] = m.Next
			}
			if op, ok := n.Op.(cfg.Join); ok && !slices.ContainsFunc(p.Families[op.Family].Tasks, func(w cfg.TaskID) bool {
				return w != n.Task && at[w] == p.Tasks[w].End
			}) {
				continue
			}
			var start func(families []cfg.FamilyID)
			start = func(families []cfg.FamilyID) { // one instance of each, or none
				if len(families) == 0 {
					reach(slices.Clone(next))
					return
				}
				start(families[1:])
				for _, w := range p.Families[families[0]].Tasks {
					if next[w] == cfg.None {
						next[w] = p.Tasks[w].Start
						start(families[1:])
						next[w] = cfg.None
					}
				}
			}
			start(cfg.Spawns(n.Op))
		}
	}
}

// TestCoversRelaxed: never fewer pairs than the relaxed program shows, no
// action that it takes is unreachable, and no two that are possible together
// are not parallel.
func TestCoversRelaxed(t *testing.T) {
	const usual = 100
	found, shown := 0, 0
	for seed := range trial.Seeds(t, usual) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 4)), 1)
		if seed%4 == 0 { // steps that start two tasks
			for i := range p.Nodes {
				if op, ok := p.Nodes[i].Op.(cfg.Spawn); ok {
					p.Nodes[i].Op = cfg.Block{Stmts: []cfg.Stmt{&cfg.Create{Spawn: op}, &cfg.Create{Spawn: op}}}
				}
			}
		}
		r := MHP(p)
		pairs := map[[2]cfg.PointID]bool{}
		relaxed(p, 1500, func(at []cfg.PointID) {
			for i, x := range at {
				if x == cfg.None {
					continue
				}
				if !r.Reachable(x) {
					t.Fatalf("seed %d: point %d is occupied and not reachable\n%s", seed, x, p.Dump())
				}
				for _, y := range at[:i] {
					if y != cfg.None && !r.Parallel(x, y) {
						t.Fatalf("seed %d: points %d and %d are occupied at once, and not parallel\n%s", seed, x, y, p.Dump())
					}
					pairs[[2]cfg.PointID{x, y}] = y != cfg.None
				}
			}
		})
		for _, both := range pairs {
			if both {
				shown++
			}
		}
		found += r.Pairs()
	}
	t.Logf("%d programs: %d pairs, %d shown by the relaxed program", trial.Count(t, usual), found, shown)
	if 2*shown < found {
		t.Error("the relaxed program shows few of the pairs")
	}
}
