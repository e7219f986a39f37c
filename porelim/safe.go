package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/mip"
	"flavers/tfg"
)

// Safe returns the rule of Naumovich, Clarke and Cobleigh (PASTE 1999) with three amendments and the wide notion
// of local (see classify):
//
//	(a) every communication, spawn and join node counts as global, tau or not;
//	(b) "direct predecessor of a communication node" is closed over tau nodes;
//	(c) F counts as a communication node for (b).
//
// m -> n is kept iff m is global, or a tau-only path leads from m to a
// communication, spawn or join node or to F; and n is marked, that is, global
// nodes apart, a tau-only path leads to n from a global node or from I.
//
// Proof idea. Take an execution that violates, cut to what its last occurrence
// depends on if it violates by an error state. Every local occurrence but the
// last has a later step of its task in it. Move each as late as possible: right
// before the next step of its task that is global, or a tau synchronisation,
// or the end. No automaton notices. In the new order an edge leaves a local
// occurrence only where its task goes on by control, or synchronises or ends
// next by tau alone; and an edge enters a local run only at its first node.
func Safe(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
	leaves, enters := safeEnds(s)
	return e.Filter(func(i, j int) bool { return leaves.Has(int(e.Nodes[i])) && enters.Has(int(e.Nodes[j])) })
}

// safeEnds returns the visible nodes that Safe lets an edge leave, and enter.
func safeEnds(s *monitor.Set) (leaves, enters bitset.Set) {
	g := s.G
	local := classify(s).local
	boundary := boundaryOf(s, local)
	leaves, enters = bitset.New(len(g.Nodes)), bitset.New(len(g.Nodes))
	leaves.Or(s.Visible)
	leaves.AndNot(local)
	enters.Or(leaves)
	enters.Or(entered(s, local, boundary))
	seen := bitset.New(len(g.Nodes))
	for i := range g.Nodes {
		s.Poll.Look()
		n := tfg.NodeID(i)
		if s.Visible.Has(i) && local.Has(i) {
			nextVisible(s, g.Succ, []tfg.NodeID{n}, seen, func(q tfg.NodeID) bool {
				if sync(g, q) {
					leaves.Add(i)
				}
				return !boundary(q)
			}, func(q tfg.NodeID) {
				if sync(g, q) {
					leaves.Add(i)
				}
			})
		}
	}
	return leaves, enters
}

// boundaryOf tells which nodes begin and end local runs.
func boundaryOf(s *monitor.Set, local bitset.Set) func(n tfg.NodeID) bool {
	g := s.G
	return func(n tfg.NodeID) bool {
		return n == tfg.I || n == tfg.F || g.Nodes[n].Kind == tfg.Communication || g.Nodes[n].Forks ||
			s.Visible.Has(int(n)) && !local.Has(int(n))
	}
}

// entered returns the set of visible nodes that tau paths lead to from a boundary.
func entered(s *monitor.Set, local bitset.Set, boundary func(tfg.NodeID) bool) bitset.Set {
	g := s.G
	marked, seen := bitset.New(len(g.Nodes)), bitset.New(len(g.Nodes))
	var from []tfg.NodeID
	for i := range g.Nodes {
		if n := tfg.NodeID(i); boundary(n) && !s.Dead.Has(i) {
			from = append(from, n)
		}
	}
	nextVisible(s, g.Succ, from, seen,
		func(q tfg.NodeID) bool { return !boundary(q) },
		func(q tfg.NodeID) { marked.Add(int(q)) })
	return marked
}

// Marked returns the set of local nodes that rules safe and normal let a MIP edge enter, over the nodes of the
// graph: those that a tau path leads to from I, a communication, a spawn or join, or a node that is not local.
func Marked(s *monitor.Set) bitset.Set {
	local := classify(s).local
	out := bitset.New(len(s.G.Nodes))
	for n := range entered(s, local, boundaryOf(s, local)).All {
		if local.Has(n) {
			out.Add(n)
		}
	}
	return out
}

// sync reports whether a task synchronises or ends at n.
func sync(g *tfg.Graph, n tfg.NodeID) bool {
	k := g.Nodes[n].Kind
	return k == tfg.Communication || k == tfg.End || k == tfg.Final || g.Nodes[n].Forks
}
