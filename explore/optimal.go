package explore

import (
	"cmp"
	"fmt"

	"flavers/explore/model"
	"flavers/sem"
)

// This file is Optimal-DPOR with wakeup trees (Abdulla, Aronis, Jonsson and Sagonas 2014, 2017). It runs exactly one
// execution of each class of executions that differ only by the order of independent moves, and never starts an
// execution that it has to give up.
//
// When an execution has ended, the algorithm looks for its races. Each race shows another way in which the execution
// could have gone. That way, a sequence of moves, is entered into the tree of the state where the two part, unless
// something that was done there, or is waiting in the tree, begins in an equivalent way.
//
// Our difference: in the paper, a task has one next step in every state. Here a task may have several, so the other
// ways come from race_detector.go, and sleep sets and trees hold outcomes of actions instead of tasks. Other ways that
// part at old events are looked for again only if later events can add to them.

// optimal is an exploration in progress.
type optimal struct {
	e      *engine
	r      *raceDetector
	frames []frame // by depth
	few    int     // longest sequence that is written out at once; longer ones wait as a node's later
	storage

	// By event of the execution in progress.
	open  []bool    // races of the event are to be looked for again, because later events may add to them
	parts [][]int32 // where other ways found at the event part from the execution
	over  []int8    // what settled has found out about the event

	// Buffers.
	v      []*model.Move // the sequence that is entered
	at     []int32       // for insert: collects parts of the event that is looked at
	apart  []int32       // the same for events whose parts are not needed
	events []int32
	spare  []*node // nodes that are no longer needed
}

// frame belongs to a state of the execution in progress.
type frame struct {
	// sleep has the moves that need not be taken here: they were taken here before, or in a state above, and are
	// independent of the moves from there.
	sleep []*model.Move
	tree  []*node // the wakeup tree: what has to be done here, in order; the first is being done
}

// node is a move of a wakeup tree. After it one of next has to come, or what later stands for. If it has neither,
// anything may come.
type node struct {
	move  *model.Move
	next  []*node
	later *later
	only  [1]*node // room for next, which mostly has one element
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

// search runs one execution after the other.
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

// choose puts any move into the tree of a new state. If there is none, the execution has ended: choose looks for its
// races and returns false.
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

// take takes the move of a node of the tree, and makes the subtree of the node the tree of the next state.
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

// back undoes moves until there is another one to take, and returns the depth. It returns -1 if everything is done.
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

// node returns a node for a move. It uses spare nodes, because trees come and go with every execution.
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

// children returns the children of a node. If they are still a sequence that waits, its first move is written out.
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

// races looks for all races of the execution that has just ended. Events from fresh on are new in it.
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
			// An event of several threads is looked at once, for the one that it belongs to. The others are partners of a
			// rendezvous, or were started by it.
			if k < len(r.chain[t]) && r.at[r.chain[t][k]].thread == t {
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

// settled reports whether other ways that part from the execution at these events are the same as in the execution
// before: all fresh events happen after these events. A fresh event that does not is part of the other way, which may
// then be a new one, even if it was known without that event. (The test program "spawned" with 5 tasks shows it.)
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

// insert enters the moves of a configuration p from depth at on, and then v, into the tree of the state at that depth.
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
	o.enter(&f.tree, 1) // not below the first node, which is being done
}

// write writes into o.v the moves of events at to to that are in p, and then v.
func (o *optimal) write(at, to int, p *configuration, v *model.Move) {
	o.v = o.v[:0]
	for i := at; i < to; i++ {
		if o.r.in(p, int32(i)) {
			o.v = append(o.v, o.r.taken[i])
		}
	}
	o.v = append(o.v, v)
}

// enter enters o.v into a tree: it goes down along nodes whose moves can come first in what is left of o.v, and appends
// the rest there. At the top it only looks at nodes from number from on. If it comes to a leaf, which allows anything
// after it, or if nothing is left, the tree has an equivalent way already.
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

// weakInitial reports whether z is a weak initial of v: it can come first in v, or could come before all of v without
// being in it. i is the index of z in v, or -1.
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

// asleep appends to list the moves in sleep that are independent of v: these still sleep after it.
func asleep(list, sleep []*model.Move, v *model.Move) []*model.Move {
	for _, z := range sleep {
		if model.Independent(z, v) {
			list = append(list, z)
		}
	}
	return list
}

// share estimates which part of the search is done. It assumes that the branches of a state that are known so far are
// all, and of equal size, so it is too high at first.
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
