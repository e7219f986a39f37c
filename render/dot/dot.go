// Package dot writes graphs in the DOT language, by gonum's encoder: nodes in clusters,
// each with its attributes.
//
//	g := dot.New("title", []string{"a task"})
//	a := g.Vertex("n0", 0, dot.Attributes{{Key: "shape", Value: "circle"}})
//	b := g.Vertex("n1", 0, nil)
//	g.Arrow(a, b, nil)
//	err := g.Write(w)
package dot

import (
	"fmt"
	"io"
	"strings"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/encoding"
	encoder "gonum.org/v1/gonum/graph/encoding/dot"
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

// Graph is a directed graph to be written.
type Graph struct {
	*multi.DirectedGraph
	title    string
	clusters []string
	nodes    []*node
}

// New returns a graph without nodes; clusters are titles of parts of it.
func New(title string, clusters []string) *Graph {
	return &Graph{DirectedGraph: multi.NewDirectedGraph(), title: title, clusters: clusters}
}

// Vertex adds a node to a cluster, -1: to none, and returns its number.
func (g *Graph) Vertex(name string, cluster int, a Attributes) int {
	n := &node{id: int64(len(g.nodes)), name: name, cluster: cluster, a: a}
	g.nodes = append(g.nodes, n)
	g.AddNode(n)
	return int(n.id)
}

// Arrow adds an edge between two nodes; there may be several.
func (g *Graph) Arrow(from, to int, a Attributes) {
	g.SetLine(&line{Line: g.NewLine(g.nodes[from], g.nodes[to]), a: a})
}

// Write writes the graph.
func (g *Graph) Write(w io.Writer) error {
	out, err := encoder.MarshalMulti(g, Quote(g.title), "", "\t")
	if err != nil {
		return err
	}
	_, err = w.Write(append(out, '\n'))
	return err
}

// Structure lists the clusters, for the encoder.
func (g *Graph) Structure() []encoder.Multigraph {
	var out []encoder.Multigraph
	for c, name := range g.clusters {
		sub := &cluster{Graph: New("", nil), id: fmt.Sprintf("cluster_%d", c), label: name}
		for _, n := range g.nodes {
			if n.cluster == c {
				sub.AddNode(member{n.id, n.name})
			}
		}
		out = append(out, sub)
	}
	return out
}

const arrowColour, clusterColour = "#8c959f", "#f4f6f8"

// font is one whose widths Graphviz knows, whatever is installed: text fits its boxes.
const font = "Courier"

// DOTAttributers returns the attributes of the graph, of all nodes and of all edges.
func (g *Graph) DOTAttributers() (g0, n, e encoding.Attributer) {
	return Attributes{{Key: "label", Value: Quote(g.title)}, {Key: "labelloc", Value: "t"},
			{Key: "fontname", Value: Quote(font)}},
		Attributes{{Key: "shape", Value: "box"}, {Key: "style", Value: Quote("rounded,filled")},
			{Key: "fontname", Value: Quote(font)}, {Key: "fontsize", Value: "11"}, {Key: "height", Value: "0.3"}},
		Attributes{{Key: "arrowsize", Value: "0.6"}, {Key: "color", Value: Quote(arrowColour)},
			{Key: "fontname", Value: Quote(font)}, {Key: "fontsize", Value: "10"}}
}

type cluster struct {
	*Graph
	id, label string
}

func (c *cluster) DOTID() string                   { return c.id }
func (c *cluster) Structure() []encoder.Multigraph { return nil }
func (c *cluster) DOTAttributers() (g, n, e encoding.Attributer) {
	return Attributes{{Key: "label", Value: Quote(c.label)}, {Key: "style", Value: Quote("rounded,filled")},
		{Key: "color", Value: Quote(clusterColour)}}, Attributes{}, Attributes{}
}

type node struct {
	id      int64
	name    string
	cluster int
	a       Attributes
}

func (n *node) ID() int64     { return n.id }
func (n *node) DOTID() string { return Quote(n.name) }

func (n *node) Attributes() []encoding.Attribute { return n.a }

// member is a node of a cluster: the node itself has the attributes.
type member struct {
	id   int64
	name string
}

func (n member) ID() int64     { return n.id }
func (n member) DOTID() string { return Quote(n.name) }

type line struct {
	graph.Line
	a Attributes
}

func (l *line) Attributes() []encoding.Attribute { return l.a }

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
