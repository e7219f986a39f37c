package porelim

import (
	"flavers/automata/monitor"
	"flavers/internal/bitset"
	"flavers/mip"
	"flavers/tfg"
)

// Normal keeps the edges that the normal form of some execution uses: of all
// orders of one execution that differ by swapping independent neighbours, the
// greedy one that always takes the smallest available occurrence. It is this
// project's own rule.
//
// Nodes are totally ordered: boundary nodes first, then local nodes, those of
// one task together; within a class by task and node number. Boundary: I, F,
// communication (tau or not), spawn, join, and every visible node that is not
// local. next_t(m) is the set of visible nodes of task t reachable from m by
// tau-only paths, with SYNC if such a path meets a communication, spawn or
// join node or the task's end. m -> n is kept iff
//
//  1. some automaton reacts to both, or m < n;
//  2. m is a boundary node, or next_t(m), t being m's task, holds SYNC, or is
//     empty, or holds a boundary node or a local node x > n: otherwise t would
//     have gone on with x first;
//  3. n is a boundary node, or a tau-only path leads to n from a boundary node
//     or I: a local run, once begun, is not interrupted.
//
// The tempting wrong path is to ask (2) of boundary nodes too. The task of a
// boundary m may do no more before an error elsewhere, or go round an endless
// local loop, and then nothing stands in n's way. A local m that a later
// occurrence depends on is always followed by its own task.
func Normal(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
	g := s.G
	local := classify(s).local
	boundary := func(n tfg.NodeID) bool {
		return n == tfg.I || n == tfg.F || g.Nodes[n].Kind == tfg.Communication || spawnOrJoin(g, n) ||
			s.Visible.Has(int(n)) && !local.Has(int(n))
	}
	rank := ranks(s, e, local)

	// m -> n passes (2) iff the rank of n is below greatest of m: the greatest
	// rank in next_t(m).
	const free = int32(1 << 30)
	greatest := make([]int32, len(e.Nodes))
	marked := bitset.New(len(g.Nodes))
	seen := bitset.New(len(g.Nodes))
	for i, m := range e.Nodes {
		greatest[i] = free
		if !local.Has(int(m)) {
			continue
		}
		top := int32(-1)
		meet := func(q tfg.NodeID) {
			switch {
			case boundary(q) || sync(g, q):
				top = free
			case s.Visible.Has(int(q)):
				top = max(top, rank[e.Index[q]])
			}
		}
		nextVisible(s, m, seen, func(q tfg.NodeID) bool {
			meet(q)
			return !sync(g, q)
		}, meet)
		if top >= 0 {
			greatest[i] = top
		}
	}
	for i := range g.Nodes {
		if n := tfg.NodeID(i); boundary(n) && !s.Dead.Has(i) {
			nextVisible(s, n, seen,
				func(q tfg.NodeID) bool { return !boundary(q) },
				func(q tfg.NodeID) { marked.Add(int(q)) })
		}
	}
	depends := dependence(s, e)
	return e.Filter(func(i, j int) bool {
		n := int(e.Nodes[j])
		return (rank[i] < rank[j] || depends.Has(i, j)) &&
			greatest[i] > rank[j] &&
			(!local.Has(n) || marked.Has(n))
	})
}

// ranks numbers the visible nodes in the rule's order.
func ranks(s *monitor.Set, e *mip.EdgeSet, local bitset.Set) []int32 {
	rank := make([]int32, len(e.Nodes))
	next := int32(0)
	for i, n := range e.Nodes {
		if !local.Has(int(n)) {
			rank[i] = next
			next++
		}
	}
	// Local nodes of the graph are numbered task by task already.
	for i, n := range e.Nodes {
		if local.Has(int(n)) {
			rank[i] = next
			next++
		}
	}
	return rank
}

// dependence joins visible nodes that some automaton reacts to both of.
func dependence(s *monitor.Set, e *mip.EdgeSet) *bitset.Matrix {
	d := bitset.NewMatrix(len(e.Nodes), len(e.Nodes))
	for _, react := range s.React {
		row := bitset.New(len(e.Nodes))
		for n := range react.All {
			row.Add(int(e.Index[n]))
		}
		for i := range row.All {
			d.Row(i).Or(row)
		}
	}
	return d
}
