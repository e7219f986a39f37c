package em

import (
	"math/bits"
	"slices"

	"flavers/explore/em/trace"
)

// emDPOR is EM-DPOR as the tool of its emDPOR does it, and DPOR with queues
// as shared objects, which they compare it with. It goes through the executions
// depth first; the first one is the trace itself. In each state it looks at the
// next operation of every thread, and finds earlier operations that could also
// have come after it (dependent.go) and what has to be explored from which
// state for that (target.go).
//
// Our difference: states are undone, not executed again, except where the
// tool's clocks of the common prefix change (eager.go).
type emDPOR struct {
	*Engine
	*stack
	r     *run
	sys   *System
	fail  int // the highest position with which something could not be reordered, or -1
	until int // the depth of the last state in which this was found
	eager bool

	again    int64 // operations executed again by eager
	failures int64
	calls    int64

	temp      []int32 // the clock of tempOwner while a temporary edge is in place
	tempOwner int32
	found     []int32
	results   []target
	sets      []threadSet
	pending   [][]int32
}

// target is what a search for backtracking points found: one of the threads is
// to be explored from the state at depth.
type target struct {
	threads threadSet
	depth   int
}

func (a *emDPOR) explore(e *Engine, s *System, merged bool) {
	a.Engine, a.sys = e, s
	a.r = newRun(s, merged)
	a.stack = newStack(s)
	a.tempOwner, a.fail = -1, -1
	a.temp = make([]int32, a.r.width)
	if !merged {
		a.r.asDPOR = func(p int) bool { return a.dpor[p] || a.eager }
		a.r.extra = a.reordered
	}
	e.Share = a.progress
	if !a.first() {
		return
	}
	for {
		d := a.back()
		if d < 0 {
			return
		}
		if !a.descend(d) {
			return
		}
	}
}

// progress estimates how much of the search is done, if all branches were as
// large as those known so far.
func (a *emDPOR) progress() float64 {
	sum, size := 0.0, 1.0
	for d := range a.r.path {
		done, all := 0, 0
		b, e, f := a.set(a.backtrack, d), a.set(a.enabled, d), a.set(a.done, d)
		for i := range b {
			done += bits.OnesCount64(f[i])
			all += bits.OnesCount64(b[i]&e[i] | f[i])
		}
		size /= float64(max(all, 1))
		sum += size * float64(done-1)
	}
	return sum
}

// enter notes the state at the present depth as a new one.
func (a *emDPOR) enter() {
	d := len(a.r.path)
	a.open(d)
	e := a.set(a.enabled, d)
	clear(e)
	for t := range int32(a.sys.threads) {
		if i := a.sys.next(t); i >= 0 && a.sys.enabled(i) {
			e.add(t)
		}
	}
}

// take executes the next operation of a thread, as a new transition.
func (a *emDPOR) take(t int32) bool {
	d := len(a.r.path)
	a.set(a.backtrack, d).add(t)
	a.set(a.done, d).add(t)
	if !a.Step(d + 1) {
		return false
	}
	a.r.push(a.sys.next(t))
	return true
}

// first executes the trace in its order. What could have been otherwise is not
// looked for before its third operation, nor in its last state.
func (a *emDPOR) first() bool {
	for i := range a.sys.t.Ops {
		a.enter()
		if i >= 2 {
			a.detect(false)
		}
		if !a.take(a.sys.ops[i].thread) {
			return false
		}
	}
	a.enter()
	if a.set(a.enabled, len(a.r.path)).empty() { // else synthetic handlers remain
		a.finish()
		return !a.Halted
	}
	return a.descend(len(a.r.path))
}

// descend goes on from the state at depth d, which is the present one, until
// nothing is enabled.
func (a *emDPOR) descend(d int) bool {
	for fresh := false; ; fresh = true {
		if fresh {
			a.enter()
		}
		if len(a.r.path) > 0 {
			a.detect(false)
		}
		d := len(a.r.path)
		t := a.choose(d)
		if t < 0 {
			if t = a.set(a.enabled, d).first(); t < 0 {
				break
			}
		}
		if !a.take(t) {
			return false
		}
	}
	a.finish()
	return !a.Halted
}

