package eventdriven

import (
	"maps"
	"slices"

	"flavers/cfg"
	"flavers/explore/em"
	"flavers/explore/model"
	"flavers/sem"
)

// This file analyses the text of a program for partial executions (partial.go): what
// belongs to each handler alone, what the step at each point touches, what may be
// touched from there on, and whether an execution may get stuck. All of it depends
// on points only, not on values.

// layout has the results.
type layout struct {
	*subject
	own   []bool         // by place: each task and each handler has one of its own, which no other looks at
	queue []bool         // by place: it has the contents of a queue
	idle  []cfg.PointID  // by task: the point where it waits for messages, or None
	lock  []cfg.ObjectID // by point: the lock that its step takes, or None
	quiet []bool         // by point: its step touches no shared place, posts nothing, and neither takes nor frees a lock

	// Footprints leave out places of the kind own.
	at    []footprint           // by point: what a step there touches; nothing where a message is taken
	from  []footprint           // by point: what its owner may touch there and later, with the handlers of what it posts
	takes map[message]footprint // what the step that takes a message touches
	whole map[message]footprint // what its handler may touch, that step included, with the handlers of what it posts
}

// message is a kind of message of a queue.
type message struct {
	box  cfg.ObjectID
	kind int32
}

// footprint is what steps touch: places (Reads has those that are written, too), and
// the locks that they take.
type footprint struct {
	sem.Footprint
	locks sem.Set // lock*tasks + task, for each task that takes the lock
}

func (k *subject) newFootprint() footprint {
	n, l := (k.places()+63)/64, (len(k.Program.Objects)*len(k.Program.Tasks)+63)/64
	return footprint{sem.Footprint{Reads: make(sem.Set, n), Writes: make(sem.Set, n)}, make(sem.Set, l)}
}

// add joins g into f and reports whether that changed it.
func (f footprint) add(g footprint) (changed bool) {
	for _, s := range [3][2]sem.Set{{f.Reads, g.Reads}, {f.Writes, g.Writes}, {f.locks, g.locks}} {
		for i, w := range s[1] {
			changed = changed || w&^s[0][i] != 0
			s[0][i] |= w
		}
	}
	return changed
}

// locksOther reports whether steps with footprint f take a lock by another task than t.
func (k *layout) locksOther(f footprint, lock cfg.ObjectID, t cfg.TaskID) bool {
	for u := range k.Program.Tasks {
		if cfg.TaskID(u) != t && f.locks.Has(int(lock)*len(k.Program.Tasks)+u) {
			return true
		}
	}
	return false
}

// newLayout analyses a program.
func newLayout(p *subject) *layout {
	k := &layout{subject: p, own: make([]bool, p.places()), queue: make([]bool, p.places()),
		takes: map[message]footprint{}, whole: map[message]footprint{}}
	for t := range p.Program.Tasks {
		k.idle = append(k.idle, cfg.None)
		for q := range p.Program.Points {
			if pt := &p.Program.Points[q]; pt.Idle && pt.Task == cfg.TaskID(t) {
				k.idle[t] = pt.ID
			}
		}
	}
	k.owned()
	k.footprints()
	return k
}

// actual narrows f, the static footprint of a step, to what move v of the step
// touches in a state. A property that v does not move is only read. exact reports
// whether nothing was dropped, so that f holds for all values.
func (k *layout) actual(f footprint, state []int32, v *model.Move) (g footprint, exact bool) {
	g = k.newFootprint()
	copy(g.locks, f.locks)
	for c, own := range k.own {
		if own || !f.Reads.Has(c) {
			continue
		}
		if c >= len(k.Machine.Comps) {
			k.sees(&k.Monitors[c-len(k.Machine.Comps)], g, state, v)
			continue
		}
		r := k.Stepper.Resource(sem.CompID(c))
		if r < 0 || v.Effect.Reads.Has(r) {
			g.Reads.Add(c)
		}
		if f.Writes.Has(c) && (r < 0 || v.Effect.Writes.Has(r)) {
			g.Writes.Add(c)
		}
	}
	return g, slices.Equal(f.Reads, g.Reads) && slices.Equal(f.Writes, g.Writes)
}

