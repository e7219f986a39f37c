package em

import (
	"slices"

	"flavers/explore/em/trace"
)

// This file decides whether a trace may get stuck in another order, by looking for
// a circle of operations that wait for each other: two threads that take two locks
// in different orders, or a handler that waits for a notification from a later
// handler of its own thread. If there is no circle, em-optimal need not search for
// deadlocks (deadlock.go). Pairs of operations that are never pending at the same
// time, by the order that holds in all executions (mustPrecede), rule circles out.

// mustPrecede is the order of operations that holds in all executions, complete or
// not: x precedes y if x was executed in every execution that executes y. The
// order is kept as a matrix. As an owner executes its operations in order, the
// predecessors of y among an owner's operations are its first ones, and their
// number says which.
type mustPrecede struct {
	s     *System
	width int     // number of owners
	rows  []int32 // width for each operation, by owner: how many of its operations precede this one or are it
	place []int32 // by operation: 1 + its place in the body of its owner
}

// known reports whether x precedes y or is y.
func (u *mustPrecede) known(x, y int32) bool {
	return u.rows[int(y)*u.width+int(u.s.ops[x].owner)] >= u.place[x]
}

// past reports whether x was executed whenever y is the next operation of its
// thread. It is not enough that x comes before y: y may be blocked because x was
// not executed.
func (u *mustPrecede) past(x, y int32) bool {
	k := u.place[y] - 1
	return k > 0 && u.known(x, u.s.body[u.s.ops[y].owner][k-1])
}

// newMustPrecede computes the order: the least one that has what the program
// prescribes (bodies, forks, joins, posts, dependences) and is closed under two
// rules. If the post of e precedes the post of f, to the same thread, the end of
// e precedes the begin of f (FIFO); and a wait comes after the notifications that
// it cannot do without.
func newMustPrecede(s *System) *mustPrecede {
	u := &mustPrecede{s: s, width: s.threads + s.tasks, place: make([]int32, len(s.ops))}
	s.poll.Reserve(4 * int64(len(s.ops)) * int64(u.width))
	u.rows = make([]int32, len(s.ops)*u.width)
	edges := make([][]int32, len(s.ops)) // by operation: operations that directly precede it
	ends := make([]int32, s.tasks)       // by task: 1 + its Return; 0: none
	// Bodies.
	for _, b := range s.body {
		for k, i := range b {
			u.place[i] = int32(k + 1)
			u.rows[int(i)*u.width+int(s.ops[i].owner)] = int32(k + 1)
			if k > 0 {
				edges[i] = append(edges[i], b[k-1])
			}
		}
	}
	// Other operations.
	fork, attach, loop, exit := placesOf(s)
	notes, waits := make([][]int32, s.threads), make([][]int32, s.threads)
	for i := range s.ops {
		switch o := &s.ops[i]; o.kind {
		case trace.Notify:
			notes[o.arg] = append(notes[o.arg], int32(i))
		case trace.Wait:
			waits[o.thread] = append(waits[o.thread], int32(i))
		case trace.Return:
			ends[o.task] = int32(i) + 1
		}
	}
	for i := range s.ops {
		o := &s.ops[i]
		add := func(j int32) {
			if j >= 0 {
				edges[i] = append(edges[i], j)
			}
		}
		for _, j := range s.after[i] {
			add(j)
		}
		switch o.kind {
		case trace.ThreadInit:
			add(fork[o.thread])
		case trace.Join:
			add(exit[o.arg])
		case trace.Post:
			add(attach[o.dest])
		case trace.Call:
			add(loop[o.thread])
			add(s.post[o.task])
		}
	}
	// Propagate along edges, then add the edges of the two rules, until nothing changes.
	for changed := true; changed; {
		changed = false
		for i := range s.ops {
			row := u.rows[i*u.width : (i+1)*u.width]
			for _, j := range edges[i] {
				s.poll.Look()
				for k, v := range u.rows[int(j)*u.width : (int(j)+1)*u.width] {
					if v > row[k] {
						row[k] = v
						changed = true
					}
				}
			}
		}
		for i := range s.ops {
			o := &s.ops[i]
			if o.kind == trace.Wait {
				changed = u.wait(int32(i), notes[o.thread], waits[o.thread], edges) || changed
			}
			if o.kind != trace.Call {
				continue
			}
			s.poll.LookNow()
			for e, q := range s.post {
				otherOfThread := q >= 0 && int32(e) != o.task && s.ops[q].dest == o.thread && ends[e] > 0
				if otherOfThread && u.known(q, s.post[o.task]) && !slices.Contains(edges[i], ends[e]-1) {
					edges[i] = append(edges[i], ends[e]-1)
					changed = true
				}
			}
		}
	}
	return u
}

