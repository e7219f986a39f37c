package porelim

import (
	"slices"

	"flavers/automata/monitor"
	"flavers/bitset"
	"flavers/cfg"
	"flavers/mip"
)

// The two normal forms of an execution, and the rules that keep one of them.
const (
	Early Name = "early" // every local step as early as possible
	Late  Name = "late"  // every local step as late as possible
)

// Normal keeps the edges that the normal form of some execution uses: of all
// orders of one execution that differ by swapping independent neighbours, one
// that is built greedily. It is this project's own rule. There are two forms,
// mirror images of one another; one of the two edge sets is taken, never their
// intersection.
func Normal(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet {
	kept, _ := Best(s, e)
	return kept
}

// Best is Normal, and tells which form was used: early if it keeps at least a
// tenth less, else late. Late keeps a subset of what rule safe keeps, so Normal
// never keeps more than Safe; early often visits less, but commits tasks to
// their choices sooner (docs/results.md has the numbers).
func Best(s *monitor.Set, e *mip.EdgeSet) (*mip.EdgeSet, Name) {
	f := newFacts(s, e)
	early, late := f.flow(false).keep(), f.flow(true).keep()
	if 10*early.Count() <= 9*late.Count() {
		return early, Early
	}
	return late, Late
}

// NormalForm keeps the edges of one form.
func NormalForm(s *monitor.Set, e *mip.EdgeSet, form Name) *mip.EdgeSet {
	return newFacts(s, e).flow(form == Late).keep()
}

func inForm(form Name) func(*monitor.Set, *mip.EdgeSet) *mip.EdgeSet {
	return func(s *monitor.Set, e *mip.EdgeSet) *mip.EdgeSet { return NormalForm(s, e, form) }
}

// keep finds the edges of the form that takes local steps as soon as they are
// available, in the flow's direction of time.
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
// Where synchronisations that nothing reacts to make steps available (column
// hidden of starts and origins, exempt), (4) and (5) are asked only as far as
// that goes.
//
// Backwards in time everything is mirrored: I and F, spawn and join, and the
// order of boundary nodes. The proofs are in docs/theory.md, section 4.2.
func (d *flow) keep() *mip.EdgeSet {
	n := len(d.e.Nodes)
	everything, hidden := n, n+1 // columns of starts and origins
	d.s.Poll.Reserve(2 * bitset.MatrixBytes(n, n))
	out := bitset.NewMatrix(n, n)

	// Boundary nodes, the largest first; follow.Row(p): the boundary nodes that
	// may come next after p, or after local runs that begin after p.
	order := slices.Collect(d.boundary.All)
	if !d.back {
		slices.Reverse(order)
	}
	follow := bitset.NewMatrix(n, n)
	larger := bitset.New(n)
	for _, p := range order {
		d.s.Poll.Look()
		row := follow.Row(p)
		row.Or(larger)
		row.Or(d.depends.Row(p))
		row.And(d.boundary)
		larger.Add(p)
		if !d.goesOn.Has(p) {
			to := out.Row(p)
			to.Or(row)
			to.And(d.e.M.Row(p))
		}
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

	// By column of starts: local nodes that begin a run there, and need not be
	// the only ones that do.
	d.s.Poll.Reserve(bitset.MatrixBytes(n+2, n))
	begun := bitset.NewMatrix(n+2, n)
	entries := bitset.New(n)
	for i := range d.local.All {
		d.s.Poll.Look()
		for p := range d.starts.Row(i).All {
			if p >= n || d.several(p) {
				begun.Row(p).Add(i)
				entries.Add(i)
			}
		}
	}
	later := d.laterTasks()
	row := bitset.New(n)
	for i := range d.local.All {
		if !d.next[0][i].stop {
			continue
		}
		d.s.Poll.Look()
		clear(row)
		row.Or(begun.Row(hidden))
		row.Or(d.exempt)
		for p := range d.origins.Row(i).All {
			switch p {
			case hidden:
				row.Or(entries)
				row.Or(d.boundary)
			case everything:
				row.Or(begun.Row(p))
				row.Or(d.boundary)
			default:
				row.Or(begun.Row(p))
				row.Or(follow.Row(p))
			}
		}
		to := out.Row(i)
		to.Or(later[d.task(i)])
		to.And(row)
		to.And(d.e.M.Row(i))
	}
	if d.back {
		out = transposed(out, n)
	}
	return &mip.EdgeSet{G: d.e.G, Nodes: d.e.Nodes, Index: d.e.Index, M: out}
}

// several tells whether local steps of more than one task can become available
// by boundary node p.
func (d *flow) several(p int) bool {
	forks, _ := d.taskEdges(p)
	return forks || d.s.G.Nodes[d.e.Nodes[p]].Tasks[1] != cfg.None
}

// laterTasks gives for each task the nodes that are larger than its local
// nodes: the local nodes of later tasks, and the boundary nodes.
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

func transposed(m *bitset.Matrix, n int) *bitset.Matrix {
	t := bitset.NewMatrix(n, n)
	for i := range n {
		for j := range m.Row(i).All {
			t.Row(j).Add(i)
		}
	}
	return t
}
