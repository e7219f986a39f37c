package eventdriven

import (
	"slices"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/sem"
)

// This file goes through the executions of a program class by class, where what
// a step touches may depend on values.
//
// It extends partial executions. A partial execution is a set of steps of tasks
// and handlers, each step with all that it depends on: those before it of its
// task or handler, the post of its message, conflicting accesses, and locks by
// other threads. So values are known; but handlers of one looper need not come
// one after another yet, only if something says which of them is first: then a
// step of the second one waits for the end of the first. When everything was
// executed, order.go is asked for an execution of the program that has these
// dependences, and the program is executed so (linearize.go).
//
// The search: in a partial execution, take a step that can be next. All
// executions in which it is, before anything that conflicts with it, are those
// that go on from there. In the others something that conflicts with it comes
// first: it sleeps until then, and another step is taken. So each class is met
// once (P. Godefroid's sleep sets, on partial executions). The others are none,
// and the search goes back, if no step that is awake can lead to one that
// conflicts with a sleeping one, of all that may still come (layout.go).
//
// Why nothing is missed: let an execution z extend the partial execution, and no
// sleeping step be next in it. Among the steps of z that are missing, take a
// first one in an order in which z can be executed, with handlers one after
// another. It can be next here: what it waits for are ends of handlers that come
// before its own in z too. If it is taken first, z is among those that go on from
// there; and if others are taken before it, then either z is among those, or
// they sleep and z is still to be found.
type partial struct {
	*layout
	j      *programSearch
	owners []owner
	events []event
	vals   []int32 // a state, of which what is shared counts
	spare  []int32
	list   []*model.Move
	time   int64  // changes with every step
	memo   []memo // by owner

	refuted int64  // complete ones that no order of handlers allows
	other   string // why the search was given up
}

// owner is a task, or the handler of a message.
type owner struct {
	task   cfg.TaskID
	msg    message
	handle bool
	vec    []int32 // a state, its own ones up to date; before the message is taken, with it first in the queue
	post   int32   // the event that posted it; -1: there from the start
	last   int32   // its last event, or -1
	count  int32   // of its events
	begun  bool
	done   bool
	failed bool // met a run-time error
	holds  int32
}

// event is a step with the quiet ones that follow it.
type event struct {
	owner  int32
	kind   trace.Kind
	move   *model.Move
	object int32 // of Lock and Unlock: the lock; of Post: the owner that it makes
	f      footprint
	lock   cfg.ObjectID // that it takes, or None
	clock  []int32      // by owner: how many of its events come before; shorter if there were fewer
}

// sleeper is a step that need not be taken now.
type sleeper struct {
	owner int32
	out   int // number among all outcomes there
	of    int // how many there are
	f     footprint
	lock  cfg.ObjectID
}

// partially explores by partial executions. why: that cannot be done.
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
		vec := s.Start() // the queue still has what comes later
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

// message adds the owner of the message that is first in the queue of vec.
func (s *partial) message(t cfg.TaskID, b cfg.ObjectID, vec []int32, post int32) {
	msg := message{b, s.Machine.Pending(b, vec)[0].Kind}
	vec = slices.Clone(vec)
	vec[s.Machine.Pos(t)] = s.Machine.PointValue(s.idle[t])
	s.owners = append(s.owners, owner{task: t, msg: msg, handle: true, vec: vec, post: post, last: -1})
}

func (s *partial) point(o *owner) cfg.PointID {
	return s.Point(o.vec, o.task)
}

// next is what the next step of an owner can lead to.
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
		u.f, u.sure = s.done(f, s.vals, u.move)
		u.lock = lock
	}
	return m.list
}

// memo is an answer of next, for a time.
type memo struct {
	time int64
	list []option
}

// future is what an owner may still touch.
func (s *partial) future(o *owner) footprint {
	if o.handle && !o.begun {
		return s.whole[o.msg]
	}
	return s.from[s.point(o)]
}

// option is one thing that a step can lead to.
type option struct {
	move *model.Move
	f    footprint    // what it touches
	sure bool         // that is so for all values
	lock cfg.ObjectID // that it takes, or None
}

// state is what the next step of an owner finds. It is good until the next call.
func (s *partial) state(o *owner) []int32 {
	s.spare = append(s.spare[:0], o.vec...)
	for c, own := range s.own {
		if !own {
			s.spare[c] = s.vals[c]
		}
	}
	return s.spare
}

// outcomes are what the next step of an owner can lead to.
func (s *partial) outcomes(o *owner) []option {
	vec := s.state(o)
	s.list = s.subject.next(s.list[:0], o.task, vec)
	var list []option
	for _, v := range s.list {
		list = append(list, option{move: v})
	}
	return list
}

// after is the state after a move.
func (s *partial) after(o *owner, v *model.Move) []int32 {
	next := slices.Clone(s.state(o))
	s.Change(next, v)
	return next
}

// enter puts what a step leads to into an owner. The shared values are new.
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

// settle takes the quiet steps of an owner, and sees whether it has ended.
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

// take executes one outcome of the next step of an owner, and returns what undo
// needs.
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

// saved is what a step changes.
type saved struct {
	owner  owner
	vals   []int32
	owners int
}

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

// has reports whether an owner has a lock.
func (s *partial) has(o *owner, lock cfg.ObjectID) bool {
	for i := range s.Machine.Comps {
		if c := &s.Machine.Comps[i]; c.Kind == sem.Mutex && c.Object == lock {
			return o.vec[i] != 0
		}
	}
	return false
}
