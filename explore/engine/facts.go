package engine

import (
	"iter"
	"math/bits"

	"flavers/cfg"
	"flavers/sem"
)

// facts are properties of a program that tell which steps are local.
//
// A step that touches variables of its task only can be executed together with
// the one before it if nobody notices where in between the task stands. Tasks
// look where others stand in different ways:
//
//   - to meet them, or to join them: they wait until the other has come, and
//     what they could do before they can do afterwards as well. Whoever comes to
//     a place where it can be met looks at the other in turn. Nothing is lost.
//   - `else` asks whether the other is there, and goes on if not. So all steps of
//     a task that is asked for in this way are marked.
//   - `terminate` and a post to a task that may be gone ask whether the other has
//     begun, ended or rests. Steps from and to such places are marked.
type facts struct {
	terminates bool    // some task terminates
	watched    []bool  // by task: another one has an `else` beside a rendezvous with it
	boxes      []bool  // by task: it gets messages
	asked      []bool  // by task: others look where it stands
	spawners   []int32 // by family: how many tasks start it
	rests      []bool  // by point: the end, or one with a terminate, or where messages are waited for
}

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

// visible reports whether others care that a task goes from one value of its
// position to another.
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

// counter is the resource that counts the tasks of a family that were started,
// if one task alone starts them; else -1.
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

// members goes over a set.
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
