package engine

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// This file records a search, as the tree that doc.go shows, and writes the record
// for Graphviz; svg.go draws it. The engine calls the unexported methods while it
// searches.

// Graph is the record of a search. It is a tree, as states are never matched. A nil
// Graph records nothing.
type Graph struct {
	Name      string // of the program
	Limit     int    // the largest number of nodes; 0 stands for 10,000
	Nodes     []GraphNode
	Truncated bool // there were more nodes, which are left out

	of   map[*Node]int32 // by node of the engine: the index of its record in Nodes, or -1
	prog Labeller        // nil: threads are called T0, T1
}

// GraphNode is a node of the record.
type GraphNode struct {
	Parent  int32    // index in Graph.Nodes, less than its own; -1: this is the root
	Kind    string   // Yes, Maybe or Replay; or how an execution ended: end, cut
	ID      int64    // the number of the node; not used for ends
	Thread  string   // the thread whose transition leads here from Parent; "" if none was executed
	Event   string   // the instruction at Parent that the transition began with; "" if there was none
	Choices []string // of Yes and Maybe: the threads that were run there, or should have been
	Again   bool     // of Replay: what follows was repeated; of Maybe: it was a scheduling point

	chosen, event string // the transition in progress from here
}

// graphLimit is the default of Graph.Limit.
const graphLimit = 10_000

// add records a new node of the engine.
func (g *Graph) add(n *Node, p Program) {
	if g == nil {
		return
	}
	if g.of == nil {
		g.of = map[*Node]int32{}
		g.prog, _ = p.(Labeller)
	}
	if g.full() {
		g.of[n] = -1
		return
	}
	g.of[n] = int32(len(g.Nodes))
	node := GraphNode{Parent: -1, Kind: n.Kind.String(), ID: n.ID}
	if n.Thread >= 0 && n.Kind != Replay {
		node.Choices = append(node.Choices, g.thread(n.Thread))
	}
	if n.Kind == Replay {
		node.chosen = g.thread(n.Thread)
	}
	g.link(&node, n.Parent)
	g.Nodes = append(g.Nodes, node)
}

// full reports whether there is no room for another node, and notes that one is left out.
func (g *Graph) full() bool {
	limit := g.Limit
	if limit == 0 {
		limit = graphLimit
	}
	g.Truncated = g.Truncated || len(g.Nodes) >= limit
	return g.Truncated
}

// link sets the parent of a record, and the transition from there.
func (g *Graph) link(node *GraphNode, parent *Node) {
	if parent == nil {
		return
	}
	node.Parent = g.of[parent]
	p := &g.Nodes[node.Parent]
	node.Thread, node.Event = p.chosen, p.event
}

// thread names a thread.
func (g *Graph) thread(t Thread) string {
	switch {
	case t < 0:
		return ""
	case g.prog != nil:
		return g.prog.ThreadName(t)
	}
	return fmt.Sprintf("T%d", t)
}

// at returns the record of a node, or nil if it was left out.
func (g *Graph) at(n *Node) *GraphNode {
	if g == nil || g.of[n] < 0 {
		return nil
	}
	return &g.Nodes[g.of[n]]
}

// choose notes that a thread was chosen at a node.
func (g *Graph) choose(n *Node, t Thread) {
	if k := g.at(n); k != nil {
		k.chosen, k.event = g.thread(t), ""
	}
}

// enter notes which instruction is executed at a node.
func (g *Graph) enter(n *Node) {
	if k := g.at(n); k != nil {
		k.chosen, k.event = g.thread(n.Thread), ""
		if g.prog != nil {
			k.event = g.prog.Instruction(n.Thread)
		}
	}
}

// added notes the choices of a node after one was added.
func (g *Graph) added(n *Node) {
	if k := g.at(n); k != nil {
		k.Again = n.Kind == Maybe
		k.Choices = k.Choices[:0]
		for _, t := range n.choices {
			k.Choices = append(k.Choices, g.thread(t))
		}
	}
}

