package engine

import "slices"

// This file has the nodes of the DPOR graph (section 3.1 of the paper). The engine
// keeps only those on the path to the present state; each knows its parent.

// Node is a point of the search before an instruction: a scheduling point (Yes), or
// perhaps one (Maybe), or a point from which a part can be repeated (Replay).
//
// While the search is below it, a node stands for the instruction that was executed
// there, by the thread that was chosen.
type Node struct {
	ID       int64    // from 0, in the order in which nodes are made; -1: not part of the graph
	Kind     Mark     // Yes, Maybe or Replay
	Parent   *Node    // nil at the root
	Thread   Thread   // the thread whose instruction it stands for; -1 at the root
	Threads  []Thread // Thread, and those that move as one with it
	Runnable []Thread // of Yes and Maybe: the threads that could run when the node was made
	Info     any      // what the Dependence keeps here

	choices []Thread // threads to be run here, in order
	done    []Thread // threads that were run here, and those that move as one with them
	event   bool     // on the way to the present state, an instruction was executed here
	flag    bool     // of Replay: the part after it is to be repeated
}

// Choices lists the threads that were or will be run at a node, in order. The
// caller must not change the list.
func (n *Node) Choices() []Thread { return n.choices }

// add adds a choice. It returns false if the thread was or will be run here anyway.
func (n *Node) add(t Thread) bool {
	if slices.Contains(n.choices, t) || slices.Contains(n.done, t) {
		return false
	}
	n.choices = append(n.choices, t)
	return true
}

// replay flags the nearest Replay node above n (ArrangeReplay of Algorithm 2).
func (n *Node) replay() {
	for r := n.Parent; r != nil; r = r.Parent {
		if r.Kind == Replay {
			r.flag = true
			return
		}
	}
}

// mustReplay reports whether the part after a Replay node is to be repeated: the
// node is flagged, and none above it is (MustReplay of Algorithm 2).
func (n *Node) mustReplay() bool {
	if !n.flag {
		return false
	}
	for r := n.Parent; r != nil; r = r.Parent {
		if r.Kind == Replay && r.flag {
			return false
		}
	}
	return true
}

// node makes a node of a kind for thread t, below the last one.
func (g *Engine) node(kind Mark, t Thread) *Node {
	var n *Node
	if k := len(g.free); k > 0 {
		n, g.free = g.free[k-1], g.free[:k-1]
	} else {
		n = &Node{}
	}
	n.ID, n.Kind, n.Parent, n.Thread = g.Nodes[Maybe]+g.Nodes[Yes]+g.Nodes[Replay], kind, g.at, t
	n.event, n.flag = false, false
	g.Nodes[kind]++
	g.Graph.add(n, g.Program)
	return n
}

// drop gives back a node that the search has left, for reuse.
func (g *Engine) drop(n *Node) {
	g.free = append(g.free, n)
}
