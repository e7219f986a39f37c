package eventdriven

import (
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
)

// This file makes a trace of a program. Package em then finds all orders of that
// trace, and each of them is executed on the program itself, with its values
// (program_search.go).
//
// This is right if what each task and each handler does is the same in all
// executions. The program is executed once for the trace, and then in every order
// that is found, and each time its steps must be those of the trace. Nothing is
// missed in silence: let an execution of the program have a step that is not of the
// trace, and consider the first such step. Up to there, it is the beginning of an
// execution of the trace, and em finds some order of the same class. In this order the
// program sees the same values, so it differs from the trace at the same step, which
// is noticed. em and em-dpor then refuse the program, and em-optimal
// begins anew with partial executions (partial.go).

// skeleton is the trace of a program.
type skeleton struct {
	*subject
	tr   *trace.Trace
	s    *em.System     // the trace as a program
	acts []cfg.ActionID // by operation of the trace: its action; -1: it is no step of the program
	acc  [][]em.Access  // by operation: the places that it accesses
}

// player is an execution of the program that is compared with its trace.
type player struct {
	*execution
	skel     *skeleton
	queue    [][]int32     // by task: the messages in its queue, as tasks of the trace
	handling []int32       // by task: the message that it handles, or -1
	looping  []bool        // by task: the trace has its Loop
	list     []*model.Move // scratch
}

// newSkeleton executes a program once for its trace. If the execution in which the
// first tasks go first ends badly, that in which the last ones do is tried. The error
// is a *explore.Refused.
func newSkeleton(p *subject) (*skeleton, error) {
	for i := range p.Program.Nodes {
		if what := p.unfit(&p.Program.Nodes[i], true); what != "" {
			return nil, p.refuse("it has %s (%s); em-optimal can", what, p.Program.Nodes[i].Pos)
		}
	}
	k := &skeleton{subject: p}
	if why := k.record(false); why != "" {
		if k.record(true) != "" {
			return nil, p.refuse("%s; em-optimal can", why)
		}
	}
	return k, nil
}

// play returns the empty execution.
func (k *skeleton) play() *player {
	n := len(k.Program.Tasks)
	q := &player{execution: k.begin(), skel: k, queue: make([][]int32, n), handling: make([]int32, n),
		looping: make([]bool, n)}
	for t := range q.handling {
		q.handling[t] = -1
	}
	return q
}

// step returns the move that a task can make next; nil: it cannot move. If there are
// several, why says so.
func (q *player) step(t cfg.TaskID) (v *model.Move, why string) {
	q.list = q.next(q.list[:0], t, q.state)
	switch len(q.list) {
	case 0:
		return nil, ""
	case 1:
		return q.list[0], ""
	}
	return nil, "task " + q.Program.Tasks[t].Name + " has a choice"
}

// kind returns what a move is in a trace: Lock, Unlock, Call, Post, or Write for all
// others, which Touch changes into what they are. dest is the receiver of a post.
func (q *player) kind(v *model.Move) (k trace.Kind, arg int32, dest cfg.TaskID) {
	switch op := q.Program.Nodes[q.Program.Actions[v.Action].A].Op.(type) {
	case cfg.Lock:
		return trace.Lock, int32(op.Lock), cfg.None
	case cfg.Unlock:
		return trace.Unlock, int32(op.Lock), cfg.None
	case cfg.Handle:
		return trace.Call, 0, cfg.None
	}
	next := slices.Clone(q.state)
	q.Change(next, v)
	if t := q.posted(v, q.state, next); t != cfg.None {
		return trace.Post, 0, t
	}
	return trace.Write, 0, cfg.None
}

// recorder makes the trace of an execution.
type recorder struct {
	*player
	tr   *trace.Trace
	acts []cfg.ActionID    // by operation; -1: no step
	last []int32           // by task: 1 + the post of the last message that is there from the start
	held map[[2]int32]bool // locks that are held, by owner and lock
}

// record executes the program once and makes the trace. In each step the first task
// that can move moves, or, with highestFirst, the last one. It returns what is wrong
// with the execution, or "".
func (k *skeleton) record(highestFirst bool) string {
	r := &recorder{player: k.play(), tr: &trace.Trace{}, last: make([]int32, len(k.Program.Tasks)),
		held: map[[2]int32]bool{}}
	for i := range k.Program.Tasks {
		r.tr.Threads = append(r.tr.Threads, k.Program.Tasks[i].Name)
	}
	for i := range k.Program.Objects {
		r.tr.Locks = append(r.tr.Locks, k.Program.Objects[i].Name)
	}
	for l := range k.places() {
		r.tr.Locations = append(r.tr.Locations, trace.Location{Obj: k.placeName(l)})
	}
	r.initial()
	for steps, moved := 0, true; moved; steps++ {
		if steps > k.depth {
			return fmt.Sprintf("an execution has more than %d steps", k.depth)
		}
		var why string
		if moved, why = r.move(highestFirst); why != "" {
			return why
		}
	}
	if !k.Over(r.state) {
		return "the execution that shows its steps gets stuck"
	}
	if len(r.held) > 0 {
		return "a lock is never freed"
	}
	k.tr, k.s, k.acts, k.acc = r.tr, k.trace(r.tr), r.acts, nil
	k.accesses(r.acts)
	return ""
}

