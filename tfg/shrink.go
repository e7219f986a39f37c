package tfg

import "slices"

// Shrunk is a graph without some of its unobserved nodes, as pictures and
// statistics want it. Adjacency is per node of the original graph.
type Shrunk struct {
	G       *Graph
	Removed []bool     // by node
	Succ    [][]NodeID // by node, ascending; nil where removed
	Pred    [][]NodeID
}

// Shrink removes nodes that nothing reacts to, unless that would add more
// edges than it removes or make two communication nodes adjacent (Naumovich, Clarke
// and Cobleigh 1999,
// section 2: #in x #out <= #in + #out, counting only edges that are new). I, F
// and communication nodes stay. Paths between nodes that stay are the same.
func Shrink(g *Graph, visible func(NodeID) bool) *Shrunk {
	s := shrink(g, visible)
	out := &Shrunk{G: g, Removed: s.removed, Succ: make([][]NodeID, len(g.Nodes)), Pred: make([][]NodeID, len(g.Nodes))}
	for i := range g.Nodes {
		if !s.removed[i] {
			out.Succ[i], out.Pred[i] = named(s.succ[i], s.byIn), named(s.pred[i], s.byOut)
		}
	}
	return out
}

// Shrinks tells which nodes Shrink removes.
func Shrinks(g *Graph, visible func(NodeID) bool) (removed []bool) { return shrink(g, visible).removed }

// shrinking is a graph in the making. Most nodes to remove are in chains, and the loop of a
// server leads from every end of its body to every entry. So a node whose only neighbour
// on one side has no other neighbour on the other side is removed in constant time,
// whatever its other side: the neighbour takes over its edges as they are, and the
// name that it has in them. For this, a node has two names, each a number of a
// node: as a successor, in the lists of succ, and as a predecessor, in those of pred.
type shrinking struct {
	removed     []bool
	succ, pred  [][]NodeID // by node: names, ascending; lists of the graph itself until they change
	ownS, ownP  []bool     // by node: the list is no part of the graph
	in, out     []NodeID   // by node: its name as a successor, as a predecessor
	byIn, byOut []NodeID   // by name: the node
}

func shrink(g *Graph, visible func(NodeID) bool) *shrinking {
	n := len(g.Nodes)
	s := &shrinking{removed: make([]bool, n), succ: make([][]NodeID, n), pred: make([][]NodeID, n), ownS: make([]bool, n), ownP: make([]bool, n),
		in: make([]NodeID, n), out: make([]NodeID, n), byIn: make([]NodeID, n), byOut: make([]NodeID, n)}
	for i := range g.Nodes {
		id := NodeID(i)
		s.succ[i], s.pred[i] = g.Succ(id), g.Pred(id)
		s.in[i], s.out[i], s.byIn[i], s.byOut[i] = id, id, id, id
	}
	for again := true; again; {
		again = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if s.removed[i] || n.Kind == Initial || n.Kind == Final || n.Kind == Communication || visible(n.ID) {
				continue
			}
			if s.worthIt(g, n.ID) {
				s.remove(n.ID)
				again = true
			}
		}
	}
	return s
}

// worthIt tells whether a node is to be removed.
func (s *shrinking) worthIt(g *Graph, n NodeID) bool {
	in, out := len(s.pred[n]), len(s.succ[n])
	if has(s.succ[n], s.in[n]) {
		in, out = in-1, out-1
	}
	fresh := 0
	for _, qn := range s.succ[n] {
		q := s.byIn[qn]
		if q == n {
			continue
		}
		for _, pn := range s.pred[n] {
			p := s.byOut[pn]
			if p == n {
				continue
			}
			if g.Nodes[p].Kind == Communication && g.Nodes[q].Kind == Communication {
				return false
			}
			if !has(s.succ[p], qn) {
				if fresh++; fresh > in+out {
					return false
				}
			}
		}
	}
	return true
}

func (s *shrinking) remove(n NodeID) {
	if p, only := sole(s.pred[n], s.byOut, n); only && len(s.succ[p]) == 1 {
		s.succ[p], s.ownS[p] = s.succ[n], s.ownS[n]
		s.out[p], s.byOut[s.out[n]] = s.out[n], p
	} else if q, only := sole(s.succ[n], s.byIn, n); only && len(s.pred[q]) == 1 {
		s.pred[q], s.ownP[q] = s.pred[n], s.ownP[n]
		s.in[q], s.byIn[s.in[n]] = s.in[n], q
	} else {
		s.bridge(n)
	}
	s.removed[n], s.succ[n], s.pred[n] = true, nil, nil
}

// sole is the only node of a list of names, if it is not n.
func sole(names, by []NodeID, n NodeID) (NodeID, bool) {
	if len(names) != 1 || by[names[0]] == n {
		return 0, false
	}
	return by[names[0]], true
}

// bridge leads from every predecessor of a node to every successor, past it.
func (s *shrinking) bridge(n NodeID) {
	for _, pn := range s.pred[n] {
		p := s.byOut[pn]
		if p == n {
			continue
		}
		own(&s.succ[p], &s.ownS[p])
		s.succ[p] = without(s.succ[p], s.in[n])
		for _, qn := range s.succ[n] {
			if q := s.byIn[qn]; q != n {
				own(&s.pred[q], &s.ownP[q])
				s.succ[p], s.pred[q] = with(s.succ[p], qn), with(s.pred[q], pn)
			}
		}
	}
	for _, qn := range s.succ[n] {
		if q := s.byIn[qn]; q != n {
			own(&s.pred[q], &s.ownP[q])
			s.pred[q] = without(s.pred[q], s.out[n])
		}
	}
}

// own makes a list one that may be changed.
func own(list *[]NodeID, is *bool) {
	if !*is {
		*list, *is = slices.Clone(*list), true
	}
}

// named is the nodes of a list of names, ascending.
func named(names, by []NodeID) []NodeID {
	out := make([]NodeID, len(names))
	for i, n := range names {
		out[i] = by[n]
	}
	slices.Sort(out)
	return out
}

func has(s []NodeID, n NodeID) bool {
	_, is := slices.BinarySearch(s, n)
	return is
}

func with(s []NodeID, n NodeID) []NodeID {
	if i, is := slices.BinarySearch(s, n); !is {
		return slices.Insert(s, i, n)
	}
	return s
}

func without(s []NodeID, n NodeID) []NodeID {
	if i, is := slices.BinarySearch(s, n); is {
		return slices.Delete(s, i, i+1)
	}
	return s
}
