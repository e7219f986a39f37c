package diagram

// The picture. A page finds a node by data-state, its Name, and an edge by data-edge, the names of its two nodes with a
// line feed between them.

import (
	"fmt"
	"io"

	"flavers/render"
)

// writer is a picture of a graph.
type writer struct {
	render.Writer
	p *place
}

// WriteSVG writes the graph, which has at least one node.
func (g *Graph) WriteSVG(w io.Writer, opt render.SVGOptions) error {
	s := &writer{Writer: render.Writer{Opt: opt}}
	s.p = g.layout(s.HeadHeight(g.Title, g.Notes))
	width := max(s.p.width, render.HeadingWidth(g.Title, g.Notes)+2*render.Margin)
	s.Open(width, s.p.height, g.Title, fmt.Sprintf("%d nodes, %d edges", len(g.Nodes), len(g.Edges)))
	s.Printf(`<defs><marker id="%saw" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" `+
		`markerUnits="userSpaceOnUse" orient="auto"><path class="aw" d="M0 1L10 5L0 9z"/></marker></defs>`+"\n", opt.Prefix)
	s.Heading(g.Title, g.Notes)
	s.Printf(`<g transform="translate(%s 0)">`+"\n", render.Num(s.p.x))
	if g.Start >= 0 {
		top := s.p.y[g.Start] - s.p.h[g.Start]/2
		y := render.Num(top - minGap/2 + 4)
		s.Printf(`<circle class="dot begin" cx="0" cy="%s" r="4"/>`, y)
		s.Printf(`<path class="c" d="M0 %sV%s" marker-end="url(#%sac)"/>`+"\n", y, render.Num(top), opt.Prefix)
	}
	for k := range g.Edges {
		s.edge(k)
	}
	for i := range g.Nodes {
		s.node(i)
	}
	s.Printf("</g>\n</svg>\n")
	_, err := io.WriteString(w, s.String())
	return err
}

// node writes one node.
func (s *writer) node(i int) {
	n, p := &s.p.g.Nodes[i], s.p
	class := "n state plain"
	for _, c := range []struct {
		is   bool
		name string
	}{{n.Bad, "ill"}, {n.Dashed, "open"}, {n.Faint, "faint"}} {
		if c.is {
			class += " " + c.name
		}
	}
	s.Printf(`<g class="%s"`, class)
	if n.Name != "" {
		s.Printf(` data-state="%s"`, render.Escape(n.Name))
	}
	s.Printf(">")
	if n.Title != "" {
		s.Printf("<title>%s</title>", render.Escape(n.Title))
	}
	radius := 12.0
	if n.Square {
		radius = 0
	}
	box := func(inset float64) {
		s.Printf(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s"/>`, render.Num(-p.w/2+inset),
			render.Num(p.y[i]-p.h[i]/2+inset), render.Num(p.w-2*inset), render.Num(p.h[i]-2*inset),
			render.Num(max(0, radius-inset)))
	}
	box(0)
	if n.Double {
		box(3)
	}
	text := lines(n.Label)
	for k, line := range text {
		s.Printf(`<text x="0" y="%s" class="mid">%s</text>`, render.Num(baseline(p.y[i], k, len(text))), render.Escape(line))
	}
	s.Printf("</g>\n")
}

// edge writes one edge with its label.
func (s *writer) edge(k int) {
	e, p := &s.p.g.Edges[k], s.p
	class, arrow := "edge", "c"
	if e.Bad {
		class, arrow = "edge ill", "w"
	}
	from, to := p.g.Nodes[e.From].Name, p.g.Nodes[e.To].Name
	s.Printf(`<g class="%s" data-edge="%s">`, class, render.Escape(from+"\n"+to))
	if e.Title != "" {
		s.Printf("<title>%s</title>", render.Escape(e.Title))
	}
	path := func(format string, at ...float64) {
		var words []any
		for _, v := range at {
			words = append(words, render.Num(v))
		}
		s.Printf(`<path class="c" d="`+format+`" marker-end="url(#%sa%s)"/>`, append(words, s.Opt.Prefix, arrow)...)
	}
	half := p.w / 2
	switch {
	case e.From == e.To:
		y := p.loops[k]
		path("M%s %sC%s %s %s %s %s %s", half, y-port/2, half+loopSize*1.3, y-port, half+loopSize*1.3, y+port, half, y+port/2)
		s.label(e, half+loopSize+labelGap, y, "line")
	case e.To == e.From+1:
		x, top, bottom := apart*s.twin(e), p.y[e.From]+p.h[e.From]/2, p.y[e.To]-p.h[e.To]/2
		path("M%s %sV%s", x, top, bottom)
		s.label(e, x+labelGap, p.below(k), "line")
	case e.To == e.From-1:
		x, top, bottom := -apart*s.twin(e), p.y[e.To]+p.h[e.To]/2, p.y[e.From]-p.h[e.From]/2
		path("M%s %sV%s", x, bottom, top)
		s.label(e, x-labelGap, p.below(k), "end")
	case e.To > e.From:
		r := p.right[k]
		path("M%s %sH%sQ%s %s %s %sV%sQ%s %s %s %sH%s", half, r.from, r.x-6, r.x, r.from, r.x, r.from+6,
			r.to-6, r.x, r.to, r.x-6, r.to, half)
		s.label(e, r.label, p.below(k), "line")
	default:
		r := p.left[k]
		path("M%s %sH%sQ%s %s %s %sV%sQ%s %s %s %sH%s", -half, r.from, r.x+6, r.x, r.from, r.x, r.from-6,
			r.to+6, r.x, r.to, r.x+6, r.to, -half)
		s.label(e, r.label, p.below(k), "end")
	}
	s.Printf("</g>\n")
}

// twin is 1 if there is an edge in the other direction, too: the two lines must not cover each other.
func (s *writer) twin(e *Edge) float64 {
	for k := range s.p.g.Edges {
		if o := &s.p.g.Edges[k]; o.From == e.To && o.To == e.From {
			return 1
		}
	}
	return 0
}

// label writes the lines of a label around y.
func (s *writer) label(e *Edge, x, y float64, class string) {
	text := lines(e.Label)
	for k, line := range text {
		s.Printf(`<text x="%s" y="%s" class="%s over">%s</text>`, render.Num(x), render.Num(baseline(y, k, len(text))),
			class, render.Escape(line))
	}
}

// baseline returns the y of line k of n lines whose middle is y.
func baseline(y float64, k, n int) float64 { return y + 4 + lineHeight*(float64(k)-float64(n-1)/2) }
