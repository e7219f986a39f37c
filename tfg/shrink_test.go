package tfg_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"flavers/cfg"
	"flavers/internal/gen"
	"flavers/internal/trial"
	"flavers/tfg"
)

// TestShrinkTwin compares Shrink with its slow twin, which edits sets edge by edge: on
// random programs, and on a server whose loop leads from every end to every entry.
func TestShrinkTwin(t *testing.T) {
	const usual = 200
	chains, removed := 0, 0
	compare := func(src string, r *rand.Rand) {
		g := tfg.Build(load(t, src), nil)
		visible := make([]bool, len(g.Nodes))
		for i := range visible {
			visible[i] = g.Nodes[i].Action != cfg.None && r.IntN(3) == 0
		}
		is := func(n tfg.NodeID) bool { return visible[n] }
		s, twin := tfg.Shrink(g, is), slowShrink(g, is)
		if !slices.Equal(tfg.Shrinks(g, is), s.Removed) {
			t.Fatalf("Shrinks and Shrink differ\n%s", src)
		}
		for i := range g.Nodes {
			if gone := twin.succ[i] == nil; gone != s.Removed[i] {
				t.Fatalf("%s removed: %t, by the twin: %t\n%s", g.NodeString(tfg.NodeID(i)), s.Removed[i], gone, src)
			}
			if succ, pred := sorted(twin.succ[i]), sorted(twin.pred[i]); !slices.Equal(succ, s.Succ[i]) || !slices.Equal(pred, s.Pred[i]) {
				t.Fatalf("%s: successors %v and predecessors %v, by the twin %v and %v\n%s", g.NodeString(tfg.NodeID(i)), s.Succ[i], s.Pred[i], succ, pred, src)
			}
		}
		chains, removed = chains+twin.chains, removed+twin.removed
	}
	for seed := range trial.Seeds(t, usual) {
		r := rand.New(rand.NewPCG(seed, 22))
		data := make([]byte, 1+r.IntN(200))
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		compare([]func([]byte) string{gen.Program, gen.MessagePassing}[seed%2](data), r)
	}
	for range 20 {
		compare(`program server
task s { entry up[4], down
	var x [5]bool
	loop { select {
		case (i in 0..3) accept up[i]: x[i] = true; event a; x[i+1] = true
		case accept down: event b; x[0] = false; event c
	} } }
task c[i in 0..3] { loop { call s.up[i]; event d; event e; call s.down } }
`, rand.New(rand.NewPCG(1, 23)))
	}
	if n := trial.Count(t, usual); chains < n || removed-chains < n {
		t.Errorf("%d of %d nodes removed have one neighbour on a side: too few of one kind", chains, removed)
	}
}

// slow is a graph as sets of successors and predecessors, nil where removed.
type slow struct {
	succ, pred      []map[tfg.NodeID]bool
	removed, chains int // nodes; those with one neighbour on a side
}

func slowShrink(g *tfg.Graph, visible func(tfg.NodeID) bool) *slow {
	s := &slow{succ: make([]map[tfg.NodeID]bool, len(g.Nodes)), pred: make([]map[tfg.NodeID]bool, len(g.Nodes))}
	for i := range g.Nodes {
		s.succ[i], s.pred[i] = setOf(g.Succ(tfg.NodeID(i))), setOf(g.Pred(tfg.NodeID(i)))
	}
	for again := true; again; {
		again = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if s.succ[i] == nil || n.Kind == tfg.Initial || n.Kind == tfg.Final || n.Kind == tfg.Communication || visible(n.ID) {
				continue
			}
			loop, fresh, joins := 0, 0, false
			if s.succ[i][n.ID] {
				loop = 1
			}
			for p := range s.pred[i] {
				for q := range s.succ[i] {
					if p != n.ID && q != n.ID {
						if !s.succ[p][q] {
							fresh++
						}
						joins = joins || g.Nodes[p].Kind == tfg.Communication && g.Nodes[q].Kind == tfg.Communication
					}
				}
			}
			if joins || fresh > len(s.pred[i])+len(s.succ[i])-2*loop {
				continue
			}
			again = true
			s.remove(n.ID)
		}
	}
	return s
}

func (s *slow) remove(n tfg.NodeID) {
	s.removed++
	if len(s.pred[n]) == 1 || len(s.succ[n]) == 1 {
		s.chains++
	}
	for p := range s.pred[n] {
		delete(s.succ[p], n)
	}
	for q := range s.succ[n] {
		delete(s.pred[q], n)
	}
	for p := range s.pred[n] {
		for q := range s.succ[n] {
			if p != n && q != n {
				s.succ[p][q], s.pred[q][p] = true, true
			}
		}
	}
	s.succ[n], s.pred[n] = nil, nil
}

func setOf(list []tfg.NodeID) map[tfg.NodeID]bool {
	out := map[tfg.NodeID]bool{}
	for _, n := range list {
		out[n] = true
	}
	return out
}

func sorted(set map[tfg.NodeID]bool) []tfg.NodeID {
	var out []tfg.NodeID
	for n := range set {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
