package eventdriven

import (
	"fmt"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
)

// linearize finds an execution of the program that has the dependences of a complete
// partial execution, executes the program so, and judges it.
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

// written is the partial execution as a trace. of: by operation, its event, or
// -1 if it has none.
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
	add := func(i int32, kind trace.Kind, arg int32, dest cfg.TaskID, event int32) {
		task := int32(trace.None)
		if int(i) >= tasks {
			task = i - int32(tasks)
		}
		of = append(of, event)
		t.Ops = append(t.Ops, trace.Op{Number: len(t.Ops) + 1, Kind: kind, Thread: trace.ThreadID(s.owners[i].task),
			Task: trace.TaskID(task), Arg: arg, Dest: trace.ThreadID(dest)})
	}
	last := make([]int32, tasks) // by task: 1 + the post of the last message that is there from the start
	for i := tasks; i < len(s.owners); i++ {
		o := &s.owners[i]
		t.Tasks = append(t.Tasks, fmt.Sprint(i))
		if o.post < 0 {
			add(int32(o.task), trace.Post, int32(i-tasks), o.task, -1)
			last[o.task] = int32(len(t.Ops))
		}
	}
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

// accesses lists what a footprint touches.
func (s *partial) accesses(f footprint) []em.Access {
	var list []em.Access
	for l := range s.places() {
		if f.Reads.Has(l) {
			list = append(list, em.Access{Location: int32(l), Write: f.Writes.Has(l)})
		}
	}
	return list
}

// execute executes the program in the order of a path, with the choices of the
// partial execution. It sees the same values there, so it takes the same steps.
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
			if v.Effect.Err.Kind == cfg.LimitError { // what follows has no counterpart in the program as it is modelled
				s.j.over(r.execution)
				return
			}
		}
	}
	for task := range s.Program.Tasks {
		r.rest(cfg.TaskID(task))
	}
	if !r.AnyFailed(r.state) && !r.Over(r.state) {
		panic("em: an execution does not end as it was found")
	}
	s.j.over(r.execution)
}

// replay is an execution that is known.
type replay struct {
	*execution
	quiet []bool // by point, see layout
	list  []*model.Move
}

// rest takes the quiet steps of a task.
func (r *replay) rest(t cfg.TaskID) {
	for range r.depth {
		q := r.Point(r.state, t)
		if q == cfg.None || !r.quiet[q] {
			return
		}
		r.list = r.next(r.list[:0], t, r.state)
		if len(r.list) != 1 || r.list[0].Effect.Err != nil {
			return // a step of its own
		}
		r.take(r.list[0])
	}
}

// step takes a move as it is here.
func (r *replay) step(v *model.Move) *model.Move {
	u := r.Again(r.state, v)
	if u == nil {
		panic("em: a step of an execution cannot be taken")
	}
	r.take(u)
	return u
}