// wait adds edges from the notifications of a thread to its wait i that cannot do
// without them: i and the waits before it take one notification each, and if no
// more than these can come before i, all of them must.
func (u *mustPrecede) wait(i int32, notes, waits []int32, edges [][]int32) (changed bool) {
	need := 1 // notifications taken up to i
	for _, w := range waits {
		if w != i && u.known(w, i) {
			need++
		}
	}
	var can []int32 // notifications that may come before i
	for _, x := range notes {
		if !u.known(i, x) {
			can = append(can, x)
		}
	}
	if len(can) > need {
		return false
	}
	for _, x := range can {
		if !slices.Contains(edges[i], x) {
			edges[i] = append(edges[i], x)
			changed = true
		}
	}
	return changed
}

// placesOf returns, by thread, the operations that fork it, attach its queue,
// begin its loop and end it; -1: there is none.
func placesOf(s *System) (fork, attach, loop, exit []int32) {
	fork, attach, loop, exit = make([]int32, s.threads), make([]int32, s.threads), make([]int32, s.threads),
		make([]int32, s.threads)
	for t := range fork {
		fork[t], attach[t], loop[t], exit[t] = -1, -1, -1, -1
	}
	for i := range s.ops {
		switch o := &s.ops[i]; o.kind {
		case trace.Fork:
			fork[o.arg] = int32(i)
		case trace.AttachQueue:
			attach[o.thread] = int32(i)
		case trace.Loop:
			loop[o.thread] = int32(i)
		case trace.ThreadExit:
			exit[o.thread] = int32(i)
		}
	}
	return fork, attach, loop, exit
}

// MayDeadlock reports whether an execution may get stuck: whether operations that
// can be blocked may wait for each other in a circle. An operation waits for
// another one that frees its lock, notifies it, or has to come before it. If that
// other one was not executed, it is behind a blocked operation of its own thread,
// perhaps in another handler, or of a thread that forks or posts it. May err
// towards: true.
func MayDeadlock(s *System) bool {
	b := &blocking{s: s, sure: newMustPrecede(s), notes: make([][]int32, s.threads), waits: make([][]int32, s.threads),
		holds: make([][][2]int32, s.locks)}
	b.fork, b.attach, _, b.exit = placesOf(s)
	// By owner and lock: where a lock was taken that is not freed yet.
	open := map[[2]int32]int32{}
	for i := range s.ops {
		switch o := &s.ops[i]; o.kind {
		case trace.Lock:
			open[[2]int32{o.owner, o.arg}] = int32(i)
		case trace.Unlock:
			b.holds[o.arg] = append(b.holds[o.arg], [2]int32{open[[2]int32{o.owner, o.arg}], int32(i)})
			delete(open, [2]int32{o.owner, o.arg})
		case trace.Notify:
			b.notes[o.arg] = append(b.notes[o.arg], int32(i))
		case trace.Wait:
			b.waits[o.thread] = append(b.waits[o.thread], int32(i))
		}
	}
	if len(open) > 0 { // a lock is never freed
		return true
	}
	edges := make([][]int32, len(s.ops)) // by operation that can be blocked: operations that it may wait for
	for i := range int32(len(s.ops)) {
		if !b.blockable(i) {
			continue
		}
		s.poll.LookNow()
		var ok bool
		if edges[i], ok = b.behind(i); !ok {
			return true
		}
	}
	return Cyclic(edges)
}

// blocking is the state of MayDeadlock.
type blocking struct {
	s                  *System
	sure               *mustPrecede
	fork, attach, exit []int32      // as placesOf returns them
	notes, waits       [][]int32    // by thread: the Notify operations for it, and its Wait operations
	holds              [][][2]int32 // by lock: the Lock and Unlock of each critical section

	of    int32   // the operation whose blockers behind is looking for
	seen  []bool  // by operation: missing was called for it
	found []int32 // the blockers so far
}

