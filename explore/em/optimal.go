package em

import (
	"cmp"
	"slices"
)

// classes goes through the complete executions of a trace, one for each class:
// two executions are in one class if all conflicting accesses, and all locks
// by different threads, come in the same order. Posts have no order of their
// own, so handlers that have nothing in common are not reordered.
//
// It divides the executions that satisfy an order (order.go): one of them is
// found; then, for each pair of conflicting operations whose order is not
// prescribed, in turn, the executions with the reverse order of this pair are a
// part, in which the search goes on, and the order that was found is added to
// what is prescribed for the parts that follow. At the end only the class of
// the execution that was found is left. The parts are disjoint and nothing is
// left out, so each class is met once: this needs no argument about
// backtracking points, and no sleep sets. What it needs is an exact answer to
// whether an order has an execution, which is a search by itself in the worst
// case (deciding consistency of event-driven traces is NP-complete), but a
// greedy one finds it nearly always at once.
type classes struct {
	*Engine
	p     *plan
	s     *System
	lazy  bool // the order of locks does not matter
	spare []order
	level []share

	refuted int64 // orders without an execution
	branch  int64 // choices that the search for an execution had to try
}

// share is how many of the parts of a part are done: for progress.
type share struct{ done, of int }

// found is an execution: its operations, and the position of each node.
type found struct {
	path  []int32
	at    []int32
	depth int // how much of it is as in the execution from which it was found
}

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

// progress estimates how much of the search is done, if all parts of a part were
// of one size.
func (c *classes) progress() float64 {
	sum, size := 0.0, 1.0
	for _, l := range c.level {
		size /= float64(l.of + 1)
		sum += size * float64(l.done+1)
	}
	return sum
}

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

// part goes through the classes of the executions that satisfy a closed order.
func (c *classes) part(m order, guide *found) {
	f := c.find(m, guide)
	if f == nil {
		c.refuted++
		return
	}
	for d := f.depth; d < len(f.path); d++ {
		if !c.Step(d + 1) {
			return
		}
	}
	c.ended(c.s, f.path)
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
	outer := c.level
	c.level = append(c.level, share{})
	defer func() { c.level = outer }()
	for i, q := range open {
		c.level[len(c.level)-1] = share{i, len(open)}
		if c.p.known(m, q.x, q.y) {
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

// find finds an execution that satisfies a closed order, as similar to another
// one as it can; nil: there is none. The order is not changed.
func (c *classes) find(m order, guide *found) *found {
	if f := c.greedy(m, guide); f != nil {
		return f
	}
	// Decide what is open, one pair after another.
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
	for _, l := range c.p.locks {
		if !c.p.known(m, l[1], l[2]) && !c.p.known(m, l[3], l[0]) {
			a, b := [2]int32{l[1], l[2]}, [2]int32{l[3], l[0]}
			if guide.at[l[0]] > guide.at[l[2]] {
				a, b = b, a
			}
			return c.either(m, guide, a, b)
		}
	}
	// All that is left is which notification ends which wait.
	for k, waits := range c.p.waits {
		for i, w := range waits {
			// At least 1 + (waits before w) notifications come before it: pick.
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

// either tries two ways to go on.
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

// greedy executes the trace: always the enabled node that the order allows and
// that came first in the other execution. nil: it gets stuck.
func (c *classes) greedy(m order, guide *found) *found {
	s, p := c.s, c.p
	f := &found{path: make([]int32, 0, len(s.ops)), at: make([]int32, len(p.node))}
	done := make([]int32, p.width) // by owner: nodes executed
	for {
		s.poll.Look()
		best, when := int32(-1), int32(0)
		progress := false
		for t := range int32(s.threads) {
			i := s.next(t)
			for i >= 0 && p.of[i] < 0 && s.enabled(i) { // nothing depends on it
				s.execute(i)
				f.path = append(f.path, i)
				progress = true
				i = s.next(t)
			}
			if i < 0 || p.of[i] < 0 || !s.enabled(i) {
				continue
			}
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
