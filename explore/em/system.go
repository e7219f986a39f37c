package em

import (
	"fmt"
	"slices"
	"strings"

	"flavers/explore/em/trace"
	"flavers/limit"
)

// This file takes a trace as a program (section 3.2 of the paper). Each thread
// executes its operations outside handlers in the order of the trace, and each
// task, which is a message and its handler, those of the handler. A thread in its
// loop takes the first task of its queue. In each state a thread has at most one
// next operation, which may be enabled or blocked. A search executes operations
// and undoes them in reverse order, on one state.

// System is a trace as a program, with its present state. Executing and undoing an
// operation take constant time, apart from the dependences of the operation.
//
// Operations are numbered as in the trace; those of handlers that it lacks follow.
// Threads and tasks together are the owners of operations: owners 0 to threads-1
// are the threads, then come the tasks.
type System struct {
	t       *trace.Trace
	ops     []op
	threads int         // number of threads
	tasks   int         // number of tasks
	body    [][]int32   // by owner: its operations in order; those of a task begin with its Call
	post    []int32     // by task: the operation that posts it, or -1
	after   [][]int32   // by operation: the operations on which it depends (trace.Trace.Before)
	before  [][]int32   // by operation: the operations that depend on it
	locks   int         // number of locks
	locs    int         // number of locations
	keys    int         // number of keys of life-cycle marks
	child   []bool      // by thread: some operation forks it
	place   []int32     // by operation: its index in the body of its owner
	poll    *limit.Poll // ends long work, which is then run in limit.Try; nil: nothing does

	// The state.
	pc       []int32   // by owner: how many of its operations were executed
	exists   []bool    // by thread: it was forked, or nothing forks it, and it has not exited
	exited   []bool    // by thread
	attached []bool    // by thread: it has a queue
	looping  []bool    // by thread: it is in its loop
	current  []int32   // by thread: its running task, or -1
	queue    [][]int32 // by thread: all tasks posted to it, in order
	head     []int32   // by thread: how many tasks of its queue were begun
	notified []int32   // by thread: notifications for it that no wait has taken
	holder   []int32   // by lock: the thread that holds it, or -1
	left     []int32   // by operation: how many of after were not executed
}

// op is an operation of a system.
type op struct {
	kind   trace.Kind
	thread int32
	owner  int32    // thread, or threads + task
	task   int32    // in whose handler it is, or -1
	arg    int32    // as in trace.Op
	dest   int32    // as in trace.Op
	acc    []Access // in a trace of a program, all that the step accesses, instead of arg; nil: arg counts
}

// Access says that a step reads or writes a location of its trace.
type Access struct {
	Location int32
	Write    bool
}

// accesses calls f for each location that an operation reads or writes.
func (o *op) accesses(f func(loc int32, write bool)) {
	if o.acc == nil && (o.kind == trace.Read || o.kind == trace.Write) {
		f(o.arg, o.kind == trace.Write)
	}
	for _, a := range o.acc {
		f(a.Location, a.Write)
	}
}

