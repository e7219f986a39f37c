package mip

import (
	"flavers/bitset"
	"flavers/limit"
	"flavers/tfg"
)

// EdgeSet is a set of MIP edges between the visible nodes of a graph: m -> n
// means that n may directly follow m although no control path leads from m to
// n by unobserved nodes alone. It lies beside the graph, so that the set
// before and the set after an elimination are two values. It is immutable once
// made by Edges or by an elimination rule.
type EdgeSet struct {
	G     *tfg.Graph
	Nodes []tfg.NodeID   // the visible nodes, ascending
	Index []int32        // by graph node: its place in Nodes, or -1
	M     *bitset.Matrix // Nodes x Nodes
}

// Edges joins every two visible nodes of disjoint tasks that may happen in
// parallel, in both directions. r must be a relation of g's program. Like MHP, it
// is for who need not interrupt it, as the tests of several packages.
//
// May err towards: more edges, as r does.
func Edges(g *tfg.Graph, r *Relation, visible bitset.Set) *EdgeSet {
	return EdgesUntil(nil, g, r, visible)
}

// EdgesUntil is Edges as long as poll lets it.
func EdgesUntil(poll *limit.Poll, g *tfg.Graph, r *Relation, visible bitset.Set) *EdgeSet {
	e := &EdgeSet{G: g, Index: make([]int32, len(g.Nodes))}
	for i := range e.Index {
		e.Index[i] = -1
	}
	for n := range visible.All {
		e.Index[n] = int32(len(e.Nodes))
		e.Nodes = append(e.Nodes, tfg.NodeID(n))
	}
	poll.Reserve(bitset.MatrixBytes(len(e.Nodes), len(e.Nodes)))
	e.M = bitset.NewMatrix(len(e.Nodes), len(e.Nodes))
	at := make([]classes, len(e.Nodes))
	for i, n := range e.Nodes {
		for k, p := range g.Points(n) {
			at[i].of[k], at[i].n = r.class[p], k+1
		}
	}
	rows := map[int32]bitset.Set{} // by class of point: visible nodes parallel to it
	rowOf := func(c int32) bitset.Set {
		row, ok := rows[c]
		if !ok {
			poll.LookNow()
			row = parallelTo(r.classRow(c), at)
			rows[c] = row
		}
		return row
	}
	for i := range at {
		poll.Look()
		row := e.M.Row(i)
		for k, c := range at[i].of[:at[i].n] {
			if k == 0 {
				copy(row, rowOf(c))
			} else {
				row.And(rowOf(c))
			}
		}
	}
	return e
}

// classes are those of the points of a node.
type classes struct {
	of [2]int32
	n  int
}

// parallelTo returns the set of nodes all of whose points are in some classes.
func parallelTo(some bitset.Set, at []classes) bitset.Set {
	row := bitset.New(len(at))
	for j := range at {
		a := &at[j]
		if a.n == 0 || some.Has(int(a.of[0])) && (a.n == 1 || some.Has(int(a.of[1]))) {
			row.Add(j)
		}
	}
	return row
}

// Has reports whether m -> n is in the set.
func (e *EdgeSet) Has(m, n tfg.NodeID) bool {
	i, j := e.Index[m], e.Index[n]
	return i >= 0 && j >= 0 && e.M.Has(int(i), int(j))
}

// Count returns the number of directed edges.
func (e *EdgeSet) Count() int { return e.M.Count() }

// Filter returns the edges that keep accepts; i and j index Nodes.
func (e *EdgeSet) Filter(keep func(i, j int) bool) *EdgeSet {
	out := &EdgeSet{G: e.G, Nodes: e.Nodes, Index: e.Index, M: bitset.NewMatrix(len(e.Nodes), len(e.Nodes))}
	for i := range e.Nodes {
		row := out.M.Row(i)
		for j := range e.M.Row(i).All {
			if keep(i, j) {
				row.Add(j)
			}
		}
	}
	return out
}
