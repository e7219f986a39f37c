package em

import (
	"cmp"
	"slices"
)

// This file is em-optimal and em-lazy: it finds one complete execution of each
// class. Two executions are in one class if all conflicting accesses, and all
// locks by different threads, come in the same order. Posts have no order of
// their own, so handlers that have nothing in common are not reordered.
//
// The method is not DPOR. It divides sets of executions (Murty, Lawler), each
// given as an order that its executions satisfy (order.go). For a set:
//
//	find an execution E; let p1, p2, .. be the pairs of conflicting operations that the order leaves open
//	part 1: the executions with p1 the other way round than in E
//	part 2: those with p1 as in E and p2 the other way round
//	part 3: those with p1 and p2 as in E and p3 the other way round; and so on
//
// What is left are the executions with all pairs as in E: its class. The parts are
// disjoint, and nothing is left out, so each class is met once. This needs no
// argument about backtracking points, and no sleep sets. It needs an exact answer
// to whether an order has an execution. That is a search by itself in the worst
// case (deciding consistency of event-driven traces is NP-complete, Abdulla et al.
// 2023), but the function greedy nearly always finds an execution at once.

// classes is such a search in progress.
type classes struct {
	*Engine
	p     *plan
	s     *System
	lazy  bool    // the order of locks does not distinguish classes (em-lazy)
	spare []order // orders that are not in use, for copy
	level []share // the sets that are being divided, for progress

	refuted int64 // orders without an execution
	branch  int64 // choices that the search for an execution had to try
}

// share says that done of the parts of a set are done.
type share struct{ done, of int }

// found is an execution.
type found struct {
	path  []int32 // its operations
	at    []int32 // by node of the plan: its position in path
	depth int     // length of the prefix that it shares with the execution that guided the search for it
}

// explore divides the set of all complete executions. The first execution is as
// similar to the trace as can be.
func (c *classes) explore(e *Engine, s *System) {
	c.Engine, c.s = e, s
	m := c.copy(c.p.start)
	guide := make([]int32, len(c.p.node))
	for i := range guide {
		guide[i] = int32(i)
	}
	e.Share = c.progress
	c.part(m, &found{at: guide})
}

// progress estimates the part of the search that is done, from 0 to 1: it takes
// all parts of a set to be equally large.
func (c *classes) progress() float64 {
	sum, size := 0.0, 1.0
	for _, l := range c.level {
		size /= float64(l.of + 1)
		sum += size * float64(l.done+1)
	}
	return sum
}

// copy returns a copy of an order, which the caller may put into c.spare.
func (c *classes) copy(m order) order {
	var n order
	if k := len(c.spare); k > 0 {
		n, c.spare = c.spare[k-1], c.spare[:k-1]
	} else {
		c.s.poll.Reserve(4 * int64(len(m)))
		n = make(order, len(m))
	}
	copy(n, m)
	return n
}

// part finds one execution of each class of those that satisfy the closed order m.
// The first one is as similar to guide as can be. part changes m.
func (c *classes) part(m order, guide *found) {
	f := c.find(m, guide)
	if f == nil {
		c.refuted++
		return
	}
	// Transitions of the shared prefix were counted before.
	for d := f.depth; d < len(f.path); d++ {
		if !c.Step(d + 1) {
			return
		}
	}
	c.ended(c.s, f.path)
	// The open pairs, x before y in the execution found. They are sorted by the position of y, and for the same y the
	// latest x comes first.
	type pair struct{ x, y int32 }
	var open []pair
	look := func(x, y int32) {
		if c.p.known(m, x, y) || c.p.known(m, y, x) {
			return
		}
		if f.at[x] > f.at[y] {
			x, y = y, x
		}
		open = append(open, pair{x, y})
	}
	for _, r := range c.p.races {
		look(r[0], r[1])
	}
	if !c.lazy {
		for _, l := range c.p.locks {
			look(l[0], l[2])
		}
	}
	slices.SortFunc(open, func(a, b pair) int {
		return cmp.Or(cmp.Compare(f.at[a.y], f.at[b.y]), cmp.Compare(f.at[b.x], f.at[a.x]))
	})
	// Divide.
	outer := c.level
	c.level = append(c.level, share{})
	defer func() { c.level = outer }()
	for i, q := range open {
		c.level[len(c.level)-1] = share{i, len(open)}
		if c.p.known(m, q.x, q.y) { // follows from the pairs before
			continue
		}
		n := c.copy(m)
		if c.p.put(n, q.y, q.x) && c.p.close(n) {
			c.part(n, f)
		} else {
			c.refuted++
		}
		c.spare = append(c.spare, n)
		if c.Tick(); c.Halted {
			return
		}
		if !c.p.put(m, q.x, q.y) || !c.p.close(m) {
			panic("em: an order that an execution satisfies is contradictory")
		}
	}
}

