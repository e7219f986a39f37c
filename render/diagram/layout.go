package diagram

// Where everything stands: nodes in a column, and beside it tracks for edges that lead farther than to the next node.
// All lengths are in pixels.

import (
	"slices"
	"strings"

	"flavers/render"
)

const (
	lineHeight = 15.0
	port       = 12.0 // between two lines that end at one side of a node
	minHeight  = 30.0
	minGap     = 34.0 // between nodes
	trackGap   = 14.0 // between tracks
	loopSize   = 16.0 // how far a loop reaches to the right
	labelGap   = 8.0
	apart      = 9.0 // between the lines down to the next node and up from it
)

// place is where a graph stands.
type place struct {
	g      *Graph
	y, h   []float64 // by node: its middle and height
	w      float64   // of all boxes
	x      float64   // the middle of the column
	right  []route   // edges on tracks at the right, by edge; others are zero
	left   []route   // the same at the left
	loops  []float64 // by edge: y of its loop; others are zero
	height float64
	width  float64
}

// route is the way of an edge on a track.
type route struct {
	from, to float64 // y where it leaves a node, and where it enters one
	x        float64 // of the track
	label    float64 // x where its label begins, or ends if it stands at the left
}

func lines(label string) []string {
	if label == "" {
		return nil
	}
	return strings.Split(label, "\n")
}

func widest(label string) float64 {
	w := 0.0
	for _, l := range lines(label) {
		w = max(w, render.TextWidth(l))
	}
	return w
}

// below is the middle of the gap below the upper end of an edge.
func (p *place) below(e *Edge) float64 {
	i := min(e.From, e.To)
	return (p.y[i] + p.h[i]/2 + p.y[i+1] - p.h[i+1]/2) / 2
}

// far reports whether an edge leads to another node than the next one, the one before or its own.
func (e *Edge) far() bool { return e.To > e.From+1 || e.To < e.From-1 }

// layout places a graph below y.
func (g *Graph) layout(y float64) *place {
	n := len(g.Nodes)
	p := &place{g: g, y: make([]float64, n), h: make([]float64, n), loops: make([]float64, len(g.Edges)),
		right: make([]route, len(g.Edges)), left: make([]route, len(g.Edges))}
	for i := range g.Nodes {
		p.w = max(p.w, widest(g.Nodes[i].Label)+2*render.BoxPad, 52)
	}
	p.column(y + minGap/2)
	leftmost := p.tracks(p.left, -1)
	rightmost := p.tracks(p.right, 1)
	p.x = leftmost + render.Margin
	p.width = p.x + rightmost + render.Margin
	p.height = p.y[n-1] + p.h[n-1]/2 + render.Margin
	return p
}

// column sets the heights and places of the nodes, and where edges end at their sides.
func (p *place) column(y float64) {
	type end struct {
		at   *float64
		side int
		y    float64 // from the top of the box
	}
	for i := range p.g.Nodes {
		side := [2]float64{port, port} // left, right: the next free y, from the top of the box
		var ends []end
		for _, k := range p.g.atSides(i) {
			e := &p.g.Edges[k]
			if e.From == e.To {
				high := max(2*port, lineHeight*float64(len(lines(e.Label))))
				ends = append(ends, end{&p.loops[k], 1, side[1] + high/2})
				side[1] += high + port/2
				continue
			}
			r, s := &p.right[k], 1
			if e.To < e.From {
				r, s = &p.left[k], 0
			}
			at := &r.to
			if e.From == i {
				at = &r.from
			}
			ends = append(ends, end{at, s, side[s]})
			side[s] += port
		}
		p.h[i] = max(minHeight, lineHeight*float64(len(lines(p.g.Nodes[i].Label)))+12, side[0], side[1])
		if i > 0 {
			y += p.gap(i - 1)
		}
		for _, e := range ends { // in the middle of the side
			*e.at = y + e.y + (p.h[i]-side[e.side])/2
		}
		p.y[i] = y + p.h[i]/2
		y += p.h[i]
	}
}

// atSides are the edges that end at the sides of node i, from the top down: those to nodes above, near ones first, its
// loops, and those to nodes below, far ones first. Near ones have the inner tracks, so no two edges of a node cross.
func (g *Graph) atSides(i int) []int {
	var out []int
	for k := range g.Edges {
		if e := &g.Edges[k]; (e.From == i || e.To == i) && (e.From == e.To || e.far()) {
			out = append(out, k)
		}
	}
	above := func(k int) int { return 2*i - g.Edges[k].From - g.Edges[k].To } // by how many nodes the other end is
	slices.SortStableFunc(out, func(a, b int) int {
		na, nb := above(a), above(b)
		if na > 0 && nb > 0 || na < 0 && nb < 0 {
			return na - nb
		}
		return nb - na
	})
	return out
}

// gap is the space below node i: labels of the edges stand there whose upper end is i, away from the ends of tracks.
func (p *place) gap(i int) float64 {
	gap := minGap
	for k := range p.g.Edges {
		e := &p.g.Edges[k]
		if e.From != e.To && min(e.From, e.To) == i {
			gap = max(gap, lineHeight*float64(len(lines(e.Label)))+18)
		}
	}
	return gap
}

// tracks gives the edges of one side their tracks, short ones next to the column, and returns how far the side reaches
// from the middle of the column. sign is that of x there.
func (p *place) tracks(routes []route, sign float64) float64 {
	reach := p.w / 2 // labels of loops, and of edges to the next node and back
	var order []int
	for k := range p.g.Edges {
		e := &p.g.Edges[k]
		down := e.To > e.From
		switch {
		case e.From == e.To && sign > 0:
			reach = max(reach, p.w/2+loopSize+labelGap+widest(e.Label))
		case e.From != e.To && !e.far() && down == (sign > 0):
			reach = max(reach, apart+labelGap+widest(e.Label))
		case e.far() && down == (sign > 0):
			order = append(order, k)
		}
	}
	upper := func(k int) int { return min(p.g.Edges[k].From, p.g.Edges[k].To) }
	lower := func(k int) int { return max(p.g.Edges[k].From, p.g.Edges[k].To) }
	slices.SortStableFunc(order, func(a, b int) int { return lower(a) - upper(a) - lower(b) + upper(b) })
	// Edges beside one another have tracks of their own, the longer one outside, so that it does not cross the other.
	var tracks [][]int
	for i, k := range order {
		at := 0
		for _, other := range order[:i] {
			if upper(k) < lower(other) && upper(other) < lower(k) {
				at = max(at, 1+slices.IndexFunc(tracks, func(t []int) bool { return slices.Contains(t, other) }))
			}
		}
		if at == len(tracks) {
			tracks = append(tracks, nil)
		}
		tracks[at] = append(tracks[at], k)
	}
	for _, track := range tracks {
		reach += trackGap
		label := reach + labelGap/2
		for _, k := range track {
			routes[k].x, routes[k].label = sign*reach, sign*label
		}
		reach = label
		for _, k := range track {
			reach = max(reach, label+widest(p.g.Edges[k].Label))
		}
	}
	return reach
}

// Size is how wide and how high the picture is, in pixels.
func (g *Graph) Size() (width, height float64) {
	p := g.layout((&render.Writer{}).HeadHeight(g.Title, g.Notes))
	return p.width, p.height
}
