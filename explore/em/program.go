package em

import (
	"fmt"

	"flavers/cfg"
	"flavers/explore/em/trace"
	"flavers/sem"
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
	s    *system
	acts []cfg.ActionID // by operation of s; -1: it is no step of the program
}

// player is an execution of the program.
type player struct {
	*skeleton
	state    []int32
	queue    [][]int32 // by task: messages in its queue
	handling []int32   // by task: the message it handles, or -1
	looping  []bool
	*journal
}

// newSkeleton executes a program once for its trace.
func newSkeleton(p *subject) (*skeleton, error) {
	for i := range p.p.Nodes {
		if what := p.unfit(&p.p.Nodes[i], true); what != "" {
			return nil, p.refuse("it has %s (%s); em-optimal can", what, p.p.Nodes[i].Pos)
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
	q := &player{skeleton: k, journal: k.newJournal(), state: k.m.Start(), queue: make([][]int32, len(k.p.Tasks)), handling: make([]int32, len(k.p.Tasks)), looping: make([]bool, len(k.p.Tasks))}
	for t := range q.handling {
		q.handling[t] = -1
	}
	return q
}

// step is what a task can do next. It returns false if the task cannot move;
// why says what is wrong if it could do several things.
func (q *player) step(t cfg.TaskID) (a cfg.Action, out sem.Outcome, ok bool, why string) {
	pt := q.m.Point(t, q.state[q.m.Pos(t)])
	if pt == cfg.None {
		return
	}
	var list []sem.Outcome
	for _, b := range q.by[pt] {
		list = q.m.Outcomes(list, q.state, b, len(q.specs) > 0)
	}
	if len(list) > 1 {
		return a, out, false, "task " + q.p.Tasks[t].Name + " has a choice"
	}
	if len(list) == 0 {
		return
	}
	return q.p.Actions[list[0].Action], list[0], true, ""
}

// posted finds into whose queue a step has put a message, or None.
func (q *player) posted(a cfg.Action, next []int32) cfg.TaskID {
	if _, ok := q.p.Nodes[a.A].Op.(cfg.Block); !ok {
		return cfg.None
	}
	for t, b := range q.box {
		if b != cfg.None && len(q.m.Pending(b, next)) > len(q.m.Pending(b, q.state)) {
			return cfg.TaskID(t)
		}
	}
	return cfg.None
}

// kind is what a step looks like in a trace; dest is of a post.
func (q *player) kind(a cfg.Action, next []int32) (k trace.Kind, arg int32, dest cfg.TaskID) {
	switch op := q.p.Nodes[a.A].Op.(type) {
	case cfg.Lock:
		return trace.Lock, int32(op.Lock), cfg.None
	case cfg.Unlock:
		return trace.Unlock, int32(op.Lock), cfg.None
	case cfg.Handle:
		return trace.Call, 0, cfg.None
	}
	if next != nil {
		if t := q.posted(a, next); t != cfg.None {
			return trace.Post, 0, t
		}
	}
	return trace.Write, 0, cfg.None
}

// record executes the program once and makes the trace; the answer says what is
// wrong, or "".
func (k *skeleton) record(highestFirst bool) string {
	q := k.play()
	tr := &trace.Trace{}
	var acts []cfg.ActionID // by operation; -1: no step
	for i := range k.p.Tasks {
		tr.Threads = append(tr.Threads, k.p.Tasks[i].Name)
	}
	for i := range k.p.Objects {
		tr.Locks = append(tr.Locks, k.p.Objects[i].Name)
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
		tr.Tasks = append(tr.Tasks, fmt.Sprintf("%s#%d", k.p.Tasks[to].Name, e))
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
	last := make([]int32, len(k.p.Tasks)) // by task: 1 + the post of the last message that is there from the start
	for t, b := range k.box {
		if b == cfg.None {
			continue
		}
		for range k.p.Objects[b].Initial {
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
		for i := range k.p.Tasks {
			t := cfg.TaskID(i)
			if highestFirst {
				t = cfg.TaskID(len(k.p.Tasks) - 1 - i)
			}
			a, out, ok, why := q.step(t)
			if why != "" {
				return why
			}
			if !ok {
				continue
			}
			if out.Err != nil {
				return "the execution that shows its steps ends in a run-time error: " + out.Err.Error()
			}
			kind, arg, dest := q.kind(a, out.Next)
			owner := int32(t)
			if e := q.handling[t]; e >= 0 {
				owner = int32(len(k.p.Tasks)) + e
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
			if kind != trace.Write || len(k.touch[a.ID]) > 0 {
				add(t, kind, arg, dest, a.ID)
				if kind == trace.Post && last[dest] > 0 {
					tr.Before = append(tr.Before, [2]int32{last[dest] - 1, int32(len(tr.Ops)) - 1})
				}
			}
			q.state = out.Next
			settle(t)
			moved = true
			break
		}
		if !moved {
			break
		}
	}
	if !k.m.Over(q.state) {
		return "the execution that shows its steps gets stuck"
	}
	if len(held) > 0 {
		return "a lock is never freed"
	}
	k.s = newSystem(tr)
	for t, b := range k.box {
		k.s.attached[t] = b != cfg.None
	}
	k.acts = acts
	k.accesses(acts)
	return ""
}
