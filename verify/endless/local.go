package endless

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/graph/simple"
	"gonum.org/v1/gonum/graph/topo"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/limit"
	"flavers/sem"
	"flavers/verify/packed"
)

// localStates bounds the states of one task with variables of its own.
const localStates = 4096

// Repeating tells which nodes some execution may execute infinitely often: as control flow
// has it, and, for each task, its own variables. A loop that counts to 10 in a variable of the
// task is not repeated: among the states of the task and this variable it has no cycle.
//
// May err towards: repeating (what other tasks change may have any value; of many
// variables only some are looked at).
func Repeating(poll *limit.Poll, s *monitor.Semantics) []bool {
	p := s.M.P
	live := all(p)
	repeating(p, live)
	tasks := make([]*local, len(p.Tasks))
	for t := range tasks {
		tasks[t] = newLocal(poll, s, cfg.TaskID(t), live)
	}
	for struck := true; struck; {
		struck = false
		for _, l := range tasks {
			struck = l.strike(live) || struck
		}
		if struck {
			repeating(p, live)
		}
	}
	return live
}

// GoesOn tells whether some execution may go on for ever. It asks control flow, then each task
// alone (s may be nil), then a few states, as long as ctx lasts.
//
// May err towards: yes.
func GoesOn(ctx context.Context, p *cfg.Program, s *monitor.Semantics) bool {
	ends := !MayGoOn(p)
	limit.Try(func() {
		poll := limit.New(ctx)
		ends = ends || s != nil && !slices.Contains(Repeating(poll, s), true) || Ends(poll, p)
	})
	return !ends
}

// local is the graph of the states of one task: its position, and variables of its own.
type local struct {
	nodes  []cfg.NodeID // of the task
	states int
	at     []int32 // by state: the position
	edges  []localEdge
	kept   int // components
}

type localEdge struct {
	from, to int
	by       cfg.NodeID // None: a step of other tasks
	kase     *sem.Case
}

// step is a case that changes a task: of the task itself, or of another (by is then None).
type step struct {
	kase *sem.Case
	by   cfg.NodeID
}

// steps finds, by position of a task, the steps that change it there, and the variables that
// other tasks may change; nil: there are none of its own, or they are not known.
func steps(s *monitor.Semantics, t cfg.TaskID) (at [][]step, foreign map[sem.CompID]bool) {
	m, p := s.M, s.M.P
	at, foreign = make([][]step, m.Comps[m.Pos(t)].Size), map[sem.CompID]bool{}
	for i := range p.Actions {
		act := &p.Actions[i]
		by := act.A
		if p.Nodes[by].Task != t {
			if by = act.B; !act.Joint() || p.Nodes[by].Task != t {
				by = cfg.None
			}
		}
		for k := range s.Cases[i] {
			kase := &s.Cases[i][k]
			pos := moveOf(kase, m.Pos(t))
			switch {
			case pos == nil && by != cfg.None:
				return nil, nil
			case by != cfg.None && kase.Limit != nil && !kase.Limit.StandIn:
				return nil, nil // where the step leads beyond the model is not known
			case kase.Err != nil:
				continue
			case pos == nil:
				for _, mv := range kase.Moves {
					foreign[mv.Comp] = true
				}
				continue
			}
			for _, pair := range pos.Pairs {
				at[pair.From] = append(at[pair.From], step{kase, by})
			}
		}
	}
	return at, foreign
}

// newLocal explores a task alone; nil: nothing can be found out so.
func newLocal(poll *limit.Poll, s *monitor.Semantics, t cfg.TaskID, live []bool) *local {
	m := s.M
	mayRepeat := func(n cfg.Node) bool { return n.Task == t && live[n.ID] }
	if s.Unconstrainable[m.Pos(t)] || !slices.ContainsFunc(m.P.Nodes, mayRepeat) {
		return nil
	}
	at, foreign := steps(s, t)
	if at == nil {
		return nil
	}
	place, start, sizes := map[sem.CompID]int{}, []int32{}, []int32{}
	keep := func(id sem.CompID) {
		place[id] = len(start)
		start, sizes = append(start, m.Comps[id].Start), append(sizes, m.Comps[id].Size)
	}
	keep(m.Pos(t))
	states := int(m.Comps[m.Pos(t)].Size)
	for i := range m.Comps {
		k := &m.Comps[i]
		own := k.Kind == sem.Variable && k.Task == t && !foreign[k.ID] && !s.Unconstrainable[i]
		if own && states*int(k.Size) <= localStates {
			keep(k.ID)
			states *= int(k.Size)
		}
	}
	if states > localStates {
		return nil
	}
	l := &local{kept: len(start)}
	for i := range m.P.Nodes {
		if m.P.Nodes[i].Task == t {
			l.nodes = append(l.nodes, cfg.NodeID(i))
		}
	}
	set := packed.New(sizes)
	set.Add(start)
	state, next := make([]int32, len(start)), make([]int32, len(start))
	for from := 0; from < set.Count; from++ {
		poll.Look()
		set.State(state, from)
		l.at = append(l.at, state[0])
		for _, st := range at[state[0]] {
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
func (l *local) components(counts func(*localEdge) bool) (component []int, number int) {
	g := simple.NewDirectedGraph()
	for i := range l.states {
		g.AddNode(simple.Node(i))
	}
	for i := range l.edges {
		if e := &l.edges[i]; counts(e) && e.from != e.to {
			g.SetEdge(simple.Edge{F: simple.Node(e.from), T: simple.Node(e.to)})
		}
	}
	component = make([]int, l.states)
	for k, list := range topo.TarjanSCC(g) {
		number = k + 1
		for _, v := range list {
			component[v.ID()] = k
		}
	}
	return component, number
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
