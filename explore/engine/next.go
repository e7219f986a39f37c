package engine

import (
	"flavers/cfg"
	"flavers/explore/model"
	"flavers/sem"
)

// This file finds the next instruction of a task: all that the task can do where it
// stands, and what that reads and writes. Tasks that can meet in a rendezvous have
// an instruction in common: if a can send to b or to c, the instruction of each of
// the three has both ways, and the three move as one.

// next is the next instruction of a task in the state with a version.
type next struct {
	version int64         // of the state
	tasks   []cfg.TaskID  // the tasks that move as one, the task itself first
	ways    []*model.Move // what they can do
	cut     bool          // a constraint forbids something that they could do
	// The footprint has what all ways touch, and what was looked at to find that
	// something else cannot be done. It leaves out what orders a task after the one
	// that starts it and before those that join it, as these are never enabled in
	// the same state; starts and joins say so instead.
	sem.Footprint
	starts []cfg.TaskID // tasks that some way starts
	joins  []cfg.TaskID // tasks whose end a way has waited for
	local  bool         // it touches nothing that other tasks could notice
	single bool         // it touches one resource besides the position of the task, which no other task looks at
}

// instruction returns the next instruction of a task in the present state.
func (w *program) instruction(t cfg.TaskID) *next {
	k := &w.next[t]
	if k.version != w.version {
		w.find(t, k)
		k.version = w.version
	}
	return k
}

// find computes the next instruction k of task t. It goes over t, all tasks that t
// could meet now, and those that these could meet. The position of a task that is
// not where it could be met counts as read.
func (w *program) find(t cfg.TaskID, k *next) {
	k.tasks, k.ways, k.starts, k.cut = k.tasks[:0], k.ways[:0], k.starts[:0], false
	k.joins = k.joins[:0]
	clear(k.Reads)
	clear(k.Writes)
	visible := false
	w.round++
	w.join(k, t)
	for i := 0; i < len(k.tasks); i++ {
		u := k.tasks[i]
		q := w.point(u)
		if q == cfg.None {
			continue
		}
		for _, a := range w.Alone[q] {
			visible = w.take(k, a) || visible
		}
		// Rendezvous in which u is the active side.
		for _, a := range w.Calling[q] {
			v := &w.Program.Nodes[w.Action(a).B]
			if w.point(v.Task) != v.Point {
				k.Reads.Add(w.pos[v.Task])
				continue
			}
			from := len(k.ways)
			visible = w.take(k, a) || visible
			if len(k.ways) > from {
				w.join(k, v.Task)
			} else {
				k.Reads.Add(w.pos[v.Task])
			}
		}
		// Rendezvous in which u is the passive side: the ways are those of the other task, which comes later.
		for _, a := range w.Accepting[q] {
			v := &w.Program.Nodes[w.Action(a).A]
			if w.point(v.Task) == v.Point && w.mark[v.Task] != w.round && w.possible(k, a) {
				w.join(k, v.Task)
			} else {
				k.Reads.Add(w.pos[v.Task])
			}
		}
	}
	if len(k.ways) > 0 {
		for _, u := range k.tasks {
			k.Writes.Add(w.pos[u])
		}
	}
	w.judge(t, k, visible)
}

// join adds a task to those that move as one, and its position to what is read.
func (w *program) join(k *next, t cfg.TaskID) {
	if w.mark[t] == w.round {
		return
	}
	w.mark[t] = w.round
	k.tasks = append(k.tasks, t)
	k.Reads.Add(w.pos[t])
}

// possible reports whether an action has a move now, and adds what it touches to k.
func (w *program) possible(k *next, a sem.WayID) bool {
	ways := len(k.ways)
	w.take(k, a)
	ok := len(k.ways) > ways
	k.ways = k.ways[:ways] // they are found again from the active side
	return ok
}

// take adds the moves of a way of an action to k, with what they touch. It reports
// whether tasks that look where others stand may notice a move (facts.visible).
func (w *program) take(k *next, a sem.WayID) (visible bool) {
	var st *sem.Steps
	w.list, st = w.Moves(w.list[:0], w.state, a)
	op := w.Program.Nodes[w.Action(a).A].Op
	for i := range st.Effects {
		visible = w.moved(&st.Effects[i]) || visible
	}
	w.add(k, st.Reads, st.Writes, op, visible)
	for _, v := range w.list {
		if v.Forbidden {
			// The automaton of the constraint decides, so it is read.
			k.cut = true
			for i := range w.Monitors {
				if r := w.Monitors[i].Resource; v.Reads.Has(r) {
					k.Reads.Add(r)
					if v.Writes.Has(r) {
						k.Writes.Add(r)
					}
				}
			}
			continue
		}
		w.add(k, v.Reads, v.Writes, op, visible)
		w.joined(k, op, v.Effect)
		k.ways = append(k.ways, v)
		for _, u := range v.Effect.Threads {
			if t := cfg.TaskID(u); int(u) < len(w.Program.Tasks) && w.Machine.Point(t, w.state[w.Machine.Pos(t)]) == cfg.None {
				k.starts = append(k.starts, t)
			}
		}
	}
	return visible
}

// moved reports whether others may notice that an effect moves tasks.
func (w *program) moved(eff *sem.Effect) bool {
	for _, ch := range eff.Changes {
		if c := &w.Machine.Comps[ch.Comp]; c.Kind == sem.Position && w.plain.visible(w, c.Task, w.state[ch.Comp], ch.Value) {
			return true
		}
	}
	return false
}

// add adds to k what operation op reads and writes. It leaves out resources that
// only say where tasks stand: unless visible, those that op itself moves; those
// that a join looks at; and of a spawn, the counter of a family that one task
// alone starts, and, unless visible, the positions of tasks of the family that
// were not started.
func (w *program) add(k *next, reads, writes sem.Set, op cfg.Op, visible bool) {
	_, joins := op.(cfg.Join)
	spawn, spawns := op.(cfg.Spawn)
	keep := func(r int) bool {
		switch {
		case w.place(r):
			return !joins && (visible || !writes.Has(r))
		case spawns && r == w.count[spawn.Family]:
			return false
		case spawns && !visible && w.of[r] != cfg.None:
			return w.Program.Tasks[w.of[r]].Family != spawn.Family ||
				w.Machine.Point(w.of[r], w.state[w.Machine.Pos(w.of[r])]) != cfg.None
		}
		return true
	}
	for r := range members(reads) {
		if keep(r) {
			k.Reads.Add(r)
		}
	}
	for r := range members(writes) {
		if keep(r) {
			k.Writes.Add(r)
		}
	}
}

// joined adds to k the task whose end an effect of a join has waited for.
func (w *program) joined(k *next, op cfg.Op, eff *sem.Effect) {
	if _, ok := op.(cfg.Join); !ok || eff.Err != nil {
		return
	}
	n := len(k.joins)
	for _, occ := range eff.Occ {
		if occ.Kind == sem.JoinEvent {
			k.joins = append(k.joins, occ.Task)
		}
	}
	if len(k.joins) != n+1 {
		panic("explore/engine: a join of no task, or of several")
	}
}

// judge sets k.local and k.single. visible says that others may notice a move.
func (w *program) judge(t cfg.TaskID, k *next, visible bool) {
	count := 0
	for r := range members(k.Reads) {
		if r != w.pos[t] {
			count++
		}
	}
	k.local = count == 0 && !visible
	k.single = count == 1 && len(k.tasks) == 1 && !w.plain.asked[t]
}
