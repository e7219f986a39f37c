package endless

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
)

// Exceeded tells, by family, whether some execution may start more tasks of it than it has. Each task is
// executed once. It starts as many as the nodes that do so are executed at most: once where they lie on no cycle of
// its control flow, and else as the states of the task alone have it.
//
// May err towards: yes.
func Exceeded(poll *limit.Poll, s *monitor.Semantics) []bool {
	p := s.M.P
	out := make([]bool, len(p.Families))
	most := make([]int, len(p.Families))
	onCycle := cycles(p, all(p))
	var x *index
	alone := make([]*local, len(p.Tasks))
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

// loops reports whether an operation may do something several times.
func loops(op cfg.Op) bool {
	some := false
	cfg.StmtsOf(op, func(s cfg.Stmt) {
		if _, ok := s.(*cfg.Loop); ok {
			some = true
		}
	})
	return some
}

// often is how often the task comes to execute a node at most, which stands at a point; known is false if there is no
// bound. Where a task stands at the node, it may try to, even if no step is possible that does not end in an error: a
// task of the only member of its family that starts that again.
func (l *local) often(n cfg.NodeID, point int32) (times int, known bool) {
	if l == nil {
		return 0, false
	}
	component, number := l.components(func(*localEdge) bool { return true })
	out := make([][]*localEdge, number) // that leave a component
	for i := range l.edges {
		e := &l.edges[i]
		switch {
		case component[e.from] != component[e.to]:
			out[component[e.from]] = append(out[component[e.from]], e)
		case e.by == n:
			return 0, false
		}
	}
	most := make([]int, number)
	for i, at := range l.at {
		if at == point {
			most[component[i]] = 1
		}
	}
	done := make([]bool, number)
	todo := []int32{component[0]}
	for len(todo) > 0 { // what a component leads to comes first
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
