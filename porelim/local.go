package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/tfg"
)

// classes says which visible nodes are local, by the wide notion: a step of
// one task t is local iff every automaton that reacts to it reacts only to
// nodes that belong to t (a communication node belongs to both its tasks).
// Communication, spawn and join nodes are never local, and neither is a step
// whose run-time error is watched for.
//
// A local occurrence of t commutes with every occurrence outside t: no
// automaton sees both.
type classes struct {
	local bitset.Set // by node
}

// classify finds the local nodes of s.
func classify(s *monitor.Set) *classes {
	g := s.G
	c := &classes{local: bitset.New(len(g.Nodes))}
	// owners are the tasks that all nodes belong to which an automaton reacts to.
	type owners struct {
		any   bool          // it reacts to some node
		tasks [2]cfg.TaskID // at most two; None: fewer
	}
	ownersOf := make([]owners, len(s.Monitors))
	for m, react := range s.React {
		for n := range react.All {
			tasks := g.Nodes[n].Tasks
			if !ownersOf[m].any {
				ownersOf[m] = owners{true, tasks}
				continue
			}
			for k, t := range ownersOf[m].tasks {
				if t != cfg.None && t != tasks[0] && t != tasks[1] {
					ownersOf[m].tasks[k] = cfg.None
				}
			}
		}
	}
	for n := range s.Visible.All {
		if g.Nodes[n].Kind == tfg.Local && !g.Nodes[n].Forks && !watched(s, tfg.NodeID(n)) {
			c.local.Add(n)
		}
	}
	for m, react := range s.React {
		for n := range react.All {
			t := g.Nodes[n].Tasks[0]
			if ownersOf[m].tasks[0] != t && ownersOf[m].tasks[1] != t {
				c.local.Remove(n)
			}
		}
	}
	return c
}

// watched reports whether a step of node n ends the execution in an error that the
// problem is about.
func watched(s *monitor.Set, n tfg.NodeID) bool {
	for _, l := range s.Of(n) {
		if l.Err != nil {
			return true
		}
	}
	return false
}

// Local returns the set of local nodes of a problem, over the nodes of its graph.
func Local(s *monitor.Set) bitset.Set { return classify(s).local }
