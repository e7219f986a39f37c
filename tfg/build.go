package tfg

import (
	"slices"

	"flavers/cfg"
)

// This file builds the graph. A node of the graph is a step that a task takes alone,
// a step that two tasks take together, or a site, where a task stands that waits for
// a partner. For `call up; x = 1` in task a and `accept up` in task b, it is
//
//	I -> a: at call up, b: at accept up
//	a: at call up -> a,b: up        b: at accept up -> a,b: up
//	a,b: up -> a: x = 1, end b      a: x = 1 -> end a     end a, end b -> F

// Build makes the trace flow graph of a program. possible tells which actions
// can happen at all, as far as the caller knows; nil: all of them. The others get no
// node, so that no path leads through them.
func Build(p *cfg.Program, possible func(cfg.ActionID) bool) *Graph {
	b := builder{p: p, g: &Graph{P: p, ofAction: make([]NodeID, len(p.Actions))}}
	g := b.g
	b.add(Node{Kind: Initial, Action: cfg.None, Site: cfg.None, Tasks: [2]cfg.TaskID{cfg.None, cfg.None}})
	b.add(Node{Kind: Final, Action: cfg.None, Site: cfg.None, Tasks: [2]cfg.TaskID{cfg.None, cfg.None}})

	b.local = filled(len(p.Nodes))
	b.site = filled(len(p.Nodes))
	meets := make([]bool, len(p.Nodes))         // some joint action exists, possible or not
	alone := make([]cfg.ActionID, len(p.Nodes)) // the possible action of a node alone, or None
	for i := range alone {
		alone[i] = cfg.None
	}
	for _, a := range p.Actions {
		g.ofAction[a.ID] = cfg.None
		if a.Joint() {
			meets[a.A], meets[a.B] = true, true
		} else if possible == nil || possible(a.ID) {
			alone[a.A] = a.ID
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		tasks := [2]cfg.TaskID{n.Task, cfg.None}
		if alone[i] != cfg.None {
			_, joins := n.Op.(cfg.Join)
			b.local[i] = b.add(Node{Kind: Local, Action: alone[i], Site: n.ID, Tasks: tasks, Forks: joins ||
				len(cfg.Spawns(n.Op)) > 0})
			g.ofAction[alone[i]] = b.local[i]
		}
		if meets[i] || waitsForPartner(n.Op) {
			b.site[i] = b.add(Node{Kind: Site, Action: cfg.None, Site: n.ID, Tasks: tasks})
		}
	}
	for _, a := range p.Actions {
		if a.Joint() && (possible == nil || possible(a.ID)) {
			g.ofAction[a.ID] = b.add(Node{Kind: Communication, Action: a.ID, Site: a.A,
				Tasks: [2]cfg.TaskID{p.Nodes[a.A].Task, p.Nodes[a.B].Task}})
		}
	}
	b.end = make([]NodeID, len(p.Tasks))
	for t := range p.Tasks {
		b.end[t] = b.add(Node{Kind: End, Action: cfg.None, Site: cfg.None, Tasks: [2]cfg.TaskID{cfg.TaskID(t), cfg.None}})
	}
	g.freeze(b.connect)
	return g
}

// waitsForPartner reports whether an operation needs another task: it gets a site even
// if no action has it, where the task then waits for ever.
func waitsForPartner(op cfg.Op) bool {
	switch op.(type) {
	case cfg.Call, cfg.CallEnd, cfg.Accept, cfg.AcceptEnd:
		return true
	}
	return false
}

// filled returns a list of n times None.
func filled(n int) []NodeID {
	s := make([]NodeID, n)
	for i := range s {
		s[i] = cfg.None
	}
	return s
}

// builder makes the nodes first, and then tells all edges.
type builder struct {
	p           *cfg.Program
	g           *Graph
	local, site []NodeID              // by node of the program: its node of that kind, or None
	end         []NodeID              // by task
	edge        func(from, to NodeID) // takes the edges as they come; one may come twice
}

// add gives a node its number.
func (b *builder) add(n Node) NodeID {
	n.ID = NodeID(len(b.g.Nodes))
	b.g.Nodes = append(b.g.Nodes, n)
	return n.ID
}

// lead adds edges from a node to everything its task can do at point q.
func (b *builder) lead(from NodeID, q cfg.PointID) {
	pt := &b.p.Points[q]
	for _, n := range pt.Nodes {
		for _, to := range [2]NodeID{b.local[n], b.site[n]} {
			if to != cfg.None {
				b.edge(from, to)
			}
		}
	}
	if b.p.Tasks[pt.Task].End == q || pt.Idle { // a task that waits for messages may have had its last
		b.edge(from, b.end[pt.Task])
	}
}

// connect calls edge for all edges.
func (b *builder) connect(edge func(from, to NodeID)) {
	b.edge = edge
	p := b.p
	static := false
	for t := range p.Tasks {
		if p.Tasks[t].Static() {
			static = true
			b.lead(I, p.Tasks[t].Start)
		}
		b.edge(b.end[t], F)
	}
	if !static {
		b.edge(I, F)
	}
	for i := range b.g.Nodes {
		n := &b.g.Nodes[i]
		switch n.Kind {
		case Local:
			b.lead(n.ID, p.Nodes[n.Site].Next)
			for _, f := range cfg.Spawns(p.Nodes[n.Site].Op) {
				for _, t := range p.Families[f].Tasks {
					b.lead(n.ID, p.Tasks[t].Start)
				}
			}
			if op, ok := p.Nodes[n.Site].Op.(cfg.Join); ok {
				for _, t := range p.Families[op.Family].Tasks {
					if t != n.Tasks[0] {
						b.edge(b.end[t], n.ID)
					}
				}
			}
		case Communication:
			a := p.Actions[n.Action]
			for _, side := range [2]cfg.NodeID{a.A, a.B} {
				b.edge(b.site[side], n.ID)
				b.lead(n.ID, p.Nodes[side].Next)
			}
		}
	}
}

// freeze makes the compressed adjacency of the graph from its edges: for each node a
// piece of one array, in ascending order without repeats. edges calls a function for
// each edge, and is itself called twice, to count and to fill: a list of all edges
// would be large, as a server has the square of its clients.
func (g *Graph) freeze(edges func(edge func(from, to NodeID))) {
	n := len(g.Nodes)
	// By target, each with its sources in any order.
	at := make([]int32, n+1)
	edges(func(_, to NodeID) { at[to+1]++ })
	for i := range n {
		at[i+1] += at[i]
	}
	sources, fill := make([]NodeID, at[n]), slices.Clone(at)
	edges(func(from, to NodeID) {
		sources[fill[to]] = from
		fill[to]++
	})
	// Each source gets its targets in ascending order.
	last := filled(n) // by source: its last target so far
	each := func(f func(from, to NodeID)) {
		for i := range last {
			last[i] = cfg.None
		}
		for to := range NodeID(n) {
			for _, from := range sources[at[to]:at[to+1]] {
				if last[from] != to {
					last[from] = to
					f(from, to)
				}
			}
		}
	}
	g.succAt, g.predAt = make([]int32, n+1), make([]int32, n+1)
	each(func(from, to NodeID) {
		g.succAt[from+1]++
		g.predAt[to+1]++
	})
	for i := range n {
		g.succAt[i+1] += g.succAt[i]
		g.predAt[i+1] += g.predAt[i]
	}
	g.succ, g.pred = make([]NodeID, g.succAt[n]), make([]NodeID, g.predAt[n])
	copy(fill, g.succAt)
	each(func(from, to NodeID) {
		g.succ[fill[from]] = to
		fill[from]++
	})
	copy(fill, g.predAt)
	for from := range NodeID(n) {
		for _, to := range g.Succ(from) {
			g.pred[fill[to]] = from
			fill[to]++
		}
	}
}