// initial appends the posts of the messages that are there from the start. Their looper
// posts them, before all others.
func (r *recorder) initial() {
	for i, b := range r.skel.box {
		if b == cfg.None {
			continue
		}
		t := cfg.TaskID(i)
		for range r.Program.Objects[b].Initial {
			r.add(t, trace.Post, r.message(t), t, -1)
			r.last[t] = int32(len(r.tr.Ops))
		}
		r.settle(t)
	}
}

// move takes a step of the first task that can move, or of the last one, and appends
// its operation. moved is false if no task can move. why says what is wrong with the
// step, or is "".
func (r *recorder) move(highestFirst bool) (moved bool, why string) {
	for i := range r.Program.Tasks {
		t := cfg.TaskID(i)
		if highestFirst {
			t = cfg.TaskID(len(r.Program.Tasks) - 1 - i)
		}
		v, why := r.step(t)
		switch {
		case why != "":
			return false, why
		case v == nil:
			continue
		case v.Effect.Err != nil:
			return false, "the execution that shows its steps ends in a run-time error: " + v.Effect.Err.Error()
		}
		if why := r.operation(t, v); why != "" {
			return false, why
		}
		r.take(v)
		r.settle(t)
		return true, ""
	}
	return false, ""
}

// operation appends the operation of move v by task t, unless it is no operation of a
// trace. It returns what is wrong with it, or "".
func (r *recorder) operation(t cfg.TaskID, v *model.Move) string {
	kind, arg, dest := r.kind(v)
	owner := int32(t) // of locks: the task, or the handler that it is in
	if e := r.handling[t]; e >= 0 {
		owner = int32(len(r.Program.Tasks)) + e
	}
	switch kind {
	case trace.Call:
		r.handling[t], r.queue[t] = r.queue[t][0], r.queue[t][1:]
		arg = r.handling[t]
	case trace.Post:
		arg = r.message(dest)
	case trace.Lock:
		r.held[[2]int32{owner, arg}] = true
	case trace.Unlock:
		if !r.held[[2]int32{owner, arg}] {
			return "a lock is not freed by the task or handler that took it"
		}
		delete(r.held, [2]int32{owner, arg})
	}
	if kind == trace.Write && len(r.skel.touch[v.Action]) == 0 {
		return ""
	}
	r.add(t, kind, arg, dest, v.Action)
	if kind == trace.Post && r.last[dest] > 0 {
		r.tr.Before = append(r.tr.Before, [2]int32{r.last[dest] - 1, int32(len(r.tr.Ops)) - 1})
	}
	return ""
}

// add appends an operation of a task, in the handler that the task is in.
func (r *recorder) add(t cfg.TaskID, kind trace.Kind, arg int32, dest cfg.TaskID, a cfg.ActionID) {
	r.acts = append(r.acts, a)
	r.tr.Ops = append(r.tr.Ops, trace.Op{Number: len(r.tr.Ops) + 1, Kind: kind, Word: kind.String(),
		Thread: trace.ThreadID(t), Task: trace.TaskID(r.handling[t]), Arg: arg, Dest: trace.ThreadID(dest)})
}

// message adds a message to the queue of a looper, and returns its task of the trace.
func (r *recorder) message(to cfg.TaskID) int32 {
	e := int32(len(r.tr.Tasks))
	r.tr.Tasks = append(r.tr.Tasks, fmt.Sprintf("%s#%d", r.Program.Tasks[to].Name, e))
	r.queue[to] = append(r.queue[to], e)
	return e
}

// settle appends the Return or the Loop of a looper that has come to wait for messages.
func (r *recorder) settle(t cfg.TaskID) {
	if r.skel.box[t] == cfg.None || !r.idle(t, r.state) {
		return
	}
	if e := r.handling[t]; e >= 0 {
		r.add(t, trace.Return, e, cfg.None, -1)
		r.handling[t] = -1
	} else if !r.looping[t] {
		r.looping[t] = true
		r.add(t, trace.Loop, trace.None, cfg.None, -1)
	}
}

// trace returns a trace of the program as a program. Its loopers have their queues
// from the start, so that the trace needs no operations for that.
func (k *subject) trace(tr *trace.Trace) *em.System {
	s := em.NewSystem(tr)
	for t, b := range k.box {
		if b != cfg.None {
			s.Attach(trace.ThreadID(t))
		}
	}
	return s
}
