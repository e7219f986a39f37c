package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
	"flavers/tfg"
)

// Paper returns the rule of Naumovich, Clarke and Cobleigh (section 3), in this reading of it, kept for comparison
// only: with call and accept nodes tau, communication nodes possibly tau and constraints judged at F it loses
// violations (package tests hold the two smallest programs).
//
// A node is locally labelled iff every automaton that reacts to it reacts to
// nodes of a single task only, and it is a node of one task. I, F and all other
// visible nodes are globally labelled. A node is marked iff in its task a
// tau-only path leads to it from a globally labelled node. m -> n is kept iff
// m is globally labelled or a direct predecessor of a communication node, and
// n is marked.
func Paper(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
	leaves, enters := paperEnds(s)
	return e.Filter(func(i, j int) bool { return leaves.Has(int(e.Nodes[i])) && enters.Has(int(e.Nodes[j])) })
}

// paperEnds returns two sets of visible nodes: those that an edge kept by Paper may
// leave, and those that it may enter.
func paperEnds(s *monitor.Set) (leaves, enters bitset.Set) {
	g := s.G
	local := bitset.New(len(g.Nodes))
	for n := range s.Visible.All {
		local.Add(n)
	}
	for _, react := range s.React {
		tasks := map[cfg.TaskID]bool{}
		for n := range react.All {
			for _, t := range g.Nodes[n].Tasks {
				if t != cfg.None {
					tasks[t] = true
				}
			}
		}
		if len(tasks) > 1 {
			local.AndNot(react)
		}
	}
	marked, before := bitset.New(len(g.Nodes)), bitset.New(len(g.Nodes))
	seen := bitset.New(len(g.Nodes))
	mark := func(from tfg.NodeID) {
		nextVisible(s, g.Succ, []tfg.NodeID{from}, seen,
			func(n tfg.NodeID) bool { return g.Nodes[n].Kind != tfg.Communication },
			func(n tfg.NodeID) { marked.Add(int(n)) })
	}
	mark(tfg.I)
	for n := range s.Visible.All {
		if !local.Has(n) {
			mark(tfg.NodeID(n))
		}
		// With its call and accept nodes shrunk away, "direct predecessor of a
		// communication node" is a step followed by a site.
		for _, q := range g.Succ(tfg.NodeID(n)) {
			if g.Nodes[q].Kind == tfg.Site || g.Nodes[q].Kind == tfg.Communication {
				before.Add(n)
			}
		}
	}
	for n := range s.Visible.All {
		if !local.Has(n) {
			before.Add(n)
		}
	}
	return before, marked
}
