package diagram

// This file places a graph: its nodes in a column, and beside the column tracks for the edges that do not lead to the
// next node or the one before. Edges that lead down have tracks at the right, those that lead up at the left:
//
//	      +---+
//	  +-> | 0 | --+
//	  |   +---+   |
//	  |     v     |
//	  |   +---+   |
//	  |   | 1 |   |
//	  |   +---+   |
//	  |     v     |
//	  |   +---+   |
//	  +-- | 2 | <-+
//	      +---+
//
// All lengths are in pixels.

import (
	"slices"
	"strings"

	"flavers/render"
)

const (
	lineHeight = 15.0 // of text
	port       = 12.0 // the distance of two lines that end at one side of a node
	minHeight  = 30.0 // the least height of a node
	minGap     = 34.0 // the least distance of two nodes
	trackGap   = 14.0 // the distance of two tracks
	loopSize   = 16.0 // how far a loop reaches to the right
	labelGap   = 8.0  // the distance of a label from its line
	apart      = 9.0  // the distance of the line down to the next node from the line up from it
)

// place has the coordinates of a graph.
type place struct {
	g      *Graph
	y, h   []float64 // by node: its middle and height
	w      float64   // of all boxes
	x      float64   // the middle of the column
	right  []route   // edges on tracks at the right, by edge; others are zero
	left   []route   // the same at the left
	loops  []float64 // by edge: y of its loop; others are zero
	gaps   []int     // by edge: the node below which its label stands
	height float64
	width  float64
}

// route is the way of an edge on a track.
type route struct {
	from, to float64 // y where it leaves a node, and where it enters one
	x        float64 // of the track
	label    float64 // x where its label begins, or ends if it stands at the left
}

// lines returns the lines of a label.
func lines(label string) []string {
	if label == "" {
		return nil
	}
	return strings.Split(label, "\n")
}

// widest returns the width of the widest line of a label.
func widest(label string) float64 {
	w := 0.0
	for _, l := range lines(label) {
		w = max(w, render.TextWidth(l))
	}
	return w
}

// below returns the middle of the gap in which the label of edge k stands.
func (p *place) below(k int) float64 {
	i := p.gaps[k]
	return (p.y[i] + p.h[i]/2 + p.y[i+1] - p.h[i+1]/2) / 2
}

func (e *Edge) upper() int { return min(e.From, e.To) }
func (e *Edge) lower() int { return max(e.From, e.To) }

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
	p.gaps = make([]int, len(g.Edges))
	for k := range g.Edges {
		p.gaps[k] = g.Edges[k].upper()
	}
	g.freeGaps(p.gaps)
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

// atSides returns the edges that end at the sides of node i, from the top down: those to nodes above, near ones first,
// its loops, and those to nodes below, far ones first. Near ones have the inner tracks, so no two edges of a node
// cross.
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

// gap returns the space below node i, with room for the labels that stand there, away from the ends of tracks.
func (p *place) gap(i int) float64 {
	gap := minGap
	for k := range p.g.Edges {
		e := &p.g.Edges[k]
		if e.From != e.To && p.gaps[k] == i {
			gap = max(gap, lineHeight*float64(len(lines(e.Label)))+18)
		}
	}
	return gap
}

// onTracks returns the edges of one side that have tracks: those that lead down, at the right, or those that lead up.
// Short ones come first and get the inner tracks, so that long ones do not cross them.
func (g *Graph) onTracks(down bool) []int {
	var out []int
	for k := range g.Edges {
		if e := &g.Edges[k]; e.far() && e.To > e.From == down {
			out = append(out, k)
		}
	}
	length := func(k int) int { return g.Edges[k].lower() - g.Edges[k].upper() }
	slices.SortStableFunc(out, func(a, b int) int { return length(a) - length(b) })
	return out
}

// freeGaps puts the label of each edge on a track into the gap that the fewest outer tracks pass, because these have to
// give way to the label.
func (g *Graph) freeGaps(gaps []int) {
	for _, down := range []bool{false, true} {
		order := g.onTracks(down)
		for i, k := range order {
			e, fewest := &g.Edges[k], len(order)
			for at := e.upper(); at < e.lower(); at++ {
				passing := 0
				for _, other := range order[i+1:] {
					if o := &g.Edges[other]; o.upper() <= at && at < o.lower() {
						passing++
					}
				}
				if passing < fewest {
					gaps[k], fewest = at, passing
				}
			}
		}
	}
}

// tracks gives the edges of one side their tracks, short ones next to the column, and returns how far the side reaches
// from the middle of the column. sign is that of x there. A track keeps away from what is beside it only: the graph is
// cut into rows, nodes and the gaps between them, and each row has a reach of its own.
func (p *place) tracks(routes []route, sign float64) float64 {
	reach := make([]float64, 2*len(p.g.Nodes)) // by row: 2i is node i, 2i+1 the gap below it
	for r := range reach {
		reach[r] = p.w / 2
	}
	for k := range p.g.Edges { // labels of loops, and of edges to the next node and back
		e := &p.g.Edges[k]
		switch {
		case e.From == e.To && sign > 0:
			reach[2*e.From] = max(reach[2*e.From], p.w/2+loopSize+labelGap+widest(e.Label))
		case e.From != e.To && !e.far() && e.To > e.From == (sign > 0):
			r := 2*e.upper() + 1
			reach[r] = max(reach[r], apart+labelGap+widest(e.Label))
		}
	}
	for _, k := range p.g.onTracks(sign > 0) {
		e := &p.g.Edges[k]
		beside := reach[2*e.upper()+1 : 2*e.lower()]
		x := slices.Max(beside) + trackGap
		label := x + labelGap/2
		routes[k].x, routes[k].label = sign*x, sign*label
		for r := range beside {
			beside[r] = x
		}
		reach[2*p.gaps[k]+1] = label + widest(e.Label)
	}
	return slices.Max(reach)
}

// Size returns how wide and how high the picture is, in pixels.
func (g *Graph) Size() (width, height float64) {
	p := g.layout((&render.Writer{}).HeadHeight(g.Title, g.Notes))
	return p.width, p.height
}
