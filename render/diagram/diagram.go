// Package diagram draws small graphs whose edges have labels: automata, and who waits for whom.
//
//	g := &diagram.Graph{Nodes: []diagram.Node{{Label: "up"}, {Label: "down"}}}
//	g.Edges = []diagram.Edge{{From: 0, To: 1, Label: "fall"}, {From: 1, To: 0, Label: "rise"}}
//	err := g.WriteSVG(w, render.SVGOptions{})
//
// makes a column of two boxes. Nodes stand below each other in their order, so that all labels can be
// read from left to right and nothing is covered:
//
//	       [ up ]
//	rise  ^|    |v  fall
//	       [down]
//
// An edge to the next node is a line between the boxes. One that leads farther down runs at the right,
// one that leads farther up at the left, each in a track of its own; its label stands beside the track.
// An edge from a node to itself is a loop at its right side.
//
//	diagram.go  what there is
//	layout.go   where everything stands
//	svg.go      the picture
//	dot.go      the same as DOT, for Graphviz
//
// What it does not do: it knows no automata and no tasks, and it has no layout for large graphs. Those are written
// as DOT.
package diagram

// Node is one node.
type Node struct {
	ID     string // unique in the graph: letters, digits and _
	Label  string // lines
	Title  string // what a pointer on it shows
	Name   string // what a page finds it by; "" for none
	Bad    bool   // it is what must not happen
	Double bool   // a double outline: an accepting state
	Dashed bool   // a dashed outline: it must be left again
	Faint  bool   // it is only there because others are
	Round  bool   // a circle in DOT
	Square bool   // a box with corners
}

// Edge is one directed edge; From and To index Graph.Nodes.
type Edge struct {
	From, To int
	Label    string // lines
	Title    string // what a pointer on it shows
	Bad      bool
}

// Graph is a graph to be drawn.
type Graph struct {
	Title string
	Notes []string // below the title, one line each
	Nodes []Node
	Edges []Edge
	// Start has an arrow from nowhere that leads to it; -1: there is none.
	Start int
}

// MaxNodes is up to how many nodes a picture can be read. DOT has no such limit.
const MaxNodes = 40
