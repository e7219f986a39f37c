package porelim

import (
	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
	"flavers/tfg"
)

// facts is what rule normal knows of a problem, whatever the direction of
// time. Here and below visible nodes are numbered as in e.Nodes.
type facts struct {
	s        *monitor.Set
	e        *mip.EdgeSet
	local    bitset.Set     // the other visible nodes are boundary nodes
	boundary bitset.Set     // visible nodes that are not local
	depends  *bitset.Matrix // some automaton reacts to both
	tasks    []bitset.Set   // by task: its visible nodes
}

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

// dependence joins visible nodes that some automaton reacts to both of.
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

// flow is the control flow between visible nodes, seen in one direction of
// time. "Next" means before if time runs backwards: the two normal forms are
// mirror images, and each word below is to be read in the flow's direction.
type flow struct {
	*facts
	back bool
	lack Name // a condition that is not asked, for measurements (Weakened)

	next    [2][]onward // by slot of tfg.Node.Tasks, by node
	goesOn  bitset.Set  // boundary nodes after which one of their tasks surely has a local step next
	starts  *bitset.Matrix
	origins *bitset.Matrix
	exempt  bitset.Set
	seen    bitset.Set // by node of the graph: scratch
}

// onward is what one task can do after a step, as far as it is visible.
type onward struct {
	nodes []int32 // the visible nodes that tau paths within the task lead to; incomplete at a boundary node with stop
	// stop: the task may do something else than a local step next. Nodes holds
	// a boundary node or nothing, or such a path meets a communication, spawn
	// or join node, or the task ends there (begins, if time runs backwards).
	stop bool
}

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

// onwards fills next.
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
					on.stop = true // the task begins here: q is I or a spawn (a site is the partner's)
				}
			}
			// After a boundary node, nobody asks what else the task can do than to stop.
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
			on.stop = on.stop || len(on.nodes) == 0 && !d.back // backwards: n is never reached
		}
	}
}

// task is the task of a local node.
func (f *facts) task(i int) cfg.TaskID { return f.s.G.Nodes[f.e.Nodes[i]].Tasks[0] }

// sources finds where local runs begin. Column j of starts and origins is the
// visible boundary node j; column len(e.Nodes) is I (F, if time runs
// backwards); the last column, hidden, stands for all synchronisations that
// nothing reacts to.
//
//	starts.Row(i)   what tau paths lead to local node i from
//	origins.Row(i)  what the local runs that come to local node i begin after
//	exempt          boundary nodes that may become available without a visible
//	                boundary step of their own tasks: by a hidden synchronisation
//	                directly, by a local run that begins after one, or because
//	                they wait for other tasks to end
func (d *flow) sources() {
	g, n := d.s.G, len(d.e.Nodes)
	hidden := n + 1
	d.s.Poll.Reserve(2 * bitset.MatrixBytes(n, n+2)) // origins too
	d.exempt = bitset.New(n)
	d.starts = d.begins(d.local.Count() <= d.boundary.Count())
	var silent []tfg.NodeID // the synchronisations that nothing reacts to
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

// begins fills starts but for the last column. The paths between boundary nodes and local
// nodes are followed from either end: back from each local node, or on from each boundary node.
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

// walk tells the visible nodes that tau paths lead to from some nodes, without a synchronisation between.
func (d *flow) walk(from []tfg.NodeID, ahead func(tfg.NodeID) []tfg.NodeID, visit func(j int)) {
	nextVisible(d.s, ahead, from, d.seen,
		func(q tfg.NodeID) bool { return !meets(d.s.G, q) },
		func(q tfg.NodeID) { visit(int(d.e.Index[q])) })
}

// meets reports whether n is a communication, spawn or join node.
func meets(g *tfg.Graph, n tfg.NodeID) bool {
	return g.Nodes[n].Kind == tfg.Communication || g.Nodes[n].Forks
}

// taskEdges reports whether node i begins tasks (forks) or waits for tasks to
// end (gathers), in the flow's direction.
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
