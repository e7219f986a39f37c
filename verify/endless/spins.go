package endless

import (
	"go/token"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/sem"
)

// Spin is a loop that a task never leaves and in which nothing happens: no step of it has an event
// of the program, needs another task, or changes anything but the task's own variables.
type Spin struct {
	Task cfg.TaskID     // the first of the tasks that have the loop; the tasks of a family have the same text
	Pos  token.Position // of the first step of the loop
}

// Spins finds such loops in the graphs of single tasks. It errs in both directions. It reports a loop
// that the task alone reaches, even if no execution of all tasks does. It misses a loop that the task
// alone could leave, and that the values which other tasks write keep it in.
func (a *Alone) Spins() []Spin {
	var out []Spin
	for t, l := range a.tasks {
		if l == nil {
			continue
		}
		pos, found := l.spin(a.s, cfg.TaskID(t))
		if found && !slices.ContainsFunc(out, func(s Spin) bool { return s.Pos == pos }) {
			out = append(out, Spin{cfg.TaskID(t), pos})
		}
	}
	return out
}

// Warn adds a warning of each spin to a list; a may be nil.
func (a *Alone) Warn(list *diag.List) {
	if a == nil {
		return
	}
	for _, s := range a.Spins() {
		list.Warnf(s.Pos, diag.VSpins, "task %s never leaves this loop, and nothing happens in it", a.s.M.P.Tasks[s.Task].Name)
	}
}

// spin returns the position of a loop without end: a strongly connected component that no edge
// leaves, with edges that are all quiet, and from which no step ends in an error.
func (l *local) spin(s *monitor.Semantics, t cfg.TaskID) (token.Position, bool) {
	component, n := l.components(func(*localEdge) bool { return true })
	out := make([]bool, n)           // by component: it is no such loop
	steps := make([][]cfg.NodeID, n) // by component: the nodes of the edges that begin in it
	for i := range l.edges {
		e := &l.edges[i]
		k := component[e.from]
		if component[e.to] != k || !quiet(s, t, e) {
			out[k] = true
		}
		steps[k] = append(steps[k], e.by)
	}
	for state, at := range l.at {
		if l.fails[at] {
			out[component[state]] = true
		}
	}
	for k := range out {
		if !out[k] && len(steps[k]) > 0 {
			return s.M.P.Nodes[slices.Min(steps[k])].Pos, true
		}
	}
	return token.Position{}, false
}

// quiet reports whether an edge is a step of task t alone that no other task or observer notices: it
// has no event of the program, and moves only the position and the variables of t. It may read
// variables of others.
func quiet(s *monitor.Semantics, t cfg.TaskID, e *localEdge) bool {
	if e.by == cfg.None {
		return false
	}
	for i := range e.kase.Occ {
		if k := e.kase.Occ[i].Kind; k != sem.TestEvent && k != sem.AssignEvent {
			return false
		}
	}
	for i := range e.kase.Moves {
		mv := &e.kase.Moves[i]
		k := &s.M.Comps[mv.Comp]
		switch {
		case k.Kind == sem.Position && k.Task == t, k.Kind == sem.Variable && k.Task == t:
		case k.Kind != sem.Variable, slices.ContainsFunc(mv.Pairs, func(p sem.Pair) bool { return p.From != p.To }):
			return false
		}
	}
	return true
}