// finish counts a complete execution, and looks at it again if something could
// not be reordered.
func (a *emDPOR) finish() {
	a.ended(a.sys, a.r.path)
	if a.fail >= 0 && !a.Halted {
		a.backtrackEagerly()
	}
}

// back undoes operations until a state is reached from which something is left
// to explore, and returns its depth; -1: everything was explored.
func (a *emDPOR) back() int {
	n := len(a.r.path)
	d := n
	for d--; d >= 0 && a.choose(d) < 0; d-- {
	}
	if d < 0 {
		return -1
	}
	for len(a.r.path) > d {
		a.r.pop()
	}
	for i := d + 1; i <= n; i++ {
		a.forget(i)
	}
	a.dpor[d] = false
	return d
}

// reordered orders a post after the nearest one that was to come before it,
// and lets its thread be explored before that one.
func (a *emDPOR) reordered(p int) {
	o := &a.sys.ops[a.r.path[p]]
	best := int32(-1)
	for b := range a.tasks {
		if a.count[b*a.tasks+int(o.arg)] > 0 && a.sys.post[b] >= 0 {
			if q := a.r.at[a.sys.post[b]]; q >= 0 && int(q) < p {
				best = max(best, q)
			}
		}
	}
	if best >= 0 {
		a.r.sync(a.r.clock(int32(p)), best)
		a.set(a.backtrack, int(best)).add(o.thread)
	}
}

// detect looks at the next operation of every thread in the present state.
func (a *emDPOR) detect(all bool) {
	for t := range int32(a.sys.threads) {
		i := a.sys.next(t)
		if i < 0 {
			continue
		}
		o := &a.sys.ops[i]
		switch o.kind {
		case trace.Read, trace.Write, trace.Lock:
		case trace.Post:
			if !a.r.merged {
				continue
			}
		default:
			continue
		}
		if a.r.merged {
			a.latest(o)
			continue
		}
		a.found = a.dependent(a.found[:0], o)
		for k, p := range a.found {
			a.reorder(p, o, all)
			if k == 0 && len(a.found) > 1 {
				a.edge(p, o)
			}
		}
		a.tempOwner = -1
	}
}

// edge orders position p before the next operation o, for a while.
func (a *emDPOR) edge(p int32, o *op) {
	w := a.r.ownerOf(o)
	copy(a.temp, a.r.of(w))
	join(a.temp, a.r.clock(p))
	a.tempOwner = w
}

// clockOf is the clock of an owner, with the temporary edge.
func (a *emDPOR) clockOf(w int32) []int32 {
	if w == a.tempOwner {
		return a.temp
	}
	return a.r.of(w)
}

// reorder adds what is to be explored for o to come before position p. If
// nothing can be, all says that everything enabled is explored there; else the
// failure is noted for later.
func (a *emDPOR) reorder(p int32, o *op, all bool) {
	a.calls++
	a.results = a.results[:0]
	a.sets = a.sets[:0]
	a.findTarget(p, place{pos: int32(len(a.r.path)), thread: o.thread, owner: o.owner, task: o.task, post: -1}, false)
	if len(a.results) > 1 {
		slices.SortStableFunc(a.results, func(x, y target) int {
			if c := x.threads.compare(y.threads); c != 0 {
				return c
			}
			return x.depth - y.depth
		})
	}
	for _, res := range a.results {
		switch {
		case !res.threads.empty():
			a.add(res.depth, res.threads)
		case all:
			a.failures++
			a.addAll(res.depth)
		default:
			a.failures++
			a.fail = max(a.fail, res.depth)
			a.until = max(a.until, len(a.r.path))
		}
	}
}
