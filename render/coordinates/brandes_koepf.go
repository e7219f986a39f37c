// Package coordinates computes horizontal coordinates in a graph whose vertices stand in
// rows, in an order that is given:
//
//	g := &coordinates.Graph{Up: up, Down: down, Width: width, Apart: apart, Bent: bent}
//	x := g.Place([][]int{{0, 1}, {2}}, make([]int, 3)) // of 0, 1 and 2
//
// (U. Brandes, B. Köpf, GD 2001; the compaction over a graph of blocks, as a longest
// path, is simpler than theirs and never lets blocks overlap.)
package coordinates

import (
	"math"
	"slices"
)

// Graph is a graph by vertex.
type Graph struct {
	Up, Down [][]int                // neighbours in the row above, in the row below
	Width    func(v int) float64    // of its box
	Apart    func(u, v int) float64 // how far the centres of two neighbours of a row are kept apart
	Bent     func(v int) bool       // a bend or the like, whose lines should be straight
}

// brandesKopf computes x for the vertices of some rows. Vertices are numbered row by
// row, from 0.
type brandesKopf struct {
	g        *Graph
	id       []int   // by number: vertex
	rows     [][]int // numbers
	row, pos []int   // by number: its row, and its place there
	up, down [][]int // numbers
}

// Place returns the coordinates of the centres of the vertices in rows, row by row; all their
// neighbours are there too. scratch is by vertex; its content does not matter.
func (g *Graph) Place(rows [][]int, scratch []int) []float64 {
	b := &brandesKopf{g: g}
	for r, row := range rows {
		numbers := make([]int, len(row))
		for i, v := range row {
			numbers[i] = len(b.id)
			scratch[v] = len(b.id)
			b.id = append(b.id, v)
			b.row, b.pos = append(b.row, r), append(b.pos, i)
		}
		b.rows = append(b.rows, numbers)
	}
	renumber := func(list []int) []int {
		out := make([]int, len(list))
		for i, v := range list {
			out[i] = scratch[v]
		}
		slices.Sort(out) // numbers of a row ascend from left to right
		return out
	}
	for _, v := range b.id {
		b.up, b.down = append(b.up, renumber(g.Up[v])), append(b.down, renumber(g.Down[v]))
	}
	return b.run()
}

// run makes four alignments (up or down, left or right) and takes the mean of
// the two in the middle for each vertex: being order statistics, they keep the
// distances that all four keep.
func (b *brandesKopf) run() []float64 {
	out := make([]float64, len(b.id))
	var four [4][]float64
	var lo, hi [4]float64
	narrow := 0
	for k := range four {
		four[k] = b.align(k&1 == 1, k&2 == 2)
		lo[k], hi[k] = math.Inf(1), math.Inf(-1)
		for v, x := range four[k] {
			w := b.g.Width(b.id[v]) / 2
			lo[k], hi[k] = min(lo[k], x-w), max(hi[k], x+w)
		}
		if hi[k]-lo[k] < hi[narrow]-lo[narrow] {
			narrow = k
		}
	}
	for v := range b.id {
		var x [4]float64
		for k := range four {
			shift := lo[narrow] - lo[k]
			if k&2 == 2 {
				shift = hi[narrow] - hi[k]
			}
			x[k] = four[k][v] + shift
		}
		slices.Sort(x[:])
		out[v] = (x[1] + x[2]) / 2
	}
	return out
}

// align makes blocks of vertices in one vertical line and packs the blocks to
// one side.
func (b *brandesKopf) align(down, right bool) []float64 {
	rows, near := slices.Clone(b.rows), b.up
	if down {
		near = b.down
		slices.Reverse(rows)
	}
	if right {
		for i := range rows {
			rows[i] = slices.Clone(rows[i])
			slices.Reverse(rows[i])
		}
	}
	place := func(v int) int {
		if right {
			return len(b.rows[b.row[v]]) - 1 - b.pos[v]
		}
		return b.pos[v]
	}
	root, next := make([]int, len(b.id)), make([]int, len(b.id))
	for v := range root {
		root[v], next[v] = v, v
	}
	var taken, below []int // place taken above by the i-th vertex of a row; the nearest such to its right
	for _, row := range rows {
		taken = taken[:0]
		for range row {
			taken = append(taken, -1)
		}
		// Bends choose first, so that long lines are straight; what they cross
		// bends around them.
		for _, straight := range []bool{true, false} {
			below = append(below[:0], taken...)
			free := math.MaxInt
			for i := len(row) - 1; i >= 0; i-- {
				here := below[i]
				below[i] = free
				if here >= 0 {
					free = here
				}
			}
			lo := -1
			for i, v := range row {
				if taken[i] >= 0 {
					lo = taken[i]
					continue
				}
				ns := near[v]
				if len(ns) == 0 || straight != (b.g.Bent(b.id[v]) && b.g.Bent(b.id[ns[0]])) {
					continue
				}
				middle := [2]int{(len(ns) - 1) / 2, len(ns) / 2}
				if right {
					middle[0], middle[1] = middle[1], middle[0]
				}
				for _, m := range middle {
					u := ns[m]
					at := place(u)
					if next[v] != v || root[v] != v || at <= lo || at >= below[i] || next[u] != root[u] {
						continue
					}
					next[u] = v
					root[v] = root[u]
					next[v] = root[v]
					taken[i], lo = at, at
				}
			}
		}
	}
	return b.compact(rows, root, right)
}

// compact packs blocks to the left (or right) and then moves each as far back
// as its neighbours on the other side let it.
func (b *brandesKopf) compact(rows [][]int, root []int, right bool) []float64 {
	type link struct {
		to  int
		gap float64
	}
	n := len(b.id)
	after, before := make([][]link, n), make([][]link, n)
	waiting := make([]int, n)
	for _, row := range rows {
		for i := 1; i < len(row); i++ {
			u, v := root[row[i-1]], root[row[i]]
			gap := b.g.Apart(b.id[row[i-1]], b.id[row[i]])
			after[u] = append(after[u], link{v, gap})
			before[v] = append(before[v], link{u, gap})
			waiting[v]++
		}
	}
	x := make([]float64, n)
	var topo []int
	for v := range n {
		if root[v] == v && waiting[v] == 0 {
			topo = append(topo, v)
		}
	}
	for at := 0; at < len(topo); at++ {
		r := topo[at]
		for _, l := range before[r] {
			x[r] = max(x[r], x[l.to]+l.gap)
		}
		for _, l := range after[r] {
			if waiting[l.to]--; waiting[l.to] == 0 {
				topo = append(topo, l.to)
			}
		}
	}
	for i := len(topo) - 1; i >= 0; i-- {
		r := topo[i]
		room := math.Inf(1)
		for _, l := range after[r] {
			room = min(room, x[l.to]-l.gap)
		}
		if !math.IsInf(room, 1) && len(before[r]) > 0 {
			x[r] = max(x[r], room)
		}
	}
	out := make([]float64, n)
	for v := range out {
		out[v] = x[root[v]]
		if right {
			out[v] = -out[v]
		}
	}
	return out
}
