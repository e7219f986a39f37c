package render

// Graphs in the DOT language, by gonum's encoder: nodes in clusters, each with its
// attributes.

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	"gonum.org/v1/gonum/graph/encoding/dot"
	"gonum.org/v1/gonum/graph/multi"
)

// Attributes are those of a node or an edge. Values are written as they are: Quote
// makes one of any text.
type Attributes []encoding.Attribute

// Attributes is for the encoder.
func (a Attributes) Attributes() []encoding.Attribute { return a }

// Add appends an attribute.
func (a *Attributes) Add(key, value string) {
	*a = append(*a, encoding.Attribute{Key: key, Value: value})
}

// DOT is a directed graph to be written.
type DOT struct {
	*multi.DirectedGraph
	title    string
	clusters []string
	nodes    []*dotNode
}

// NewDOT is a graph without nodes; clusters are titles of parts of it.
func NewDOT(title string, clusters []string) *DOT {
	return &DOT{DirectedGraph: multi.NewDirectedGraph(), title: title, clusters: clusters}
}

// Vertex adds a node to a cluster, -1: to none, and returns its number.
func (g *DOT) Vertex(name string, cluster int, a Attributes) int {
	n := &dotNode{id: int64(len(g.nodes)), name: name, cluster: cluster, a: a}
	g.nodes = append(g.nodes, n)
	g.AddNode(n)
	return int(n.id)
}

// Arrow adds an edge between two nodes; there may be several.
func (g *DOT) Arrow(from, to int, a Attributes) {
	g.SetLine(&dotLine{Line: g.NewLine(g.nodes[from], g.nodes[to]), a: a})
}

// Write writes the graph.
func (g *DOT) Write(w io.Writer) error {
	out, err := dot.MarshalMulti(g, Quote(g.title), "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// Structure lists the clusters, for the encoder.
func (g *DOT) Structure() []dot.Multigraph {
	var out []dot.Multigraph
	for c, name := range g.clusters {
		sub := &dotCluster{DOT: NewDOT("", nil), id: fmt.Sprintf("cluster_%d", c), label: name}
		for _, n := range g.nodes {
			if n.cluster == c {
				sub.AddNode(dotMember{n.id, n.name})
			}
		}
		out = append(out, sub)
	}
	return out
}

// DOTAttributers are the attributes of the graph, of all nodes and of all edges.
func (g *DOT) DOTAttributers() (g0, n, e encoding.Attributer) {
	return Attributes{{Key: "label", Value: Quote(g.title)}, {Key: "labelloc", Value: "t"}, {Key: "fontname", Value: Quote("monospace")}},
		Attributes{{Key: "shape", Value: "box"}, {Key: "style", Value: Quote("rounded,filled")}, {Key: "fontname", Value: Quote("monospace")}, {Key: "fontsize", Value: "11"}, {Key: "height", Value: "0.3"}},
		Attributes{{Key: "arrowsize", Value: "0.6"}, {Key: "color", Value: Quote(control.light)}}
}

type dotCluster struct {
	*DOT
	id, label string
}

func (c *dotCluster) DOTID() string               { return c.id }
func (c *dotCluster) Structure() []dot.Multigraph { return nil }
func (c *dotCluster) DOTAttributers() (g, n, e encoding.Attributer) {
	return Attributes{{Key: "label", Value: Quote(c.label)}, {Key: "style", Value: Quote("rounded,filled")},
		{Key: "color", Value: Quote(laneFill.light)}}, Attributes{}, Attributes{}
}

type dotNode struct {
	id      int64
	name    string
	cluster int
	a       Attributes
}

func (n *dotNode) ID() int64     { return n.id }
func (n *dotNode) DOTID() string { return Quote(n.name) }

func (n *dotNode) Attributes() []encoding.Attribute { return n.a }

// dotMember is a node of a cluster: the node itself has the attributes.
type dotMember struct {
	id   int64
	name string
}

func (n dotMember) ID() int64     { return n.id }
func (n dotMember) DOTID() string { return Quote(n.name) }

type dotLine struct {
	graph.Line
	a Attributes
}

func (l *dotLine) Attributes() []encoding.Attribute { return l.a }

// Quote makes a string of the DOT language; a backslash there begins an
// escape of labels, so it is doubled.
func Quote(s string) string {
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
