package infinite

// This file makes the graph of an abstraction in which a fair cycle violates the property, and finds components that
// may exclude such a cycle.
//
// In the example of abstract.go, the obligation is open after "event ask", where task a waits for free. Steps of task b
// change nothing that is kept, so this state has an edge to itself, on which b is taken. Is the cycle fair to a? That
// depends on whether a can move there, which the hidden variable free decides. So more returns free. With free kept,
// too, the edges of b lead to and fro between free = 0 and free = 1.

import (
	"maps"
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/live"
	"flavers/sem"
)

// cycles is such a graph. For an obligation, its nodes are the states in which the obligation is open, and its edges
// the steps that leave it open and may be taken again and again. For a formula, it is the product with an automaton
// (words.go).
type cycles struct {
	*abstraction
	graph    *graph
	states   []int32 // by node: the state of the abstraction
	first    []int32 // by node: the index of its first edge in edgeCase
	edgeCase []int32 // by edge: its case; -1 for steps that change nothing that is kept

	// ways tells of each node of a product how it was first reached. It is nil for an obligation: then
	// abstraction.before and entry tell it.
	ways []arrived
}

// arrived tells how a node was first reached: by a case, from another node. At the start, from is -1.
type arrived struct{ from, kase int32 }

// begin adds a node for the state a.state, with the fairness conditions that are surely enabled in it.
func (g *cycles) begin() {
	g.graph.Add()
	g.first = append(g.first, int32(len(g.edgeCase)))
	for k, t := range g.tasks {
		if g.surely(t) {
			g.graph.Enable(int32(k))
		}
	}
	for k := range g.fair.declared {
		if g.surelyTaken(k) {
			g.graph.Enable(int32(len(g.tasks) + k))
		}
	}
}

// stutter adds an edge from the last node to itself, if there are steps that change nothing that is kept.
func (g *cycles) stutter(node int) {
	if g.stutters {
		g.step(live.Edge{To: int32(node), Takes: g.graph.Set(g.idle...)}, -1)
	}
}

// step adds an edge of the last node, which a case makes; -1 stands for steps that change nothing that is kept.
func (g *cycles) step(e live.Edge, n int32) {
	g.graph.Step(e)
	g.edgeCase = append(g.edgeCase, n)
}

// open makes the graph of an obligation. It returns nil if the work exceeds the budget.
func (a *abstraction) open(ob *automata.Obligation) *cycles {
	g := &cycles{abstraction: a, graph: newGraph(a.fair)}
	node := make([]int32, a.set.Count) // by state: its node; -1 if the obligation is not open there
	last := len(a.state) - 1
	for i := range node {
		node[i] = -1
		if a.set.State(a.state, i); ob.Open[a.state[last]] {
			node[i] = int32(len(g.states))
			g.states = append(g.states, int32(i))
		}
	}
	for i, at := range g.states {
		if a.work > a.budget {
			return nil
		}
		a.set.State(a.state, int(at))
		g.begin()
		g.stutter(i)
		a.each(func(n int32) {
			c := &a.cases[n]
			if !c.repeats || !a.apply(c) || !a.keeps(ob, c) {
				return
			}
			to, _ := a.set.Add(a.next) // visit has found it
			g.step(live.Edge{To: node[to], Takes: g.graph.takes(c.action)}, n)
		})
	}
	return g
}

// keeps reports whether an obligation that is open in a.state stays open throughout a step. The step may have several
// events, and meet the obligation between two of them.
func (a *abstraction) keeps(ob *automata.Obligation, c *projected) bool {
	q := a.state[len(a.state)-1]
	for _, sym := range symbols(a.property, c) {
		to := a.property.Spec.DFA.Step(q, int(sym))
		if !ob.Keeps(q, int(sym), to) {
			return false
		}
		q = to
	}
	return true
}

// more returns components to keep that may exclude a cycle. It looks for them in three places, and returns those of the
// first place that has any:
//
//   - what decides whether the cycle is fair: whether a task can move that does not move on it, or whether a declared
//     condition can be taken that is not taken on it
//   - what the steps of the cycle depend on
//   - what the steps that lead to the cycle depend on
//
// It returns none if all of these components are kept.
func (g *cycles) more(cycle live.Lasso) []sem.CompID {
	want := map[sem.CompID]bool{}
	steps := g.unfair(cycle, want)
	if len(want) == 0 {
		for _, n := range steps {
			g.addHidden(n, want)
		}
	}
	if len(want) == 0 {
		for _, n := range g.stem(cycle.Entry) {
			g.addHidden(n, want)
		}
	}
	return slices.Sorted(maps.Keys(want))
}

