package explore

import (
	"cmp"
	"fmt"

	"flavers/explore/model"
	"flavers/sem"
)

// optimal is Optimal-DPOR with wakeup trees (Abdulla, Aronis, Jonsson and
// Sagonas 2014, 2017): when an execution has ended, every other way it could
// have gone is entered, as a sequence of moves, into a tree at the place where
// the two part, unless something that is done already or waits there begins in
// the same way. It runs one execution for each class of executions that differ
// by the order of independent moves only, and gives none up.
//
// Our difference: the algorithm of the paper is for tasks that have one next
// step in every state; here what else could happen comes from race_detector.go, and
// sleep sets and trees hold outcomes of actions instead of tasks. Alternatives
// of old events are looked for again only where what comes later can add to
// them.
type optimal struct {
	e      *engine
	r      *raceDetector
	frames []frame
	v      []*model.Move
	spare  []*node // done with; their children have gone to trees of their own
	// by event: has to be looked at again with what comes later, or stands where something else can be
	// done
	open   []bool
	parts  [][]int32 // by event: where alternatives to it part from the run
	at     []int32   // the same, of the request that is looked at
	apart  []int32   // the same, where it is not needed
	over   []int8    // by event: see settled
	events []int32   // of insert
	storage
	few int // how long a sequence may be that is written out at once
}

// frame belongs to a state of the execution in progress.
type frame struct {
	sleep []*model.Move // what need not be done here: done before, or in a state above and independent of the way here
	tree  []*node       // what has to be done here, in order; the first is being done
}

// node is a move of a wakeup tree, and what has to come after it: one of next,
// or what later stands for; if there is nothing of these, anything.
type node struct {
	move  *model.Move
	next  []*node
	later *later
	only  [1]*node // place for next
}

func (o *optimal) explore(e *engine) {
	o.begin(e)
	o.search()
}

func (o *optimal) begin(e *engine) {
	o.e = e
	o.r = newRacer(e, o.insert)
	e.Share = o.share
	o.few = cmp.Or(e.few, 64)
	o.frames = append(o.frames, frame{})
}

// search goes through all executions.
func (o *optimal) search() {
	fresh := 0 // the first event that the last execution did not have
	for {
		d := o.r.depth
		f := &o.frames[d]
		if len(f.tree) == 0 && !o.choose(f, fresh) {
			if fresh = o.back(); fresh < 0 {
				return
			}
			continue
		}
		if !o.e.Step(d + 1) {
			return
		}
		o.take(f, f.tree[0])
	}
}

// choose fills the tree of a new state with any move; if there is none, the
// execution has ended.
func (o *optimal) choose(f *frame, fresh int) bool {
	state := o.r.state()
	v, any, stuck := o.r.Next(state, f.sleep)
	how := model.Cut
	switch {
	case !any:
		how = o.r.Ending(state, stuck)
	case o.within() && v != nil:
		f.tree = append(f.tree, o.node(v))
		return true
	case o.r.depth < o.e.Options.Depth:
		how = model.Blocked
	}
	if o.e.Ended(state, how, o.r.path) {
		o.races(fresh)
	}
	return false
}

// within reports whether the execution may have one more step.
func (o *optimal) within() bool {
	opt := &o.e.Options
	for o.r.depth >= opt.Depth {
		if !opt.StopAtCut || opt.Extend == nil || !o.e.Extend("depth") {
			return false
		}
	}
	return true
}

// take goes on with a move of the tree.
func (o *optimal) take(f *frame, n *node) {
	d := o.r.depth
	v := o.r.Again(o.r.state(), n.move)
	if v == nil {
		panic(fmt.Sprintf("explore: action %d.%d of a wakeup tree cannot be taken", n.move.Action, n.move.Key))
	}
	n.move = v
	if len(o.frames) == d+1 {
		o.frames = append(o.frames, frame{})
		f = &o.frames[d]
	}
	g := &o.frames[d+1]
	g.sleep = asleep(g.sleep[:0], f.sleep, v)
	g.tree = append(g.tree[:0], o.children(n)...)
	o.r.push(v)
	if v.Effect.Err != nil {
		o.e.Met(v.Effect.Err, o.r.path)
	}
}

// back undoes moves until there is something else to do, and returns where
// that is; -1: everything is done.
func (o *optimal) back() int {
	for !o.e.Halted && o.r.depth > 0 {
		o.r.pop()
		f := &o.frames[o.r.depth]
		f.sleep = append(f.sleep, f.tree[0].move)
		o.spare = append(o.spare, f.tree[0])
		copy(f.tree, f.tree[1:])
		f.tree = f.tree[:len(f.tree)-1]
		if len(f.tree) > 0 {
			return o.r.depth
		}
	}
	return -1
}

// node makes a node, of one that is no longer needed if there is one.
func (o *optimal) node(v *model.Move) *node {
	k := len(o.spare) - 1
	if k < 0 {
		block := make([]node, 128)
		for i := range block {
			block[i].next = block[i].only[:0]
			o.spare = append(o.spare, &block[i])
		}
		k = len(o.spare) - 1
	}
	n := o.spare[k]
	o.spare = o.spare[:k]
	*n = node{move: v, next: n.next[:0]}
	return n
}

