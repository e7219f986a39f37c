package porelim

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
)

// This file has rule normal. Executions that differ only by swaps of independent neighbours
// lead to the same states of all automata, so that one of them is enough. The rule chooses one
// that is built greedily: at each step, the smallest possible one in a fixed order of all nodes.
// It keeps the MIP edges that some such execution uses and removes the others. With two tasks
// of local steps a and b that nobody else reacts to, only "a before b" is kept.

// The two normal forms of an execution, and the rules that keep one of them.
const (
	Early Name = "early" // every local step as early as possible
	Late  Name = "late"  // every local step as late as possible
)

// Normal keeps the edges that the normal form of some execution uses. It is this project's own
// rule. There are two forms, mirror images of each other. The result is the edge set of one of
// them, never the intersection: an execution has both forms, and needs the edges of one.
func Normal(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
	kept, _ := Best(s, e)
	return kept
}

// Best is Normal, and also returns which form was used: early if it keeps at least a tenth
// fewer edges, otherwise late. Late keeps a subset of the edges that rule safe keeps, so Normal
// never keeps more edges than Safe. Early often leads to fewer tuples, but commits tasks to
// their choices sooner (docs/results.md has the numbers).
func Best(s *monitor.Set, e *mip.EdgeSet) (*mip.EdgeSet, Name) {
	return best(s, e, "")
}

// best is Best without the condition lack of keep; "": with all.
func best(s *monitor.Set, e *mip.EdgeSet, lack Name) (*mip.EdgeSet, Name) {
	f := newFacts(s, e)
	first, last := f.flow(false), f.flow(true)
	first.lack, last.lack = lack, lack
	early, late := first.keep(), last.keep()
	if 10*early.Count() <= 9*late.Count() {
		return early, Early
	}
	return late, Late
}

// NormalForm keeps the edges of one form.
func NormalForm(s *monitor.Set, e *mip.EdgeSet, form Name) *mip.EdgeSet {
	return newFacts(s, e).flow(form == Late).keep()
}

// inForm returns NormalForm as a rule.
func inForm(form Name) func(*monitor.Set, *mip.EdgeSet) *mip.EdgeSet {
	return func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return NormalForm(s, e, form) }
}

// keep returns the edges of the form that takes local steps as soon as they are available, in
// the flow's direction of time.
//
// All visible nodes are in a total order: local nodes first, those of one task
// together, tasks in the order of the program; then boundary nodes (visible
// nodes that are not local), in the order of the program. The form always takes
// the smallest available step. m -> n is kept iff
//
//  1. some automaton reacts to both, or m < n. With local nodes first, no edge
//     leads from a boundary node to a local one;
//  2. m is local and its task may do something else than a local step next, or
//     m is a boundary node and no task of it surely has a local step next
//     (goesOn). Otherwise that step would have been taken;
//  3. n is a boundary node, or a tau path leads to n from a boundary node or I:
//     a local run, once begun, is not interrupted;
//  4. if both are local: the run of m and the run of n begin after a common
//     boundary node of two tasks (or one that spawns), or I. When that was
//     taken, no local step was waiting;
//  5. if m is local and n a boundary node: the run of m begins after I or after
//     a boundary node p with p -> n by (1), or of a task of n, or that spawns.
//
// A synchronisation that no automaton reacts to can also make a step available. What may become
// available so (column hidden of starts and origins, and exempt) need not meet (4) and (5).
//
// Backwards in time everything is mirrored: I and F, spawn and join, and the
// order of boundary nodes. The proofs are in docs/theory.md, section 4.2.
func (d *flow) keep() *mip.EdgeSet {
	n := len(d.e.Nodes)
	c := d.conditions()
	out := c.ordered // the rows of boundary nodes; those of local nodes are added here
	row := bitset.New(n)
	for i := range n {
		d.s.Poll.Look()
		to := out.Row(i)
		switch {
		case d.goesOnAfter(i): // (2)
			clear(to)
		case d.local.Has(i):
			c.available(i, row)
			to.Or(c.later[d.task(i)])
			to.And(row)
		}
		to.And(d.e.M.Row(i))
	}
	if d.back {
		out = transposed(out, n)
	}
	return &mip.EdgeSet{G: d.e.G, Nodes: d.e.Nodes, Index: d.e.Index, M: out}
}

