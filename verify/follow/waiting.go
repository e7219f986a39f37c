package follow

// This file describes the tasks that cannot move in a state: at which statements each waits, and for which tasks.

import (
	"slices"
	"strings"

	"flavers/cfg"
	"flavers/report"
	"flavers/sem"
)

// waiting returns the tasks that do not rest in a state, with the statements at which each stands. It adds those that
// rest although they have messages, because they take none of these.
func waiting(m *sem.Machine, state []int32) []report.Waiting {
	var out []report.Waiting
	for t := range m.P.Tasks {
		t := cfg.TaskID(t)
		v := state[m.Pos(t)]
		if m.Rests(t, v) {
			continue
		}
		w := report.Waiting{Task: m.P.Tasks[t].Name}
		at := m.Point(t, v)
		var ways []string
		nodes := open(m, state, at)
		for _, n := range nodes {
			if _, pass := m.P.Nodes[n].Op.(cfg.OncePass); pass { // shown as the node that begins the body
				continue
			}
			text, note := standing(m, state, n)
			if w.Note = note; !slices.Contains(ways, text) {
				ways = append(ways, text)
			}
			if w.Pos == "" {
				w.Pos = m.P.Nodes[n].Pos.String()
			}
		}
		if slices.Contains(ways, cfg.NotStarted) {
			continue
		}
		w.At, w.For = strings.Join(ways, " or "), awaited(m, state, at, nodes)
		out = append(out, w)
	}
	for i := range m.P.Objects {
		o := &m.P.Objects[i]
		if !o.Box() || !m.Rests(o.Owner, state[m.Pos(o.Owner)]) {
			continue
		}
		var left []string
		for _, msg := range m.Pending(o.ID, state) {
			left = append(left, m.MessageString(o.ID, msg))
		}
		if len(left) > 0 {
			out = append(out, report.Waiting{Task: m.P.Tasks[o.Owner].Name,
				At: "its messages, and takes none of " + strings.Join(left, ", "), Pos: o.Pos.String()})
		}
	}
	return out
}

// awaited returns the names of the tasks that could let a task go on from the point where it stands. nodes are the
// steps there that others could let it take. These tasks are:
//
//   - the holder of a lock, and a task that is joined;
//   - tasks that have the other side of a rendezvous and have not ended;
//   - for a wait group, a condition, or code that is executed once: tasks with a step that would let it go on.
func awaited(m *sem.Machine, state []int32, at cfg.PointID, nodes []cfg.NodeID) []string {
	tasks := map[cfg.TaskID]bool{}
	add := func(t cfg.TaskID) {
		if t != cfg.None && t != m.P.Points[at].Task && !m.Ended(t, state[m.Pos(t)]) {
			tasks[t] = true
		}
	}
	for _, a := range m.P.Actions {
		switch {
		case !a.Joint():
		case slices.Contains(nodes, a.A):
			add(m.P.Nodes[a.B].Task)
		case slices.Contains(nodes, a.B):
			add(m.P.Nodes[a.A].Task)
		}
	}
	others := func(helps func(cfg.Op) bool) { // tasks that have a step that would help
		for i := range m.P.Nodes {
			if helps(m.P.Nodes[i].Op) {
				add(m.P.Nodes[i].Task)
			}
		}
	}
	for _, n := range nodes {
		switch op := m.P.Nodes[n].Op.(type) {
		case cfg.Lock:
			add(m.Holder(op.Lock, state))
		case cfg.Rewake:
			add(m.Holder(op.Lock, state))
		case cfg.GroupWait:
			others(func(o cfg.Op) bool { by, is := o.(cfg.GroupAdd); return is && by.Group == op.Group && by.By < 0 })
		case cfg.Once:
			others(func(o cfg.Op) bool { end, is := o.(cfg.OnceEnd); return is && end.Once == op.Once })
		case cfg.CondWake:
			others(func(o cfg.Op) bool { s, is := o.(cfg.Signal); return is && s.Cond == op.Cond })
		case cfg.Join:
			for _, t := range m.P.Families[op.Family].Tasks {
				add(t) // which of them the reference names is not looked at
			}
		}
	}
	var out []string
	for t := range m.P.Tasks {
		if tasks[cfg.TaskID(t)] {
			out = append(out, m.P.Tasks[t].Name)
		}
	}
	return out
}

// standing describes a step at which a task waits. note says what keeps it there, if the text does not: the counter of
// a wait group, or a signal that did not come.
func standing(m *sem.Machine, state []int32, n cfg.NodeID) (text, note string) {
	switch op := m.P.Nodes[n].Op.(type) {
	case cfg.GroupWait:
		note = "counter " + counter(m, op.Group, state)
	case cfg.CondWake:
		return "wait " + m.P.Objects[op.Cond].Name, "no signal"
	}
	if at := m.P.Nodes[n].At; at != "" {
		return at, note
	}
	return m.P.NodeString(n), note
}

// open returns the steps at a point that other tasks could make possible. Steps that the task itself excludes are left
// out: of a send to c[i], which is one step for each element, only the step for the value of i is open. If the task
// excludes all steps, open returns all of them.
func open(m *sem.Machine, state []int32, at cfg.PointID) []cfg.NodeID {
	var out []cfg.NodeID
	for _, n := range m.P.Points[at].Nodes {
		node := &m.P.Nodes[n]
		if x, known := ownValue(m, state, node.Task, node.Guard); !known || x != 0 || cfg.Tests(node.Op) {
			out = append(out, n)
		}
	}
	if out == nil {
		out = m.P.Points[at].Nodes
	}
	return out
}

// ownValue returns the value of an expression in a state if it depends only on variables of task t, which nobody else
// changes. known is false for other expressions, and for those without a value.
func ownValue(m *sem.Machine, state []int32, t cfg.TaskID, e cfg.Expr) (x int64, known bool) {
	switch e := e.(type) {
	case cfg.Const:
		return int64(e.Value), true
	case cfg.Read:
		v := &m.P.Vars[e.Var]
		if v.Owner != t || v.Scratch {
			return 0, false
		}
		return int64(state[m.Var(e.Var)] + v.Type.Lo), true
	case *cfg.Unary:
		x, known = ownValue(m, state, t, e.X)
		if e.Op == cfg.Not {
			return 1 - x, known
		}
		return -x, known
	case *cfg.Binary:
		x, first := ownValue(m, state, t, e.X)
		y, second := ownValue(m, state, t, e.Y)
		switch {
		case e.Op == cfg.And && (first && x == 0 || second && y == 0): // it cannot be true
			return 0, true
		case e.Op == cfg.Or && first && x != 0:
			return 1, true
		case !first || !second:
			return 0, false
		}
		return e.Op.Apply(x, y)
	}
	return 0, false
}
