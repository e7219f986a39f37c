package infinite

// This file looks for fair cycles of an abstraction in which an obligation stays open, or whose
// words a formula forbids, and for components that may tell such a cycle from the executions of the program.

import (
	"slices"

	"flavers/automata"
	"flavers/cfg"
	"flavers/live"
	"flavers/sem"
)

// cycles is the part of an abstraction in which an obligation is open, with the steps
// that leave it open and may be repeated; or the product with an automaton (words.go).
type cycles struct {
	*abstraction
	states []int32 // by state of the graph
	graph  *graph
	first  []int32   // by state of the graph: where its edges begin in by
	by     []int32   // by edge: its case; -1: a step that changes nothing of what is kept
	ways   []arrived // of a product, by state of the graph: how it was first reached
}

// arrived is the step to a state from another: by a case; from is -1 at the start.
type arrived struct{ from, by int32 }

// begin adds the state that is looked at to the graph.
func (g *cycles) begin() {
	g.graph.Add()
	g.first = append(g.first, int32(len(g.by)))
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

// stutter adds the edge by steps that change nothing of what is kept, if there are such steps.
func (g *cycles) stutter(state int) {
	if g.stutters {
		g.step(live.Edge{To: int32(state), Takes: g.graph.Set(g.idle...)}, -1)
	}
}

// step adds an edge by a case to the graph.
func (g *cycles) step(e live.Edge, by int32) {
	g.graph.Step(e)
	g.by = append(g.by, by)
}

// open makes the graph of an obligation; nil: more work is needed than there may be.
func (a *abstraction) open(ob *automata.Obligation) *cycles {
	g := &cycles{abstraction: a, graph: newGraph(a.fair)}
	node := make([]int32, a.set.Count)
	last := len(a.state) - 1
	for i := range node {
		node[i] = -1
		if a.set.State(a.state, i); ob.Open[a.state[last]] {
			node[i] = int32(len(g.states))
			g.states = append(g.states, int32(i))
		}
	}
	for i, at := range g.states {
		if a.work > a.most {
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
			to, _ := a.set.Add(a.next) // it is known
			g.step(live.Edge{To: node[to], Takes: g.graph.takes(c.action)}, n)
		})
	}
	return g
}

// keeps reports whether an obligation that is open in the state stays open throughout a step.
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

// more are components to keep that may exclude a cycle: those that decide whether a task can
// move that stands still in it, or a declared condition be taken that is not; else those that its
// steps depend on; else those that the steps to it depend on. None: they are kept.
func (g *cycles) more(cycle live.Lasso) []sem.CompID {
	m, want := g.sem.M, map[sem.CompID]bool{}
	taken := make([]bool, len(g.tasks)+len(g.fair.declared))
	var steps []int32
	for _, t := range cycle.Loop {
		n := g.by[int(g.first[t.From])+t.Edge]
		conditions := g.idle
		if n >= 0 {
			steps, conditions = append(steps, n), g.fair.taken(g.cases[n].action)
		}
		for _, k := range conditions {
			taken[k] = true
		}
	}
	for _, t := range cycle.Loop {
		g.set.State(g.state, int(g.states[t.To]))
		for k, task := range g.tasks {
			if taken[k] || g.surely(task) {
				continue
			}
			at := g.place[m.Pos(task)]
			for _, n := range g.of[at][g.state[at]] {
				g.needs(n, want)
			}
		}
		for k, f := range g.fair.declared {
			if taken[len(g.tasks)+k] || g.surelyTaken(k) {
				continue
			}
			for _, task := range g.fair.takers[k] {
				at := g.place[m.Pos(task)]
				for _, n := range g.of[at][g.state[at]] {
					if f.Takes(m.P, g.cases[n].action) {
						g.needs(n, want)
					}
				}
			}
		}
	}
	for _, list := range []func() []int32{func() []int32 { return steps }, func() []int32 { return g.stem(cycle.Entry) }} {
		if len(want) > 0 {
			break
		}
		for _, n := range list() {
			g.hidden(n, want)
		}
	}
	out := make([]sem.CompID, 0, len(want))
	for id := range want {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// hidden adds the components that a case depends on and that could be kept.
func (a *abstraction) hidden(n int32, want map[sem.CompID]bool) {
	c := &a.cases[n]
	for i, at := range c.kept {
		if at < 0 {
			want[a.subject.of(c).Moves[i].Comp] = true
		}
	}
}

// needs adds what decides whether the case can be taken in the state: what is hidden, and
// where it is not enabled, what the steps depend on that could enable it.
func (a *abstraction) needs(n int32, want map[sem.CompID]bool) {
	c := &a.cases[n]
	a.hidden(n, want)
	kase := a.subject.of(c)
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
			if by := a.moveOf(int32(k), mv.Comp); by != nil && slices.ContainsFunc(by.Pairs, func(p sem.Pair) bool {
				_, enables := mv.To(p.To)
				return enables && p.From != p.To
			}) {
				a.hidden(int32(k), want)
			}
		}
	}
}

// moveOf is what a case does to a component; nil: nothing.
func (a *abstraction) moveOf(n int32, id sem.CompID) *sem.Move {
	moves := a.subject.of(&a.cases[n]).Moves
	if i, ok := slices.BinarySearchFunc(moves, id, func(mv sem.Move, id sem.CompID) int { return int(mv.Comp - id) }); ok {
		return &moves[i]
	}
	return nil
}

// guides are the steps to a cycle, and those of the cycle.
func (g *cycles) guides(cycle live.Lasso) (stem, loop []Guide) {
	guide := func(n, to int32) Guide {
		g.set.State(g.state, int(to))
		out := Guide{Action: cfg.None, Values: slices.Clone(g.state[:len(g.kept)])}
		if n >= 0 {
			out.Action = g.cases[n].action
		}
		return out
	}
	g.back(cycle.Entry, func(by, to int32) { stem = append(stem, guide(by, to)) })
	slices.Reverse(stem)
	for _, t := range cycle.Loop {
		loop = append(loop, guide(g.by[int(g.first[t.From])+t.Edge], g.states[t.To]))
	}
	return stem, loop
}

// stem are the cases on the way to a state of the graph.
func (g *cycles) stem(state int) []int32 {
	var out []int32
	g.back(state, func(by, _ int32) { out = append(out, by) })
	return out
}

// back calls f for the steps on the way to a state of the graph, the last first: the case, and the
// state of the abstraction that it leads to.
func (g *cycles) back(state int, f func(by, to int32)) {
	for g.ways != nil && g.ways[state].from >= 0 {
		f(g.ways[state].by, g.states[state])
		state = int(g.ways[state].from)
	}
	for at := g.states[state]; g.ways == nil && g.from[at] >= 0; at = g.from[at] {
		f(g.entry[at], at)
	}
}
