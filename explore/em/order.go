package em

import (
	"slices"
	"unsafe"

	"flavers/explore/em/trace"
	"flavers/limit"
)

// This file has partial orders of the operations of a trace, as em-optimal uses
// them to describe sets of complete executions (optimal.go). They are the
// event-driven happens-before relations of Abdulla et al. 2023. An order is closed
// if it has what program, forks, queues, joins and dependences prescribe, and
// obeys these rules:
//
//   - handlers: if an operation of one handler comes before an operation of another
//     one of the same thread, the end of the first comes before the begin of the
//     second;
//   - queues: the same, if the post of the first comes before the post of the
//     second, and the other way round;
//   - locks: if a thread takes a lock before another thread frees it, the first
//     frees it before the other takes it.
//
// Each execution that has the pairs put into an order satisfies the closed order.
// The reverse does not hold: some closed orders have no execution.
//
// An order is about those operations only on which the order of others depends:
// the nodes. It is a matrix with a row for each node and a column for each owner:
// the number of the owner's nodes that come before this node or are it. As an
// owner's nodes are ordered, the number says which they are.

// plan has the nodes of a trace, and where the rules apply. It does not change
// during a search.
type plan struct {
	s     *System
	width int       // number of owners
	node  []int32   // by node: its operation; in the order of the trace
	of    []int32   // by operation: its node, or -1
	owner []int32   // by node
	place []int32   // by node: 1 + its place among the nodes of its owner
	chain [][]int32 // by owner: its nodes in their order

	first  []int32 // by task: the node of its Call
	last   []int32 // by task: the node of its Return, or -1
	posted []int32 // by task: the node of its Post

	pairs [][2]int32 // two tasks of one thread: the rules of handlers and queues
	locks [][4]int32 // two critical sections of a lock, by different threads: nodes lock, unlock, lock, unlock
	races [][2]int32 // two conflicting accesses of different owners: nodes
	waits [][]int32  // for each thread with several waits or notifications: the nodes of the waits
	notes [][]int32  // for the same threads: the nodes of the notifications

	start order // what holds in all complete executions
}

// order is a matrix with plan.width columns.
type order []int32

// known reports whether node x comes before node y, or is y.
func (p *plan) known(m order, x, y int32) bool {
	return m[int(y)*p.width+int(p.owner[x])] >= p.place[x]
}

// put adds that x comes before y, and what follows by transitivity. It returns
// false if x comes after y or is y; then the order is as before.
func (p *plan) put(m order, x, y int32) bool {
	if p.known(m, x, y) {
		return x != y
	}
	if p.known(m, y, x) {
		return false
	}
	// All that comes before x comes before y and before every node z after y.
	from := m[int(x)*p.width : (int(x)+1)*p.width]
	column, place := int(p.owner[y]), p.place[y]
	for z := range p.node {
		row := m[z*p.width : (z+1)*p.width]
		if row[column] >= place {
			p.s.poll.Look()
			row := row[:len(from)]
			for i, v := range from {
				if v > row[i] {
					row[i] = v
				}
			}
		}
	}
	return true
}

// close applies the rules until nothing changes. It returns false if they are
// contradictory; m is then of no use.
func (p *plan) close(m order) bool {
	for changed := true; changed; {
		changed = false
		// Handlers and queues, for both directions of a pair.
		for i, q := range p.pairs {
			if i%1024 == 0 {
				p.s.poll.LookNow()
			}
			for range 2 {
				e, f := q[0], q[1]
				q[0], q[1] = f, e
				if !p.known(m, p.first[e], p.last[f]) && !p.known(m, p.posted[e], p.posted[f]) {
					continue
				}
				if !p.known(m, p.last[e], p.first[f]) {
					if changed = true; !p.put(m, p.last[e], p.first[f]) {
						return false
					}
				}
				if !p.known(m, p.posted[e], p.posted[f]) {
					if changed = true; !p.put(m, p.posted[e], p.posted[f]) {
						return false
					}
				}
			}
		}
		// Locks.
		for i, l := range p.locks {
			if i%1024 == 0 {
				p.s.poll.LookNow()
			}
			if p.known(m, l[0], l[3]) && !p.known(m, l[1], l[2]) {
				if changed = true; !p.put(m, l[1], l[2]) {
					return false
				}
			}
			if p.known(m, l[2], l[1]) && !p.known(m, l[3], l[0]) {
				if changed = true; !p.put(m, l[3], l[0]) {
					return false
				}
			}
		}
	}
	return true
}