// blockable reports whether operation i may have to wait.
func (b *blocking) blockable(i int32) bool {
	switch b.s.ops[i].kind {
	case trace.Lock, trace.Wait, trace.Join, trace.Post:
		return true
	}
	return len(b.s.after[i]) > 0
}

// behind lists the operations for which i may wait: while one of them is pending
// and blocked, i may stay blocked. ok is false if i may stay blocked without any.
func (b *blocking) behind(i int32) (list []int32, ok bool) {
	s, o := b.s, &b.s.ops[i]
	b.of, b.found, b.seen = i, nil, make([]bool, len(s.ops))
	need := s.after[i]
	switch o.kind {
	case trace.Lock: // another thread is blocked where it holds the lock
		for _, h := range b.holds[o.arg] {
			if s.ops[h[0]].thread != o.thread {
				b.add(s.body[s.ops[h[0]].owner][s.place[h[0]]+1 : s.place[h[1]]])
			}
		}
	case trace.Wait: // a notification does not come
		earlier := 0 // waits of the thread that are over when i is reached
		for _, w := range b.waits[o.thread] {
			switch {
			case w == i || b.sure.known(i, w):
			case b.sure.past(w, i):
				earlier++
			default:
				return nil, false // it may take what notified this one
			}
		}
		can := 0 // notifications that may come before i
		for _, x := range b.notes[o.thread] {
			if !b.sure.known(i, x) {
				can++
				b.missing(x)
			}
		}
		if can <= earlier {
			return nil, false
		}
	case trace.Join: // the thread does not end
		if b.exit[o.arg] < 0 {
			return nil, false
		}
		b.missing(b.exit[o.arg])
	case trace.Post: // the receiver has no queue yet, or has ended
		switch {
		case b.exit[o.dest] >= 0:
			return nil, false
		case s.attached[o.dest]:
		case b.attach[o.dest] < 0:
			return nil, false
		default:
			b.missing(b.attach[o.dest])
		}
	}
	for _, x := range need {
		b.missing(x)
	}
	// Operation j is never pending together with i if one of them is always executed before the other is reached.
	list = slices.DeleteFunc(b.found, func(j int32) bool { return j != i && (b.sure.past(i, j) || b.sure.past(j, i)) })
	// A thread has one pending operation. So a blocker of the same thread is i itself.
	for k, j := range list {
		if s.ops[j].thread == o.thread {
			list[k] = i
		}
	}
	slices.Sort(list)
	return slices.Compact(list), true
}

// add adds the operations of a list that can be blocked.
func (b *blocking) add(list []int32) {
	for _, j := range list {
		if b.blockable(j) {
			b.found = append(b.found, j)
		}
	}
}

// missing adds the operations at which threads may be blocked so that x is never
// executed. It adds nothing if x is always executed before b.of is reached.
func (b *blocking) missing(x int32) {
	if b.seen[x] || b.sure.past(x, b.of) {
		return
	}
	b.seen[x] = true
	s, o := b.s, &b.s.ops[x]
	s.poll.LookNow()
	b.add(s.body[o.owner][:s.place[x]+1])
	// If x is in a handler, this may not have begun: its message was not posted, or its thread is blocked elsewhere.
	if o.task >= 0 {
		if q := s.post[o.task]; q >= 0 {
			b.missing(q)
		}
		for e, q := range s.post {
			if q >= 0 && s.ops[q].dest == o.thread {
				b.add(s.body[s.threads+e])
			}
		}
		b.add(s.body[o.thread])
	}
	if f := b.fork[o.thread]; f >= 0 {
		b.missing(f)
	}
}

// Cyclic reports whether a graph, given by the successors of each node, has a cycle.
func Cyclic(edges [][]int32) bool {
	state := make([]uint8, len(edges)) // 0: not visited, 1: on the path, 2: done
	var visit func(int32) bool
	visit = func(i int32) bool {
		state[i] = 1
		for _, j := range edges[i] {
			if state[j] == 1 || state[j] == 0 && visit(j) {
				return true
			}
		}
		state[i] = 2
		return false
	}
	for i := range edges {
		if state[i] == 0 && visit(int32(i)) {
			return true
		}
	}
	return false
}
