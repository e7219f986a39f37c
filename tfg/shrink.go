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

// shrinking is a graph in the making. Most nodes to remove have only one successor, or only
// one predecessor, and the loop of a server leads from every end of its body to
// every entry. So such a node is merged into this neighbour: that takes over its edges
// on the other side, where the lists of all the others stay as they are, with the
// removed node's name, which is now one of the neighbour's. A node has
// names of two kinds, each a number of a node: as a successor, in the lists of succ, and
// as a predecessor, in those of pred. No list has two names of one node.
type shrinking struct {
	g           *Graph
	removed     []bool
	succ, pred  [][]NodeID // by node: names, ascending; lists of the graph itself until they change
	ownS, ownP  []bool     // by node: the list is no part of the graph
	in, out     [][]NodeID // by node: its names as a successor, as a predecessor
	byIn, byOut []NodeID   // by name: the node
}

func shrink(g *Graph, visible func(NodeID) bool) *shrinking {
	n := len(g.Nodes)
	s := &shrinking{g: g, removed: make([]bool, n), succ: make([][]NodeID, n), pred: make([][]NodeID, n),
		ownS: make([]bool, n), ownP: make([]bool, n),
		in: make([][]NodeID, n), out: make([][]NodeID, n), byIn: make([]NodeID, n), byOut: make([]NodeID, n)}
	for i := range g.Nodes {
		id := NodeID(i)
		s.succ[i], s.pred[i] = g.Succ(id), g.Pred(id)
		s.byIn[i], s.byOut[i] = id, id
	}
	names := slices.Clone(s.byIn)
	for i := range names {
		s.in[i], s.out[i] = names[i:i+1:i+1], names[i:i+1:i+1]
	}
	for again := true; again; {
		again = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if s.removed[i] || n.Kind == Initial || n.Kind == Final || n.Kind == Communication || visible(n.ID) {
				continue
			}
			if worth, apart := s.worthIt(n.ID); worth {
				s.remove(n.ID, apart)
				again = true
			}
		}
	}
	return s
}

// leads reports whether there is an edge. It searches the shorter list.
func (s *shrinking) leads(p, q NodeID) bool {
	if list := s.succ[p]; len(list) <= len(s.pred[q]) {
		return slices.ContainsFunc(s.in[q], func(name NodeID) bool { return has(list, name) })
	}
	return slices.ContainsFunc(s.out[p], func(name NodeID) bool { return has(s.pred[q], name) })
}

// worthIt reports whether a node is to be removed; if so, apart: no predecessor leads to a
// successor already.
func (s *shrinking) worthIt(n NodeID) (worth, apart bool) {
	in, out := len(s.pred[n]), len(s.succ[n])
	if s.leads(n, n) {
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
			if s.g.Nodes[p].Kind == Communication && s.g.Nodes[q].Kind == Communication {
				return false, false
			}
			if !s.leads(p, q) {
				if fresh++; fresh > in+out {
					return false, false
				}
			}
		}
	}
	return true, fresh == in*out
}

func (s *shrinking) remove(n NodeID, apart bool) {
	if p, only := sole(s.pred[n], s.byOut, n); only && apart {
		s.cut(p, n)
		s.succ[p], s.ownS[p] = merged(s.succ[p], s.succ[n], s.ownS[n])
		for _, name := range s.out[n] {
			s.byOut[name] = p
		}
		s.out[p] = append(s.out[p], s.out[n]...)
	} else if q, only := sole(s.succ[n], s.byIn, n); only && apart {
		s.cut(n, q)
		s.pred[q], s.ownP[q] = merged(s.pred[q], s.pred[n], s.ownP[n])
		for _, name := range s.in[n] {
			s.byIn[name] = q
		}
		s.in[q] = append(s.in[q], s.in[n]...)
	} else {
		s.bridge(n)
	}
	s.removed[n], s.succ[n], s.pred[n] = true, nil, nil
}

// sole returns the only node of a list of names, if it is not n.
func sole(names, by []NodeID, n NodeID) (NodeID, bool) {
	if len(names) != 1 || by[names[0]] == n {
		return 0, false
	}
	return by[names[0]], true
}

// cut removes an edge.
func (s *shrinking) cut(p, q NodeID) {
	for _, name := range s.in[q] {
		s.succ[p] = without(s.succ[p], name, &s.ownS[p])
	}
	for _, name := range s.out[p] {
		s.pred[q] = without(s.pred[q], name, &s.ownP[q])
	}
}

// bridge leads from every predecessor of a node to every successor, past it.
func (s *shrinking) bridge(n NodeID) {
	before, after := named(s.pred[n], s.byOut), named(s.succ[n], s.byIn)
	for _, p := range before {
		s.cut(p, n)
	}
	for _, q := range after {
		s.cut(n, q)
	}
	for _, p := range before {
		for _, q := range after {
			if p != n && q != n && !s.leads(p, q) {
				s.succ[p] = with(s.succ[p], s.in[q][0], &s.ownS[p])
				s.pred[q] = with(s.pred[q], s.out[p][0], &s.ownP[q])
			}
		}
	}
}

// merged returns the names of two lists, without a copy if a has none.
func merged(a, b []NodeID, ownB bool) (list []NodeID, own bool) {
	if len(a) == 0 {
		return b, ownB
	}
	out := make([]NodeID, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if a[0] < b[0] {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return append(append(out, a...), b...), true
}

// named returns the nodes of a list of names, ascending.
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

// with adds a name to a list, which it copies first if it is not its own.
func with(s []NodeID, n NodeID, own *bool) []NodeID {
	i, _ := slices.BinarySearch(s, n)
	if !*own {
		s, *own = slices.Clone(s), true
	}
	return slices.Insert(s, i, n)
}

// without removes a name from a list, if it is there.
func without(s []NodeID, n NodeID, own *bool) []NodeID {
	i, is := slices.BinarySearch(s, n)
	if !is {
		return s
	}
	if !*own {
		s, *own = slices.Clone(s), true
	}
	return slices.Delete(s, i, i+1)
}