// newPlan returns the plan of a trace, or nil if no execution has all of its
// operations, as with a handler that does not end.
func newPlan(s *System) *plan {
	p := &plan{s: s, width: s.threads + s.tasks, of: make([]int32, len(s.ops)),
		chain: make([][]int32, s.threads+s.tasks)}
	// Nodes: all but what touches nothing that is shared.
	shared := sharedPlaces(s)
	for i := range s.ops {
		p.of[i] = -1
		o := &s.ops[i]
		keep := true
		switch o.kind {
		case trace.Read, trace.Write:
			keep = false
			o.accesses(func(l int32, _ bool) { keep = keep || shared.location[l] })
		case trace.Lock, trace.Unlock:
			keep = shared.lock[o.arg]
		case trace.Mark, trace.Nop:
			keep = false
		}
		if !keep && len(s.after[i]) == 0 && len(s.before[i]) == 0 {
			continue
		}
		k := int32(len(p.node))
		p.of[i] = k
		p.node = append(p.node, int32(i))
		p.owner = append(p.owner, o.owner)
		p.chain[o.owner] = append(p.chain[o.owner], k)
		p.place = append(p.place, int32(len(p.chain[o.owner])))
	}
	// Tasks.
	p.first, p.last, p.posted = make([]int32, s.tasks), make([]int32, s.tasks), make([]int32, s.tasks)
	for e := range s.tasks {
		p.first[e], p.last[e], p.posted[e] = -1, -1, -1
		if q := s.post[e]; q >= 0 {
			p.posted[e] = p.of[q]
		}
	}
	s.poll.Reserve(4 * int64(len(p.node)) * int64(p.width))
	p.start = make(order, len(p.node)*p.width)
	for _, c := range p.chain {
		for i, k := range c {
			p.start[int(k)*p.width+int(p.owner[k])] = int32(i + 1)
		}
	}
	for k, i := range p.node {
		switch o := &s.ops[i]; o.kind {
		case trace.Call:
			p.first[o.task] = int32(k)
		case trace.Return:
			p.last[o.task] = int32(k)
		}
	}
	if !p.rules() {
		return nil
	}
	return p
}

// sharing says which locations and which locks are shared.
type sharing struct{ location, lock []bool }

// sharedPlaces finds the locations with conflicting accesses by different owners.
// A lock is shared if several threads take it, or if taking or freeing it has
// such an access.
func sharedPlaces(s *System) sharing {
	sh := sharing{make([]bool, s.locs), make([]bool, s.locks)}
	owner, wrote, several := make([]int32, s.locs), make([]bool, s.locs), make([]bool, s.locs) // owner: 1 + the last one
	thread := make([]int32, s.locks)                                                           // 1 + the last one
	for i := range s.ops {
		o := &s.ops[i]
		o.accesses(func(l int32, write bool) {
			several[l] = several[l] || owner[l] != 0 && owner[l] != o.owner+1
			owner[l] = o.owner + 1
			wrote[l] = wrote[l] || write
		})
		if o.kind == trace.Lock {
			sh.lock[o.arg] = sh.lock[o.arg] || thread[o.arg] != 0 && thread[o.arg] != o.thread+1
			thread[o.arg] = o.thread + 1
		}
	}
	for l := range sh.location {
		sh.location[l] = several[l] && wrote[l]
	}
	// In traces of programs (Touch), an operation on a lock may access the location of a property's automaton.
	for i := range s.ops {
		if o := &s.ops[i]; o.kind == trace.Lock || o.kind == trace.Unlock {
			o.accesses(func(l int32, _ bool) { sh.lock[o.arg] = sh.lock[o.arg] || sh.location[l] })
		}
	}
	return sh
}

