package render

// Drawings in DOT, for Graphviz and for tools that read its language.

import (
	"flavers/render/dot"
	"io"
)

// WriteDOT writes a drawing as a directed graph, the nodes of each column a
// cluster. MIP edges have constraint=false: they would make the levels that
// dot computes meaningless, and the computation long.
func (d *Drawing) WriteDOT(w io.Writer) error {
	g := dot.New(d.Title, d.Columns)
	for i := range d.Nodes {
		n := &d.Nodes[i]
		column := -1
		if len(n.Columns) == 1 {
			column = n.Columns[0]
		}
		g.Vertex(n.ID, column, n.dot())
	}
	for i := range d.Edges {
		g.Arrow(d.Edges[i].From, d.Edges[i].To, d.Edges[i].dot())
	}
	return g.Write(w)
}

// dot returns the attributes of a node.
func (n *Node) dot() dot.Attributes {
	fill, line := classColours[n.Class][0].light, classColours[n.Class][1].light
	a := dot.Attributes{{Key: "label", Value: dot.Quote(Shorten(n.Label, MaxLabel))},
		{Key: "class", Value: dot.Quote(n.Class.String())}}
	if n.Title != "" {
		a.Add("tooltip", dot.Quote(n.Title))
	}
	switch n.Class {
	case Initial, Final:
		a.Add("shape", "circle")
		a.Add("fontcolor", "white")
	case Communication, End:
		a.Add("shape", "ellipse")
	case Site:
		a.Add("style", dot.Quote("dashed,filled"))
	}
	if n.Marked {
		a.Add("peripheries", "2")
	}
	if n.Lit {
		line = litColour.light
		a.Add("penwidth", "2.5")
	}
	a.Add("fillcolor", dot.Quote(fill))
	a.Add("color", dot.Quote(line))
	return a
}

// dot returns the attributes of an edge.
func (e *Edge) dot() dot.Attributes {
	var a dot.Attributes
	colour := ""
	switch e.Kind {
	case MIP:
		colour = mipColour.light
	case Removed:
		colour = removedStyles[e.Rule].light
		a.Add("style", removedStyles[e.Rule].dot)
	case Meet:
		colour = classColours[Communication][1].light
		a.Add("style", "dotted")
		a.Add("dir", "none")
	}
	if e.Kind != Control {
		a.Add("constraint", "false")
		a.Add("class", dot.Quote(e.Kind.String()))
		if e.Both && e.Kind != Meet {
			a.Add("dir", "both")
		}
	}
	if e.Lit {
		colour = litColour.light
		a.Add("penwidth", "2.5")
	}
	if colour != "" {
		a.Add("color", dot.Quote(colour))
	}
	return a
}