// unfair adds to want the hidden components that decide whether a condition that is not taken on a cycle is enabled. It
// returns the cases of the cycle.
func (g *cycles) unfair(cycle live.Lasso, want map[sem.CompID]bool) (steps []int32) {
	m := g.sem.M
	// 1. The conditions that are taken.
	taken := make([]bool, len(g.tasks)+len(g.fair.declared))
	for _, t := range cycle.Loop {
		n := g.edgeCase[int(g.first[t.From])+t.Edge]
		conditions := g.idle
		if n >= 0 {
			steps, conditions = append(steps, n), g.fair.taken(g.cases[n].action)
		}
		for _, k := range conditions {
			taken[k] = true
		}
	}
	// 2. In each state of the cycle, the others that are not surely enabled.
	for _, t := range cycle.Loop {
		g.set.State(g.state, int(g.states[t.To]))
		for k, task := range g.tasks {
			if taken[k] || g.surely(task) {
				continue
			}
			at := g.place[m.Pos(task)]
			for _, n := range g.ofTask[at][g.state[at]] {
				g.addDeciding(n, want)
			}
		}
		for k, f := range g.fair.declared {
			if taken[len(g.tasks)+k] || g.surelyTaken(k) {
				continue
			}
			for _, task := range g.fair.takers[k] {
				at := g.place[m.Pos(task)]
				for _, n := range g.ofTask[at][g.state[at]] {
					if f.Takes(m.P, g.cases[n].action) {
						g.addDeciding(n, want)
					}
				}
			}
		}
	}
	return steps
}

// addHidden adds the hidden components that case n depends on.
func (a *abstraction) addHidden(n int32, want map[sem.CompID]bool) {
	c := &a.cases[n]
	for i, at := range c.kept {
		if at < 0 {
			want[a.caseOf(c).Moves[i].Comp] = true
		}
	}
}

// addDeciding adds the hidden components that decide whether case n can be taken in a.state: those that the case
// depends on, and, for each kept component whose value does not let the case be taken, those that the steps depend on
// which can change this value to one that does.
func (a *abstraction) addDeciding(n int32, want map[sem.CompID]bool) {
	c := &a.cases[n]
	a.addHidden(n, want)
	kase := a.caseOf(c)
	for i := range kase.Moves {
		mv := &kase.Moves[i]
		at := c.kept[i]
		if at < 0 {
			continue
		}
		if _, ok := mv.To(a.state[at]); ok {
			continue
		}
		for k := range a.cases {
			change := a.moveOf(int32(k), mv.Comp)
			if change != nil && slices.ContainsFunc(change.Pairs, func(p sem.Pair) bool {
				_, enables := mv.To(p.To)
				return enables && p.From != p.To
			}) {
				a.addHidden(int32(k), want)
			}
		}
	}
}

// moveOf returns what case n does to a component, or nil if the case does not depend on it.
func (a *abstraction) moveOf(n int32, id sem.CompID) *sem.Move {
	moves := a.caseOf(&a.cases[n]).Moves
	if i, ok := slices.BinarySearchFunc(moves, id, func(mv sem.Move, id sem.CompID) int { return int(mv.Comp - id) }); ok {
		return &moves[i]
	}
	return nil
}

// guides returns the steps that lead to a cycle, and those of the cycle.
func (g *cycles) guides(cycle live.Lasso) (stem, loop []Guide) {
	guide := func(n, to int32) Guide { // a step by case n to a state of the abstraction
		g.set.State(g.state, int(to))
		out := Guide{Action: cfg.None, Values: slices.Clone(g.state[:len(g.kept)])}
		if n >= 0 {
			out.Action = g.cases[n].action
		}
		return out
	}
	g.back(cycle.Entry, func(n, to int32) { stem = append(stem, guide(n, to)) })
	slices.Reverse(stem)
	for _, t := range cycle.Loop {
		loop = append(loop, guide(g.edgeCase[int(g.first[t.From])+t.Edge], g.states[t.To]))
	}
	return stem, loop
}

// stem returns the cases on the way to a node, the last first.
func (g *cycles) stem(node int) (cases []int32) {
	g.back(node, func(n, _ int32) { cases = append(cases, n) })
	return cases
}

// back calls f for the steps on the way from the start to a node, the last first: with the case of the step, and the
// state of the abstraction that the step leads to.
func (g *cycles) back(node int, f func(n, to int32)) {
	if g.ways == nil {
		for at := g.states[node]; g.before[at] >= 0; at = g.before[at] {
			f(g.entry[at], at)
		}
		return
	}
	for g.ways[node].from >= 0 {
		f(g.ways[node].kase, g.states[node])
		node = int(g.ways[node].from)
	}
}
