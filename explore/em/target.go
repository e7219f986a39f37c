package em

// place is an operation to be moved to an earlier state: one that was executed
// (as a post), or the next one of its thread.
type place struct {
	pos    int32 // position; of a next operation, the present depth
	thread int32
	owner  int32
	task   int32
	post   int32 // the message it posts, or -1
}

func (a *emDPOR) at(p int32) place {
	o := &a.sys.ops[a.r.path[p]]
	return place{pos: p, thread: o.thread, owner: o.owner, task: o.task, post: a.posted(p)}
}

// posted is the message that position p posts, or -1.
func (a *emDPOR) posted(p int32) int32 {
	o := &a.sys.ops[a.r.path[p]]
	if o.dest < 0 {
		return -1
	}
	return o.arg
}

// findTarget finds what is to be explored for b to come before position p: the
// seed's FindTarget with the tool's details. Where both are in handlers of one
// thread, their posts have to be reordered, and so on. Before p, any enabled
// thread will do that has an operation after p that happens before b. If all of
// these were explored there, some of them have more in tasks that wait behind
// the task that could run there: then that task and one of these are to be
// reordered.
func (a *emDPOR) findTarget(p int32, b place, again bool) {
	r := a.r
	if again && r.before(p, a.clockOf(b.owner)) {
		return
	}
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
	d := int(p)
	other := a.sys.ops[r.path[p]].thread
	enabled, done := a.set(a.enabled, d), a.set(a.done, d)
	set := a.newSet()
	if enabled.has(b.thread) {
		set.add(b.thread)
	}
	a.candidates(set, p, b, other, enabled)
	left := a.newSet()
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

// newSet is an empty set that lives as long as the results.
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

// candidates adds the threads that are enabled before p and have an operation
// from p on, and before b, that happens before b; not the thread of p.
func (a *emDPOR) candidates(set threadSet, p int32, b place, other int32, enabled threadSet) {
	c := a.clockOf(b.owner)
	if int(b.pos) == len(a.r.path) {
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

// waiting groups by thread the tasks that were in a queue before position p,
// but not first, and have an operation from p on, and before b, that happens
// before b. Those are left out whose begin the tool takes to depend on the task
// that was first: it compares with the component of the thread that posted that
// one, which may leave in more than necessary. The groups are valid until the
// next call.
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
			if x0 := a.r.callAt[x]; x0 >= 0 && x0 >= a.r.clock(k)[poster] {
				a.pending[t] = append(a.pending[t], task)
				any = true
			}
		}
	}
	return a.pending, any
}

// reschedule finds which tasks that wait before p have to be reordered with the
// first ones of their queues: the seed's ReschedulePending without its filter,
// as in the tool.
func (a *emDPOR) reschedule(p int32, groups [][]int32) {
	swap := make([]int32, a.sys.threads) // by thread: the largest task to be brought forward, or -1
	first := make([]int32, a.sys.threads)
	for t := range swap {
		swap[t], first[t] = -1, -1
	}
	var work []int32
	push := func(t int, group []int32) {
		x := a.front(int32(t), p)
		first[t] = x
		swap[t] = max(swap[t], smallest(group))
		for _, w := range work {
			if w == x {
				return
			}
		}
		work = append(work, x)
	}
	for t, g := range groups {
		if len(g) > 0 {
			push(t, g)
			break
		}
	}
	for len(work) > 0 {
		k := 0
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

func smallest(list []int32) int32 {
	m := list[0]
	for _, v := range list[1:] {
		m = min(m, v)
	}
	return m
}
