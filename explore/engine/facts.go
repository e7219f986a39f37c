package engine

import (
	"iter"
	"math/bits"

	"flavers/cfg"
	"flavers/sem"
)

// This file finds the steps after which other tasks may notice that a task has moved.
// A step that is not noticed and touches only variables of its task is local: it
// needs no node (next.go). Tasks look where others stand in three ways:
//
//   - To meet them, or to join them. They wait until the other has come, and what
//     they could do before they can do afterwards as well. The other looks at them
//     in turn when it comes to the place where they can meet. So its step there
//     may be local.
//   - By else, which asks whether the other is at the place, and goes on if not. So
//     no step of a task that is asked for in this way is local.
//   - By terminate, and by a post to a task that may have ended. They ask whether
//     the other has begun, has ended or rests. Steps from and to such points are
//     not local.

// facts are what a program says about this.
type facts struct {
	terminates bool    // some task has a terminate
	watched    []bool  // by task: another one has an else beside a rendezvous with it
	boxes      []bool  // by task: it gets messages
	asked      []bool  // by task: others look where it stands
	spawners   []int32 // by family: the number of tasks that start its tasks
	rests      []bool  // by point: it is the end, or has a terminate, or the task waits there for messages
}

// factsOf computes the facts of a program.
func factsOf(p *cfg.Program) facts {
	f := facts{watched: make([]bool, len(p.Tasks)), boxes: make([]bool, len(p.Tasks)), asked: make([]bool, len(p.Tasks)),
		spawners: make([]int32, len(p.Families)), rests: make([]bool, len(p.Points))}
	elses := make([]bool, len(p.Points)) // points with an else
	joined := make([]bool, len(p.Families))
	last := make([]cfg.TaskID, len(p.Families))
	for i := range last {
		last[i] = cfg.None
	}
	for i := range p.Points {
		q := &p.Points[i]
		f.rests[i] = q.Idle || p.Tasks[q.Task].End == q.ID
	}
	for i := range p.Nodes { // nodes ascend with their tasks
		n := &p.Nodes[i]
		switch op := n.Op.(type) {
		case cfg.Else:
			elses[n.Point] = true
		case cfg.Terminate:
			f.terminates = true
			f.rests[n.Point] = true
		case cfg.Join:
			joined[op.Family] = true
		}
		for _, k := range cfg.Spawns(n.Op) { // by itself, or in an atomic step or a handler
			if last[k] != n.Task {
				last[k] = n.Task
				f.spawners[k]++
			}
		}
	}
	for _, a := range p.Actions {
		if !a.Joint() {
			continue
		}
		n, m := &p.Nodes[a.A], &p.Nodes[a.B]
		f.asked[n.Task], f.asked[m.Task] = true, true
		if elses[n.Point] {
			f.watched[m.Task] = true
		}
		if elses[m.Point] {
			f.watched[n.Task] = true
		}
	}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Box() && o.Owner != cfg.None {
			f.boxes[o.Owner], f.asked[o.Owner] = true, true
		}
	}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		if f.terminates || t.Family != cfg.None && joined[t.Family] {
			f.asked[i] = true
		}
	}
	return f
}

// visible reports whether others may notice that task t goes from one value of its
// position to another, other than by meeting or joining it.
func (f *facts) visible(w *program, t cfg.TaskID, from, to int32) bool {
	if f.watched[t] {
		return true
	}
	if !f.terminates && !f.boxes[t] {
		return false
	}
	p, q := w.Machine.Point(t, from), w.Machine.Point(t, to)
	return p == cfg.None || q == cfg.None || f.rests[p] || f.rests[q]
}

// counter returns the resource of the number of tasks of a family that were
// started, if one task alone starts them; else -1. Starts by one task are ordered
// anyway, so the resource need not make them depend on each other.
func (f *facts) counter(w *program, family cfg.FamilyID) int {
	if f.spawners[family] != 1 {
		return -1
	}
	for i := range w.Machine.Comps {
		if c := &w.Machine.Comps[i]; c.Kind == sem.Started && c.Family == family {
			return w.Stepper.Resource(c.ID)
		}
	}
	return -1
}

// members iterates over the members of a set, ascending.
func members(s sem.Set) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(i<<6 + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
