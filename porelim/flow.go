package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
	"flavers/tfg"
)

// This file collects what rule normal (normal.go) asks about the control flow between
// visible nodes. A node is visible if some automaton reacts to it, and tau otherwise. A visible
// node is local if no automaton but those of its own task reacts to it; the others are boundary
// nodes. A local run is a sequence of local steps of one task without a boundary step between
// them. In the control flow
//
//	B1 -> L1 -> tau -> L2 -> B2
//
// with boundary nodes B and local nodes L, the run L1 L2 begins after B1.

// facts is what the rule knows about a problem in either direction of time. Here and below,
// "node i" is the visible node e.Nodes[i].
type facts struct {
	s        *monitor.Set
	e        *mip.EdgeSet
	local    bitset.Set     // local nodes
	boundary bitset.Set     // boundary nodes
	depends  *bitset.Matrix // some automaton reacts to both nodes
	tasks    []bitset.Set   // by task: its visible nodes
}

// newFacts classifies the visible nodes of e.
func newFacts(s *monitor.Set, e *mip.EdgeSet) *facts {
	n := len(e.Nodes)
	f := &facts{s: s, e: e, local: bitset.New(n), boundary: bitset.New(n), depends: dependence(s, e),
		tasks: make([]bitset.Set, len(s.G.P.Tasks))}
	for t := range f.tasks {
		f.tasks[t] = bitset.New(n)
	}
	local := classify(s).local
	for i, node := range e.Nodes {
		if local.Has(int(node)) {
			f.local.Add(i)
		} else {
			f.boundary.Add(i)
		}
		for _, t := range s.G.Nodes[node].Tasks {
			if t != cfg.None {
				f.tasks[t].Add(i)
			}
		}
	}
	return f
}

// dependence returns the relation of visible nodes that the same automaton reacts to.
func dependence(s *monitor.Set, e *mip.EdgeSet) *bitset.Matrix {
	s.Poll.Reserve(bitset.MatrixBytes(len(e.Nodes), len(e.Nodes)))
	d := bitset.NewMatrix(len(e.Nodes), len(e.Nodes))
	for _, react := range s.React {
		row := bitset.New(len(e.Nodes))
		for n := range react.All {
			row.Add(int(e.Index[n]))
		}
		for i := range row.All {
			s.Poll.Look()
			d.Row(i).Or(row)
		}
	}
	return d
}

// flow is the control flow between visible nodes in one direction of time. The two normal forms
// are mirror images of each other. With back set, time runs backwards, and every word about
// order below has to be mirrored: "next" means the step before, and a run "begins" where it ends.
type flow struct {
	*facts
	back bool
	lack Name // a condition that is left out, for measurements (Weakened); "": none

	next    [2][]onward    // by slot of tfg.Node.Tasks and node: what the task in this slot does next
	goesOn  bitset.Set     // boundary nodes after which one of their tasks surely has a local step next
	starts  *bitset.Matrix // see sources
	origins *bitset.Matrix // see sources
	exempt  bitset.Set     // see sources
	seen    bitset.Set     // by node of the graph: scratch
}

// onward is what one task can do next after a step, as far as it is visible.
type onward struct {
	// nodes are the visible nodes to which tau paths within the task lead. After a boundary node
	// with stop, the list may be incomplete.
	nodes []int32
	// stop says that the task may do something else than a local step next. That is so if nodes
	// has a boundary node or is empty, if a tau path meets a communication, spawn or join node,
	// or if the task ends (with back: begins) there.
	stop bool
}

// flow computes the control flow in one direction.
func (f *facts) flow(back bool) *flow {
	d := &flow{facts: f, back: back, seen: bitset.New(len(f.s.G.Nodes))}
	d.onwards()
	if back {
		d.cameFrom()
	} else {
		d.leadsOn()
	}
	d.sources()
	return d
}

// ahead lists the neighbours of a node in the flow's direction.
func (d *flow) ahead(n tfg.NodeID) []tfg.NodeID {
	if d.back {
		return d.s.G.Pred(n)
	}
	return d.s.G.Succ(n)
}

// behind lists the neighbours of a node against the flow's direction.
func (d *flow) behind(n tfg.NodeID) []tfg.NodeID {
	if d.back {
		return d.s.G.Succ(n)
	}
	return d.s.G.Pred(n)
}

// onwards computes next: for each visible node and each of its tasks, a search along tau paths
// of the task.
func (d *flow) onwards() {
	g := d.s.G
	seen := d.seen
	var stack []tfg.NodeID
	for k := range d.next {
		d.next[k] = make([]onward, len(d.e.Nodes))
		for i, m := range d.e.Nodes {
			t := g.Nodes[m].Tasks[k]
			if t == cfg.None {
				continue
			}
			d.s.Poll.Look()
			on := &d.next[k][i]
			clear(seen)
			stack = stack[:0]
			for _, q := range d.ahead(m) {
				switch {
				case g.Nodes[q].In(t): // neither the partner's step nor that of a task spawned or joined here
					stack = append(stack, q)
				case d.back && g.Nodes[q].Kind != tfg.End && g.Nodes[q].Kind != tfg.Site && !d.s.Dead.Has(int(q)):
					on.stop = true // the task begins here: q is I or a spawn; a site belongs to the partner
				}
			}
			// After a boundary node only stop is asked for, so that the search ends when it is known.
			for brief := d.boundary.Has(i); len(stack) > 0 && !(brief && on.stop); {
				q := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				if seen.Has(int(q)) || d.s.Dead.Has(int(q)) {
					continue
				}
				seen.Add(int(q))
				j := d.e.Index[q]
				if j >= 0 {
					on.nodes = append(on.nodes, j)
				}
				switch {
				case q == tfg.I || sync(g, q) || j >= 0 && d.boundary.Has(int(j)):
					on.stop = true
				case j < 0:
					stack = append(stack, d.ahead(q)...)
				}
			}
			// Nothing follows: the task ends. Backwards it would mean that the node is never reached.
			on.stop = on.stop || len(on.nodes) == 0 && !d.back
		}
	}
}