// goesOnAfter reports whether a local step of its task surely comes next after node i. Then condition
// (2) removes all edges from i.
func (d *flow) goesOnAfter(i int) bool {
	if d.boundary.Has(i) {
		return d.goesOn.Has(i) && d.lack != Condition2b
	}
	return !d.next[0][i].stop
}

// conditions has sets of nodes from which the rows of the result are made, for all conditions of keep
// but (2).
type conditions struct {
	d       *flow
	ordered *bitset.Matrix // by boundary node: the boundary nodes that (1) lets come directly after it
	follow  *bitset.Matrix // by boundary node p: the boundary nodes that (5) lets come after local runs that p begins
	begun   *bitset.Matrix // by column of starts: local nodes that begin a run there, if runs of two tasks may begin there
	entries bitset.Set     // the union of the rows of begun
	later   []bitset.Set   // by task: the nodes that are larger than its local nodes, in the order of (1)
}

// conditions computes these sets.
func (d *flow) conditions() *conditions {
	n := len(d.e.Nodes)
	d.s.Poll.Reserve(3*bitset.MatrixBytes(n, n) + bitset.MatrixBytes(2, n))
	c := &conditions{d: d, ordered: bitset.NewMatrix(n, n), follow: bitset.NewMatrix(n, n),
		begun: bitset.NewMatrix(n+2, n), entries: bitset.New(n), later: d.laterTasks()}
	order := slices.Collect(d.boundary.All) // in the order of (1), the largest first
	if !d.back {
		slices.Reverse(order)
	}
	larger := bitset.New(n)
	for _, p := range order {
		d.s.Poll.Look()
		first := c.ordered.Row(p)
		first.Or(larger)
		first.Or(d.depends.Row(p))
		first.And(d.boundary)
		larger.Add(p)
		row := c.follow.Row(p)
		row.Or(first)
		for _, t := range d.s.G.Nodes[d.e.Nodes[p]].Tasks {
			if t != cfg.None {
				row.Or(d.tasks[t])
			}
		}
		if forks, _ := d.taskEdges(p); forks {
			row.Or(d.boundary)
		}
		row.And(d.boundary)
	}
	for i := range d.local.All {
		d.s.Poll.Look()
		for p := range d.starts.Row(i).All {
			switch {
			case p >= n || d.several(p):
				c.begun.Row(p).Add(i)
				c.entries.Add(i)
			case d.lack == Condition4:
				c.entries.Add(i)
			}
		}
	}
	return c
}

// available sets row to the nodes that (3), (4) and (5) let come directly after local node i.
func (c *conditions) available(i int, row bitset.Set) {
	initial, hidden := len(c.d.e.Nodes), len(c.d.e.Nodes)+1 // columns of starts and origins
	clear(row)
	row.Or(c.begun.Row(hidden))
	row.Or(c.d.exempt)
	switch c.d.lack {
	case Condition4:
		row.Or(c.entries)
	case Condition5:
		row.Or(c.d.boundary)
	}
	for p := range c.d.origins.Row(i).All {
		switch p {
		case hidden:
			row.Or(c.entries)
			row.Or(c.d.boundary)
		case initial: // at I every task begins
			row.Or(c.begun.Row(p))
			row.Or(c.d.boundary)
		default:
			row.Or(c.begun.Row(p))
			row.Or(c.follow.Row(p))
		}
	}
}

// several reports whether boundary node p can make local steps of more than one task available.
func (d *flow) several(p int) bool {
	forks, _ := d.taskEdges(p)
	return forks || d.s.G.Nodes[d.e.Nodes[p]].Tasks[1] != cfg.None
}

// laterTasks returns, by task, the nodes that are larger than its local nodes: the local nodes
// of later tasks, and all boundary nodes.
func (f *facts) laterTasks() []bitset.Set {
	later := make([]bitset.Set, len(f.tasks))
	above := bitset.New(len(f.e.Nodes))
	for t := len(later) - 1; t >= 0; t-- {
		later[t] = bitset.New(len(f.e.Nodes))
		later[t].Or(above)
		later[t].And(f.local)
		later[t].Or(f.boundary)
		above.Or(f.tasks[t])
	}
	return later
}

// transposed returns the mirrored matrix of size n.
func transposed(m *bitset.Matrix, n int) *bitset.Matrix {
	t := bitset.NewMatrix(n, n)
	for i := range n {
		for j := range m.Row(i).All {
			t.Row(j).Add(i)
		}
	}
	return t
}
