package endless

import (
	"context"
	"slices"
	"sync"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/explore/packed"
	"flavers/internal/scc"
	"flavers/limit"
	"flavers/sem"
)

// This file explores each task alone. A state of such a graph is a position of the task with values of
// the task's own variables. Everything else, such as variables and locks that tasks share, is left out:
// a step is possible if some values of what is left out allow it. For
//
//	task t { var i 0..9; while i < 9 { i = i + 1 } }
//
// the control flow has a cycle, and the graph of the pairs (position, i) has none. So no node of t is
// executed infinitely often.

// Limits on the states of one task, and of all tasks together.
const (
	localStates = 4096
	allStates   = 1 << 18
)

// Alone has the graphs of all tasks, and what follows from them.
type Alone struct {
	s       *monitor.Semantics
	tasks   []*local // by task; nil: control flow shows that it ends, or its graph is too large or not known
	repeats []bool   // by node: some execution may execute it infinitely often
}

// NewAlone explores each task alone that control flow does not show to end. Then it removes, until
// nothing changes, nodes that lie on no cycle of these graphs, and nodes that depend on removed ones.
// It stops with a panic of package limit when poll says so.
func NewAlone(poll *limit.Poll, s *monitor.Semantics) *Alone {
	p := s.M.P
	live := all(p)
	repeating(p, live)
	a := &Alone{s: s, tasks: make([]*local, len(p.Tasks)), repeats: live}
	x := newIndex(poll, s)
	for t := range a.tasks {
		if slices.ContainsFunc(x.nodes[t], func(n cfg.NodeID) bool { return live[n] }) {
			a.tasks[t] = x.explore(poll, cfg.TaskID(t))
		}
	}
	for removed := true; removed; {
		removed = false
		for _, l := range a.tasks {
			removed = l.remove(live) || removed
		}
		if removed {
			repeating(p, live)
		}
	}
	return a
}

// Once returns a function that calls NewAlone when it is called for the first time, and returns the
// same value from then on. The value is nil if ctx ends before, or if s is nil.
func Once(ctx context.Context, s *monitor.Semantics) func() *Alone {
	return sync.OnceValue(func() (a *Alone) {
		if s != nil {
			limit.Try(func() { a = NewAlone(limit.New(ctx), s) })
		}
		return a
	})
}

// Repeating returns, by node, whether some execution may execute it infinitely often, as far as the
// control flow and the own variables of each task show.
//
// May err towards: repeating (what tasks share may have any value; if a task has many variables, only
// some are looked at).
func (a *Alone) Repeating() []bool { return a.repeats }

// GoesOn reports whether some execution may go on for ever. It tries the three methods of the package
// in turn. alone returns the graphs of single tasks, or nil if there are none. Ends is given up when
// ctx ends.
//
// May err towards: yes.
func GoesOn(ctx context.Context, p *cfg.Program, alone func() *Alone) bool {
	if !MayGoOn(p) {
		return false
	}
	if a := alone(); a != nil && !slices.Contains(a.repeats, true) {
		return false
	}
	ends := false
	limit.Try(func() { ends = Ends(limit.New(ctx), p) })
	return !ends
}

// local is the graph of one task alone.
type local struct {
	nodes  []cfg.NodeID // of the task
	states int          // how many there are; the initial state is number 0
	at     []int32      // by state: the position
	edges  []localEdge  // steps that do not end in an error
	kept   int          // how many components a state has: the position, and kept-1 variables
	fails  []bool       // by position: a step from there may end in an error
}

// localEdge is a case that leads from a state to another one.
type localEdge struct {
	from, to int
	by       cfg.NodeID // the node of the task; None: the step is one of other tasks
	kase     *sem.Case
}

// step is a case that moves a task or looks at its position. by is the node of the task that takes
// part in the step, or None if the step is one of other tasks, such as one that starts the task.
type step struct {
	kase *sem.Case
	by   cfg.NodeID
}

// index sorts the cases of all actions by the tasks that they concern.
type index struct {
	s       *monitor.Semantics
	nodes   [][]cfg.NodeID // by task: its nodes
	own     [][]sem.CompID // by task: its variables
	at      [][][]step     // by task and position: steps that are possible there
	fails   [][]bool       // by task and position: a step from there may end in an error
	unknown []bool         // by task: where some step leads it is not known, so that it has no graph
	foreign []bool         // by component: a variable of a task that a step changes whose case ignores the task's position
}

// newIndex looks at all cases once.
func newIndex(poll *limit.Poll, s *monitor.Semantics) *index {
	m, p := s.M, s.M.P
	x := &index{s: s, nodes: make([][]cfg.NodeID, len(p.Tasks)), own: make([][]sem.CompID, len(p.Tasks)),
		at: make([][][]step, len(p.Tasks)), fails: make([][]bool, len(p.Tasks)), unknown: make([]bool, len(p.Tasks)),
		foreign: make([]bool, len(m.Comps))}
	for i := range p.Nodes {
		t := p.Nodes[i].Task
		x.nodes[t] = append(x.nodes[t], cfg.NodeID(i))
	}
	for i := range m.Comps {
		if k := &m.Comps[i]; k.Kind == sem.Variable && k.Task != cfg.None {
			x.own[k.Task] = append(x.own[k.Task], k.ID)
		}
	}
	for t := range p.Tasks {
		size := m.Comps[m.Pos(cfg.TaskID(t))].Size
		x.at[t], x.fails[t], x.unknown[t] = make([][]step, size), make([]bool, size), s.Unconstrainable[m.Pos(cfg.TaskID(t))]
	}
	for i := range p.Actions {
		poll.Look()
		for k := range s.Cases[i] {
			x.enter(&p.Actions[i], &s.Cases[i][k])
		}
	}
	return x
}

