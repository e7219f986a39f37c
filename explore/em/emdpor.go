package em

import (
	"math/bits"
	"slices"

	"flavers/explore/em/trace"
)

// This file is EM-DPOR (section 3.1 of the paper) as the tool of its authors,
// EM-Explorer, does it. With run.merged it is DPOR with queues as shared objects,
// to which they compare it.
//
// It goes through executions depth first; the first one is the trace itself. A
// state has a backtracking set and a set of threads that were explored from it
// (stack.go). In each state that is entered for the first time, detect looks at
// the next operation r' of every thread:
//
//	1. dependent (dependent.go) finds the earlier operations r that depend on r' and may come after it.
//	2. findTarget (target.go) finds the state to backtrack to for r' to come before r, and the threads
//	   one of which must be explored from there. This may be the state before r, or an earlier one, where
//	   posts are to be reordered.
//	3. The thread is added to the backtracking set of that state. If none is found, backtrackEagerly
//	   (eager.go) does the rest when the execution has ended.
//
// Difference from the tool: a search that goes back to a state undoes operations.
// The tool executes the common prefix again, and here this is done only where the
// clocks of the prefix change (eager.go).

// emDPOR is an exploration by EM-DPOR, or by DPOR, in progress.
type emDPOR struct {
	*Engine
	*stack
	r     *run
	sys   *System
	fail  int  // the highest position with which something could not be reordered, or -1
	until int  // the depth of the last state in which this was found
	eager bool // backtrackEagerly is at work

	calls    int64 // pairs of operations that were to be reordered
	failures int64 // of these, those for which no backtracking point was found
	again    int64 // operations executed again by backtrackEagerly

	temp      []int32 // the clock of tempOwner while a temporary edge is in place (edge)
	tempOwner int32   // -1: there is none

	// Scratch.
	found   []int32     // what dependent found
	results []target    // what findTarget found
	sets    []threadSet // the sets of results
	pending [][]int32   // what waiting found
}

// target is a result of findTarget: one of the threads is to be explored from the
// state at a depth.
type target struct {
	threads threadSet // empty: none can be
	depth   int
}

// explore runs the search. With merged it is DPOR with queues as shared objects.
func (a *emDPOR) explore(e *Engine, s *System, merged bool) {
	a.Engine, a.sys = e, s
	a.r = newRun(s, merged)
	a.stack = newStack(s)
	a.tempOwner, a.fail = -1, -1
	a.temp = make([]int32, a.r.width)
	if !merged {
		a.r.dependentPosts = func(p int) bool { return a.dpor[p] || a.eager }
		a.r.posted = a.reordered
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

// progress estimates the part of the search that is done, from 0 to 1: it takes
// all branches of a state to be equally large, and knows only those found so far.
func (a *emDPOR) progress() float64 {
	sum, size := 0.0, 1.0
	for d := range a.r.path {
		done, all := 0, 0
		backtrack, enabled, explored := a.set(a.backtrack, d), a.set(a.enabled, d), a.set(a.done, d)
		for i := range backtrack {
			done += bits.OnesCount64(explored[i])
			all += bits.OnesCount64(backtrack[i]&enabled[i] | explored[i])
		}
		size /= float64(max(all, 1))
		sum += size * float64(done-1)
	}
	return sum
}

// enter makes the state at the present depth a new one: nothing was explored from it.
func (a *emDPOR) enter() {
	d := len(a.r.path)
	a.open(d)
	enabled := a.set(a.enabled, d)
	clear(enabled)
	for t := range int32(a.sys.threads) {
		if i := a.sys.next(t); i >= 0 && a.sys.enabled(i) {
			enabled.add(t)
		}
	}
}

// take executes the next operation of thread t, as a new transition from the
// present state. It returns false if the search is over.
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

// first executes the trace in its order. As in the tool, detect is not called
// before the third operation, nor in the last state.
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
	if a.set(a.enabled, len(a.r.path)).empty() {
		a.finish()
		return !a.Halted
	}
	// Handlers that the trace does not have (NewSystem) remain.
	return a.descend(len(a.r.path))
}

// descend goes on from the present state until nothing is enabled. In each state
// it takes a thread of the backtracking set, or, if that is empty, the first one
// that is enabled. It returns false if the search is over.
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

// finish counts an execution that is over, and goes through it again if something
// could not be reordered.
func (a *emDPOR) finish() {
	a.ended(a.sys, a.r.path)
	if a.fail >= 0 && !a.Halted {
		a.backtrackEagerly()
	}
}

// back undoes operations until a state is reached whose backtracking set has a
// thread left to explore, and returns its depth; -1: everything was explored.
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

// reordered is called after the post at position p was executed. If an earlier
// post was explored to come before this one (stack.remember), the two are ordered
// in happens-before, as dependent posts are, and the thread of this post is added
// to the backtracking set before the earlier one.
func (a *emDPOR) reordered(p int) {
	o := &a.sys.ops[a.r.path[p]]
	best := int32(-1) // the latest such post
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

// detect finds backtracking points for the next operation of every thread in the
// present state. With all, everything enabled is explored where none is found.
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
		// The latest dependent operation counts as ordered before o while earlier ones are reordered with o.
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

// edge orders position p before the next operation o, until tempOwner is set to -1.
func (a *emDPOR) edge(p int32, o *op) {
	w := a.r.ownerOf(o)
	copy(a.temp, a.r.of(w))
	join(a.temp, a.r.clock(p))
	a.tempOwner = w
}

// clockOf returns the clock of an owner, with the temporary edge.
func (a *emDPOR) clockOf(w int32) []int32 {
	if w == a.tempOwner {
		return a.temp
	}
	return a.r.of(w)
}

// reorder adds backtracking points for o to come before position p. If there is no
// thread to add, and all is set, everything enabled is added; without all, the
// failure is noted for backtrackEagerly.
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