// NewSystem makes the system of a trace that Check accepts, in its first state.
func NewSystem(t *trace.Trace) *System {
	s := &System{t: t, threads: len(t.Threads), tasks: len(t.Tasks), locks: len(t.Locks), locs: len(t.Locations)}
	s.body = make([][]int32, s.threads+s.tasks)
	s.post = make([]int32, s.tasks)
	for i := range s.post {
		s.post[i] = -1
	}
	s.child = make([]bool, s.threads)
	add := func(o op) {
		o.owner = o.thread
		if o.task >= 0 {
			o.owner = int32(s.threads) + o.task
		}
		s.body[o.owner] = append(s.body[o.owner], int32(len(s.ops)))
		s.ops = append(s.ops, o)
	}
	for i := range t.Ops {
		o := &t.Ops[i]
		switch o.Kind {
		case trace.Fork:
			s.child[o.Arg] = true
		case trace.Post:
			s.post[o.Arg] = int32(i)
		case trace.Mark:
			s.keys = max(s.keys, int(o.Arg)+1)
		}
		add(op{kind: o.Kind, thread: int32(o.Thread), task: int32(o.Task), arg: o.Arg, dest: int32(o.Dest)})
	}
	// A handler that is not in the trace does nothing: Call and Return.
	for task, p := range s.post {
		if p >= 0 && len(s.body[s.threads+task]) == 0 {
			th := s.ops[p].dest
			add(op{kind: trace.Call, thread: th, task: int32(task), arg: int32(task), dest: -1})
			add(op{kind: trace.Return, thread: th, task: int32(task), arg: int32(task), dest: -1})
		}
	}
	s.place = make([]int32, len(s.ops))
	for _, b := range s.body {
		for k, i := range b {
			s.place[i] = int32(k)
		}
	}
	s.after, s.before = make([][]int32, len(s.ops)), make([][]int32, len(s.ops))
	for _, p := range t.Before {
		if !slices.Contains(s.after[p[1]], p[0]) {
			s.after[p[1]] = append(s.after[p[1]], p[0])
			s.before[p[0]] = append(s.before[p[0]], p[1])
		}
	}
	s.pc = make([]int32, s.threads+s.tasks)
	s.exists, s.exited, s.attached, s.looping = make([]bool, s.threads), make([]bool, s.threads), make([]bool, s.threads),
		make([]bool, s.threads)
	s.current, s.head, s.notified = make([]int32, s.threads), make([]int32, s.threads), make([]int32, s.threads)
	s.queue = make([][]int32, s.threads)
	for th := range s.threads {
		s.current[th] = -1
		s.exists[th] = !s.child[th]
	}
	s.holder = make([]int32, s.locks)
	for i := range s.holder {
		s.holder[i] = -1
	}
	s.left = make([]int32, len(s.ops))
	for i := range s.left {
		s.left[i] = int32(len(s.after[i]))
	}
	return s
}

// Attach gives a thread its queue before the first operation.
func (s *System) Attach(th trace.ThreadID) { s.attached[th] = true }

// Touch sets all that operation i accesses. A Write becomes a Read if it only
// reads one location, and a Nop if it accesses none.
func (s *System) Touch(i int, list []Access) {
	o := &s.ops[i]
	o.acc = list
	if o.kind != trace.Write {
		return
	}
	switch len(list) {
	case 0:
		o.kind = trace.Nop
	case 1:
		o.arg = list[0].Location
		if !list[0].Write {
			o.kind = trace.Read
		}
	}
}

// next returns the next operation of a thread, enabled or not, or -1 if there is none.
func (s *System) next(th int32) int32 {
	if !s.exists[th] {
		return -1
	}
	owner := th
	if s.looping[th] {
		switch {
		case s.current[th] >= 0:
			owner = int32(s.threads) + s.current[th]
		case int(s.head[th]) < len(s.queue[th]):
			owner = int32(s.threads) + s.queue[th][s.head[th]]
		default:
			return -1
		}
	}
	if b := s.body[owner]; int(s.pc[owner]) < len(b) {
		return b[s.pc[owner]]
	}
	return -1
}

// enabled reports whether i, which is the next operation of its thread, can be executed.
func (s *System) enabled(i int32) bool {
	o := &s.ops[i]
	if s.left[i] > 0 {
		return false
	}
	switch o.kind {
	case trace.Lock:
		return s.holder[o.arg] < 0
	case trace.Post:
		return s.exists[o.dest] && s.attached[o.dest]
	case trace.Wait:
		return s.notified[o.thread] > 0
	case trace.Join:
		return s.exited[o.arg]
	}
	return true
}

