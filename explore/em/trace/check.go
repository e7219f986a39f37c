package trace

import "flavers/diag"

// This file checks that a trace is an execution: it executes the operations in
// their order and reports each that is not possible in the state before it.

// Check reports what cannot have happened in this order, each at its operation:
// operations of threads that do not run, messages that were not posted or are not
// first in their queue, locks that are held, waits without a notification, broken
// dependences. A handler that is not in the trace, and one that does not end, are
// warnings: the first is taken to do nothing, the second to stop there.
func (t *Trace) Check() diag.List {
	c := &checker{t: t, running: make([]bool, len(t.Threads)), forked: make([]bool, len(t.Threads)),
		ended:    make([]bool, len(t.Threads)),
		attached: make([]bool, len(t.Threads)), looping: make([]bool, len(t.Threads)), task: make([]TaskID, len(t.Threads)),
		queue: make([][]TaskID, len(t.Threads)), notified: make([]int, len(t.Threads)), posted: make([]int32, len(t.Tasks)),
		called: make([]bool, len(t.Tasks)), holder: make([]ThreadID, len(t.Locks)), taken: make([]TaskID, len(t.Locks)),
		child: make([]bool, len(t.Threads))}
	for i := range c.task {
		c.task[i] = None
	}
	for i := range c.holder {
		c.holder[i] = None
	}
	for i := range c.posted {
		c.posted[i] = None
	}
	for i := range t.Ops {
		if t.Ops[i].Kind == Fork {
			c.child[t.Ops[i].Arg] = true
		}
	}
	for i := range t.Ops {
		c.op(i)
	}
	for _, p := range t.Before {
		if p[0] >= p[1] {
			c.errorf(int(p[1]), "E201", "operation %d comes before %d, on which it depends", t.Ops[p[1]].Number,
				t.Ops[p[0]].Number)
		}
	}
	// Handlers that are missing or do not end.
	for task, at := range c.posted {
		if at != None && !c.called[task] {
			c.ds.Warnf(t.Ops[at].Pos, "E301", "the handler of message %s is not in the trace; it is taken to do nothing",
				t.Tasks[task])
		}
	}
	for th, task := range c.task {
		if task != None && c.posted[task] != None { // a handler without a message is an error already
			c.ds.Warnf(t.Ops[c.posted[task]].Pos, "E302",
				"the handler of message %s does not end; thread %s is taken to stay in it", t.Tasks[task], t.Threads[th])
		}
	}
	return c.ds
}

// checker is the state of the execution, with the problems so far.
type checker struct {
	t  *Trace
	ds diag.List

	// By thread.
	running, forked, ended, attached, looping []bool
	child                                     []bool     // it is forked somewhere in the trace
	task                                      []TaskID   // the handler that it is in, or None
	queue                                     [][]TaskID // messages that were posted and not begun
	notified                                  []int      // notifications that no wait has taken

	posted []int32    // by task: the operation that posts it, or None
	called []bool     // by task: it was begun
	holder []ThreadID // by lock: the thread that holds it, or None
	taken  []TaskID   // by lock: the handler in which it was taken last, or None
}

// errorf reports an error at operation i.
func (c *checker) errorf(i int, code diag.Code, format string, args ...any) {
	if len(c.ds.All) < maxProblems {
		c.ds.Errorf(c.t.Ops[i].Pos, code, format, args...)
	}
}

