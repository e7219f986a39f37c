package em

import "flavers/explore/em/trace"

// This file finds, for the next operation of a thread, the earlier operations of
// the execution that depend on it and may be reordered with it ("the nearest
// transition r in w which is dependent with r'", section 3.1 of the paper):
// dependent for EM-DPOR, nearest and latest for DPOR.

// dependent appends the positions with which the next operation o can be
// reordered, the latest first. Positions that happen before the thread or task of
// o are left out.
//
//   - For a read: the latest write.
//   - For a write: the latest write, and all reads since.
//   - For a lock: the latest locks, as long as they are of one thread, another one
//     than that of o.
//   - For a post: none. Posts to one thread are independent in EM-DPOR.
func (a *emDPOR) dependent(list []int32, o *op) []int32 {
	r := a.r
	c := r.of(r.ownerOf(o))
	switch o.kind {
	case trace.Read:
		w := r.writes[o.arg]
		for k := len(w) - 1; k >= 0; k-- {
			if !r.before(w[k], c) {
				return append(list, w[k])
			}
		}
	case trace.Write:
		w, latest := r.writes[o.arg], int32(-1)
		for k := len(w) - 1; k >= 0; k-- {
			if !r.before(w[k], c) {
				latest = w[k]
				break
			}
		}
		reads := r.reads[o.arg]
		for k := len(reads) - 1; k >= 0 && reads[k] > latest; k-- {
			if !r.before(reads[k], c) {
				list = append(list, reads[k])
			}
		}
		if latest >= 0 {
			list = append(list, latest)
		}
	case trace.Lock:
		l, thread := r.taken[o.arg], int32(-1)
		for k := len(l) - 1; k >= 0; k-- {
			u := r.ops[r.path[l[k]]].thread
			if r.before(l[k], c) || u == o.thread {
				continue
			}
			if thread < 0 {
				thread = u
			}
			if u != thread {
				break
			}
			list = append(list, l[k])
		}
	}
	return list
}

// nearest returns the latest position with which the next operation o can be
// reordered in DPOR with queues as shared objects, or -1. Posts to one thread
// depend on each other there; all operations of one thread are ordered.
func (a *emDPOR) nearest(o *op) int32 {
	r := a.r
	c := r.of(r.ownerOf(o))
	last := func(list []int32) int32 {
		for k := len(list) - 1; k >= 0; k-- {
			if !r.before(list[k], c) && r.ops[r.path[list[k]]].thread != o.thread {
				return list[k]
			}
		}
		return -1
	}
	switch o.kind {
	case trace.Read:
		return last(r.writes[o.arg])
	case trace.Write:
		return max(last(r.writes[o.arg]), last(r.reads[o.arg]))
	case trace.Lock:
		return last(r.taken[o.arg])
	case trace.Post:
		return last(r.posts[o.dest])
	}
	return -1
}

// latest adds the backtracking point of DPOR for the next operation o (Flanagan
// and Godefroid 2005, figure 3). In the state before the latest dependent
// operation, this is the thread of o, or one with a later operation that happens
// before o. A thread that was in its loop counts only if the task of that
// operation is executable there. If there is no such thread, all enabled threads
// are added.
func (a *emDPOR) latest(o *op) {
	r := a.r
	p := a.nearest(o)
	if p < 0 {
		return
	}
	a.calls++
	d := int(p)
	enabled := a.set(a.enabled, d)
	set := a.scratch
	clear(set)
	if enabled.has(o.thread) && a.executable(o.thread, o.task, p) {
		set.add(o.thread)
	}
	other := r.ops[r.path[p]].thread
	c := r.of(r.ownerOf(o))
	for k := int32(len(r.path)) - 1; k >= p; k-- {
		u := &r.ops[r.path[k]]
		if u.thread != other && enabled.has(u.thread) && !set.has(u.thread) && r.before(k, c) &&
			(!a.loopingAt(u.thread, p) || a.executable(u.thread, u.task, p)) {
			set.add(u.thread)
		}
	}
	if set.empty() {
		a.addAll(d)
		return
	}
	a.add(d, set)
}

// loopingAt reports whether thread t was in its loop in the state before position p.
func (a *emDPOR) loopingAt(t, p int32) bool {
	at := a.r.loopAt[t]
	return at >= 0 && at < p
}

// executable reports whether, in the state before position p, a task of thread t
// was running or first in the queue. Task -1 stands for what the thread does
// outside handlers.
func (a *emDPOR) executable(t, task, p int32) bool {
	if !a.loopingAt(t, p) {
		return task < 0
	}
	x := a.front(t, p)
	if task < 0 {
		return x < 0 || a.r.callAt[x] < 0 || a.r.callAt[x] >= p
	}
	return x == task
}

// front returns the task of thread t that was running in the state before position
// p, or else the first in the queue; -1 if there was none.
func (a *emDPOR) front(t, p int32) int32 {
	for _, q := range a.r.posts[t] {
		if q >= p {
			break
		}
		x := a.sys.ops[a.r.path[q]].arg
		if ret := a.r.retAt[x]; ret < 0 || ret >= p {
			return x
		}
	}
	return -1
}
