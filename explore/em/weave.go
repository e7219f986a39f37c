package em

import (
	"fmt"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/sem"
)

// weave finds an execution of the program that has the dependences of a complete
// partial execution, executes the program so, and judges it.
func (s *partial) weave() {
	t, of := s.trace()
	sys := newSystem(t)
	for th, b := range s.box {
		sys.attached[th] = b != cfg.None
	}
	for i, k := range of {
		if k >= 0 {
			s.accesses(&sys.ops[i], s.events[k].f)
		}
	}
	p := newPlan(sys)
	if p == nil {
		s.refuted++
		return
	}
	m := append(order(nil), p.start...)
	ok := true
	for _, r := range p.races {
		ok = ok && p.put(m, r[0], r[1])
	}
	for _, l := range p.locks {
		ok = ok && p.put(m, l[1], l[2])
	}
	if !ok || !p.close(m) {
		s.refuted++
		return
	}
	guide := &found{at: make([]int32, len(p.node))}
	for i := range guide.at {
		guide.at[i] = int32(i)
	}
	c := &classes{engine: s.j.e, p: p, s: sys}
	f := c.find(m, guide)
	if f == nil {
		if !s.j.e.stopped {
			s.refuted++
		}
		return
	}
	s.j.e.result.Executions++
	s.execute(f.path, of)
}

// trace writes the partial execution as a trace. of: by operation, its event, or
// -1 if it has none.
func (s *partial) trace() (t *trace.Trace, of []int32) {
	p := s.p
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
		t.Ops = append(t.Ops, trace.Op{Number: len(t.Ops) + 1, Kind: kind, Thread: trace.ThreadID(s.owners[i].task), Task: trace.TaskID(task), Arg: arg, Dest: trace.ThreadID(dest)})
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

// accesses fills in what an operation touches.
func (s *partial) accesses(o *op, f footprint) {
	for l := range s.places() {
		if f.Reads.Has(l) {
			o.acc = append(o.acc, access{int32(l), f.Writes.Has(l)})
		}
	}
	if o.kind != trace.Write {
		return
	}
	switch len(o.acc) {
	case 0:
		o.kind = trace.Nop
	case 1:
		o.arg = o.acc[0].loc
		if !o.acc[0].write {
			o.kind = trace.Read
		}
	}
}

// execute executes the program in the order of a path, with the choices of the
// partial execution. It sees the same values there, so it takes the same steps.
func (s *partial) execute(path, of []int32) {
	r := replay{subject: s.subject, journal: s.newJournal(), state: s.m.Start(), quiet: s.quiet, failed: make([]bool, len(s.p.Tasks))}
	how := ended
	for _, i := range path {
		if of[i] < 0 {
			continue
		}
		e := &s.events[of[i]]
		task := s.owners[e.owner].task
		if r.rest(task) {
			r.step(e.action, e.out, task)
		}
		if r.err != nil {
			s.j.failed(r.err, r.journal)
			limit := r.err.Kind == cfg.LimitError
			r.drop()
			if limit { // what follows has no counterpart in the program as it is modelled
				if how == ended {
					how = limited
				}
				s.j.over(r.state, r.journal, how)
				return
			}
			how = failure
		}
	}
	for task := range s.p.Tasks {
		if !r.rest(cfg.TaskID(task)) {
			panic("em: a step of an execution cannot be taken")
		}
		if r.failed[task] {
			how = failure
		}
	}
	if how == ended && !s.m.Over(r.state) {
		panic("em: an execution does not end as it was found")
	}
	s.j.over(r.state, r.journal, how)
}

// replay is an execution of the program.
type replay struct {
	*subject
	*journal
	state  []int32
	quiet  []bool // by point, see layout
	failed []bool // by task
	err    *sem.Error
}

// rest takes the quiet steps of a task.
func (r *replay) rest(t cfg.TaskID) bool {
	for range r.depth {
		q := r.m.Point(t, r.state[r.m.Pos(t)])
		if r.failed[t] || q == cfg.None || !r.quiet[q] {
			return true
		}
		var list []sem.Outcome
		for _, a := range r.by[q] {
			list = r.m.Outcomes(list, r.state, a, len(r.specs) > 0)
		}
		if len(list) != 1 || list[0].Err != nil {
			return true // a step of its own
		}
		r.enter(sem.Choice{Action: list[0].Action}, list[0].Occ)
		r.state = list[0].Next
	}
	return true
}

// step takes an outcome of an action.
func (r *replay) step(a cfg.ActionID, out int, t cfg.TaskID) {
	list := r.m.Outcomes(nil, r.state, r.p.Actions[a], len(r.specs) > 0)
	if out >= len(list) {
		panic("em: a step of an execution cannot be taken")
	}
	r.enter(sem.Choice{Action: a, Outcome: out}, list[out].Occ)
	if r.err = list[out].Err; r.err != nil {
		r.failed[t] = true
		return
	}
	r.state = list[out].Next
}

// drop takes the last step, a run-time error, out of the schedule: other
// findings do not need it.
func (r *replay) drop() {
	r.choices = r.choices[:len(r.choices)-1]
	r.err = nil
}
