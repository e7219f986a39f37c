package em

import "slices"

// This file finds where to backtrack to, so that an operation r' comes before an
// earlier, dependent operation r: FindTarget of arXiv:1511.03213, described in
// section 3.1 of the paper, with the details of the tool. There are three cases:
//
//   - r and r' are in handlers of one thread. Then their posts are to be reordered,
//     and so on, until the two are not.
//   - Some thread that is enabled before r, and was not explored from there, has an
//     operation after r that happens before r'. Then it is to be explored there.
//   - All such threads were explored. A task of such a thread may have waited in
//     its queue, behind another task that was running or first (front). Then these
//     two are to be reordered (waiting, reschedule).

// place is an operation that is to come earlier: one that was executed (a post), or
// the next one of its thread.
type place struct {
	pos    int32 // its position; of a next operation, the present depth
	thread int32
	owner  int32
	task   int32 // -1: outside handlers
	post   int32 // the message that it posts, or -1
}

// at returns the operation at position p.
func (a *emDPOR) at(p int32) place {
	o := &a.sys.ops[a.r.path[p]]
	return place{pos: p, thread: o.thread, owner: o.owner, task: o.task, post: a.posted(p)}
}

// posted returns the message that the operation at position p posts, or -1.
func (a *emDPOR) posted(p int32) int32 {
	o := &a.sys.ops[a.r.path[p]]
	if o.dest < 0 {
		return -1
	}
	return o.arg
}

// findTarget adds to a.results what is to be explored for b to come before the
// operation at position p. again says that reschedule calls it, for two posts; if
// the first happens before the second, there is nothing to do.
func (a *emDPOR) findTarget(p int32, b place, again bool) {
	r := a.r
	if again && r.before(p, a.clockOf(b.owner)) {
		return
	}
	// From two operations in handlers of one thread, go on to the posts of the handlers.
	for {
		o := &a.sys.ops[r.path[p]]
		if o.thread != b.thread || o.task < 0 || b.task < 0 {
			break
		}
		p, b = r.at[a.sys.post[o.task]], a.at(r.at[a.sys.post[b.task]])
		if r.before(p, a.clockOf(b.owner)) {
			return
		}
	}
	// The candidates in the state before p.
	d := int(p)
	other := a.sys.ops[r.path[p]].thread
	enabled, done := a.set(a.enabled, d), a.set(a.done, d)
	set := a.newSet()
	if enabled.has(b.thread) {
		set.add(b.thread)
	}
	a.candidates(set, p, b, other, enabled)
	left := a.newSet() // those that were not explored
	some := false
	for i := range set {
		left[i] = set[i] &^ done[i]
		some = some || left[i] != 0
	}
	posts := a.posted(p) >= 0 && b.post >= 0
	if some {
		if posts {
			a.remember(d, postPair{b.post, a.posted(p)})
		}
		a.results = append(a.results, target{left, d})
		return
	}
	// All were explored: reorder tasks that wait. If there are none, the target has the candidates, which may be none.
	groups, any := a.waiting(p, b)
	if any {
		a.reschedule(p, groups)
		return
	}
	if posts {
		a.remember(d, postPair{b.post, a.posted(p)})
	}
	a.results = append(a.results, target{set, d})
}

// newSet returns an empty set that may be used until reorder drops the results.
func (a *emDPOR) newSet() threadSet {
	k := len(a.sets)
	if k < cap(a.sets) {
		a.sets = a.sets[:k+1]
	} else {
		a.sets = append(a.sets, nil)
	}
	if a.sets[k] == nil {
		a.sets[k] = make(threadSet, a.words)
	}
	clear(a.sets[k])
	return a.sets[k]
}

// candidates adds the threads other than that of p that are enabled before p and
// have an operation, at p or later, and before b, that happens before b.
func (a *emDPOR) candidates(set threadSet, p int32, b place, other int32, enabled threadSet) {
	c := a.clockOf(b.owner)
	if int(b.pos) == len(a.r.path) { // a next operation: the clock has the last operation of each owner
		for owner, v := range c {
			if v > p+1 || v == p+1 && p > 0 {
				t := int32(owner)
				if owner >= a.sys.threads {
					t = a.sys.ops[a.sys.post[owner-a.sys.threads]].dest
				}
				if t != other && enabled.has(t) {
					set.add(t)
				}
			}
		}
		return
	}
	for k := b.pos - 1; k >= p; k-- {
		t := a.sys.ops[a.r.path[k]].thread
		if t != other && enabled.has(t) && !set.has(t) && a.r.before(k, c) {
			set.add(t)
		}
	}
}

// waiting returns, by thread, the tasks that were in its queue before position p,
// but not first, and whose begin is after p, and before b, and happens before b.
// any reports whether there are some. Left out are tasks whose begin happens after
// the begin of the task that was first. To decide this, the tool compares with the
// component of the thread that posted the first task, and so does this function;
// this may leave in more than necessary. The groups are valid until the next call.
func (a *emDPOR) waiting(p int32, b place) (groups [][]int32, any bool) {
	if a.pending == nil {
		a.pending = make([][]int32, a.sys.threads)
	}
	c := a.clockOf(b.owner)
	enabled := a.set(a.enabled, int(p))
	for t := range a.pending {
		a.pending[t] = a.pending[t][:0]
		th := int32(t)
		if !enabled.has(th) || !a.loopingAt(th, p) {
			continue
		}
		x := a.front(th, p)
		if x < 0 {
			continue
		}
		poster := a.sys.ops[a.sys.post[x]].thread
		for _, q := range a.r.posts[th] {
			if q >= p {
				break
			}
			task := a.sys.ops[a.r.path[q]].arg
			k := a.r.callAt[task]
			if task == x || k < p || k >= b.pos || !a.r.before(k, c) {
				continue
			}
			if begin := a.r.callAt[x]; begin >= 0 && begin >= a.r.clock(k)[poster] {
				a.pending[t] = append(a.pending[t], task)
				any = true
			}
		}
	}
	return a.pending, any
}

// reschedule finds targets for the reordering of tasks that wait before p with the
// first ones of their queues. This is ReschedulePending of arXiv:1511.03213,
// without its filter, as in the tool: moving one task forward may need that tasks
// of other threads move forward as well.
func (a *emDPOR) reschedule(p int32, groups [][]int32) {
	swap := make([]int32, a.sys.threads)  // by thread: the task to be brought forward, or -1
	first := make([]int32, a.sys.threads) // by thread: the task that it is to come before, or -1
	for t := range swap {
		swap[t], first[t] = -1, -1
	}
	// work has first tasks; what happens before their ends may have to be moved as well.
	var work []int32
	push := func(t int, group []int32) {
		x := a.front(int32(t), p)
		first[t] = x
		swap[t] = max(swap[t], slices.Min(group))
		if !slices.Contains(work, x) {
			work = append(work, x)
		}
	}
	for t, g := range groups { // begin with one thread
		if len(g) > 0 {
			push(t, g)
			break
		}
	}
	for len(work) > 0 {
		k := 0 // the smallest task
		for i, x := range work {
			if x < work[k] {
				k = i
			}
		}
		x := work[k]
		work = append(work[:k], work[k+1:]...)
		if ret := a.r.retAt[x]; ret >= 0 {
			more, _ := a.waiting(p, a.at(ret))
			for t, g := range more {
				if len(g) > 0 {
					push(t, g)
				}
			}
		}
	}
	for t, task := range swap {
		if task >= 0 {
			a.findTarget(a.r.at[a.sys.post[first[t]]], a.at(a.r.at[a.sys.post[task]]), true)
		}
	}
}
