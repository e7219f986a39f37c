package mip_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/lang"
	"flavers/mip"
	"flavers/sem"
	"flavers/tfg"
)

// Everything downstream needs exactly this: the visible part of every
// execution is a path of control edges, unobserved ones closed over, and MIP
// edges; and it can be ended by F once every task has ended. Random walks of
// random programs, random choices of what is visible.
func TestProjectionIsAPath(t *testing.T) {
	const usual = 60
	programs, steps, ended, byMIP := trial.Count(t, usual), 0, 0, 0
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 3))
		data := make([]byte, 1+r.IntN(200))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		src := gen.Program(data)
		if seed%2 == 1 {
			src = gen.MessagePassing(data)
		}
		p, ds := lang.Load("random.tfg", []byte(src), lang.Options{})
		if ds.HasErrors() {
			t.Fatalf("%v\n%s", ds.All, src)
		}
		m, err := sem.New(p)
		if err != nil {
			t.Fatal(err)
		}
		rel := mip.MHP(p)
		g := tfg.Build(p, rel.ActionReachable)
		if err := g.Check(); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		for range 4 {
			w := walker{g: g, visible: bitset.New(len(g.Nodes))}
			density := 1 + r.IntN(4)
			for i := range g.Nodes {
				if g.Nodes[i].Action != cfg.None && r.IntN(4) < density {
					w.visible.Add(i)
				}
			}
			w.edges = mip.Edges(g, rel, w.visible)
			n, mipSteps, over, err := w.walk(m, r, 60)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			steps += n
			byMIP += mipSteps
			ended += over
		}
	}
	t.Logf("%d steps, %d of them by MIP edges, %d walks to the end", steps, byMIP, ended)
	if steps < programs || byMIP < programs || ended < programs/4 {
		t.Error("the walks are too trivial to mean anything")
	}
}

type walker struct {
	g       *tfg.Graph
	visible bitset.Set
	edges   *mip.EdgeSet
}

// walk takes random steps and checks each visible one against the last.
func (w *walker) walk(m *sem.Machine, r *rand.Rand, most int) (steps, byMIP, ended int, err error) {
	state, last := m.Start(), tfg.I
	for range most {
		outs := slices.DeleteFunc(m.Successors(state, false), func(o sem.Outcome) bool { return o.Err != nil })
		if len(outs) == 0 {
			if !m.Over(state) {
				return steps, byMIP, 0, nil // a deadlock
			}
			if !w.leads(last)[tfg.F] {
				return 0, 0, 0, fmt.Errorf("all tasks have ended after %s, but no path leads to F", w.g.NodeString(last))
			}
			return steps, byMIP, 1, nil
		}
		o := outs[r.IntN(len(outs))]
		state = o.Next
		n := w.g.OfAction(o.Action)
		if n == cfg.None {
			return 0, 0, 0, fmt.Errorf("action %d happens, but the graph has no node for it", o.Action)
		}
		if !w.visible.Has(int(n)) {
			continue
		}
		steps++
		switch {
		case w.leads(last)[n]:
		case last != tfg.I && w.edges.Has(last, n):
			byMIP++
		default:
			return 0, 0, 0, fmt.Errorf("%s follows %s, but no edge joins them", w.g.NodeString(n), w.g.NodeString(last))
		}
		last = n
	}
	return steps, byMIP, 0, nil
}

// leads lists what unobserved control paths lead to from n.
func (w *walker) leads(n tfg.NodeID) map[tfg.NodeID]bool {
	out := map[tfg.NodeID]bool{}
	var visit func(tfg.NodeID)
	visit = func(n tfg.NodeID) {
		for _, q := range w.g.Succ(n) {
			if !out[q] {
				out[q] = true
				if !w.visible.Has(int(q)) {
					visit(q)
				}
			}
		}
	}
	visit(n)
	return out
}
