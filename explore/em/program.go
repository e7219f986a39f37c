package em

import (
	"fmt"
	"strings"

	"flavers/cfg"
	"flavers/explore"
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
// there and differs in the same place. So it is noticed, and the program is
// refused; nothing is missed in silence.
//
// Refused from the start are constructs that traces do not have: rendezvous,
// channels, semaphores, choices, waiting for a condition, and so on.

// skeleton is the trace of a program.
type skeleton struct {
	p     *cfg.Program
	m     *sem.Machine
	by    [][]cfg.Action // by point: actions
	touch [][]touched    // by action: the variables that it may touch
	box   []cfg.ObjectID // by task: its queue, or None
	home  []cfg.TaskID   // by object: whose queue it is, or None
	s     *system
	acts  []cfg.ActionID // by operation of s; -1: it is no step of the program
	depth int
}

// player is an execution of the program.
type player struct {
	*skeleton
	state    []int32
	queue    [][]int32 // by task: messages in its queue
	handling []int32   // by task: the message it handles, or -1
	looping  []bool
	choices  []sem.Choice
}

func newSkeleton(p *cfg.Program, name string, depth int) (*skeleton, error) {
	m, err := sem.New(p)
	if err != nil {
		return nil, err
	}
	k := &skeleton{p: p, m: m, by: make([][]cfg.Action, len(p.Points)), touch: make([][]touched, len(p.Actions)), depth: depth}
	if k.depth == 0 {
		k.depth = 10_000
	}
	for range p.Tasks {
		k.box = append(k.box, cfg.None)
	}
	for i := range p.Objects {
		o := &p.Objects[i]
		if o.Kind == cfg.QueueObject {
			k.box[o.Owner] = o.ID
		}
	}
	refuse := func(format string, args ...any) error {
		return &explore.Refused{Explorer: name, Reason: fmt.Sprintf(format, args...)}
	}
	for i := range p.Nodes {
		if what := k.unfit(&p.Nodes[i]); what != "" {
			return nil, refuse("it has %s (%s)", what, p.Nodes[i].Pos)
		}
	}
	for t := range p.Tasks {
		if !p.Tasks[t].Static() {
			return nil, refuse("it has tasks that are spawned (%s)", p.Tasks[t].Name)
		}
	}
	tab := m.Tabulator()
	for _, a := range p.Actions {
		if a.Joint() {
			return nil, refuse("it has a rendezvous (%s)", p.Nodes[a.A].Pos)
		}
		cases, err := tab.Cases(a, 0)
		if err != nil {
			return nil, refuse("a step cannot be tabled: %v", err)
		}
		k.by[p.Nodes[a.A].Point] = append(k.by[p.Nodes[a.A].Point], a)
		k.touch[a.ID] = k.touches(cases)
	}
	if why := k.record(false); why != "" {
		if k.record(true) != "" {
			return nil, refuse("%s", why)
		}
	}
	return k, nil
}

// unfit names a construct that traces do not have, or is "".
func (k *skeleton) unfit(n *cfg.Node) string {
	what := ""
	switch op := n.Op.(type) {
	case cfg.Silent, cfg.Block, cfg.Fail, cfg.Unlock:
	case cfg.Test:
		if op.Await {
			what = "an await"
		}
	case cfg.Lock:
		if k.p.Objects[op.Lock].RW {
			what = "a reader-writer lock"
		}
	case cfg.Handle:
		if k.p.Objects[op.Box].Kind != cfg.QueueObject || op.Guard != nil || op.Stops {
			what = "an actor or a process"
		}
	default:
		what = strings.ToLower(strings.TrimPrefix(fmt.Sprintf("%T", op), "cfg.")) + " steps"
	}
	posts := 0
	var look func(list []cfg.Stmt, inside bool)
	look = func(list []cfg.Stmt, inside bool) {
		for _, s := range list {
			switch s := s.(type) {
			case *cfg.Post:
				posts++
				for _, b := range s.Boxes {
					if k.p.Objects[b].Kind != cfg.QueueObject {
						what = "an actor or a process"
					}
				}
				if inside {
					what = "a post under a condition in an atomic step"
				}
			case *cfg.Branch:
				look(s.Then, true)
				look(s.Else, true)
			case *cfg.Choose, *cfg.Create, *cfg.Stop:
				what = "choices, spawns or stops in an atomic step"
			case *cfg.Assign:
				if s.Value == nil {
					what = "a choice of a value"
				}
			}
		}
	}
	switch op := n.Op.(type) {
	case cfg.Block:
		look(op.Stmts, false)
	case cfg.Handle:
		look(op.Body, false)
		if posts > 0 {
			what = "a handler that is one step"
		}
	}
	if posts > 1 {
		what = "several posts in an atomic step"
	}
	return what
}

func (k *skeleton) play() *player {
	q := &player{skeleton: k, state: k.m.Start(), queue: make([][]int32, len(k.p.Tasks)), handling: make([]int32, len(k.p.Tasks)), looping: make([]bool, len(k.p.Tasks))}
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
		list = q.m.Outcomes(list, q.state, b, false)
	}
	if len(list) > 1 {
		return a, out, false, "task " + q.p.Tasks[t].Name + " has a choice"
	}
	if len(list) == 0 {
		return
	}
	return q.p.Actions[list[0].Action], list[0], true, ""
}

// idle tells whether a looper waits for messages.
func (q *player) idle(t cfg.TaskID) bool {
	pt := q.m.Point(t, q.state[q.m.Pos(t)])
	return pt != cfg.None && q.p.Points[pt].Idle
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
	for i := range k.m.Comps {
		tr.Locations = append(tr.Locations, trace.Location{Obj: k.m.Comps[i].Name})
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
		if k.box[t] == cfg.None || !q.idle(t) {
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
	for t, b := range k.box {
		if b == cfg.None {
			continue
		}
		for range k.p.Objects[b].Initial {
			e := message(cfg.TaskID(t))
			add(cfg.TaskID(t), trace.Post, e, cfg.TaskID(t), -1)
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
