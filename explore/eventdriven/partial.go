package eventdriven

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/sem"
)

// This file explores a program class by class where what a step touches may depend
// on values, so that one trace of the program does not show its steps.
//
// The search extends partial executions. A partial execution is a set of steps of
// tasks and handlers, each with all that it depends on: the steps before it of its
// task or handler, the post of its message, conflicting accesses, and locks by other
// threads. So the values that a step finds are known. But handlers of one looper
// need not come one after another yet. Only if a dependence says which of two
// handlers is first, a step of the second one waits for the end of the first. When
// everything was executed, the handlers are brought into an order that the queues
// allow, and the program is executed in it (linearize.go).
//
// The search takes a step that can be next in a partial execution (search.go). This
// covers all executions in which the step comes before everything that conflicts
// with it. In the others, something that conflicts with the step comes first: the
// step sleeps until then, and another step is taken. So each class is met once
// (P. Godefroid's sleep sets, on partial executions). There are no others, and the
// search goes back, if no step that may still come, of owners that are awake,
// conflicts with a sleeping step (layout.go says what may still come).
//
// Why nothing is missed. Let an execution z extend the partial execution, such that
// no sleeping step comes next in it. Execute z in an order with handlers one after
// another, and consider the first step of z that is not in the partial execution. It
// can be next here: it waits only for ends of handlers that come before its own in
// z, too. If the search takes this step first, it covers z. If it takes other steps
// before, then either z is covered by one of them, or they sleep when this step is
// taken, and z is still to be found.

// partial is the search, with the partial execution in progress.
type partial struct {
	*layout
	j      *programSearch
	owners []owner // tasks, then handlers in the order of the posts
	events []event
	vals   []int32       // a state in which the shared places have their present values
	spare  []int32       // scratch of state
	list   []*model.Move // scratch
	time   int64         // changes with each step that is taken or undone
	memo   []memo        // by owner: answers of next

	refuted int64  // complete partial executions that no order of handlers allows
	other   string // why the search was given up; "": it was not
}

// owner is a task, or the handler of a message.
type owner struct {
	task   cfg.TaskID
	msg    message // of a handler: the message
	handle bool    // it is a handler
	// vec is a state in which the places of its own have their present values.
	// Before a handler begins, its message is the first in the queue there.
	vec    []int32
	post   int32 // of a handler: the event that posted its message; -1: it is there from the start
	last   int32 // its last event, or -1
	count  int32 // the number of its events
	begun  bool  // its first step was taken; always, of a task
	done   bool  // it has no further step
	failed bool  // it has met a run-time error
	holds  int32 // the number of locks that it holds
}

// event is a step, with the quiet steps that follow it.
type event struct {
	owner  int32
	kind   trace.Kind
	move   *model.Move
	object int32 // of Lock and Unlock: the lock; of Post: the owner that the message is for
	f      footprint
	lock   cfg.ObjectID // the lock that it takes, or None
	clock  []int32      // by owner: how many of its events come before this one or are it; 0 for owners made later
}

// sleeper is a sleeping step: one outcome of the next step of an owner.
type sleeper struct {
	owner int32
	out   int // the number of the outcome
	of    int // the number of outcomes of the step
	f     footprint
	lock  cfg.ObjectID // the lock that it takes, or None
}

// partially explores by partial executions. It returns why this is not possible, or "".
func (j *programSearch) partially() (why string) {
	k := newLayout(j.subject)
	if why := k.mayStick(); why != "" {
		return why
	}
	s := &partial{j: j, layout: k}
	s.start()
	if s.other == "" {
		s.visit(nil)
	}
	if s.other != "" {
		return s.other
	}
	j.e.Count("refuted", "orders of conflicting operations that no execution has", s.refuted)
	return ""
}

// start makes the tasks and the messages that are there from the start.
func (s *partial) start() {
	s.vals, s.time = s.Start(), 1
	empty := slices.Clone(s.vals)
	for c, q := range s.queue {
		if q {
			empty[c] = 0
		}
	}
	for t := range s.Program.Tasks {
		s.owners = append(s.owners, owner{task: cfg.TaskID(t), vec: empty, post: -1, last: -1, begun: true})
	}
	for t, b := range s.box {
		if b == cfg.None {
			continue
		}
		// Each message is taken from a state in which it is the first of the queue.
		vec := s.Start()
		for range s.Program.Objects[b].Initial {
			s.message(cfg.TaskID(t), b, vec, -1)
			outs := s.outcomes(&s.owners[len(s.owners)-1])
			if len(outs) == 0 || outs[0].move.Effect.Err != nil {
				s.other = "a message cannot be handled"
				return
			}
			vec = s.after(&s.owners[len(s.owners)-1], outs[0].move)
		}
	}
	for o := range s.Program.Tasks {
		s.settle(int32(o))
	}
}

// message adds an owner: the handler of the message that is first in the queue of
// task t in vec. post is the event that posted it, or -1.
func (s *partial) message(t cfg.TaskID, b cfg.ObjectID, vec []int32, post int32) {
	msg := message{b, s.Machine.Pending(b, vec)[0].Kind}
	vec = slices.Clone(vec)
	vec[s.Machine.Pos(t)] = s.Machine.PointValue(s.idle[t])
	s.owners = append(s.owners, owner{task: t, msg: msg, handle: true, vec: vec, post: post, last: -1})
}

// point returns the point where an owner stands.
func (s *partial) point(o *owner) cfg.PointID {
	return s.Point(o.vec, o.task)
}

