package em

import "flavers/explore/em/trace"

// This file keeps an execution with its happens-before relation (Definition 3 of
// the paper), as vector clocks. Operations are pushed and popped at the end. As in
// section 3.1 of the paper, there is a clock for each task, not only for each
// thread, since handlers of one thread need not be ordered. Two of them are
// ordered if their posts are: the FIFO rule (fifo).

// run is an execution in progress. A position is an index into path. Each position
// has a clock, with a component for each owner: 1 + the last position of an
// operation of the owner that happens before this one or is it; 0 if there is
// none. The component of a task that was posted but has not begun is 1, which says
// that its post happens before.
//
// With merged set, all operations of a thread belong to the thread, as in DPOR
// with queues as shared objects, and posts to one thread are ordered.
type run struct {
	*System
	merged bool
	width  int     // number of owners
	path   []int32 // by position: the operation
	clocks []int32 // width for each position
	last   []int32 // by owner: the position of its last operation, or -1
	prev   []int32 // by position: the position of the operation before it of the same owner, or -1
	at     []int32 // by operation: its position, or -1

	reads, writes [][]int32 // by location: positions
	taken         [][]int32 // by lock: positions of Lock
	freed         [][]int32 // by lock: positions of Unlock
	notify        [][]int32 // by thread: positions of Notify for it
	posts         [][]int32 // by thread: positions of posts to it
	attachAt      []int32   // by thread: the position of its AttachQueue, or -1
	loopAt        []int32   // by thread: the position of its Loop, or -1
	callAt, retAt []int32   // by task: the positions of its Call and its Return, or -1
	empty         []int32   // the clock of an owner that has done nothing
	forks         []int32   // by thread: the operation that forks it, or -1

	// Life cycles: an ENABLE-LIFECYCLE happens before the TRIGGER-LIFECYCLE with the same key.
	enableAt []int32 // by key: the position of an enabling without its trigger, or -1
	met      []int32 // by position of a mark: of a trigger, the position of its enabling; of an enabling, -2; else -1

	// For EM-DPOR; nil: none. dependentPosts reports whether posts to one thread
	// depend on the post at position p although merged is not set. posted is called
	// after a post, and may add edges to its clock.
	dependentPosts func(p int) bool
	posted         func(p int)
}

// newRun returns the empty execution of a system in its first state.
func newRun(s *System, merged bool) *run {
	n := len(s.ops)
	s.poll.Reserve(4 * int64(s.threads+s.tasks) * int64(n))
	r := &run{System: s, merged: merged, width: s.threads + s.tasks, clocks: make([]int32, (s.threads+s.tasks)*n)}
	r.path = make([]int32, 0, n)
	r.prev, r.met, r.at = make([]int32, n), make([]int32, n), make([]int32, n)
	r.last = make([]int32, r.width)
	r.reads, r.writes = make([][]int32, s.locs), make([][]int32, s.locs)
	r.taken, r.freed = make([][]int32, s.locks), make([][]int32, s.locks)
	r.notify, r.posts = make([][]int32, s.threads), make([][]int32, s.threads)
	r.enableAt, r.forks = make([]int32, s.keys), make([]int32, s.threads)
	r.attachAt, r.loopAt = make([]int32, s.threads), make([]int32, s.threads)
	r.callAt, r.retAt = make([]int32, s.tasks), make([]int32, s.tasks)
	r.empty = make([]int32, r.width)
	for _, list := range [][]int32{r.last, r.at, r.enableAt, r.forks, r.attachAt, r.loopAt, r.callAt, r.retAt} {
		for i := range list {
			list[i] = -1
		}
	}
	for i := range s.ops {
		if o := &s.ops[i]; o.kind == trace.Fork {
			r.forks[o.arg] = int32(i)
		}
	}
	return r
}

// clock returns the clock at position p, which may be changed in place.
func (r *run) clock(p int32) []int32 { return r.clocks[int(p)*r.width : (int(p)+1)*r.width] }

// ownerOf returns the owner to whose component of clocks an operation belongs.
func (r *run) ownerOf(o *op) int32 {
	if r.merged {
		return o.thread
	}
	return o.owner
}

// of returns the clock of the last operation of an owner.
func (r *run) of(owner int32) []int32 {
	if p := r.last[owner]; p >= 0 {
		return r.clock(p)
	}
	return r.empty
}

// before reports whether the operation at position p happens before the one with
// clock c, or is it.
func (r *run) before(p int32, c []int32) bool {
	return p < c[r.ownerOf(&r.ops[r.path[p]])]
}

// join makes each component of c the larger one of c and d.
func join(c, d []int32) {
	d = d[:len(c)]
	for i, v := range d {
		if v > c[i] {
			c[i] = v
		}
	}
}

// sync adds to clock c that the operation at position p happens before; p may be -1: nothing.
func (r *run) sync(c []int32, p int32) {
	if p >= 0 && !r.before(p, c) {
		join(c, r.clock(p))
	}
}

