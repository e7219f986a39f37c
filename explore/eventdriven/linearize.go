package eventdriven

import (
	"fmt"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
)

// This file ends the work of partial.go. A complete partial execution has a step of
// each kind that the program executes, with their dependences, but its handlers
// need not be in an order that the queues allow. It is written down as a trace, of
// which package em finds an execution with the same dependences. The program is then
// executed in that order, and judged.

// linearize finds such an execution for the present partial execution, and judges it.
// If there is none, the partial execution is counted as refuted.
func (s *partial) linearize() {
	t, of := s.written()
	sys := s.subject.trace(t)
	for i, k := range of {
		if k >= 0 {
			sys.Touch(i, s.accesses(s.events[k].f))
		}
	}
	path := em.Linearize(s.j.e, sys)
	if path == nil {
		if !s.j.e.Halted {
			s.refuted++
		}
		return
	}
	s.execute(path, of)
}

// written returns the partial execution as a trace, whose order need not be possible.
// of has, by operation of the trace, its event, or -1 if it has none.
func (s *partial) written() (t *trace.Trace, of []int32) {
	p := s.Program
	t = &trace.Trace{}
	for i := range p.Tasks {
		t.Threads = append(t.Threads, p.Tasks[i].Name)
	}
	for i := range p.Objects {
		t.Locks = append(t.Locks, p.Objects[i].Name)
	}
	for l := range s.places() {
		t.Locations = append(t.Locations, trace.Location{Obj: s.placeName(l)})
	}
	tasks := len(p.Tasks)
	// add appends an operation of owner i.
	add := func(i int32, kind trace.Kind, arg int32, dest cfg.TaskID, event int32) {
		task := int32(trace.None)
		if int(i) >= tasks {
			task = i - int32(tasks)
		}
		of = append(of, event)
		t.Ops = append(t.Ops, trace.Op{Number: len(t.Ops) + 1, Kind: kind, Thread: trace.ThreadID(s.owners[i].task),
			Task: trace.TaskID(task), Arg: arg, Dest: trace.ThreadID(dest)})
	}
	// Messages that are there from the start are posted by their looper, and before all others.
	last := make([]int32, tasks) // by task: 1 + the post of the last message that is there from the start
	for i := tasks; i < len(s.owners); i++ {
		o := &s.owners[i]
		t.Tasks = append(t.Tasks, fmt.Sprint(i))
		if o.post < 0 {
			add(int32(o.task), trace.Post, int32(i-tasks), o.task, -1)
			last[o.task] = int32(len(t.Ops))
		}
	}
	// end appends what an owner does after its last event: a handler returns, a looper enters its loop.
	end := func(i int32) {
		switch o := &s.owners[i]; {
		case o.handle:
			add(i, trace.Return, i-int32(tasks), cfg.None, -1)
		case s.box[o.task] != cfg.None:
			add(i, trace.Loop, trace.None, cfg.None, -1)
		}
	}
	for i := range tasks {
		if s.owners[i].last < 0 {
			end(int32(i))
		}
	}
	for k := range s.events {
		e := &s.events[k]
		arg, dest := int32(trace.None), cfg.TaskID(cfg.None)
		switch e.kind {
		case trace.Lock, trace.Unlock:
			arg = e.object
		case trace.Post:
			arg, dest = e.object-int32(tasks), s.owners[e.object].task
			if last[dest] > 0 {
				t.Before = append(t.Before, [2]int32{last[dest] - 1, int32(len(t.Ops))})
			}
		case trace.Call:
			arg = e.owner - int32(tasks)
		}
		add(e.owner, e.kind, arg, dest, int32(k))
		if s.owners[e.owner].last == int32(k) {
			end(e.owner)
		}
	}
	return t, of
}

// accesses lists the places that a footprint reads or writes.
func (s *partial) accesses(f footprint) []em.Access {
	var list []em.Access
	for l := range s.places() {
		if f.Reads.Has(l) {
			list = append(list, em.Access{Location: int32(l), Write: f.Writes.Has(l)})
		}
	}
	return list
}

// execute executes the program in the order of a path, which has operations of the
// trace that written returned, and judges the execution. Dependences are the same as
// in the partial execution, so each step finds the same values, and the moves of the
// partial execution are possible.
func (s *partial) execute(path, of []int32) {
	r := &replay{execution: s.begin(), quiet: s.quiet}
	for _, i := range path {
		if of[i] < 0 {
			continue
		}
		e := &s.events[of[i]]
		task := s.owners[e.owner].task
		r.rest(task)
		if v := r.step(e.move); v.Effect.Err != nil {
			s.j.e.Met(v.Effect.Err, r.schedule)
			// A step beyond the bounds of the model ends the execution: nothing is known of what follows.
			if v.Effect.Err.Kind == cfg.LimitError {
				s.j.over(r.execution)
				return
			}
		}
	}
	for task := range s.Program.Tasks {
		r.rest(cfg.TaskID(task))
	}
	if !r.AnyFailed(r.state) && !r.Over(r.state) {
		panic("eventdriven: an execution does not end as it was found")
	}
	s.j.over(r.execution)
}

// replay is an execution that repeats known steps.
type replay struct {
	*execution
	quiet []bool        // by point: layout.quiet
	list  []*model.Move // scratch
}

// rest takes the quiet steps of a task, up to one that is not quiet, has several
// outcomes or meets an error.
func (r *replay) rest(t cfg.TaskID) {
	for range r.depth {
		q := r.Point(r.state, t)
		if q == cfg.None || !r.quiet[q] {
			return
		}
		r.list = r.next(r.list[:0], t, r.state)
		if len(r.list) != 1 || r.list[0].Effect.Err != nil {
			return
		}
		r.take(r.list[0])
	}
}

// step takes the move that v, which was made in another state, is in the present one.
func (r *replay) step(v *model.Move) *model.Move {
	u := r.Again(r.state, v)
	if u == nil {
		panic("eventdriven: a step of an execution cannot be taken")
	}
	r.take(u)
	return u
}
