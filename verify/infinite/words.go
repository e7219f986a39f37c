package infinite

// This file makes the product of an abstraction with the automaton of infinite words that a
// formula forbids (docs/theory.md, Theorems 11.5 and 12).

import (
	"slices"

	"flavers/automata/ltl"
	"flavers/live"
)

// never makes the product. All steps lead to nodes; those that may be repeated are edges of the
// graph. nil: more work is needed than there may be.
func (a *abstraction) never(b *ltl.Buchi) *cycles {
	g := &cycles{abstraction: a, graph: newGraph(a.fair)}
	g.graph.Require(b.Marks)
	index := map[pair]int32{}
	var nodes []pair
	node := func(p pair, by arrived) int32 {
		id, known := index[p]
		if !known {
			id = int32(len(nodes))
			index[p] = id
			nodes, g.states, g.ways = append(nodes, p), append(g.states, p.state), append(g.ways, by)
			a.work += 4
		}
		return id
	}
	node(pair{0, b.Start}, arrived{from: -1})
	trap := a.property.Spec.DFA.Trap()
	last := len(a.state) - 1
	for i := 0; i < len(nodes); i++ {
		if a.work > a.most {
			return nil
		}
		a.set.State(a.state, int(nodes[i].state))
		g.begin()
		g.stutter(i)
		a.each(func(n int32) {
			c := &a.cases[n]
			if !a.apply(c) || a.next[last] == trap {
				return
			}
			to, _ := a.set.Add(a.next) // it is known
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

// pair is a node of such a product: the number of a state, and a state of the automaton.
type pair struct{ state, at int32 }

// through are the ways of an automaton through a sequence of symbols, each as one edge with all
// marks of it.
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