// next returns the outcomes of the next step of owner i, with what they touch.
func (s *partial) next(i int32) []option {
	for len(s.memo) <= int(i) {
		s.memo = append(s.memo, memo{})
	}
	m := &s.memo[i]
	if m.time == s.time {
		return m.list
	}
	o := &s.owners[i]
	f, lock := s.takes[o.msg], cfg.ObjectID(cfg.None)
	if !o.handle || o.begun {
		q := s.point(o)
		f, lock = s.at[q], s.lock[q]
	}
	m.time, m.list = s.time, s.outcomes(o)
	for k := range m.list {
		u := &m.list[k]
		u.f, u.exact = s.actual(f, s.vals, u.move)
		u.lock = lock
	}
	return m.list
}

// memo is an answer of next, which holds while partial.time is the same.
type memo struct {
	time int64
	list []option
}

// future returns what an owner may still touch.
func (s *partial) future(o *owner) footprint {
	if o.handle && !o.begun {
		return s.whole[o.msg]
	}
	return s.from[s.point(o)]
}

// option is an outcome of a step.
type option struct {
	move  *model.Move
	f     footprint    // what it touches
	exact bool         // it touches the same for all values
	lock  cfg.ObjectID // the lock that it takes, or None
}

// state returns the state in which the next step of an owner is taken. It is valid
// until the next call.
func (s *partial) state(o *owner) []int32 {
	s.spare = append(s.spare[:0], o.vec...)
	for c, own := range s.own {
		if !own {
			s.spare[c] = s.vals[c]
		}
	}
	return s.spare
}

// outcomes returns the moves of the next step of an owner as options, without what
// they touch.
func (s *partial) outcomes(o *owner) []option {
	vec := s.state(o)
	s.list = s.subject.next(s.list[:0], o.task, vec)
	var list []option
	for _, v := range s.list {
		list = append(list, option{move: v})
	}
	return list
}

// after returns the state after a move of an owner.
func (s *partial) after(o *owner, v *model.Move) []int32 {
	next := slices.Clone(s.state(o))
	s.Change(next, v)
	return next
}

// enter makes next the state of an owner, and its shared places the present ones.
func (s *partial) enter(o *owner, next []int32) {
	vals := slices.Clone(s.vals)
	for c, own := range s.own {
		if !own {
			vals[c] = next[c]
		}
		if s.queue[c] {
			next[c] = 0
		}
	}
	o.vec, s.vals = next, vals
}

// settle takes the quiet steps of owner i, and sets done if it has ended.
func (s *partial) settle(i int32) {
	o := &s.owners[i]
	for n := 0; !o.failed; n++ {
		q := s.point(o)
		if o.done = s.Program.Points[q].Idle || s.Program.Tasks[o.task].End == q; o.done || !s.quiet[q] {
			return
		}
		outs := s.outcomes(o)
		if len(outs) != 1 || outs[0].move.Effect.Err != nil {
			return
		}
		if n == s.depth {
			s.other = "a task goes on without an end"
			return
		}
		s.enter(o, s.after(o, outs[0].move))
	}
	o.done = true
}

// take takes the next step of owner i with an outcome, and returns what undo needs.
// clock is that of the new event.
func (s *partial) take(i int32, out option, clock []int32) saved {
	o := &s.owners[i]
	was := saved{*o, s.vals, len(s.owners)}
	s.time++
	n := &s.Program.Nodes[s.Program.Actions[out.move.Action].A]
	e := event{owner: i, kind: trace.Write, move: out.move, f: out.f, lock: out.lock, clock: clock}
	switch op := n.Op.(type) {
	case cfg.Lock:
		e.kind, e.object = trace.Lock, int32(op.Lock)
	case cfg.Unlock:
		e.kind, e.object = trace.Unlock, int32(op.Lock)
	case cfg.Handle:
		e.kind = trace.Call
	}
	id := int32(len(s.events))
	o.last, o.begun = id, true
	o.count++
	if out.move.Effect.Err != nil {
		o.failed, o.done = true, true
	} else {
		// A message that it has posted is in some queue of next: queues are empty otherwise.
		next := s.after(o, out.move)
		for t, b := range s.box {
			if e.kind == trace.Call || b == cfg.None || len(s.Machine.Pending(b, next)) == 0 {
				continue
			}
			vec := s.Start()
			for c, q := range s.queue {
				if q {
					vec[c] = next[c]
				}
			}
			e.kind, e.object = trace.Post, int32(len(s.owners))
			s.message(cfg.TaskID(t), b, vec, id)
			o = &s.owners[i]
		}
		switch e.kind {
		case trace.Lock:
			o.holds++
		case trace.Unlock:
			o.holds--
		}
		s.enter(o, next)
	}
	s.events = append(s.events, e)
	s.settle(i)
	return was
}

// saved is what a step overwrites.
type saved struct {
	owner  owner // the one that took the step
	vals   []int32
	owners int // the number of owners
}

// undo takes back the last step.
func (s *partial) undo(was saved) {
	i := s.events[len(s.events)-1].owner
	s.events = s.events[:len(s.events)-1]
	s.owners = s.owners[:was.owners]
	s.owners[i], s.vals = was.owner, was.vals
	s.time++
}

// frees reports whether an event frees a lock.
func (e *event) frees(lock cfg.ObjectID) bool {
	return e.kind == trace.Unlock && e.object == int32(lock)
}

// has reports whether an owner holds a lock.
func (s *partial) has(o *owner, lock cfg.ObjectID) bool {
	for i := range s.Machine.Comps {
		if c := &s.Machine.Comps[i]; c.Kind == sem.Mutex && c.Object == lock {
			return o.vec[i] != 0
		}
	}
	return false
}
