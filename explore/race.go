package explore

import (
	"math/bits"
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file finds what else could have happened in an execution E.
//
// A request is a task (or two, of a joint action) standing where it stood at
// some time in E, and the ways it could go on there; or an actor waiting for
// messages, and the ways to take one message that is a thread (package sem). It is looked at in
// parts of E: sets C of events of E that contain with each event all those
// that happen before it. In the largest part where the tasks still stand
// there, everything is done that can be done without them. If an action can be
// taken there, then C followed by it is the beginning of an execution. Either
// it is what happened in E; then the races of the action with events of C
// remain: for each event g that it depends on directly, the part without g
// and all that follows from g is looked at in the same way. Or it is another
// execution, and is handed to the strategy. If the action is blocked, it is
// blocked by values that events of C wrote, and the parts without the last of
// these are looked at.
//
// For a program of tasks with one action at each point that is never blocked,
// these are the races of dynamic partial-order reduction. A blocked request
// for a lock meets the unlock that freed it last, then the lock before that,
// without which it can be taken: the rule for locks falls out of it. The
// alternatives of a choice, a select, and the partners of a rendezvous are
// requests like any other.

// request is a place in an execution where something else might be done.
type request struct {
	after   [2]int32 // events that put the tasks there, or -1; of a message: that took the one before, and that put its actor there
	actions []sem.WayID
}

// racer looks at requests of a run.
type racer struct {
	*run
	e     *engine
	asked int // of late
	// alternative takes what was found: the events of the run that are not in
	// removed, in their order, and then v. at is where the run and this part:
	// the first event that is removed and depends on v.
	alternative func(at int, removed []bool, v *move)

	// open tells of the last request that it has to be looked at again in other
	// runs that begin in the same way: it was blocked in some part of the run,
	// and other events may unblock it there; or what was found touches what own,
	// the event that was asked about, does not touch: then other runs can have
	// events after own that come before what was found.
	open bool
	own  int

	spare   [][]bool
	seen    []uint64 // parts of this request that were looked at, one after another
	scratch []int32
	sum     []int32
	direct  []int32
	stack   []level // one for each part in progress
	within  int
	one     [1]sem.WayID
}

// level is what look keeps between calls.
type level struct {
	list  []*move
	races []int32
	union sem.Footprint
}

// level is that of the part that is looked at.
func (r *racer) level() *level {
	if len(r.stack) == r.within {
		w := r.x.Words()
		r.stack = append(r.stack, level{union: sem.Footprint{Reads: make(sem.Set, w), Writes: make(sem.Set, w)}})
	}
	return &r.stack[r.within]
}

// late tells whether the exploration has been stopped. It looks at the time:
// what else could have happened in a long execution can take longer to find
// than the execution to make.
func (r *racer) late() bool {
	if r.asked++; r.asked&15 == 0 {
		r.e.look()
	}
	return r.e.stopped
}

// follow adds event g and all that follows from it to what is removed.
func (r *racer) follow(removed []bool, g int) {
	for i := g; i < r.depth; i++ {
		if !removed[i] && r.before(g, i) {
			removed[i] = true
		}
	}
}

func (r *racer) take() []bool {
	var b []bool
	if k := len(r.spare); k > 0 {
		b, r.spare = r.spare[k-1], r.spare[:k-1]
	}
	for cap(b) < r.depth {
		b = append(b[:cap(b)], false)
	}
	b = b[:r.depth]
	clear(b)
	return b
}

func (r *racer) give(b []bool) { r.spare = append(r.spare, b) }

// ask looks at a request in the part of the run without the events in removed.
func (r *racer) ask(q *request, removed []bool) {
	r.seen, r.open = r.seen[:0], false
	r.look(q, removed)
}

func (r *racer) look(q *request, removed []bool) {
	if r.late() {
		return
	}
	if r.known(removed) {
		return
	}
	state := r.stateWithout(removed)
	l := r.level()
	list, union := l.list, l.union
	clear(union.Reads)
	clear(union.Writes)
	more := false // to be looked at in smaller parts
	add := func(f sem.Footprint) {
		more = true
		for i := range f.Reads {
			union.Reads[i] |= f.Reads[i]
			union.Writes[i] |= f.Writes[i]
		}
	}
	for _, a := range q.actions {
		var st *sem.Steps
		list, st = r.moves(list[:0], state, a)
		if len(list) == 0 {
			r.open = true
			add(st.Footprint)
		}
		for _, v := range list {
			r.open = r.open || v.cut
			if v.cut || r.offer(removed, v) {
				add(v.Footprint)
			}
		}
	}
	l.list = list
	if more {
		r.less(q, removed, union)
	}
}

// less looks at a request in the parts without each event of this part that it
// depends on directly.
func (r *racer) less(q *request, removed []bool, f sem.Footprint) {
	l := r.level()
	races := r.races(l.races[:0], q, removed, f)
	l.races = races
	r.within++
	for _, g := range races {
		less := r.take()
		copy(less, removed)
		r.follow(less, int(g))
		r.look(q, less)
		r.give(less)
	}
	r.within--
}

// known notes a part, and tells whether it was looked at before.
func (r *racer) known(removed []bool) bool {
	words := (len(removed) + 63) / 64
	at := len(r.seen)
	for range words {
		r.seen = append(r.seen, 0)
	}
	key := r.seen[at:]
	for i, gone := range removed {
		if gone {
			key[i>>6] |= 1 << (i & 63)
		}
	}
	for i := 0; i < at; i += words {
		if slices.Equal(r.seen[i:i+words], key) {
			return true
		}
	}
	return false
}

// stateWithout is the state after the events that are not removed. It must not
// be changed.
func (r *racer) stateWithout(removed []bool) []int32 {
	from := slices.Index(removed, true)
	if from < 0 {
		return r.states[r.depth]
	}
	if !slices.Contains(removed[from:], false) {
		return r.states[from]
	}
	r.scratch = append(r.scratch[:0], r.states[from]...)
	for i := from; i < r.depth; i++ {
		if removed[i] {
			continue
		}
		v := r.taken[i]
		if v.relative {
			v = r.again(r.scratch, v)
		}
		r.change(r.scratch, v)
	}
	return r.scratch
}

// offer hands an alternative to the strategy, unless it is what happened: then
// it returns true.
func (r *racer) offer(removed []bool, v *move) bool {
	for i, gone := range removed {
		switch u := r.taken[i]; {
		case !gone:
		case u.is(v):
			return true
		case !independent(u, v):
			r.open = r.open || r.own < r.depth && !v.within(r.taken[r.own].Footprint)
			r.alternative(i, removed, v)
			return false
		}
	}
	return false // it can be taken at the end of a run that was cut short
}

// races appends the events of a part on which a request with this footprint
// depends directly, those apart that put its tasks there.
func (r *racer) races(list []int32, q *request, removed []bool, f sem.Footprint) []int32 {
	r.direct = r.direct[:0]
	for _, e := range q.after {
		if e >= 0 {
			r.direct = append(r.direct, e)
		}
	}
	chained := len(r.direct)
	for i, word := range f.Reads {
		for ; word != 0; word &= word - 1 {
			k := i<<6 + bits.TrailingZeros64(word)
			write := f.Writes.Has(k)
			log := r.log[k]
			for j, readers := len(log)-1, false; j >= 0; j-- {
				a := &log[j]
				if removed[a.event] {
					continue
				}
				if a.write {
					if !readers { // else the readers come between
						r.direct = append(r.direct, a.event)
					}
					break
				}
				if write {
					readers = true
					r.direct = append(r.direct, a.event)
				}
			}
		}
	}
	if len(r.direct) == chained {
		return list
	}
	var mine [2]int32
	copy(mine[:], r.direct[:chained])
	slices.SortFunc(r.direct, func(a, b int32) int { return int(b - a) })
	if r.sum == nil {
		r.sum = make([]int32, len(r.chain))
	}
	clear(r.sum)
	for _, g := range r.direct {
		if r.sum[r.first[g]] >= r.place[g] {
			continue // before another one, or seen
		}
		r.join(r.sum, g)
		if !slices.Contains(mine[:chained], g) {
			list = append(list, g)
		}
	}
	return list
}

// alone asks what thread t could have done by itself in place of the k-th move
// of its chain, or at the end of the run if there are only k. It tells whether
// the answer may be another one when more has happened.
func (r *racer) alone(t sem.Thread, k int) bool {
	if r.late() {
		return false
	}
	owner, ways := r.x.Owner(t)
	own := r.ownEvent(t, k)
	q := r.point(r.states[own], owner)
	if q == cfg.None {
		return false
	}
	if ways == nil {
		ways = r.solo[q]
		if r.x.Loops(owner) && r.p.Points[q].Idle {
			return false // its messages are asked
		}
	} else if !r.p.Points[q].Idle {
		return false
	}
	if len(ways) == 0 {
		return false
	}
	req := request{after: [2]int32{r.arrival(t, k), -1}, actions: ways}
	if int(t) >= len(r.p.Tasks) {
		for _, e := range r.chain[owner] {
			if int(e) < own {
				req.after[1] = e
			}
		}
	}
	removed := r.take()
	r.own = own
	if own < r.depth {
		r.follow(removed, own)
	}
	if own < r.depth && r.taken[own].only && len(ways) == 1 && r.taken[own].way == ways[0] && len(r.meets[q]) == 0 {
		// What comes after own and does not depend on it changes nothing that it
		// read: it is what happens in this part.
		r.seen, r.open = r.seen[:0], false
		r.less(&req, removed, r.taken[own].Footprint)
	} else {
		r.ask(&req, removed)
	}
	r.give(removed)
	return r.open
}

// ownEvent is the event in place of which thread t could have done something:
// the k-th of its chain, or the end of the run if there are only k. A message
// whose actor has stopped could have been handled before that.
func (r *racer) ownEvent(t sem.Thread, k int) int {
	if k < len(r.chain[t]) {
		return int(r.chain[t][k])
	}
	if int(t) >= len(r.p.Tasks) {
		owner, _ := r.x.Owner(t)
		if c := r.chain[owner]; len(c) > 0 && r.taken[c[len(c)-1]].eff.Err != nil {
			return int(c[len(c)-1])
		}
	}
	return r.depth
}

// simple tells whether all that thread t could do in place of event i is one
// way, by itself.
func (r *racer) simple(t sem.Thread, i int32) bool {
	owner, ways := r.x.Owner(t)
	if ways != nil {
		return len(ways) == 1
	}
	q := r.point(r.states[i], owner)
	return q == cfg.None || r.plain[q]
}

// where is where task t stood before the k-th move of its chain, if it could
// do something there.
func (r *racer) where(t cfg.TaskID, k int) (cfg.PointID, bool) {
	state := r.state()
	if k < len(r.chain[t]) {
		state = r.states[r.chain[t][k]]
	}
	q := r.point(state, t)
	return q, q != cfg.None
}

// arrival is the event that put thread t where it stood before the k-th move of
// its chain, or -1.
func (r *racer) arrival(t sem.Thread, k int) int32 {
	if k == 0 {
		return -1
	}
	return r.chain[t][k-1]
}

// together asks what the joint actions that task t could have begun in place
// of the k-th move of its chain could have done with each partner, at each
// place of the partner.
func (r *racer) together(thread sem.Thread, k int, fresh int) {
	t := cfg.TaskID(thread)
	if int(thread) >= len(r.p.Tasks) {
		return // messages meet nobody
	}
	q, ok := r.where(t, k)
	if !ok {
		return
	}
	for _, a := range r.meets[q] {
		n := &r.p.Nodes[r.p.Actions[r.ways[a].Action].B]
		for j := 0; j <= len(r.chain[n.Task]); j++ {
			if at, ok := r.where(n.Task, j); ok && at == n.Point {
				r.pair(a, t, k, n.Task, j, fresh)
			}
		}
	}
}

// pair asks about one joint action with both tasks at given places.
func (r *racer) pair(a sem.WayID, t cfg.TaskID, k int, u cfg.TaskID, j int, fresh int) {
	if r.late() {
		return
	}
	req := request{after: [2]int32{r.arrival(sem.Thread(t), k), r.arrival(sem.Thread(u), j)}}
	old := r.free(a)
	removed := r.take()
	defer func() { r.give(removed) }()
	for _, next := range [2]struct {
		t cfg.TaskID
		k int
	}{{t, k}, {u, j}} {
		if next.k < len(r.chain[next.t]) {
			r.follow(removed, int(r.chain[next.t][next.k]))
			old = old && int(r.chain[next.t][next.k]) < fresh
		} else {
			old = false
		}
	}
	for _, e := range req.after {
		if e >= 0 && removed[e] {
			return // the two never stood there at the same time
		}
	}
	if old && !slices.Contains(removed[fresh:], false) {
		return // as in the last run
	}
	r.one[0], r.own = a, r.depth
	req.actions = r.one[:]
	r.ask(&req, removed)
}

// free tells whether a joint action can always be taken when both tasks stand
// at its points, and touches nothing but their own.
func (r *racer) free(k sem.WayID) bool {
	a := &r.p.Actions[r.ways[k].Action]
	n, m := &r.p.Nodes[a.A], &r.p.Nodes[a.B]
	switch op := n.Op.(type) {
	case cfg.Call:
		return n.Guard == nil && m.Guard == nil && len(op.Args) == 0 && len(r.specs) == 0
	case cfg.CallEnd:
		return n.Guard == nil && m.Guard == nil && len(r.specs) == 0
	}
	return false
}
