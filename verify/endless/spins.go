package endless

import (
	"go/token"
	"slices"

	"flavers/automata/monitor"
	"flavers/cfg"
	"flavers/diag"
	"flavers/sem"
)

// Spin is a loop that is never left, of one task or of several with the same text: no step in it
// has an event of the program, needs another task, or changes anything but the task's own variables.
type Spin struct {
	Task cfg.TaskID     // the first
	Pos  token.Position // of its first step
}

// Spins finds the loops that tasks never leave and in which nothing happens (livelocks), where each
// task alone shows them. It may take a loop for one that can be reached although it cannot; it misses
// loops that what other tasks do keeps from being left.
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

// spin finds a component that no edge leaves, and whose edges are quiet.
func (l *local) spin(s *monitor.Semantics, t cfg.TaskID) (token.Position, bool) {
	component, n := l.components(func(*localEdge) bool { return true })
	out, steps := make([]bool, n), make([][]cfg.NodeID, n)
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

// quiet reports whether a step concerns nobody but its task.
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