// again notes that the part after a Replay node is repeated.
func (g *Graph) again(n *Node) {
	if k := g.at(n); k != nil {
		k.Again = true
	}
}

// end notes that an execution has ended, and cut that it became too long.
func (g *Graph) end(at *Node) { g.leaf("end", at) }
func (g *Graph) cut(at *Node) { g.leaf("cut", at) }

func (g *Graph) leaf(kind string, at *Node) {
	if g.at(at) == nil || g.full() {
		return
	}
	node := GraphNode{Kind: kind}
	g.link(&node, at)
	g.Nodes = append(g.Nodes, node)
}

// label returns the text in a node.
func (n *GraphNode) label() string {
	switch {
	case n.leaf():
		return n.Kind
	case n.Kind == Replay.String() && n.Again:
		return fmt.Sprintf("%d %s, done again", n.ID, n.Kind)
	case n.Kind == Replay.String():
		return fmt.Sprintf("%d %s", n.ID, n.Kind)
	}
	return fmt.Sprintf("%d %s", n.ID, n.Kind) + "\n{" + strings.Join(n.Choices, ", ") + "}"
}

// edge returns the text at the edge into a node.
func (n *GraphNode) edge() string {
	if n.Event == "" {
		return n.Thread
	}
	return n.Thread + ": " + n.Event
}

// leaf reports whether the record is of the end of an execution.
func (n *GraphNode) leaf() bool { return n.Kind == "end" || n.Kind == "cut" }

// colours returns the colours of a node, by its kind.
func (n *GraphNode) colours() (fill, line string) {
	switch {
	case n.Kind == Yes.String():
		return "#d9ead3", "#38761d"
	case n.Kind == Maybe.String() && n.Again:
		return "#f9cb9c", "#b45f06"
	case n.Kind == Maybe.String():
		return "#fff2cc", "#7f6000"
	case n.Kind == Replay.String():
		return "#cfe2f3", "#0b5394"
	}
	return "#eeeeee", "#666666"
}

// WriteDOT writes the graph in the language of Graphviz.
func (g *Graph) WriteDOT(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "digraph %s {\n", quote(g.Name))
	fmt.Fprint(w, "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n")
	fmt.Fprint(w, "  edge [fontname=\"Helvetica\", fontsize=10];\n")
	for i := range g.Nodes {
		n := &g.Nodes[i]
		fill, line := n.colours()
		more := ""
		if n.leaf() {
			more = ", shape=plain, style=filled"
		}
		fmt.Fprintf(w, "  n%d [label=%s, fillcolor=%q, color=%q%s];\n", i, quote(n.label()), fill, line, more)
		if n.Parent >= 0 {
			fmt.Fprintf(w, "  n%d -> n%d [label=%s];\n", n.Parent, i, quote(n.edge()))
		}
	}
	if g.Truncated {
		fmt.Fprint(w, "  more [label=\"there are more nodes\", shape=plaintext, style=\"\"];\n")
	}
	fmt.Fprint(w, "}\n")
	return w.Flush()
}

// quote writes a string of DOT.
func quote(s string) string {
	s = strings.ReplaceAll(s, `\`, `\\`)
	s = strings.ReplaceAll(s, `"`, `\"`)
	return `"` + strings.ReplaceAll(s, "\n", `\n`) + `"`
}

// children returns, by node, its children in the order of the search.
func (g *Graph) children() [][]int32 {
	out := make([][]int32, len(g.Nodes))
	for i := range g.Nodes {
		if p := g.Nodes[i].Parent; p >= 0 {
			out[p] = append(out[p], int32(i))
		}
	}
	return out
}

// Leaves returns the number of executions that the graph shows.
func (g *Graph) Leaves() int {
	n := 0
	for _, list := range g.children() {
		if len(list) == 0 {
			n++
		}
	}
	return n
}
