package engine

import "slices"

// Node is a node of the graph of a search: a point before an instruction that
// is, or may be, a scheduling point, or from which a part can be repeated.
//
// While the search is below it, a node stands for the instruction that was
// executed there, by the thread that was chosen.
type Node struct {
	ID       int64
	Kind     Mark // Yes, Maybe or Replay
	Parent   *Node
	Thread   Thread   // whose instruction it stands for; -1 at the root
	Threads  []Thread // Thread, and those that move as one with it
	Runnable []Thread // that could run when the node was made; of Yes and Maybe
	Info     any      // for the Dependence

	choices []Thread // to be run here, in order
	done    []Thread // that have been, or are among those that moved as one with such
	event   bool     // an instruction was executed here on the way to the state
	flag    bool     // of Replay: to be repeated
}

// Choices lists the threads that have been or will be run at a node, the one
// that was running first. Nobody may change it.
func (n *Node) Choices() []Thread { return n.choices }

// add adds a choice; false: it is there already.
func (n *Node) add(t Thread) bool {
	if slices.Contains(n.choices, t) || slices.Contains(n.done, t) {
		return false
	}
	n.choices = append(n.choices, t)
	return true
}

// replay flags the nearest Replay node above n.
func (n *Node) replay() {
	for r := n.Parent; r != nil; r = r.Parent {
		if r.Kind == Replay {
			r.flag = true
			return
		}
	}
}

// mustReplay reports whether a Replay node has to be repeated: it is flagged, and
// none above it is.
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

// node makes a node below the last one.
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

// drop takes a node back that the search has left.
func (g *Engine) drop(n *Node) {
	g.free = append(g.free, n)
}
