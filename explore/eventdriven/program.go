package eventdriven

import (
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
)

// This file makes a trace of a program, of which package em finds all orders. Each
// order that is found is executed on the program itself, with its values
// (program_search.go).
//
// This is right if what each task and each handler does is the same in all
// executions. The program is executed once for the trace, and then in every order
// that is found, and each time its steps must be those of the trace. Nothing is
// missed in silence: let an execution of the program have a step that is not of the
// trace, and consider the first such step. Up to there, the execution is the
// beginning of an execution of the trace, whose class is found. The program executed
// in the order that was found sees the same values there, and differs in the same
// place. So this is noticed. em and em-dpor then refuse the program, and em-optimal
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

// record executes the program once and makes the trace. In each step the first task
// that can move moves, or, with highestFirst, the last one. It returns what is wrong
// with the execution, or "".
func (k *skeleton) record(highestFirst bool) string {
	q := k.play()
	tr := &trace.Trace{}
	var acts []cfg.ActionID // by operation; -1: no step
	for i := range k.Program.Tasks {
		tr.Threads = append(tr.Threads, k.Program.Tasks[i].Name)
	}
	for i := range k.Program.Objects {
		tr.Locks = append(tr.Locks, k.Program.Objects[i].Name)
	}
	for l := range k.places() {
		tr.Locations = append(tr.Locations, trace.Location{Obj: k.placeName(l)})
	}
	// add appends an operation of a task, in the handler that the task is in.
	add := func(t cfg.TaskID, kind trace.Kind, arg int32, dest cfg.TaskID, a cfg.ActionID) {
		acts = append(acts, a)
		tr.Ops = append(tr.Ops, trace.Op{Number: len(tr.Ops) + 1, Kind: kind, Word: kind.String(), Thread: trace.ThreadID(t),
			Task: trace.TaskID(q.handling[t]), Arg: arg, Dest: trace.ThreadID(dest)})
	}
	// message adds a message to the queue of a looper.
	message := func(to cfg.TaskID) int32 {
		e := int32(len(tr.Tasks))
		tr.Tasks = append(tr.Tasks, fmt.Sprintf("%s#%d", k.Program.Tasks[to].Name, e))
		q.queue[to] = append(q.queue[to], e)
		return e
	}
	// settle appends the Return or the Loop of a looper that has come to wait for messages.
	settle := func(t cfg.TaskID) {
		if k.box[t] == cfg.None || !q.idle(t, q.state) {
			return
		}
		if e := q.handling[t]; e >= 0 {
			add(t, trace.Return, e, cfg.None, -1)
			q.handling[t] = -1
		} else if !q.looping[t] {
			q.looping[t] = true
			add(t, trace.Loop, trace.None, cfg.None, -1)
		}
	}
	// Messages that are there from the start are posted by their looper, and before all others.
	last := make([]int32, len(k.Program.Tasks)) // by task: 1 + the post of the last message that is there from the start
	for t, b := range k.box {
		if b == cfg.None {
			continue
		}
		for range k.Program.Objects[b].Initial {
			e := message(cfg.TaskID(t))
			add(cfg.TaskID(t), trace.Post, e, cfg.TaskID(t), -1)
			last[t] = int32(len(tr.Ops))
		}
		settle(cfg.TaskID(t))
	}
	held := map[[2]int32]bool{} // locks that are held, by owner and lock
	for steps := 0; ; steps++ {
		if steps > k.depth {
			return fmt.Sprintf("an execution has more than %d steps", k.depth)
		}
		moved := false
		for i := range k.Program.Tasks {
			t := cfg.TaskID(i)
			if highestFirst {
				t = cfg.TaskID(len(k.Program.Tasks) - 1 - i)
			}
			v, why := q.step(t)
			if why != "" {
				return why
			}
			if v == nil {
				continue
			}
			if v.Effect.Err != nil {
				return "the execution that shows its steps ends in a run-time error: " + v.Effect.Err.Error()
			}
			kind, arg, dest := q.kind(v)
			owner := int32(t)
			if e := q.handling[t]; e >= 0 {
				owner = int32(len(k.Program.Tasks)) + e
			}
			switch kind {
			case trace.Call:
				q.handling[t], q.queue[t] = q.queue[t][0], q.queue[t][1:]
				arg = q.handling[t]
			case trace.Post:
				arg = message(dest)
			case trace.Lock:
				held[[2]int32{owner, arg}] = true
			case trace.Unlock:
				if !held[[2]int32{owner, arg}] {
					return "a lock is not freed by the task or handler that took it"
				}
				delete(held, [2]int32{owner, arg})
			}
			if kind != trace.Write || len(k.touch[v.Action]) > 0 {
				add(t, kind, arg, dest, v.Action)
				if kind == trace.Post && last[dest] > 0 {
					tr.Before = append(tr.Before, [2]int32{last[dest] - 1, int32(len(tr.Ops)) - 1})
				}
			}
			q.take(v)
			settle(t)
			moved = true
			break
		}
		if !moved {
			break
		}
	}
	if !k.Over(q.state) {
		return "the execution that shows its steps gets stuck"
	}
	if len(held) > 0 {
		return "a lock is never freed"
	}
	k.tr, k.s, k.acts, k.acc = tr, k.trace(tr), acts, nil
	k.accesses(acts)
	return ""
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
