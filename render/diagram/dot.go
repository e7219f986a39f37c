package diagram

// The graph as DOT.

import (
	"io"

	"flavers/render"
	"flavers/render/dot"
)

// WriteDOT writes the graph for Graphviz.
func (g *Graph) WriteDOT(w io.Writer) error {
	out := dot.New(g.Title, nil)
	for i := range g.Nodes {
		n := &g.Nodes[i]
		a := dot.Attributes{{Key: "label", Value: dot.Quote(n.Label)}}
		if n.Title != "" {
			a.Add("tooltip", dot.Quote(n.Title))
		}
		fill, line := render.Plain.Colours()
		style := "rounded,filled"
		if n.Square {
			style = "filled"
		}
		switch {
		case n.Bad:
			fill, line = render.BadFill, render.BadColour
			a.Add("fontcolor", dot.Quote(render.BadColour))
		case n.Faint:
			fill, line = render.End.Colours()
		}
		if n.Dashed {
			style += ",dashed"
		}
		if n.Double {
			a.Add("peripheries", "2")
		}
		if n.Round {
			a.Add("shape", "circle")
		}
		a.Add("style", dot.Quote(style))
		a.Add("fillcolor", dot.Quote(fill))
		a.Add("color", dot.Quote(line))
		out.Vertex(n.ID, -1, a)
	}
	if g.Start >= 0 {
		start := out.Vertex("start", -1, dot.Attributes{{Key: "shape", Value: "point"}, {Key: "height", Value: "0.1"}})
		out.Arrow(start, g.Start, nil)
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		var a dot.Attributes
		if e.Label != "" {
			a.Add("label", dot.Quote(e.Label))
		}
		if e.Title != "" {
			a.Add("tooltip", dot.Quote(e.Title))
		}
		if e.Bad {
			a.Add("color", dot.Quote(render.BadColour))
			a.Add("fontcolor", dot.Quote(render.BadColour))
			a.Add("penwidth", "2")
		}
		out.Arrow(e.From, e.To, a)
	}
	return out.Write(w)
}
