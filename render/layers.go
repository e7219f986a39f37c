package render

// This file has the layered graph, on which the layout works. Its vertices are the nodes of the drawing, points that
// join edges (joints), and bends of long edges. Its arcs are control edges, each in one column. A layer is a row: arcs
// lead from a row to the next one, once long arcs are bent at every row between.

import (
	"encoding/binary"
	"slices"
)

// vertex is a node, a joint, or a bend. Columns are named by their position in the picture, from 0 on the left.
type vertex struct {
	node  int   // index of the node in the drawing; -1 for a joint or bend
	joint bool  // a joint
	lanes []int // positions of its columns, ascending
	row   int
	w, h  float64
	x, y  float64

	// For a communication, which belongs to two columns.
	gutter int    // the gap between columns where it is; -1 for other vertices
	ghosts [2]int // the vertices that keep its place in its two columns
	apart  bool   // it is in different rows of its two columns, and shown in both
	rows   [2]int // these rows, if apart is set

	// A node may be shown at a second place (Alias).
	alias bool // the vertex is another place of its node
	first bool // it is an alias, and the node is shown only at aliases; this is the first of them
	gone  bool // the vertex is not drawn, because its node is shown only at aliases
}

// arc is a line from vertex to vertex, with the control edges it stands for.
type arc struct {
	from, to int
	lane     int // position of its column, or -1
	edges    []int
	back     bool  // it leads back in the control flow
	channel  bool  // it is drawn beside the column, on a track, and not through it
	chain    []int // its bends, from top to bottom
	side     int   // of the column, if channel is set: 0 left, 1 right
	track    int   // if channel is set; track 0 is next to the boxes of the column
}

// layered is the layered graph of a drawing. Steps of the layout fill in its fields one after the other.
type layered struct {
	d      *Drawing
	order  []int // by position: the column of the drawing
	bandOf []int // by position: its band
	tight  bool  // rows are close together
	v      []vertex
	arcs   []arc
	out    [][]int // by vertex: the arcs that leave it
	rows   int     // number of rows

	inLane  [][]int   // by position: its vertices, with bends and ghosts
	gutter  [][][]int // by position and row: communications in the gap right of it
	free    [][]int   // by row: vertices without a column
	up      [][]int   // by vertex: neighbours in the row above, in its column
	down    [][]int   // by vertex: neighbours in the row below
	seen    []bool    // by vertex: scratch
	tracks  [][2]int  // by position: number of tracks left and right
	edge    [][2]float64
	gap     []float64        // by position: width of the gap right of it
	bundles *bundling        // the lines between tasks
	inRow   map[[2]int][]int // by position and row: vertices of the column; looked up only
	rowY    [][]float64      // by band and row
	rowH    [][]float64
}

func newLayered(d *Drawing, order []int, small []bool, tags []Tag, bandOf []int) *layered {
	l := &layered{d: d, order: order, bandOf: bandOf, tight: len(d.Nodes) > maxLabelled && !d.Full}
	position := make([]int, len(order))
	for i, c := range order {
		position[c] = i
	}
	for i := range d.Nodes {
		n := &d.Nodes[i]
		w, h := boxSize(n, small[i], tags[i])
		v := vertex{node: i, w: w, h: h, gutter: -1}
		for _, c := range n.Columns {
			v.lanes = append(v.lanes, position[c])
		}
		slices.Sort(v.lanes)
		l.v = append(l.v, v)
	}
	l.join()
	l.out = make([][]int, len(l.v))
	for i := range l.arcs {
		l.out[l.arcs[i].from] = append(l.out[l.arcs[i].from], i)
	}
	return l
}

// laneOf calls yield with the columns that an edge belongs to, -1 for none.
func (l *layered) laneOf(from, to int, yield func(lane int)) {
	a, b := l.v[from].lanes, l.v[to].lanes
	switch {
	case len(a) == 0 && len(b) == 0:
		yield(-1)
	case len(a) == 0:
		for _, t := range b {
			yield(t)
		}
	case len(b) == 0:
		for _, t := range a {
			yield(t)
		}
	default:
		shared := false
		for _, t := range a {
			if slices.Contains(b, t) {
				shared = true
				yield(t)
			}
		}
		if !shared {
			yield(-1)
		}
	}
}

// join makes the arcs. Where several vertices have the same two or more
// successors in a column, a joint stands between.
func (l *layered) join() {
	type group struct {
		lane    int
		members []int   // vertices
		targets []int   // vertices
		edges   [][]int // by member and target
	}
	succ := make([][]int, len(l.d.Nodes)) // edges
	for i, e := range l.d.Edges {
		if e.Kind == Control {
			succ[e.From] = append(succ[e.From], i)
		}
	}
	var groups []group
	index := map[string]int{}
	var key []byte
	for u := range l.d.Nodes {
		var lanes []int
		byLane := map[int][]int{} // looked up by lanes only
		for _, e := range succ[u] {
			l.laneOf(u, l.d.Edges[e].To, func(t int) {
				if byLane[t] == nil {
					lanes = append(lanes, t)
				}
				byLane[t] = append(byLane[t], e)
			})
		}
		for _, t := range lanes {
			edges := byLane[t]
			slices.SortStableFunc(edges, func(a, b int) int { return l.d.Edges[a].To - l.d.Edges[b].To })
			key = binary.LittleEndian.AppendUint32(key[:0], uint32(t+1))
			for _, e := range edges {
				key = binary.LittleEndian.AppendUint32(key, uint32(l.d.Edges[e].To))
			}
			at, ok := index[string(key)]
			if !ok || t < 0 {
				at = len(groups)
				index[string(key)] = at
				g := group{lane: t}
				for _, e := range edges {
					g.targets = append(g.targets, l.d.Edges[e].To)
				}
				groups = append(groups, g)
			}
			g := &groups[at]
			g.members = append(g.members, u)
			g.edges = append(g.edges, edges)
		}
	}
	for _, g := range groups {
		if len(g.members) < 2 || len(g.targets) < 2 || g.lane < 0 {
			for m, u := range g.members {
				for k, q := range g.targets {
					l.arcs = append(l.arcs, arc{from: u, to: q, lane: g.lane, edges: []int{g.edges[m][k]}})
				}
			}
			continue
		}
		p := len(l.v)
		l.v = append(l.v, vertex{node: -1, joint: true, lanes: []int{g.lane}, w: pointSize, h: pointSize, gutter: -1})
		for m, u := range g.members {
			l.arcs = append(l.arcs, arc{from: u, to: p, lane: g.lane, edges: g.edges[m]})
		}
		for k, q := range g.targets {
			a := arc{from: p, to: q, lane: g.lane}
			for m := range g.members {
				a.edges = append(a.edges, g.edges[m][k])
			}
			l.arcs = append(l.arcs, a)
		}
	}
}
