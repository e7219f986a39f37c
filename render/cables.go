package render

// This file decides which edges are drawn as cables. If there are too many lines between tasks to follow, even bundled
// (bundle.go), all edges between two tasks are drawn as one thick line outside the columns, with their number. Each
// node then has a tag with the number of its edges. channel.go and matrix.go decide where cables run.
//
// A cable says less than the lines of a bundle, which a reader can follow from node to node. So some edges stay outside
// of cables: those on the lit path, those of a node in Focus, and those that are not between two tasks. A page shows
// the single edges of a node when it is clicked.

import (
	"cmp"
	"slices"
)

// A drawing has cables if more than maxCrossing lines (single edges and trunks of bundles) would cross the picture, or
// if more than maxBeside lines would run to hubs beside one column.
const (
	maxCrossing = 9
	maxBeside   = 4
)

// styles is the number of styles that lines between tasks have: one for MIP edges, one for meetings, and one for the
// edges removed by each rule.
const styles = 2 + MaxRules

func styleOf(k Kind, rule int) int {
	switch k {
	case MIP:
		return 0
	case Meet:
		return 1
	}
	return 2 + rule
}

// Cable is a line that stands for all edges between two tasks. An edge of a communication counts as one of the nearer
// of its tasks.
type Cable struct {
	A, B   int            // columns; A is left of B
	Counts [styles][2]int // by style: edges from A to B, from B to A
	Edges  []int          // indices in the drawing

	// Its coordinates: those of a line if cables run in a channel, or a cell of a matrix.
	Left  float64 // x where it leaves A
	Right float64 // x where it enters B
	Y     float64 // y of its horizontal part
	Label float64 // x of the middle of its numbers
	Cell  Box
}

// total returns the number of edges of a style, and sum that of all.
func (c *Cable) total(style int) int { return c.Counts[style][0] + c.Counts[style][1] }

func (c *Cable) sum() int {
	n := 0
	for s := range styles {
		n += c.total(s)
	}
	return n
}

// tag returns the numbers of edges of the cable, with those removed by all rules together.
func (c *Cable) tag() Tag {
	t := Tag{Kept: c.total(0), Meet: c.total(1)}
	t.Removed = c.sum() - t.Kept - t.Meet
	return t
}

// cabling says which edges are in cables.
type cabling struct {
	in     []bool // by edge: it is in a cable
	cables []Cable
	tags   []Tag // by node: the numbers of its edges in cables
}

// newCabling decides whether a drawing has cables, and puts edges into them. Without cables all edges are drawn.
func newCabling(d *Drawing, order []int) *cabling {
	c := &cabling{in: make([]bool, len(d.Edges)), tags: make([]Tag, len(d.Nodes))}
	if !crowded(d) {
		return c
	}
	position := make([]int, len(order))
	for i, t := range order {
		position[t] = i
	}
	index := map[[2]int]int{} // positions to cable; looked up only
	for i := range d.Edges {
		e := &d.Edges[i]
		a, b, ok := between(d, e, position)
		if !ok {
			continue
		}
		key := [2]int{min(a, b), max(a, b)}
		at, ok := index[key]
		if !ok {
			at = len(c.cables)
			index[key] = at
			c.cables = append(c.cables, Cable{A: order[key[0]], B: order[key[1]]})
		}
		q := &c.cables[at]
		c.in[i] = true
		q.Edges = append(q.Edges, i)
		way := 0
		if a > b {
			way = 1
		}
		s := styleOf(e.Kind, e.Rule)
		n := 1
		q.Counts[s][way]++
		if e.Both {
			n = 2
			q.Counts[s][1-way]++
		}
		for _, v := range [2]int{e.From, e.To} {
			switch t := &c.tags[v]; e.Kind {
			case MIP:
				t.Kept += n
			case Meet:
				t.Meet += n
			default:
				t.Removed += n
			}
		}
	}
	slices.SortFunc(c.cables, func(x, y Cable) int {
		return cmp.Or(cmp.Compare(position[x.A], position[y.A]), cmp.Compare(position[x.B], position[y.B]))
	})
	return c
}

// crowded reports whether there would be too many lines between tasks, even bundled.
func crowded(d *Drawing) bool {
	few := 0
	for i := range d.Edges {
		if d.Edges[i].Kind != Control {
			few++
		}
	}
	if few <= fewEdges {
		return false
	}
	zone := make([]int, len(d.Nodes))
	pairs := map[[2]int]int{} // looked up only
	zones := 2 * len(d.Columns)
	for i := range d.Nodes {
		switch c := d.Nodes[i].Columns; len(c) {
		case 0:
			zone[i] = -1
		case 1:
			zone[i] = 2 * c[0]
		default:
			key := [2]int{c[0], c[1]}
			at, ok := pairs[key]
			if !ok {
				at = zones
				zones += 2
				pairs[key] = at
			}
			zone[i] = at
		}
	}
	b := bundle(d, zone, zones, make([]bool, len(d.Edges)))
	beside := func(t [2]int) bool { return max(t[0], t[1]) > maxBeside }
	return b.crossing() > maxCrossing || slices.ContainsFunc(b.tracks, beside)
}

// crossing returns the number of lines that lead from task to task.
func (b *bundling) crossing() int {
	n := 0
	for i := range b.strands {
		s := &b.strands[i]
		if !s.lit && (s.count > 0 || s.a >= 0 && s.b >= 0) {
			n++
		}
	}
	return n
}

// between returns the positions of the two tasks that an edge leads between; for communications, which have two tasks,
// those that are nearest to each other. It returns false if the edge is not to be in a cable.
func between(d *Drawing, e *Edge, position []int) (from, to int, ok bool) {
	u, v := &d.Nodes[e.From], &d.Nodes[e.To]
	if e.Kind == Control || e.Lit || u.Focus || v.Focus {
		return 0, 0, false
	}
	least := len(position)
	for _, a := range u.Columns {
		for _, b := range v.Columns {
			a, b := position[a], position[b]
			if a == b {
				return 0, 0, false
			}
			if far := max(a-b, b-a); far < least || far == least && (a < from || a == from && b < to) {
				from, to, least = a, b, far
			}
		}
	}
	return from, to, least < len(position)
}
