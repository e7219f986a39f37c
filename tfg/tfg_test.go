package tfg_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/lang"
	"flavers/tfg"
)

func load(t *testing.T, src string) *cfg.Program {
	t.Helper()
	p, ds := lang.Load("test.tfg", []byte(src), lang.Options{})
	if ds.HasErrors() {
		t.Fatalf("%v\n%s", ds.All, src)
	}
	return p
}

func names(g *tfg.Graph, list []tfg.NodeID) []string {
	var out []string
	for _, n := range list {
		out = append(out, g.NodeString(n))
	}
	slices.Sort(out)
	return out
}

// A rendezvous without and one with a body: sites lead only to communication
// nodes, those to what both tasks do next, and the caller of the second waits
// at a site of its own for the end.
func TestRendezvous(t *testing.T) {
	g := tfg.Build(load(t, `
task a { call b.e; call b.f; event x }
task b { entry e, f; accept e; accept f { event y } ; event z }`), nil)
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	kinds := map[tfg.Kind]int{}
	for i := range g.Nodes {
		kinds[g.Nodes[i].Kind]++
	}
	want := map[tfg.Kind]int{tfg.Initial: 1, tfg.Final: 1, tfg.Local: 3, tfg.Site: 6, tfg.Communication: 3, tfg.End: 2}
	for k, n := range want {
		if kinds[k] != n {
			t.Errorf("%d %s nodes, want %d", kinds[k], k, n)
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Kind != tfg.Communication {
			continue
		}
		a := g.P.Actions[n.Action]
		var lead []tfg.NodeID
		for _, side := range []cfg.NodeID{a.A, a.B} {
			next := g.P.Nodes[side].Next
			for j := range g.Nodes {
				m := &g.Nodes[j]
				if (m.Kind == tfg.Local || m.Kind == tfg.Site) && g.P.Nodes[m.Site].Point == next ||
					m.Kind == tfg.End && g.P.Tasks[m.Tasks[0]].End == next {
					lead = append(lead, m.ID)
				}
			}
		}
		slices.Sort(lead)
		if !slices.Equal(lead, g.Succ(n.ID)) {
			t.Errorf("%s leads to %v, want %v", g.NodeString(n.ID), names(g, g.Succ(n.ID)), names(g, lead))
		}
	}
}

// A spawn leads to the starts of the instances, their ends to the joins.
func TestSpawnAndJoin(t *testing.T) {
	g := tfg.Build(load(t, `
task w() dynamic[2] { event work }
task m { var r ref w; r = spawn w(); join r; event over }`), nil)
	if err := g.Check(); err != nil {
		t.Fatal(err)
	}
	starts, joins := 0, 0
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.Kind == tfg.Local {
			if _, ok := g.P.Nodes[n.Site].Op.(cfg.Spawn); ok {
				for _, m := range g.Succ(n.ID) {
					if !g.Nodes[m].In(n.Tasks[0]) {
						starts++
					}
				}
			}
		}
		if n.Kind == tfg.End && !g.P.Tasks[n.Tasks[0]].Static() {
			joins += len(g.Succ(n.ID)) - 1 // F apart
		}
	}
	if starts != 2 || joins != 2 {
		t.Errorf("%d edges to starts, %d to joins; want 2 and 2", starts, joins)
	}
}

// What an action that cannot happen would join is not joined.
func TestImpossibleActionsHaveNoNode(t *testing.T) {
	p := load(t, "task a { call b.e }\ntask b { entry e; loop { accept e } }")
	g := tfg.Build(p, func(cfg.ActionID) bool { return false })
	for i := range g.Nodes {
		if k := g.Nodes[i].Kind; k == tfg.Communication || k == tfg.Local {
			t.Errorf("node %s", g.NodeString(tfg.NodeID(i)))
		}
	}
	if g.OfAction(0) != cfg.None {
		t.Error("an impossible action has a node")
	}
}

// Shrinking keeps the paths between the nodes that stay: what leads where by
// unobserved nodes alone is the same before and after.
func TestShrinkKeepsPaths(t *testing.T) {
	removed, kept := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 21))
		data := make([]byte, 1+r.IntN(200))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		src := gen.Program(data)
		g := tfg.Build(load(t, src), nil)
		if err := g.Check(); err != nil {
			t.Fatalf("%v\n%s", err, src)
		}
		visible := make([]bool, len(g.Nodes))
		for i := range visible {
			visible[i] = g.Nodes[i].Action != cfg.None && r.IntN(2) == 0
		}
		s := tfg.Shrink(g, func(n tfg.NodeID) bool { return visible[n] })
		stays := func(n tfg.NodeID) bool { return visible[n] || n == tfg.F }
		for i := range g.Nodes {
			n := tfg.NodeID(i)
			if s.Removed[i] {
				removed++
				if visible[i] || g.Nodes[i].Kind == tfg.Communication || n == tfg.I || n == tfg.F {
					t.Fatalf("%s was removed\n%s", g.NodeString(n), src)
				}
				continue
			}
			kept++
			if !visible[i] && n != tfg.I {
				continue
			}
			before := closure(n, g.Succ, stays)
			after := closure(n, func(m tfg.NodeID) []tfg.NodeID { return s.Succ[m] }, stays)
			if !slices.Equal(before, after) {
				t.Fatalf("from %s: %v before, %v after\n%s", g.NodeString(n), names(g, before), names(g, after), src)
			}
		}
	}
	if removed < kept/4 {
		t.Errorf("%d removed, %d kept: hardly anything was shrunk", removed, kept)
	}
}

// closure lists the nodes that stay and are met first from n.
func closure(n tfg.NodeID, succ func(tfg.NodeID) []tfg.NodeID, stays func(tfg.NodeID) bool) []tfg.NodeID {
	seen := map[tfg.NodeID]bool{}
	var out []tfg.NodeID
	todo := slices.Clone(succ(n))
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[q] {
			continue
		}
		seen[q] = true
		if stays(q) {
			out = append(out, q)
		} else {
			todo = append(todo, succ(q)...)
		}
	}
	slices.Sort(out)
	return out
}