// rules fills in where the rules apply, and the order that holds in all complete
// executions. It returns false if there is no complete execution.
func (p *plan) rules() bool {
	s := p.s
	// By kind and thread: the node that forks it, ends it, attaches its queue, begins its loop.
	node := make(map[[2]int32]int32)
	for k, i := range p.node {
		switch o := &s.ops[i]; o.kind {
		case trace.Fork:
			node[[2]int32{int32(o.kind), o.arg}] = int32(k)
		case trace.ThreadExit, trace.AttachQueue, trace.Loop:
			node[[2]int32{int32(o.kind), o.thread}] = int32(k)
		}
	}
	// edge adds that the node of a kind and thread comes before y, or, with reverse, after y. Without such a node, there
	// is no complete execution, unless a thread is not forked or does not end.
	ok := true
	edge := func(kind trace.Kind, arg int32, y int32, reverse bool) {
		x, there := node[[2]int32{int32(kind), arg}]
		if !there {
			ok = ok && kind == trace.Fork || reverse
			return
		}
		if reverse {
			x, y = y, x
		}
		ok = p.put(p.start, x, y) && ok
	}
	// Chains first: put must find what comes after a node.
	for _, c := range p.chain {
		for i := 1; i < len(c); i++ {
			ok = p.put(p.start, c[i-1], c[i]) && ok
		}
	}
	// Edges of single nodes; critical sections, accesses, waits and notifications are collected.
	sections := make([][][2]int32, s.locks) // by lock: lock and unlock nodes
	open := make(map[[2]int32]int32)        // by owner and lock: a lock node whose unlock was not met
	type touch struct {
		node  int32
		write bool
	}
	accesses := make([][]touch, s.locs)
	waits, notes := make([][]int32, s.threads), make([][]int32, s.threads)
	for k, i := range p.node {
		y := int32(k)
		o := &s.ops[i]
		for _, j := range s.after[i] {
			ok = p.put(p.start, p.of[j], y) && ok
		}
		switch o.kind {
		case trace.ThreadInit:
			edge(trace.Fork, o.thread, y, false)
		case trace.Join:
			edge(trace.ThreadExit, o.arg, y, false)
		case trace.Post:
			if !s.attached[o.dest] {
				edge(trace.AttachQueue, o.dest, y, false)
			}
			edge(trace.ThreadExit, o.dest, y, true)
		case trace.Call:
			if p.last[o.task] < 0 || p.posted[o.task] < 0 {
				return false
			}
			ok = p.put(p.start, p.posted[o.task], y) && ok
			edge(trace.Loop, o.thread, y, false)
		case trace.Lock:
			open[[2]int32{o.owner, o.arg}] = y
		case trace.Unlock:
			sections[o.arg] = append(sections[o.arg], [2]int32{open[[2]int32{o.owner, o.arg}], y})
			delete(open, [2]int32{o.owner, o.arg})
		case trace.Wait:
			waits[o.thread] = append(waits[o.thread], y)
		case trace.Notify:
			notes[o.arg] = append(notes[o.arg], y)
		}
		from := len(p.races)
		o.accesses(func(l int32, write bool) {
			for _, x := range accesses[l] {
				s.poll.Look()
				race := [2]int32{x.node, y}
				if p.owner[x.node] != o.owner && (x.write || write) && !slices.Contains(p.races[from:], race) {
					p.races = room(s.poll, p.races)
					p.races = append(p.races, race)
				}
			}
			accesses[l] = append(accesses[l], touch{y, write})
		})
	}
	if len(open) > 0 || !ok {
		return false
	}
	// Waits: each thread needs as many notifications, and some of them must come before certain waits.
	sure := newMustPrecede(s)
	for t := range waits {
		switch {
		case len(waits[t]) == 0:
		case len(notes[t]) < len(waits[t]):
			return false
		default:
			for _, x := range notes[t] {
				for _, w := range waits[t] {
					if sure.known(p.node[x], p.node[w]) && !p.put(p.start, x, w) {
						return false
					}
				}
			}
			if len(waits[t]) > 1 || len(notes[t]) > 1 {
				p.waits, p.notes = append(p.waits, waits[t]), append(p.notes, notes[t])
			}
		}
	}
	// Pairs of critical sections and of handlers.
	for _, list := range sections {
		for i, a := range list {
			s.poll.LookNow()
			for _, b := range list[:i] {
				if s.ops[p.node[a[0]]].thread != s.ops[p.node[b[0]]].thread {
					p.locks = room(s.poll, p.locks)
					p.locks = append(p.locks, [4]int32{b[0], b[1], a[0], a[1]})
				}
			}
		}
	}
	for e := range s.tasks {
		s.poll.LookNow()
		for f := range e {
			if s.post[e] >= 0 && s.post[f] >= 0 && s.ops[s.post[e]].dest == s.ops[s.post[f]].dest {
				p.pairs = room(s.poll, p.pairs)
				p.pairs = append(p.pairs, [2]int32{int32(f), int32(e)})
			}
		}
	}
	return p.close(p.start)
}

// room returns the list with room for one element more. It reserves the memory
// with poll first, which ends the work if there is not enough: lists of pairs can
// be very long.
func room[T any](poll *limit.Poll, list []T) []T {
	if len(list) < cap(list) {
		return list
	}
	n := max(16, len(list)+len(list)/4)
	var one T
	poll.Reserve(int64(n) * int64(unsafe.Sizeof(one)))
	return slices.Grow(list, n-len(list))
}