// execute executes operation i, which is next and enabled.
func (s *System) execute(i int32) {
	o := &s.ops[i]
	s.pc[o.owner]++
	for _, j := range s.before[i] {
		s.left[j]--
	}
	switch o.kind {
	case trace.ThreadExit:
		s.exists[o.thread], s.exited[o.thread] = false, true
	case trace.Fork:
		s.exists[o.arg] = true
	case trace.AttachQueue:
		s.attached[o.thread] = true
	case trace.Loop:
		s.looping[o.thread] = true
	case trace.Post:
		s.queue[o.dest] = append(s.queue[o.dest], o.arg)
	case trace.Call:
		s.current[o.thread] = o.task
		s.head[o.thread]++
	case trace.Return:
		s.current[o.thread] = -1
	case trace.Lock:
		s.holder[o.arg] = o.thread
	case trace.Unlock:
		s.holder[o.arg] = -1
	case trace.Wait:
		s.notified[o.thread]--
	case trace.Notify:
		s.notified[o.arg]++
	}
}

// undo undoes operation i, which was executed last.
func (s *System) undo(i int32) {
	o := &s.ops[i]
	s.pc[o.owner]--
	for _, j := range s.before[i] {
		s.left[j]++
	}
	switch o.kind {
	case trace.ThreadExit:
		s.exists[o.thread], s.exited[o.thread] = true, false
	case trace.Fork:
		s.exists[o.arg] = false
	case trace.AttachQueue:
		s.attached[o.thread] = false
	case trace.Loop:
		s.looping[o.thread] = false
	case trace.Post:
		s.queue[o.dest] = s.queue[o.dest][:len(s.queue[o.dest])-1]
	case trace.Call:
		s.current[o.thread] = -1
		s.head[o.thread]--
	case trace.Return:
		s.current[o.thread] = o.task
	case trace.Lock:
		s.holder[o.arg] = -1
	case trace.Unlock:
		s.holder[o.arg] = o.thread
	case trace.Wait:
		s.notified[o.thread]++
	case trace.Notify:
		s.notified[o.arg]--
	}
}

// Blocked is a thread that cannot go on.
type Blocked struct {
	Thread    string
	Operation int    // its next operation, by its number in the file
	For       string // what it waits for
}

func (b Blocked) String() string {
	return fmt.Sprintf("operation %d of thread %s waits for %s", b.Operation, b.Thread, b.For)
}

// waiting lists the threads that have a next operation, in a state in which
// nothing is enabled.
func (s *System) waiting() []Blocked {
	var out []Blocked
	for t := range int32(s.threads) {
		i := s.next(t)
		if i < 0 {
			continue
		}
		o := &s.ops[i]
		b := Blocked{Thread: s.t.Threads[t], Operation: s.number(i)}
		switch {
		case s.left[i] > 0:
			var ops []string
			for _, j := range s.after[i] {
				if s.pc[s.ops[j].owner] <= s.place[j] {
					ops = append(ops, fmt.Sprintf("operation %d", s.number(j)))
				}
			}
			b.For = strings.Join(ops, " ")
		case o.kind == trace.Lock:
			b.For = fmt.Sprintf("lock %s, held by thread %s", s.t.Locks[o.arg], s.t.Threads[s.holder[o.arg]])
		case o.kind == trace.Wait:
			b.For = "a notification"
		case o.kind == trace.Join:
			b.For = "the end of thread " + s.t.Threads[o.arg]
		case o.kind == trace.Post:
			b.For = "the queue of thread " + s.t.Threads[o.dest]
		}
		out = append(out, b)
	}
	return out
}

// stuck returns the text of waiting. If no thread has a next operation, blocked is
// false, and the text says how far each owner is.
func (s *System) stuck() (what string, blocked bool) {
	list := s.waiting()
	if len(list) == 0 {
		return fmt.Sprintf("stopped, %v", s.pc), false
	}
	words := make([]string, len(list))
	for i, b := range list {
		words[i] = b.String()
	}
	return strings.Join(words, "; "), true
}

// number returns the number of operation i in the file, or 0 for an operation of a handler that is not there.
func (s *System) number(i int32) int {
	if int(i) < len(s.t.Ops) {
		return s.t.Ops[i].Number
	}
	return 0
}
