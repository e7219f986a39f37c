package endless

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
)

// Exceeded returns, by family, whether some execution may start more tasks of it than the model has. It counts for each
// node that starts a task how often it is executed at most. That is once if the node lies on no cycle of control flow,
// because no task is executed twice. On a cycle, the graph of the states of its task alone gives the number, if it is
// bounded.
//
// May err towards: yes.
func Exceeded(poll *limit.Poll, s *monitor.Semantics) []bool {
	p := s.M.P
	out := make([]bool, len(p.Families))
	most := make([]int, len(p.Families)) // by family: how many tasks the nodes so far start at most
	onCycle := cycles(p, all(p))
	var x *index                          // made when a node on a cycle is met
	alone := make([]*local, len(p.Tasks)) // by task: its graph, if it was needed
	for i := range p.Nodes {
		n := &p.Nodes[i]
		families := cfg.Spawns(n.Op)
		if len(families) == 0 {
			continue
		}
		times, known := 1, !loops(n.Op)
		if known && onCycle[i] {
			if x == nil {
				x = newIndex(poll, s)
			}
			if alone[n.Task] == nil {
				alone[n.Task] = x.explore(poll, n.Task)
			}
			times, known = alone[n.Task].often(cfg.NodeID(i), s.M.PointValue(n.Point))
		}
		for _, f := range families {
			most[f] += times
			out[f] = out[f] || !known || most[f] > len(p.Families[f].Tasks)
		}
	}
	return out
}

// loops reports whether an operation has a loop, so that one step may start several tasks.
func loops(op cfg.Op) bool {
	some := false
	cfg.StmtsOf(op, func(s cfg.Stmt) {
		if _, ok := s.(*cfg.Loop); ok {
			some = true
		}
	})
	return some
}

// often returns how often the task executes node n at most; point is the value of the task's position there. known is
// false if there is no bound: n lies on a cycle of the graph, or there is no graph (l is nil).
//
// The number is that of a longest path in the graph of components, counted in edges of n. A state at the point of n
// counts as at least one execution even if no edge of n leaves it. Edges are steps that succeed, and a task that fails
// to start another one, because the model has no more tasks of the family, has no such edge.
func (l *local) often(n cfg.NodeID, point int32) (times int, known bool) {
	if l == nil {
		return 0, false
	}
	component, number := l.components(func(*localEdge) bool { return true })
	out := make([][]*localEdge, number) // by component: the edges that leave it
	for i := range l.edges {
		e := &l.edges[i]
		switch {
		case component[e.from] != component[e.to]:
			out[component[e.from]] = append(out[component[e.from]], e)
		case e.by == n:
			return 0, false
		}
	}
	most := make([]int, number) // by component: executions of n on a path from there
	for i, at := range l.at {
		if at == point {
			most[component[i]] = 1
		}
	}

	// Depth first from the component of the first state: a component is done after those that it leads to.
	done := make([]bool, number)
	todo := []int32{component[0]}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		later := slices.IndexFunc(out[c], func(e *localEdge) bool { return !done[component[e.to]] })
		if later >= 0 {
			todo = append(todo, component[out[c][later].to])
			continue
		}
		for _, e := range out[c] {
			k := most[component[e.to]]
			if e.by == n {
				k++
			}
			most[c] = max(most[c], k)
		}
		done[c] = true
		todo = todo[:len(todo)-1]
	}
	return most[component[0]], true
}