// sees adds to g what a move does to a property.
func (k *layout) sees(m *model.Monitor, g footprint, state []int32, v *model.Move) {
	q := state[m.At]
	for _, o := range v.Effect.Occ {
		if sym := k.symbol(m, o); sym >= 0 && m.Moves(sym) {
			g.Reads.Add(m.At)
			q = m.Step(q, sym)
		}
	}
	if q != state[m.At] {
		g.Writes.Add(m.At)
	}
}

// handles returns the kind of message that a node takes, and whether it takes one.
func (k *layout) handles(n *cfg.Node) (message, bool) {
	op, ok := n.Op.(cfg.Handle)
	return message{op.Box, op.Msg}, ok
}

// mayStick says how an execution may get stuck. It returns "" if none can. None can if steps wait for locks only,
// each lock is freed by the task or handler that took it, before that ends, and there is one order in which all
// locks are taken.
func (k *layout) mayStick() string {
	p := k.Program
	for t, b := range k.box {
		if b != cfg.None && k.idle[t] == cfg.None {
			return "a looper never comes to wait for messages"
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		switch op := n.Op.(type) {
		case cfg.Test:
			if op.Await {
				return "a task may wait for a value in vain"
			}
		case cfg.Handle:
			if op.Guard != nil {
				return "a looper may wait for a value in vain"
			}
		case cfg.Lock:
			if len(p.Points[n.Point].Nodes) > 1 {
				return "a task may wait for a lock or do something else"
			}
		}
	}
	// A fixed point over points: the locks that may be held there. Edges lead from a lock to locks taken while it is
	// held.
	held := make([]map[cfg.ObjectID]bool, len(p.Points))
	for q := range held {
		held[q] = map[cfg.ObjectID]bool{}
	}
	order := make([][]int32, len(p.Objects))
	for changed := true; changed; {
		changed = false
		for i := range p.Nodes {
			n := &p.Nodes[i]
			next := held[n.Next]
			for l := range held[n.Point] {
				if op, ok := n.Op.(cfg.Lock); ok && !slices.Contains(order[l], int32(op.Lock)) {
					order[l] = append(order[l], int32(op.Lock))
				}
				if op, ok := n.Op.(cfg.Unlock); (!ok || op.Lock != l) && !next[l] {
					next[l], changed = true, true
				}
			}
			if op, ok := n.Op.(cfg.Lock); ok && !next[op.Lock] {
				next[op.Lock], changed = true, true
			}
		}
	}
	for q := range p.Points {
		if pt := &p.Points[q]; (pt.Idle || p.Tasks[pt.Task].End == pt.ID) && len(held[q]) > 0 {
			return "a lock may never be freed"
		}
	}
	if em.Cyclic(order) {
		return "tasks may wait for each other's locks"
	}
	if k.freesOther() {
		return "a lock may be freed by a task or handler that has not taken it"
	}
	return ""
}

// freesOther reports whether some unlock may be reached by a task or handler that
// does not hold the lock: it would then free the lock of another one.
func (k *layout) freesOther() bool {
	p := k.Program
	sure := make([]map[cfg.ObjectID]bool, len(p.Points)) // by point: locks held on all ways there; nil: not reached
	enter := func(q cfg.PointID, held map[cfg.ObjectID]bool) bool {
		if sure[q] == nil {
			sure[q] = maps.Clone(held)
			return true
		}
		n := len(sure[q])
		maps.DeleteFunc(sure[q], func(l cfg.ObjectID, _ bool) bool { return !held[l] })
		return len(sure[q]) < n
	}
	for t := range p.Tasks {
		enter(p.Tasks[t].Start, map[cfg.ObjectID]bool{})
		if k.idle[t] != cfg.None {
			enter(k.idle[t], map[cfg.ObjectID]bool{})
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range p.Nodes {
			n := &p.Nodes[i]
			if sure[n.Point] == nil {
				continue
			}
			held := maps.Clone(sure[n.Point])
			switch op := n.Op.(type) {
			case cfg.Lock:
				held[op.Lock] = true
			case cfg.Unlock:
				delete(held, op.Lock)
			}
			changed = enter(n.Next, held) || changed
		}
	}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		if op, ok := n.Op.(cfg.Unlock); ok && sure[n.Point] != nil && !sure[n.Point][op.Lock] {
			return true
		}
	}
	return false
}

// owned fills in own and queue. Each task and each handler has of its own: its
// position, the locks that it holds, the variables of tasks, and those variables of
// loopers that every handler writes before it reads them.
func (k *layout) owned() {
	p := k.Program
	for i := range k.Machine.Comps {
		c := &k.Machine.Comps[i]
		k.own[i] = c.Kind != sem.Variable || c.Task != cfg.None
		k.queue[i] = c.Kind == sem.Queue || c.Kind == sem.Slot
	}
	// A fixed point over points: the components that were written on all ways there, in this handler; nil: not reached.
	written := make([][]bool, len(p.Points))
	enter := func(q cfg.PointID, w []bool) bool {
		if written[q] == nil {
			written[q] = slices.Clone(w)
			return true
		}
		changed := false
		for c, yes := range written[q] {
			if yes && !w[c] {
				written[q][c], changed = false, true
			}
		}
		return changed
	}
	nothing := make([]bool, len(k.Machine.Comps))
	for t := range p.Tasks {
		if k.idle[t] != cfg.None {
			enter(p.Tasks[t].Start, nothing)
			enter(k.idle[t], nothing)
		}
	}
	for changed := true; changed; {
		changed = false
		for _, a := range p.Actions {
			n := &p.Nodes[a.A]
			if written[n.Point] == nil {
				continue
			}
			w := slices.Clone(written[n.Point])
			for _, t := range k.touch[a.ID] {
				if int(t.comp) < len(w) && t.written && !t.read {
					w[t.comp] = true
				}
			}
			changed = enter(n.Next, w) || changed
		}
	}
	// A variable of a looper that may be read before it was written is shared by the handlers.
	for _, a := range p.Actions {
		w := written[p.Nodes[a.A].Point]
		for _, t := range k.touch[a.ID] {
			if w == nil || int(t.comp) >= len(w) || !t.local {
				continue
			}
			onlyWritten := t.written && !t.read
			if !w[t.comp] && !onlyWritten {
				k.own[t.comp] = false
			}
		}
	}
}

// footprints fills in the footprints, quiet and lock.
func (k *layout) footprints() {
	p := k.Program
	k.quiet, k.lock = make([]bool, len(p.Points)), make([]cfg.ObjectID, len(p.Points))
	for q := range p.Points {
		k.at, k.from = append(k.at, k.newFootprint()), append(k.from, k.newFootprint())
		k.quiet[q], k.lock[q] = true, cfg.None
	}
	// Single steps.
	for _, a := range p.Actions {
		n := &p.Nodes[a.A]
		f := k.at[n.Point]
		if msg, ok := k.handles(n); ok {
			if f, ok = k.takes[msg]; !ok {
				f = k.newFootprint()
				k.takes[msg], k.whole[msg] = f, k.newFootprint()
			}
		}
		for _, t := range k.touch[a.ID] {
			if k.own[t.comp] {
				continue
			}
			f.Reads.Add(int(t.comp))
			if t.write {
				f.Writes.Add(int(t.comp))
			}
			k.quiet[n.Point] = false
		}
		switch op := n.Op.(type) {
		case cfg.Lock:
			f.locks.Add(int(op.Lock)*len(p.Tasks) + int(n.Task))
			k.lock[n.Point], k.quiet[n.Point] = op.Lock, false
		case cfg.Unlock, cfg.Handle:
			k.quiet[n.Point] = false
		}
		cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
			if _, ok := s.(*cfg.Post); ok {
				k.quiet[n.Point] = false
			}
		})
	}
	// A fixed point: what may come from there on.
	for changed := true; changed; {
		changed = false
		for i := range p.Nodes {
			n := &p.Nodes[i]
			f := k.from[n.Point]
			if msg, ok := k.handles(n); ok {
				f = k.whole[msg]
				changed = f.add(k.takes[msg]) || changed
			} else {
				changed = f.add(k.at[n.Point]) || changed
			}
			if next := &p.Points[n.Next]; !next.Idle {
				changed = f.add(k.from[n.Next]) || changed
			}
			cfg.StmtsOf(n.Op, func(s cfg.Stmt) {
				if post, ok := s.(*cfg.Post); ok {
					for _, b := range post.Boxes {
						if g, ok := k.whole[message{b, post.Msg}]; ok {
							changed = f.add(g) || changed
						}
					}
				}
			})
		}
	}
}
