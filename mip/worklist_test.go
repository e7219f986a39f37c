package mip

import (
	"testing"

	"flavers/bitset"
	"flavers/cfg"
	"flavers/internal/scc"
)

// quotientPairs is the pair worklist on the quotient: the algorithm that solve
// replaces, with the same compact data, for the comparison of speed. It
// returns the relation over classes.
func quotientPairs(p *cfg.Program) (*bitset.Matrix, []int32) {
	raw := rulesOf(p)
	live := raw.live()
	raw.keep(live)
	class, n := raw.quotient(live)
	q := raw.over(class, n)
	number := q.number()
	for i, c := range class {
		class[i] = number[c]
	}
	q = q.over(number, n)
	task := make([]int32, n)
	for i, c := range class {
		task[c] = cfg.None
		if i < len(p.Points) {
			task[c] = int32(p.Points[i].Task)
		}
	}
	return q.pairs(task), class
}

// pairs is the least relation by a worklist of single pairs.
func (r *rules) pairs(task []int32) *bitset.Matrix {
	m := bitset.NewMatrix(r.n, r.n)
	next := scc.New(r.n, len(r.steps), func(i int) (int32, int32) { return r.steps[i].from, r.steps[i].to })
	begun := scc.New(r.n, len(r.starts), func(i int) (int32, int32) { return r.starts[i].from, int32(i) })
	met := r.met()
	var work [][2]int32
	add := func(x, y int32) {
		if !m.Has(int(x), int(y)) {
			m.Row(int(x)).Add(int(y))
			m.Row(int(y)).Add(int(x))
			work = append(work, [2]int32{x, y})
		}
	}
	move := func(x, y int32) {
		for _, z := range next.Of(x) {
			add(z, y)
		}
		for _, k := range begun.Of(x) {
			if s := r.starts[k]; int32(s.task) != task[y] {
				add(s.to, y)
			}
		}
		for _, k := range met.Of(x) {
			a := r.meets[k]
			other := a.p ^ a.q ^ x
			switch {
			case other == y:
				if x != a.p {
					continue // the other direction of the pair does it
				}
				add(a.p2, a.q2)
				if a.q == r.observer {
					continue
				}
				for i, w := range m.Row(int(x)) {
					for z := range (bitset.Set{w & m.Row(int(y))[i]}).All {
						add(a.p2, int32(i<<6+z))
						add(a.q2, int32(i<<6+z))
					}
				}
			case a.q != r.observer && m.Has(int(x), int(other)) && m.Has(int(y), int(other)):
				add(a.p2, y)
				add(a.q2, y)
			}
		}
	}
	for _, x := range r.begin {
		for _, y := range r.begin {
			if x != y {
				add(x, y)
			}
		}
	}
	for len(work) > 0 {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		move(w[0], w[1])
		move(w[1], w[0])
	}
	return m
}

// TestBlocks compares solve with the pair worklist, bit for bit, on programs
// that need several blocks of columns.
func TestBlocks(t *testing.T) {
	for _, f := range families {
		for _, nodes := range []int{1000, 3000} {
			p := f.build(nodes)
			r := MHP(p)
			want, class := quotientPairs(p)
			if err := r.Check(p); err != nil {
				t.Errorf("%s %d: %v", f.name, nodes, err)
			}
			for c := range want.Rows {
				if got := r.classRow(int32(c)); !got[:want.Stride].Equal(want.Row(c)) {
					t.Fatalf("%s %d: row of class %d of %d differs", f.name, nodes, c, len(class))
				}
			}
			t.Logf("%s %d: %+v", f.name, nodes, r.work)
		}
	}
}

// withoutQuotient solves the rules with one class for every point.
func withoutQuotient(p *cfg.Program) *Relation {
	raw := rulesOf(p)
	number := raw.number()
	return relationOf(nil, p, raw.over(number, raw.n), number)
}

// TestQuotient: the quotient changes the size of the matrix, and no row.
func TestQuotient(t *testing.T) {
	for _, f := range families {
		p := f.build(3000)
		r, plain := MHP(p), withoutQuotient(p)
		if r.work.Classes >= plain.work.Classes {
			t.Errorf("%s: %d classes of %d places", f.name, r.work.Classes, plain.work.Classes)
		}
		for q := range p.Points {
			if !r.Row(cfg.PointID(q)).Equal(plain.Row(cfg.PointID(q))) {
				t.Fatalf("%s: row of point %d differs", f.name, q)
			}
		}
	}
}
