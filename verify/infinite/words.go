package infinite

// This file makes the product of an abstraction with the automaton of the infinite words that a formula forbids
// (docs/theory.md, Theorems 11.5 and 12). In goes an abstraction whose states were found, and a Büchi automaton. Out
// comes a graph whose nodes are pairs of a state of each. An execution violates the formula if it goes round a fair
// cycle of this graph on which every mark of the automaton occurs.

import (
	"slices"

	"flavers/automata/ltl"
	"flavers/live"
)

// never makes the product with automaton b. Every step finds nodes, but only a step that may be taken again and again
// is an edge of the graph, because no other is on a cycle. It returns nil if the work exceeds the budget.
func (a *abstraction) never(b *ltl.Buchi) *cycles {
	g := &cycles{abstraction: a, graph: newGraph(a.fair)}
	g.graph.Require(b.Marks)
	index := map[pair]int32{}
	var nodes []pair
	node := func(p pair, arrival arrived) int32 { // numbers p, and keeps how it was first reached
		id, known := index[p]
		if !known {
			id = int32(len(nodes))
			index[p] = id
			nodes, g.states, g.ways = append(nodes, p), append(g.states, p.state), append(g.ways, arrival)
			a.work += 4 // a node takes about as much memory as four edges
		}
		return id
	}
	node(pair{0, b.Start}, arrived{from: -1})
	trap := a.property.Spec.DFA.Trap()
	last := len(a.state) - 1
	for i := 0; i < len(nodes); i++ {
		if a.work > a.budget {
			return nil
		}
		a.set.State(a.state, int(nodes[i].state))
		g.begin() // node i of the graph
		g.stutter(i)
		a.each(func(n int32) {
			c := &a.cases[n]
			if !a.apply(c) || a.next[last] == trap {
				return
			}
			to, _ := a.set.Add(a.next) // visit has found it
			for _, e := range through(b, nodes[i].at, symbols(a.property, c)) {
				a.work++
				id := node(pair{int32(to), e.To}, arrived{int32(i), n})
				if c.repeats {
					g.step(live.Edge{To: id, Takes: g.graph.takes(c.action), Marks: e.Marks}, n)
				}
			}
		})
	}
	return g
}

// pair is a node of a product with an automaton: the number of a state, and at, a state of the automaton.
type pair struct{ state, at int32 }

// through returns the paths of an automaton from state at that read a sequence of symbols. A path is one edge, with the
// marks of all edges on it.
func through(b *ltl.Buchi, at int32, symbols []int32) []ltl.Edge {
	out := []ltl.Edge{{To: at}}
	for _, sym := range symbols {
		var next []ltl.Edge
		for _, e := range out {
			for _, on := range b.Next(e.To, sym) {
				on.Marks |= e.Marks
				if !slices.Contains(next, on) {
					next = append(next, on)
				}
			}
		}
		out = next
	}
	return out
}