// push executes operation i, which is next in its thread, and computes its clock:
// that of the operation before it of its owner, joined with those of all earlier
// operations on which it depends.
func (r *run) push(i int32) {
	p := int32(len(r.path))
	o := &r.ops[i]
	owner := r.ownerOf(o)
	r.path = append(r.path, i)
	r.at[i] = p
	r.prev[p] = r.last[owner]
	c := r.clock(p)
	if q := r.last[owner]; q >= 0 {
		copy(c, r.clock(q))
	} else {
		clear(c)
	}
	r.last[owner] = p
	switch o.kind {
	case trace.ThreadInit:
		if f := r.forkOf(o.thread); f >= 0 {
			r.sync(c, f)
		}
	case trace.Join:
		if q := r.last[o.arg]; q >= 0 {
			r.sync(c, q)
		}
	case trace.AttachQueue:
		r.attachAt[o.thread] = p
	case trace.Loop:
		r.loopAt[o.thread] = p
	case trace.Post:
		if r.merged || r.dependentPosts != nil && r.dependentPosts(int(p)) {
			for _, q := range r.posts[o.dest] {
				r.sync(c, q)
			}
		}
		r.sync(c, r.attachAt[o.dest])
		if !r.merged {
			k := r.threads + int(o.arg)
			c[k] = max(c[k], 1)
		}
		r.posts[o.dest] = append(r.posts[o.dest], p)
	case trace.Call:
		r.callAt[o.task] = p
		r.sync(c, r.at[r.post[o.task]])
		if !r.merged {
			r.fifo(c, o)
		}
		r.sync(c, r.loopAt[o.thread])
	case trace.Return:
		r.retAt[o.task] = p
	case trace.Read:
		for _, q := range r.writes[o.arg] {
			r.sync(c, q)
		}
		r.reads[o.arg] = append(r.reads[o.arg], p)
	case trace.Write:
		for _, q := range r.writes[o.arg] {
			r.sync(c, q)
		}
		for _, q := range r.reads[o.arg] {
			r.sync(c, q)
		}
		r.writes[o.arg] = append(r.writes[o.arg], p)
	case trace.Lock:
		for _, q := range r.freed[o.arg] {
			if r.ops[r.path[q]].thread != o.thread {
				r.sync(c, q)
			}
		}
		r.taken[o.arg] = append(r.taken[o.arg], p)
	case trace.Unlock:
		r.freed[o.arg] = append(r.freed[o.arg], p)
	case trace.Wait: // takes the earliest notification that was not taken
		r.sync(c, r.notify[o.thread][len(r.notify[o.thread])-int(r.notified[o.thread])])
	case trace.Notify:
		r.notify[o.arg] = append(r.notify[o.arg], p)
	case trace.Mark:
		r.met[p] = r.mark(c, o, p)
	}
	for _, j := range r.after[i] {
		r.sync(c, r.at[j])
	}
	c[owner] = p + 1
	r.execute(i)
	if o.kind == trace.Post && r.posted != nil {
		r.posted(int(p))
	}
}

// forkOf returns the position where a thread was forked, or -1.
func (r *run) forkOf(th int32) int32 {
	if f := r.forks[th]; f >= 0 {
		return r.at[f]
	}
	return -1
}

// fifo is the FIFO rule for the Call o with clock c: if the post of a task e
// happens before the post of the task of o, to the same thread, the end of e
// happens before o.
func (r *run) fifo(c []int32, o *op) {
	for _, q := range r.posts[o.thread] {
		e := r.ops[r.path[q]].arg
		if e != o.task && r.known(o.task, e) {
			r.sync(c, r.retAt[e])
		}
	}
}

// known reports whether the post of e happens before the post of task.
func (r *run) known(task, e int32) bool {
	return r.clock(r.at[r.post[task]])[r.threads+int(e)] >= 1
}

// mark orders a trigger of the life cycle after its enabling. It returns the entry
// of met for position p.
func (r *run) mark(c []int32, o *op, p int32) int32 {
	if o.arg < 0 {
		return -1
	}
	at := &r.enableAt[o.arg]
	q := *at
	if r.t.Ops[r.path[p]].Word == "ENABLE-LIFECYCLE" {
		if q >= 0 {
			return -1
		}
		*at = p
		return -2
	}
	if q >= 0 {
		r.sync(c, q)
		*at = -1
	}
	return q
}

// unmark undoes mark.
func (r *run) unmark(o *op, p int32) {
	switch q := r.met[p]; {
	case q == -2:
		r.enableAt[o.arg] = -1
	case q >= 0:
		r.enableAt[o.arg] = q
	}
}

// pop undoes the last operation of the execution.
func (r *run) pop() {
	p := int32(len(r.path)) - 1
	i := r.path[p]
	o := &r.ops[i]
	r.undo(i)
	switch o.kind {
	case trace.AttachQueue:
		r.attachAt[o.thread] = -1
	case trace.Loop:
		r.loopAt[o.thread] = -1
	case trace.Post:
		drop(&r.posts[o.dest])
	case trace.Call:
		r.callAt[o.task] = -1
	case trace.Return:
		r.retAt[o.task] = -1
	case trace.Read:
		drop(&r.reads[o.arg])
	case trace.Write:
		drop(&r.writes[o.arg])
	case trace.Lock:
		drop(&r.taken[o.arg])
	case trace.Unlock:
		drop(&r.freed[o.arg])
	case trace.Notify:
		drop(&r.notify[o.arg])
	case trace.Mark:
		r.unmark(o, p)
	}
	r.last[r.ownerOf(o)] = r.prev[p]
	r.at[i] = -1
	r.path = r.path[:p]
}

// drop removes the last element of a list.
func drop(list *[]int32) { *list = (*list)[:len(*list)-1] }