// task returns the task of local node i.
func (f *facts) task(i int) cfg.TaskID { return f.s.G.Nodes[f.e.Nodes[i]].Tasks[0] }

// sources finds out after what local runs begin:
//
//	starts.Row(i)   from what tau paths lead to local node i
//	origins.Row(i)  after what the local runs begin that come to local node i
//
// A row is a set of columns. Column j is boundary node j. Column len(e.Nodes) is node I (with
// back: F). The last column, hidden, stands for all synchronisations that no automaton reacts
// to: communication, spawn and join nodes that are tau.
//
// exempt are the boundary nodes that may become possible without a visible boundary step of
// their own tasks: directly after a hidden synchronisation, at the end of a local run that
// begins after one, or because they wait for other tasks to end.
func (d *flow) sources() {
	g, n := d.s.G, len(d.e.Nodes)
	hidden := n + 1
	d.s.Poll.Reserve(2 * bitset.MatrixBytes(n, n+2)) // origins too
	d.exempt = bitset.New(n)
	d.starts = d.begins(d.local.Count() <= d.boundary.Count())

	// What follows hidden synchronisations.
	var silent []tfg.NodeID
	for q := range g.Nodes {
		if d.e.Index[q] < 0 && !d.s.Dead.Has(q) && meets(g, tfg.NodeID(q)) {
			silent = append(silent, tfg.NodeID(q))
		}
	}
	d.walk(silent, d.ahead, func(j int) {
		if d.local.Has(j) {
			d.starts.Row(j).Add(hidden)
		} else {
			d.exempt.Add(j)
		}
	})

	// A run goes on from local node to local node: the least fixed point of starts under next.
	d.origins = bitset.NewMatrix(n, n+2)
	copy(d.origins.Bits, d.starts.Bits)
	var work []int32
	for i := range d.local.All {
		work = append(work, int32(i))
	}
	for len(work) > 0 {
		d.s.Poll.Look()
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, j := range d.next[0][i].nodes {
			if d.local.Has(int(j)) && d.origins.Row(int(j)).Or(d.origins.Row(int(i))) {
				work = append(work, j)
			}
		}
	}
	for i := range d.local.All {
		for _, j := range d.next[0][i].nodes {
			if d.origins.Has(i, hidden) && d.boundary.Has(int(j)) {
				d.exempt.Add(int(j))
			}
		}
	}
	for i := range d.boundary.All {
		if forks, gathers := d.taskEdges(i); gathers && !forks {
			d.exempt.Add(i)
		}
	}
}

// begins computes starts without the last column. It follows the tau paths between boundary
// nodes and local nodes from the side with fewer nodes: against the flow from each local node
// if fromLocal is set, otherwise along the flow from each boundary node.
func (d *flow) begins(fromLocal bool) *bitset.Matrix {
	n := len(d.e.Nodes)
	starts := bitset.NewMatrix(n, n+2)
	first := tfg.I
	if d.back {
		first = tfg.F
	}
	d.walk([]tfg.NodeID{first}, d.ahead, func(j int) {
		if d.local.Has(j) {
			starts.Row(j).Add(n)
		}
	})
	from, to, ahead := d.boundary, d.local, d.ahead
	if fromLocal {
		from, to, ahead = d.local, d.boundary, d.behind
	}
	for i := range from.All {
		if d.s.Poll.Look(); d.s.Dead.Has(int(d.e.Nodes[i])) {
			continue
		}
		d.walk(d.e.Nodes[i:i+1], ahead, func(j int) {
			switch {
			case !to.Has(j):
			case fromLocal:
				starts.Row(i).Add(j)
			default:
				starts.Row(j).Add(i)
			}
		})
	}
	return starts
}

// walk calls visit for each visible node to which tau paths lead from some nodes, in the direction of
// ahead and without a synchronisation on the way.
func (d *flow) walk(from []tfg.NodeID, ahead func(tfg.NodeID) []tfg.NodeID, visit func(j int)) {
	nextVisible(d.s, ahead, from, d.seen,
		func(q tfg.NodeID) bool { return !meets(d.s.G, q) },
		func(q tfg.NodeID) { visit(int(d.e.Index[q])) })
}

// meets reports whether n is a communication, spawn or join node.
func meets(g *tfg.Graph, n tfg.NodeID) bool {
	return g.Nodes[n].Kind == tfg.Communication || g.Nodes[n].Forks
}

// taskEdges reports whether node i begins tasks (forks) or waits for tasks to end (gathers), in
// the flow's direction. Backwards a join begins tasks, and a spawn waits for them.
func (d *flow) taskEdges(i int) (forks, gathers bool) {
	g := d.s.G
	n := &g.Nodes[d.e.Nodes[i]]
	if n.Kind != tfg.Local {
		return false, false
	}
	op := g.P.Nodes[n.Site].Op
	_, joins := op.(cfg.Join)
	switch spawns := len(cfg.Spawns(op)) > 0; {
	case spawns && !joins:
		return !d.back, d.back
	case joins:
		return d.back, !d.back
	}
	return false, false
}
