package mip

import (
	"math/rand/v2"
	"testing"

	"flavers/cfg"
	"flavers/internal/scc"
	"flavers/internal/trial"
)

// TestCheckFindsLoss: the relation is the least closed one, so Check must
// object to the loss of any single pair, whichever it is.
func TestCheckFindsLoss(t *testing.T) {
	lost := 0
	for seed := range trial.Seeds(t, 40) {
		p := randomProgram(rand.New(rand.NewPCG(seed, 4)), 1)
		r := MHP(p)
		for c := range int32(r.m.n) {
			for d := range c {
				if !r.m.has(c, d) {
					continue
				}
				r.m.flip(c, d)
				r.m.flip(d, c)
				if r.Check(p) == nil {
					t.Fatalf("seed %d: Check accepts the relation without classes %d and %d\n%s", seed, c, d, p.Dump())
				}
				r.m.flip(c, d)
				r.m.flip(d, c)
				lost++
			}
		}
		if err := r.Check(p); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, p.Dump())
		}
	}
	t.Logf("%d pairs taken away", lost)
	if lost == 0 {
		t.Error("nothing tested")
	}
}

// TestCheckFindsShape: one-sided pairs, pairs in one task, another program.
func TestCheckFindsShape(t *testing.T) {
	p := server(1)
	r := MHP(p)
	object := func(what string, change func()) {
		t.Helper()
		change()
		if r.Check(p) == nil {
			t.Errorf("Check accepts %s", what)
		}
		change()
	}
	a, b := r.class[p.Tasks[0].Start], r.class[p.Tasks[1].Start]
	object("a one-sided loss", func() { r.m.flip(a, b) })
	object("a place parallel to itself", func() { r.m.flip(a, a) })
	e := r.class[p.Tasks[0].End]
	object("a pair in one task", func() { r.m.flip(a, e); r.m.flip(e, a) })
	if err := r.Check(p); err != nil {
		t.Error(err)
	}
	if r.Check(server(0)) == nil {
		t.Error("Check accepts the relation of another program")
	}
	if r.Check(philosophers(2)) == nil {
		t.Error("Check accepts a relation over another number of points")
	}
}

func (m *blocks) flip(row, col int32) {
	m.lanes[int(col)/laneCols*m.n+int(row)][col>>6%laneWords] ^= 1 << (uint(col) & 63)
}

// TestTranspose compares with single bits.
func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 100 {
		var a, want [64]uint64
		for i := range a {
			a[i] = rng.Uint64()
			for j := range 64 {
				want[j] |= a[i] >> j & 1 << i
			}
		}
		transpose64(&a)
		if a != want {
			t.Fatal("not the transpose")
		}
	}
}

// TestComponents compares with mutual reachability.
func TestComponents(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for range 500 {
		n := 1 + rng.IntN(12)
		type edge struct{ from, to int32 }
		edges := make([]edge, rng.IntN(2*n))
		reach := make([][]bool, n)
		for i := range reach {
			reach[i] = make([]bool, n)
			reach[i][i] = true
		}
		for i := range edges {
			edges[i] = edge{rng.Int32N(int32(n)), rng.Int32N(int32(n))}
			reach[edges[i].from][edges[i].to] = true
		}
		for k := range n {
			for i := range n {
				for j := range n {
					reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
				}
			}
		}
		comp, count := scc.New(n, len(edges), func(i int) (int32, int32) { return edges[i].from, edges[i].to }).Components()
		for i := range n {
			if comp[i] < 0 || int(comp[i]) >= count {
				t.Fatalf("component %d of %d", comp[i], count)
			}
			for j := range n {
				if (comp[i] == comp[j]) != (reach[i][j] && reach[j][i]) {
					t.Fatalf("nodes %d and %d of %v: components %v", i, j, edges, comp)
				}
				if reach[i][j] && comp[i] < comp[j] {
					t.Fatalf("edges %v: component numbers %v ascend", edges, comp)
				}
			}
		}
	}
}

// TestWork pins down the counts of work, so that a lost reduction shows.
func TestWork(t *testing.T) {
	for _, c := range []struct {
		p       *cfg.Program
		classes int
		visits  int
		tiles   int
	}{
		{synthetic(5000), 1673, 24420, 2147},
		{philosophers(500), 3002, 24118, 1654},
		{cyclic(500), 4001, 79749, 8593},
	} {
		w := MHP(c.p).work
		if w.Classes != c.classes || w.Visits != c.visits || w.Tiles != c.tiles {
			t.Errorf("%s: %d classes, %d visits, %d tiles; was %d, %d, %d", c.p.Name, w.Classes, w.Visits, w.Tiles, c.classes, c.visits, c.tiles)
		}
	}
}
