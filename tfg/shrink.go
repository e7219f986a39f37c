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
	s := &Shrunk{G: g, Removed: make([]bool, len(g.Nodes)), Succ: make([][]NodeID, len(g.Nodes)), Pred: make([][]NodeID, len(g.Nodes))}
	for i := range g.Nodes {
		s.Succ[i] = slices.Clone(g.Succ(NodeID(i)))
		s.Pred[i] = slices.Clone(g.Pred(NodeID(i)))
	}
	for again := true; again; {
		again = false
		for i := range g.Nodes {
			n := &g.Nodes[i]
			if s.Removed[i] || n.Kind == Initial || n.Kind == Final || n.Kind == Communication || visible(n.ID) {
				continue
			}
			if s.worthIt(n.ID) {
				s.remove(n.ID)
				again = true
			}
		}
	}
	return s
}

func (s *Shrunk) worthIt(n NodeID) bool {
	fresh, in, out := 0, 0, 0
	for _, p := range s.Pred[n] {
		if p != n {
			in++
		}
	}
	for _, q := range s.Succ[n] {
		if q == n {
			continue
		}
		out++
		for _, p := range s.Pred[n] {
			if p == n {
				continue
			}
			if _, has := slices.BinarySearch(s.Succ[p], q); !has {
				fresh++
			}
			if s.G.Nodes[p].Kind == Communication && s.G.Nodes[q].Kind == Communication {
				return false
			}
		}
	}
	return fresh <= in+out
}

func (s *Shrunk) remove(n NodeID) {
	for _, p := range s.Pred[n] {
		if p == n {
			continue
		}
		s.Succ[p] = without(s.Succ[p], n)
		for _, q := range s.Succ[n] {
			if q != n {
				s.Succ[p] = with(s.Succ[p], q)
				s.Pred[q] = with(s.Pred[q], p)
			}
		}
	}
	for _, q := range s.Succ[n] {
		if q != n {
			s.Pred[q] = without(s.Pred[q], n)
		}
	}
	s.Removed[n], s.Succ[n], s.Pred[n] = true, nil, nil
}

func with(s []NodeID, n NodeID) []NodeID {
	if i, has := slices.BinarySearch(s, n); !has {
		return slices.Insert(s, i, n)
	}
	return s
}

func without(s []NodeID, n NodeID) []NodeID {
	if i, has := slices.BinarySearch(s, n); has {
		return slices.Delete(s, i, i+1)
	}
	return s
}
