package eventdriven

import (
	"fmt"
	"slices"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/em/trace"
	"flavers/explore/model"
)

// This file makes a trace of a program of tasks and loopers, so that the
// explorers of traces can find the orders of its steps, and executes such
// orders on the program itself, with its values.
//
// That is right if what each task and each handler touches does not depend on
// values: the program is executed once for the trace, and then in every order
// that is found, and in each the steps have to be those of the trace. If one
// execution of the program is not, consider its first step that is not: up to
// there it is the beginning of an execution of the trace, which is of a class
// that is found, and the program executed in that order sees the same values
// there and differs in the same place. So it is noticed, and em and em-dpor
// refuse the program; em-optimal begins anew with partial executions
// (partial.go). Nothing is missed in silence.

// skeleton is the trace of a program.
type skeleton struct {
	*subject
	tr   *trace.Trace
	s    *em.System     // of the trace
	acts []cfg.ActionID // by operation; -1: it is no step of the program
	acc  [][]em.Access  // by operation: what it touches
}

// player is an execution of the program that is compared with its trace.
type player struct {
	*execution
	skel     *skeleton
	queue    [][]int32 // by task: messages in its queue
	handling []int32   // by task: the message it handles, or -1
	looping  []bool
	list     []*model.Move
}

// newSkeleton executes a program once for its trace.
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

func (k *skeleton) play() *player {
	n := len(k.Program.Tasks)
	q := &player{execution: k.begin(), skel: k, queue: make([][]int32, n), handling: make([]int32, n),
		looping: make([]bool, n)}
	for t := range q.handling {
		q.handling[t] = -1
	}
	return q
}

// step is what a task can do next; nil: it cannot move. why says what is wrong if
// it could do several things.
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

// kind is what a step looks like in a trace; dest is of a post.
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

// record executes the program once and makes the trace; the answer says what is
// wrong, or "".
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
	add := func(t cfg.TaskID, kind trace.Kind, arg int32, dest cfg.TaskID, a cfg.ActionID) {
		acts = append(acts, a)
		tr.Ops = append(tr.Ops, trace.Op{Number: len(tr.Ops) + 1, Kind: kind, Word: kind.String(), Thread: trace.ThreadID(t),
			Task: trace.TaskID(q.handling[t]), Arg: arg, Dest: trace.ThreadID(dest)})
	}
	message := func(to cfg.TaskID) int32 {
		e := int32(len(tr.Tasks))
		tr.Tasks = append(tr.Tasks, fmt.Sprintf("%s#%d", k.Program.Tasks[to].Name, e))
		q.queue[to] = append(q.queue[to], e)
		return e
	}
	settle := func(t cfg.TaskID) { // after a step, or at the start
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
	held := map[[2]int32]bool{} // owner and lock
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

// trace is what is executed of a trace of the program: its loopers have their
// queues from the start.
func (k *subject) trace(tr *trace.Trace) *em.System {
	s := em.NewSystem(tr)
	for t, b := range k.box {
		if b != cfg.None {
			s.Attach(trace.ThreadID(t))
		}
	}
	return s
}
