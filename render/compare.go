package render

// A comparison: what there was before MIP edges were removed, and what is left, side by side or one below the other.
// The nodes have the same places in both graphs, and the edges that are kept the same lines.

import (
	"fmt"
	"io"
	"math"
	"slices"
)

// Narrow is up to which width a comparison can be read in a text of usual width, and highest up to which height.
const (
	Narrow  = 1400.0
	highest = 1700.0
)

// WriteComparison writes a picture of two graphs: with all edges, the removed ones in the colour of their rule, and
// with those that are kept. Below the legend an example says why an edge was removed.
func (p *Placed) WriteComparison(w io.Writer, opt SVGOptions) error {
	kept, removed := p.D.Count(MIP), p.D.Count(Removed)
	return p.write(w, opt, []panel{
		{p, fmt.Sprintf("before: %s", edges(kept+removed))},
		{p.kept(), fmt.Sprintf("after: %d kept, %d removed", kept, removed)},
	})
}

func edges(n int) string {
	if n == 1 {
		return "1 MIP edge"
	}
	return fmt.Sprintf("%d MIP edges", n)
}

// Comparable reports whether a comparison can be read: every node has its label, and the whole is not too large.
func (p *Placed) Comparable() bool { return p.readable(2) }

// Readable tells the same of the graph alone.
func (p *Placed) Readable() bool { return p.readable(1) }

func (p *Placed) readable(panels int) bool {
	a := p.arrange(panels)
	return !slices.Contains(p.Small, true) && a.width+2*Margin <= Narrow && a.height <= highest
}

// MayBeComparable is false if a drawing is so large that no placing of it is Comparable.
func (d *Drawing) MayBeComparable() bool { return d.Full || len(d.Nodes) <= maxLabelled }

// kept returns the picture without the edges that were removed.
func (p *Placed) kept() *Placed {
	q := *p
	q.Lines = slices.DeleteFunc(slices.Clone(p.Lines), func(l Line) bool { return l.Kind == Removed })
	q.Points = slices.DeleteFunc(slices.Clone(p.Points), func(at Pt) bool {
		return !slices.ContainsFunc(q.Lines, func(l Line) bool { return l.touches(at) })
	})
	q.Tags = slices.Clone(p.Tags)
	for i := range q.Tags {
		q.Tags[i].Removed = 0
	}
	q.Cables = nil
	for _, c := range p.Cables {
		for s := styleOf(Removed, 0); s < styles; s++ {
			c.Counts[s] = [2]int{}
		}
		c.Edges = slices.DeleteFunc(slices.Clone(c.Edges), func(e int) bool { return p.D.Edges[e].Kind == Removed })
		if len(c.Edges) > 0 || p.Cell.X > 0 { // a table keeps its rows
			q.Cables = append(q.Cables, c)
		}
	}
	return &q
}

// touches reports whether a line begins or ends at a point where lines run together.
func (l *Line) touches(at Pt) bool {
	for _, q := range []Pt{l.Pts[0], l.Pts[len(l.Pts)-1]} {
		if math.Abs(q.X-at.X) < 0.01 && math.Abs(q.Y-at.Y) <= pointSize/2+0.01 {
			return true
		}
	}
	return false
}