// enter adds a case of an action to the steps of each task whose position it looks at.
func (x *index) enter(act *cfg.Action, kase *sem.Case) {
	m, p := x.s.M, x.s.M.P
	sides := []cfg.NodeID{act.A, act.B}
	if !act.Joint() {
		sides = sides[:1]
	}
	nodeOf := func(t cfg.TaskID) cfg.NodeID { // the node of task t in the action
		for _, n := range sides {
			if p.Nodes[n].Task == t {
				return n
			}
		}
		return cfg.None
	}
	for _, n := range sides {
		t := p.Nodes[n].Task
		switch {
		case moveOf(kase, m.Pos(t)) == nil, kase.Limit != nil && !kase.Limit.StandIn:
			x.unknown[t] = true // where the step leads, perhaps beyond the model, is not known
		case kase.Err != nil:
			x.fails[t][m.PointValue(p.Nodes[n].Point)] = true
		}
	}
	if kase.Err != nil {
		return
	}
	for i := range kase.Moves {
		mv := &kase.Moves[i]
		switch k := &m.Comps[mv.Comp]; {
		case k.Kind == sem.Position:
			for _, pair := range mv.Pairs {
				x.at[k.Task][pair.From] = append(x.at[k.Task][pair.From], step{kase, nodeOf(k.Task)})
			}
		case k.Kind == sem.Variable && k.Task != cfg.None && moveOf(kase, m.Pos(k.Task)) == nil:
			x.foreign[mv.Comp] = true
		}
	}
}

// explore makes the graph of a task. It keeps as many of the task's variables as there is room for,
// in the order of their numbers; a variable that steps without a look at the task's position change
// is left out. It returns nil if the positions alone are too many, or some step is not known.
func (x *index) explore(poll *limit.Poll, t cfg.TaskID) *local {
	m := x.s.M
	states := int(m.Comps[m.Pos(t)].Size)
	if x.unknown[t] || states > localStates {
		return nil
	}
	// Which components a state consists of, and their initial values and sizes.
	place, start, sizes := map[sem.CompID]int{}, []int32{}, []int32{}
	keep := func(id sem.CompID) {
		place[id] = len(start)
		start, sizes = append(start, m.Comps[id].Start), append(sizes, m.Comps[id].Size)
	}
	keep(m.Pos(t))
	most := min(localStates, max(allStates/len(x.at), 64))
	for _, id := range x.own[t] {
		if size := int(m.Comps[id].Size); !x.foreign[id] && !x.s.Unconstrainable[id] && states*size <= most {
			keep(id)
			states *= size
		}
	}

	// Breadth first: a state gets its number when it is met.
	l := &local{nodes: x.nodes[t], kept: len(start), fails: x.fails[t]}
	set := packed.New(sizes)
	set.Add(start)
	state, next := make([]int32, len(start)), make([]int32, len(start))
	for from := 0; from < set.Count; from++ {
		poll.Look()
		set.State(state, from)
		l.at = append(l.at, state[0])
		for _, st := range x.at[t][state[0]] {
			copy(next, state)
			possible := true
			for i := range st.kase.Moves {
				mv := &st.kase.Moves[i]
				if k, kept := place[mv.Comp]; kept && possible {
					next[k], possible = mv.To(state[k])
				}
			}
			if possible {
				to, _ := set.Add(next)
				l.edges = append(l.edges, localEdge{from, to, st.by, st.kase})
			}
		}
	}
	l.states = set.Count
	return l
}

// moveOf returns the move of a case on a component, or nil if the case does not name it.
func moveOf(c *sem.Case, id sem.CompID) *sem.Move {
	for i := range c.Moves {
		if c.Moves[i].Comp == id {
			return &c.Moves[i]
		}
	}
	return nil
}

// components returns, by state, the number of its strongly connected component in the graph of the
// edges for which counts is true, and how many components there are.
func (l *local) components(counts func(*localEdge) bool) (component []int32, number int) {
	var edges []*localEdge
	for i := range l.edges {
		if e := &l.edges[i]; counts(e) && e.from != e.to {
			edges = append(edges, e)
		}
	}
	return scc.New(l.states, len(edges), func(i int) (from, to int32) {
		return int32(edges[i].from), int32(edges[i].to)
	}).Components()
}

// remove removes from live the nodes of the task that lie on no cycle of the graph, of live nodes and
// steps of other tasks. It reports whether there were any.
func (l *local) remove(live []bool) bool {
	if l == nil || l.kept == 1 { // a graph of positions alone is control flow, which repeating has looked at
		return false
	}
	component, _ := l.components(func(e *localEdge) bool { return e.by == cfg.None || live[e.by] })
	on := map[cfg.NodeID]bool{}
	for _, e := range l.edges {
		if e.by != cfg.None && live[e.by] && component[e.from] == component[e.to] {
			on[e.by] = true
		}
	}
	removed := false
	for _, n := range l.nodes {
		if live[n] && !on[n] {
			live[n], removed = false, true
		}
	}
	return removed
}