// children is next of a node, written out.
func (o *optimal) children(n *node) []*node {
	if l := n.later; l != nil {
		n.later = nil
		v, more := l.first()
		c := o.node(v)
		if more {
			c.later = l
		} else {
			o.drop(l)
		}
		n.next = append(n.next, c)
	}
	return n.next
}

// races finds all alternatives to the execution that has just ended.
func (o *optimal) races(fresh int) {
	r := o.r
	for len(o.open) < r.depth {
		o.open = append(o.open, false)
		o.parts = append(o.parts, nil)
	}
	o.over = append(o.over[:0], make([]int8, r.depth)...)
	o.forget()
	r.compare()
	for t := range r.chain {
		for k := int(r.same[t]); k <= len(r.chain[t]); k++ {
			t := sem.Thread(t)
			if k < len(r.chain[t]) && r.at[r.chain[t][k]].thread == t { // its other threads are partners, or started by it
				event := r.chain[t][k]
				if int(event) < fresh && !o.open[event] && o.settled(o.parts[event]) {
					continue
				}
				o.at = o.parts[event][:0]
				o.open[event] = r.alone(t, k) || !r.simple(t, event)
				o.parts[event] = o.at
				o.at = o.apart[:0]
			} else {
				o.at = o.apart[:0]
				r.alone(t, k)
			}
			r.together(t, k, fresh)
			o.apart = o.at
		}
	}
}

// settled reports whether alternatives that part from the run at these events are
// the same as in the last run: whether all fresh events come after them. (If
// others do not, they belong to the alternative, which may then be one that was
// not known before, even if the old one was known: spawned, with 5 tasks.)
func (o *optimal) settled(parts []int32) bool {
	const yes, no = 1, 2
	for _, e := range parts {
		if o.over[e] == 0 {
			o.over[e] = yes
			for _, j := range o.r.edge {
				if !o.r.before(int(e), int(j)) {
					o.over[e] = no
					break
				}
			}
		}
		if o.over[e] == no {
			return false
		}
	}
	return true
}

// insert enters a part of the run, and then v, into the tree of the state at
// depth at.
func (o *optimal) insert(at int, p *configuration, v *model.Move) {
	o.at = append(o.at, int32(at))
	to := o.r.depth
	if to-at > o.few {
		if to = o.r.length(p); to-at > max(o.few, 0) {
			o.insertLong(at, p, v)
			return
		}
	}
	o.write(at, to, p, v)
	f := &o.frames[at]
	for _, z := range f.sleep {
		if _, ok := weakInitial(z, o.v); ok {
			return
		}
	}
	o.enter(&f.tree, 1) // the first is being done, and not on the way
}

// write writes a part of the run from event at to event to, and then v, into
// o.v.
func (o *optimal) write(at, to int, p *configuration, v *model.Move) {
	o.v = o.v[:0]
	for i := at; i < to; i++ {
		if o.r.in(p, int32(i)) {
			o.v = append(o.v, o.r.taken[i])
		}
	}
	o.v = append(o.v, v)
}

// enter enters o.v into a tree, the children of which from one on are possible
// ways.
func (o *optimal) enter(list *[]*node, from int) {
next:
	for {
		for _, n := range (*list)[from:] {
			i, ok := weakInitial(n.move, o.v)
			if !ok {
				continue
			}
			if i >= 0 {
				o.v = append(o.v[:i], o.v[i+1:]...)
			}
			if len(o.v) == 0 || len(o.children(n)) == 0 {
				return
			}
			list, from = &n.next, 0
			continue next
		}
		break
	}
	for _, u := range o.v {
		n := o.node(u)
		*list = append(*list, n)
		list = &n.next
	}
}

// weakInitial reports whether z can come first in v, or before all of v without
// being in it. i is where in v it is, or -1.
func weakInitial(z *model.Move, v []*model.Move) (i int, ok bool) {
	for i, u := range v {
		if u.Is(z) {
			return i, true
		}
		if !model.Independent(u, z) {
			return 0, false
		}
	}
	return -1, true
}

// asleep appends what is still asleep after a move.
func asleep(list, sleep []*model.Move, v *model.Move) []*model.Move {
	for _, z := range sleep {
		if model.Independent(z, v) {
			list = append(list, z)
		}
	}
	return list
}

// share estimates how much of the search is done: at each depth, the part of
// the branches known so far.
func (o *optimal) share() float64 {
	done, part := 0.0, 1.0
	for d := 0; d < o.r.depth; d++ {
		f := &o.frames[d]
		before := 0
		if d > 0 {
			before = len(asleep(nil, o.frames[d-1].sleep, o.r.taken[d-1]))
		}
		finished := len(f.sleep) - before
		n := float64(finished + len(f.tree))
		done += part * float64(finished) / n
		part /= n
	}
	return done
}
