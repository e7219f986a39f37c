package render

// DOT, by gonum's encoder: for Graphviz and for tools that read its language.

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/multi"
)

// WriteDOT writes a drawing as a directed graph, the nodes of each column a
// cluster. MIP edges have constraint=false: they would make the levels that
// dot computes meaningless, and the computation long.
func (d *Drawing) WriteDOT(w io.Writer) error {
	g := &dotGraph{DirectedGraph: multi.NewDirectedGraph(), d: d}
	nodes := make([]*dotNode, len(d.Nodes))
	for i := range d.Nodes {
		nodes[i] = &dotNode{id: int64(i), n: &d.Nodes[i]}
		g.AddNode(nodes[i])
	}
	for i := range d.Edges {
		e := &d.Edges[i]
		g.SetLine(&dotLine{Line: g.NewLine(nodes[e.From], nodes[e.To]), e: e})
	}
	out, err := dot.MarshalMulti(g, quote(d.Title), "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// dotGraph adds to the graph what the encoder asks for.
type dotGraph struct {
	*multi.DirectedGraph
	d *Drawing
}

// Structure makes a cluster of each column's own nodes.
func (g *dotGraph) Structure() []dot.Multigraph {
	var out []dot.Multigraph
	for c, name := range g.d.Columns {
		sub := &dotCluster{dotGraph: &dotGraph{DirectedGraph: multi.NewDirectedGraph(), d: &Drawing{}}, id: fmt.Sprintf("cluster_%d", c), label: name}
		for i := range g.d.Nodes {
			if n := &g.d.Nodes[i]; len(n.Columns) == 1 && n.Columns[0] == c {
				sub.AddNode(dotMember{id: int64(i), name: n.ID})
			}
		}
		out = append(out, sub)
	}
	return out
}

func (g *dotGraph) DOTAttributers() (g0, n, e encoding.Attributer) {
	return attributes{{Key: "label", Value: quote(g.d.Title)}, {Key: "labelloc", Value: "t"}, {Key: "fontname", Value: quote("monospace")}},
		attributes{{Key: "shape", Value: "box"}, {Key: "style", Value: quote("rounded,filled")}, {Key: "fontname", Value: quote("monospace")}, {Key: "fontsize", Value: "11"}, {Key: "height", Value: "0.3"}},
		attributes{{Key: "arrowsize", Value: "0.6"}, {Key: "color", Value: quote(control.light)}}
}

type dotCluster struct {
	*dotGraph
	id, label string
}

func (c *dotCluster) DOTID() string               { return c.id }
func (c *dotCluster) Structure() []dot.Multigraph { return nil }
func (c *dotCluster) DOTAttributers() (g, n, e encoding.Attributer) {
	return attributes{{Key: "label", Value: quote(c.label)}, {Key: "style", Value: quote("rounded,filled")},
		{Key: "color", Value: quote(laneFill.light)}}, attributes{}, attributes{}
}

type attributes []encoding.Attribute

func (a attributes) Attributes() []encoding.Attribute { return a }

type dotNode struct {
	id int64
	n  *Node
}

var _ graph.Node = (*dotNode)(nil)

func (n *dotNode) ID() int64     { return n.id }
func (n *dotNode) DOTID() string { return quote(n.n.ID) }

func (n *dotNode) Attributes() []encoding.Attribute {
	fill, line := classColours[n.n.Class][0].light, classColours[n.n.Class][1].light
	a := attributes{{Key: "label", Value: quote(shorten(n.n.Label, maxLabel))}, {Key: "class", Value: quote(n.n.Class.String())}}
	add := func(key, value string) { a = append(a, encoding.Attribute{Key: key, Value: value}) }
	if n.n.Title != "" {
		add("tooltip", quote(n.n.Title))
	}
	switch n.n.Class {
	case Initial, Final:
		add("shape", "circle")
		add("fontcolor", "white")
	case Communication, End:
		add("shape", "ellipse")
	case Site:
		add("style", quote("dashed,filled"))
	}
	if n.n.Marked {
		add("peripheries", "2")
	}
	if n.n.Lit {
		line = litColour.light
		add("penwidth", "2.5")
	}
	add("fillcolor", quote(fill))
	add("color", quote(line))
	return a
}

// dotMember names a node in a cluster; its attributes are written once, outside.
type dotMember struct {
	id   int64
	name string
}

func (n dotMember) ID() int64     { return n.id }
func (n dotMember) DOTID() string { return quote(n.name) }

type dotLine struct {
	graph.Line
	e *Edge
}

func (l *dotLine) Attributes() []encoding.Attribute {
	var a attributes
	add := func(key, value string) { a = append(a, encoding.Attribute{Key: key, Value: value}) }
	colour := ""
	switch l.e.Kind {
	case MIP:
		colour = mipColour.light
	case Removed:
		colour = removedStyles[l.e.Rule].light
		add("style", removedStyles[l.e.Rule].dot)
	case Meet:
		colour = classColours[Communication][1].light
		add("style", "dotted")
		add("dir", "none")
	}
	if l.e.Kind != Control {
		add("constraint", "false")
		add("class", quote(l.e.Kind.String()))
		if l.e.Both && l.e.Kind != Meet {
			add("dir", "both")
		}
	}
	if l.e.Lit {
		colour = litColour.light
		add("penwidth", "2.5")
	}
	if colour != "" {
		add("color", quote(colour))
	}
	return a
}

// quote makes a string of the DOT language; a backslash there begins an
// escape of labels, so it is doubled.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < 0x20 || r == 0x7f:
			b.WriteRune('\ufffd')
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
