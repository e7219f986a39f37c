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

// Bounds of the states of one task with variables of its own, and of all tasks together.
const (
	localStates = 4096
	allStates   = 1 << 18
)

// Alone is what each task does by itself, whatever the others do: the graph of its positions and of
// variables of its own.
type Alone struct {
	s       *monitor.Semantics
	tasks   []*local // nil: nothing can be found out so
	repeats []bool   // by node
}

// NewAlone explores each task alone, as long as poll lets it.
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
	for struck := true; struck; {
		struck = false
		for _, l := range a.tasks {
			struck = l.strike(live) || struck
		}
		if struck {
			repeating(p, live)
		}
	}
	return a
}

// Once explores each task alone when it is called first, as long as ctx lasts. It returns nil if that
// was not long enough, and without semantics.
func Once(ctx context.Context, s *monitor.Semantics) func() *Alone {
	return sync.OnceValue(func() (a *Alone) {
		if s != nil {
			limit.Try(func() { a = NewAlone(limit.New(ctx), s) })
		}
		return a
	})
}

// Repeating tells which nodes some execution may execute infinitely often: as control flow
// has it, and, for each task, its own variables. A loop that counts to 10 in a variable of the
// task is not repeated: among the states of the task and this variable it has no cycle.
//
// May err towards: repeating (what other tasks change may have any value; of many
// variables only some are looked at).
func (a *Alone) Repeating() []bool { return a.repeats }

// GoesOn reports whether some execution may go on for ever. It asks control flow, then each task
// alone (alone may return nil), then a few states, as long as ctx lasts.
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

// local is the graph of the states of one task: its position, and variables of its own.
type local struct {
	nodes  []cfg.NodeID // of the task
	states int
	at     []int32 // by state: the position
	edges  []localEdge
	kept   int    // components
	fails  []bool // by position: a step from there may end in an error
}

type localEdge struct {
	from, to int
	by       cfg.NodeID // None: a step of other tasks
	kase     *sem.Case
}

// step is a case that changes a task, or looks where it is: of the task itself, or of another (by is
// then None).
type step struct {
	kase *sem.Case
	by   cfg.NodeID
}

// index has what concerns each task, by one look at all cases.
type index struct {
	s       *monitor.Semantics
	nodes   [][]cfg.NodeID // by task
	own     [][]sem.CompID // by task: its variables
	at      [][][]step     // by task and position
	fails   [][]bool       // by task and position: a step from there may end in an error
	unknown []bool         // by task: what some step of it does is not known
	foreign []bool         // by component: a task's variable that another one changes wherever it stands
}

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

// enter notes a case at each task whose position or variables it has to do with.
func (x *index) enter(act *cfg.Action, kase *sem.Case) {
	m, p := x.s.M, x.s.M.P
	sides := []cfg.NodeID{act.A, act.B}
	if !act.Joint() {
		sides = sides[:1]
	}
	of := func(t cfg.TaskID) cfg.NodeID {
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
				x.at[k.Task][pair.From] = append(x.at[k.Task][pair.From], step{kase, of(k.Task)})
			}
		case k.Kind == sem.Variable && k.Task != cfg.None && moveOf(kase, m.Pos(k.Task)) == nil:
			x.foreign[mv.Comp] = true
		}
	}
}

// explore visits the states of a task; nil: they are too many, or not known.
func (x *index) explore(poll *limit.Poll, t cfg.TaskID) *local {
	m := x.s.M
	states := int(m.Comps[m.Pos(t)].Size)
	if x.unknown[t] || states > localStates {
		return nil
	}
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

// moveOf is what a case does to a component; nil: nothing.
func moveOf(c *sem.Case, id sem.CompID) *sem.Move {
	for i := range c.Moves {
		if c.Moves[i].Comp == id {
			return &c.Moves[i]
		}
	}
	return nil
}

// components are the strongly connected components by some of the edges, and how many they are.
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

// strike strikes out the nodes of the task that lie on no cycle of its states by live nodes; true:
// there were some.
func (l *local) strike(live []bool) bool {
	if l == nil || l.kept == 1 { // of positions alone, control flow knows
		return false
	}
	component, _ := l.components(func(e *localEdge) bool { return e.by == cfg.None || live[e.by] })
	on := map[cfg.NodeID]bool{}
	for _, e := range l.edges {
		if e.by != cfg.None && live[e.by] && component[e.from] == component[e.to] {
			on[e.by] = true
		}
	}
	struck := false
	for _, n := range l.nodes {
		if live[n] && !on[n] {
			live[n], struck = false, true
		}
	}
	return struck
}
