// Package tfg combines the control flow of all tasks into a trace flow graph.
//
// Nodes are the steps of the program, one node for every pair of sites that
// can meet, the sites themselves as places where a task waits for a partner,
// the ends of tasks, and the initial and final nodes I and F. For
//
//	task a { call b.e }        task b { accept e }
//
// the graph is I -> call -> (a,b) e -> end a, end b -> F, and I -> accept ->
// (a,b) e: a rendezvous cannot be skipped, so a site leads nowhere but to its
// communication nodes.
//
// Every execution, seen as the sequence of the nodes that some automaton
// reacts to, is a path of this graph once edges for steps that may directly
// follow one another in different tasks are added; those live in package mip.
// There is no parallelism here.
//
// After G. Naumovich, L. A. Clarke, J. M. Cobleigh, "Using Partial Order
// Techniques to Improve Performance of Data Flow Analysis Based Verification"
// (section 2). Ours differs: the sites of a communication stay as nodes of
// their own kind, rendezvous with a body have two communication nodes, and
// tasks can be spawned and joined.
package tfg

import (
	"flavers/cfg"
)

// NodeID indexes Graph.Nodes.
type NodeID int32

// Kind classifies nodes.
type Kind uint8

const (
	Initial       Kind = iota
	Final              //
	Local              // a step of one task
	Site               // a task waits here for a partner; never observed
	Communication      // a step of two tasks
	End                // a task has ended; never observed
)

func (k Kind) String() string {
	return [...]string{"initial", "final", "local", "site", "communication", "end"}[k]
}

// Node is one node of the graph.
type Node struct {
	ID     NodeID
	Kind   Kind
	Action cfg.ActionID // Local, Communication: the step; None otherwise
	Site   cfg.NodeID   // Local, Site: the step of the program; Communication: its active side; None otherwise
	Tasks  [2]cfg.TaskID
	Forks  bool // Local: the step begins tasks, or waits for their ends
}

// Sites of the two special nodes.
const (
	I NodeID = 0
	F NodeID = 1
)

// In reports whether the node belongs to task t.
func (n *Node) In(t cfg.TaskID) bool { return n.Tasks[0] == t || n.Tasks[1] == t }

// Graph is a frozen trace flow graph. I is node 0, F node 1.
type Graph struct {
	P     *cfg.Program
	Nodes []Node
	// Compressed adjacency: the successors of n are succ[succAt[n]:succAt[n+1]],
	// ascending and without repeats; likewise predecessors.
	succ, pred     []NodeID
	succAt, predAt []int32
	ofAction       []NodeID // by action
}

// Succ lists the successors of n, ascending; do not change it.
func (g *Graph) Succ(n NodeID) []NodeID { return g.succ[g.succAt[n]:g.succAt[n+1]] }

// Pred lists the predecessors of n, ascending; do not change it.
func (g *Graph) Pred(n NodeID) []NodeID { return g.pred[g.predAt[n]:g.predAt[n+1]] }

// OfAction returns the node of an action, or None if the graph does not hold it.
func (g *Graph) OfAction(a cfg.ActionID) NodeID { return g.ofAction[a] }

// Edges returns the number of edges.
func (g *Graph) Edges() int { return len(g.succ) }

// Points lists the program points that the tasks of n stand at before n: one
// for a Local, Site or End node, two for a Communication, none for I and F.
func (g *Graph) Points(n NodeID) []cfg.PointID {
	node := &g.Nodes[n]
	switch node.Kind {
	case Local, Site:
		return []cfg.PointID{g.P.Nodes[node.Site].Point}
	case End:
		return []cfg.PointID{g.P.Tasks[node.Tasks[0]].End}
	case Communication:
		a := g.P.Actions[node.Action]
		return []cfg.PointID{g.P.Nodes[a.A].Point, g.P.Nodes[a.B].Point}
	}
	return nil
}