// find returns an execution that satisfies the closed order m, and is as similar to guide as can be, or nil if
// there is none, or the search is over. It first tries a greedy execution. If that gets stuck, it picks something
// that m leaves open and that matters for feasibility, decides it one way and then the other, and calls itself:
// the order of two handlers of a thread, of two critical sections of a lock, or of a notification and a wait. m is
// not changed.
func (c *classes) find(m order, guide *found) *found {
	if f := c.greedy(m, guide); f != nil {
		return f
	}
	// Handlers of one thread: the end of one comes before the begin of the other.
	for _, q := range c.p.pairs {
		if !c.p.known(m, c.p.last[q[0]], c.p.first[q[1]]) && !c.p.known(m, c.p.last[q[1]], c.p.first[q[0]]) {
			x, y := c.p.last[q[0]], c.p.first[q[1]]
			u, v := c.p.last[q[1]], c.p.first[q[0]]
			if guide.at[v] > guide.at[y] {
				x, y, u, v = u, v, x, y
			}
			return c.either(m, guide, [2]int32{x, y}, [2]int32{u, v})
		}
	}
	// Critical sections of one lock, likewise.
	for _, l := range c.p.locks {
		if !c.p.known(m, l[1], l[2]) && !c.p.known(m, l[3], l[0]) {
			a, b := [2]int32{l[1], l[2]}, [2]int32{l[3], l[0]}
			if guide.at[l[0]] > guide.at[l[2]] {
				a, b = b, a
			}
			return c.either(m, guide, a, b)
		}
	}
	// Notifications of a thread with several. The wait w and the waits before it take 1 + before of them. If m puts
	// fewer before w, one more has to come before w: each is tried.
	for k, waits := range c.p.waits {
		for i, w := range waits {
			before := 0
			for j, v := range waits {
				if i != j && c.p.known(m, v, w) {
					before++
				}
			}
			have := 0
			for _, n := range c.p.notes[k] {
				if c.p.known(m, n, w) {
					have++
				}
			}
			if have > before {
				continue
			}
			for _, n := range c.p.notes[k] {
				if c.p.known(m, n, w) || c.p.known(m, w, n) {
					continue
				}
				c.branch++
				x := c.copy(m)
				if c.p.put(x, n, w) && c.p.close(x) {
					if f := c.find(x, guide); f != nil {
						return f
					}
				}
				c.spare = append(c.spare, x)
			}
			return nil
		}
	}
	return nil
}

// either calls find with pair a added to the order m, x before y for a = {x, y},
// and, if that finds nothing, with pair b.
func (c *classes) either(m order, guide *found, a, b [2]int32) *found {
	for _, q := range [2][2]int32{a, b} {
		c.branch++
		if c.Tick(); c.Halted {
			return nil
		}
		n := c.copy(m)
		if c.p.put(n, q[0], q[1]) && c.p.close(n) {
			if f := c.find(n, guide); f != nil {
				c.spare = append(c.spare, n)
				return f
			}
		}
		c.spare = append(c.spare, n)
	}
	return nil
}

// greedy executes the trace, always by the enabled node that the order m allows
// and that comes first in guide. It returns nil if it gets stuck. At the end the
// system is in its first state again.
func (c *classes) greedy(m order, guide *found) *found {
	s, p := c.s, c.p
	f := &found{path: make([]int32, 0, len(s.ops)), at: make([]int32, len(p.node))}
	done := make([]int32, p.width) // by owner: nodes executed
	for {
		s.poll.Look()
		best, when := int32(-1), int32(0) // the node to execute, and its position in guide
		progress := false
		for t := range int32(s.threads) {
			i := s.next(t)
			for i >= 0 && p.of[i] < 0 && s.enabled(i) { // no node, so nothing depends on it
				s.execute(i)
				f.path = append(f.path, i)
				progress = true
				i = s.next(t)
			}
			if i < 0 || p.of[i] < 0 || !s.enabled(i) {
				continue
			}
			// A node, which is ready if all nodes that m has before it were executed.
			k := p.of[i]
			if best >= 0 && guide.at[k] >= when {
				continue
			}
			ready := true
			for o, v := range m[int(k)*p.width : (int(k)+1)*p.width] {
				if v > done[o] && int32(o) != p.owner[k] {
					ready = false
					break
				}
			}
			if ready {
				best, when = k, guide.at[k]
			}
		}
		if best < 0 {
			if progress {
				continue
			}
			break
		}
		i := p.node[best]
		s.execute(i)
		f.at[best] = int32(len(f.path))
		f.path = append(f.path, i)
		done[p.owner[best]]++
	}
	for k := len(f.path) - 1; k >= 0; k-- {
		s.undo(f.path[k])
	}
	if len(f.path) < len(s.ops) {
		return nil
	}
	for f.depth < len(guide.path) && guide.path[f.depth] == f.path[f.depth] {
		f.depth++
	}
	return f
}