// op checks and executes operation i. An impossible operation is executed all the
// same, as far as it goes, so that it is reported once.
func (c *checker) op(i int) {
	t, o := c.t, &c.t.Ops[i]
	th := o.Thread
	name := t.Threads[th]
	if o.Kind == ThreadInit {
		switch {
		case c.running[th] || c.ended[th]:
			c.errorf(i, "E201", "thread %s begins twice", name)
		case c.child[th] && !c.forked[th]:
			c.errorf(i, "E201", "thread %s begins before it is forked", name)
		}
		c.running[th] = true
		return
	}
	if !c.running[th] {
		c.errorf(i, "E201", "thread %s does not run here", name)
		c.running[th] = true // said once
	}
	if c.looping[th] && c.task[th] == None && o.Kind != Call {
		c.errorf(i, "E201", "thread %s is in its loop: only a handler can begin", name)
	}
	switch o.Kind {
	case ThreadExit:
		c.running[th], c.ended[th] = false, true
	case Fork:
		if c.forked[o.Arg] || c.running[o.Arg] || c.ended[o.Arg] {
			c.errorf(i, "E201", "thread %s is forked, but exists", t.Threads[o.Arg])
		}
		c.forked[o.Arg] = true
	case Join:
		if !c.ended[o.Arg] {
			c.errorf(i, "E201", "thread %s is joined before its end", t.Threads[o.Arg])
		}
	case AttachQueue:
		if c.attached[th] {
			c.errorf(i, "E201", "thread %s has a queue", name)
		}
		c.attached[th] = true
	case Loop:
		if !c.attached[th] {
			c.errorf(i, "E201", "thread %s has no queue for its loop", name)
		}
		c.looping[th] = true
	case Post:
		c.post(i)
	case Call:
		c.call(i)
	case Return:
		for l, h := range c.holder {
			if h == th && c.taken[l] == TaskID(o.Arg) {
				c.errorf(i, "E202", "lock %s is held at the end of the handler that took it", t.Locks[l])
			}
		}
		c.task[th] = None
	case Lock:
		if h := c.holder[o.Arg]; h != None {
			c.errorf(i, "E201", "lock %s is held by thread %s", t.Locks[o.Arg], t.Threads[h])
		}
		c.holder[o.Arg], c.taken[o.Arg] = th, o.Task
	case Unlock:
		switch {
		case c.holder[o.Arg] != th:
			c.errorf(i, "E201", "thread %s does not hold the lock %s", name, t.Locks[o.Arg])
		case c.taken[o.Arg] != o.Task:
			c.errorf(i, "E202", "lock %s is not released in the handler that took it", t.Locks[o.Arg])
		}
		c.holder[o.Arg] = None
	case Wait:
		if c.notified[th] == 0 {
			c.errorf(i, "E201", "thread %s waits, but was not notified before", name)
		} else {
			c.notified[th]--
		}
	case Notify:
		c.notified[o.Arg]++
	}
}

// post is op for a Post.
func (c *checker) post(i int) {
	t, o := c.t, &c.t.Ops[i]
	if c.posted[o.Arg] != None {
		c.errorf(i, "E201", "message %s is posted twice", t.Tasks[o.Arg])
	}
	c.posted[o.Arg] = int32(i)
	if !c.attached[o.Dest] || c.ended[o.Dest] {
		c.errorf(i, "E201", "thread %s has no queue for message %s", t.Threads[o.Dest], t.Tasks[o.Arg])
	}
	c.queue[o.Dest] = append(c.queue[o.Dest], TaskID(o.Arg))
}

// call is op for a Call.
func (c *checker) call(i int) {
	t, o := c.t, &c.t.Ops[i]
	th, task := o.Thread, TaskID(o.Arg)
	switch {
	case !c.looping[th]:
		c.errorf(i, "E201", "thread %s handles message %s before its loop", t.Threads[th], t.Tasks[task])
	case c.task[th] != None:
		c.errorf(i, "E201", "thread %s handles message %s inside another handler", t.Threads[th], t.Tasks[task])
	case c.called[task]:
		c.errorf(i, "E201", "message %s is handled twice", t.Tasks[task])
	case c.posted[task] == None:
		c.errorf(i, "E201", "message %s is handled before it is posted", t.Tasks[task])
	case len(c.queue[th]) == 0 || c.queue[th][0] != task:
		c.errorf(i, "E201", "message %s is not the first of the queue of thread %s", t.Tasks[task], t.Threads[th])
	}
	for k, e := range c.queue[th] {
		if e == task {
			c.queue[th] = append(c.queue[th][:k:k], c.queue[th][k+1:]...)
			break
		}
	}
	c.called[task], c.task[th] = true, task
}
