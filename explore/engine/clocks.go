package engine

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file answers the engine's question whether a past instruction and the
// present one are to be reordered (Dependence). The paper leaves the answer to the
// user of its engine. It is made of three parts: footprints say whether two
// instructions depend on each other, vector clocks whether they are concurrent,
// and the positions of tasks whether they were ever enabled in the same state.

// clocks is the Dependence of the instances.
//
// An event is an instruction with a node; it belongs to the thread that was chosen
// there. A clock says, by thread, how many of its events happen before something.
// What a task does between events is part of no clock, except that a task begins
// after the one that starts it and ends before those that join it.
type clocks struct {
	w *program
	// A clock is never changed, but replaced; nil is the clock of what nothing happens before.
	thread [][]int32 // by task: the clock of its last event, or of its start or a join since
	write  [][]int32 // by resource: the clock of the last event that wrote it
	read   [][]int32 // by resource: the clocks of the events that read it since, joined
	log    []undo    // all changes, for Reset
}

// undo takes back a change of list[i].
type undo struct {
	list [][]int32
	i    int
	old  []int32
}

// event is what clocks keeps of a node (Node.Info).
type event struct {
	sem.Footprint
	single bool         // as next.single
	place  int32        // its number among the events of its thread, from 1
	clock  []int32      // its own clock
	at     []int32      // by task: its position before the event
	point  cfg.PointID  // where its thread stands
	joins  []cfg.TaskID // tasks whose end it waits for
	why    []sem.Set    // by task that waits before the event: what it looks at; empty for the others
}

func newClocks(w *program) *clocks {
	return &clocks{w: w, thread: make([][]int32, len(w.Program.Tasks)), write: make([][]int32, 64*w.Stepper.Words()),
		read: make([][]int32, 64*w.Stepper.Words())}
}

// set replaces a clock, and logs the old one.
func (c *clocks) set(list [][]int32, i int, clock []int32) {
	c.log = append(c.log, undo{list, i, list[i]})
	list[i] = clock
}

// State is Resettable's: the number of changes so far.
func (c *clocks) State() any { return len(c.log) }

// Reset is Resettable's.
func (c *clocks) Reset(s any) {
	n := s.(int)
	for i := len(c.log) - 1; i >= n; i-- {
		u := &c.log[i]
		u.list[u.i] = u.old
	}
	c.log = c.log[:n]
}

// join makes each component of clock the larger one of the two.
func join(clock, other []int32) {
	for t, k := range other {
		clock[t] = max(clock[t], k)
	}
}

// Create is Dependence's. It computes the event of node n: the memory of an old
// event is used again.
func (c *clocks) Create(_, n *Node) {
	w := c.w
	e, ok := n.Info.(*event)
	if !ok {
		e = &event{clock: make([]int32, len(w.Program.Tasks)), at: make([]int32, len(w.Program.Tasks))}
		n.Info = e
		if n.ID >= 0 { // else n is for a thread that waits (Engine.look), and never becomes a past node
			e.why = make([]sem.Set, len(w.Program.Tasks))
			for t := range e.why {
				e.why[t] = make(sem.Set, w.Stepper.Words())
			}
		}
	}
	// What the tasks that wait now look at.
	for t := range e.why {
		if q := w.point(cfg.TaskID(t)); q != cfg.None && q != w.Program.Tasks[t].End &&
			len(w.instruction(cfg.TaskID(t)).ways) == 0 {
			copy(e.why[t], w.instruction(cfg.TaskID(t)).Reads)
		} else {
			clear(e.why[t])
		}
	}
	// The instruction, and its clock: after the threads that it moves, the last write of what it reads, the reads of
	// what it writes, and the ends that it waits for.
	k := w.instruction(cfg.TaskID(n.Thread))
	e.Reads, e.Writes = append(e.Reads[:0], k.Reads...), append(e.Writes[:0], k.Writes...)
	e.single = k.single
	e.point = w.point(cfg.TaskID(n.Thread))
	clear(e.clock)
	for _, t := range n.Threads {
		join(e.clock, c.thread[t])
	}
	for r := range members(k.Reads) {
		join(e.clock, c.write[r])
		if k.Writes.Has(r) {
			join(e.clock, c.read[r])
		}
	}
	e.joins = append(e.joins[:0], k.joins...)
	for _, t := range k.joins {
		join(e.clock, c.thread[t])
	}
	e.clock[n.Thread]++
	e.place = e.clock[n.Thread]
	for t := range e.at {
		e.at[t] = w.state[w.Machine.Pos(cfg.TaskID(t))]
	}
}

// Enter is Dependence's. It makes the event the last one of its threads and resources.
func (c *clocks) Enter(n *Node) {
	e := n.Info.(*event)
	for _, t := range n.Threads {
		c.set(c.thread, int(t), e.clock)
	}
	for _, t := range c.w.instruction(cfg.TaskID(n.Thread)).starts {
		c.set(c.thread, int(t), e.clock)
	}
	for r := range members(e.Reads) {
		if e.Writes.Has(r) {
			c.set(c.write, r, e.clock)
			c.set(c.read, r, nil)
			continue
		}
		sum := e.clock
		if old := c.read[r]; old != nil {
			sum = slices.Clone(old)
			join(sum, e.clock)
		}
		c.set(c.read, r, sum)
	}
}

// step is called before each step of a task. A local one has no event, so the
// tasks that it starts or joins are ordered here.
func (c *clocks) step(t cfg.TaskID, k *next) {
	if !k.local {
		return
	}
	for _, u := range k.joins {
		clock := make([]int32, len(c.thread))
		join(clock, c.thread[t])
		join(clock, c.thread[u])
		c.set(c.thread, int(t), clock)
	}
	for _, u := range k.starts {
		c.set(c.thread, int(u), c.thread[t])
	}
}

// Dependent is Dependence's. n is the node that was made last.
func (c *clocks) Dependent(p, n *Node, t Thread) Relation {
	past, now := p.Info.(*event), n.Info.(*event)
	// The past event happens before what t did last.
	if clock := c.thread[t]; clock != nil && clock[p.Thread] >= past.place {
		return Ordered
	}
	if !sem.Dependent(past.Footprint, now.Footprint) {
		return Independent
	}
	// At p, thread t waited to execute the same instruction, and only the event of p lets it go on.
	waited := !slices.Contains(p.Runnable, t) && past.at[t] == now.at[t]
	if waited && within(past.why[t], now.Reads) && !c.between(p, n) && !c.ended(p, n) {
		return Ordered
	}
	if now.single {
		return LastRace
	}
	return Race
}

// within reports whether s is a subset of t.
func within(s, t sem.Set) bool {
	for i, word := range s {
		if word&^t[i] != 0 {
			return false
		}
	}
	return true
}

// between reports whether there is an event between the nodes p and n that happens
// before n and does not happen after p.
//
// Why Dependent asks: let there be none, and let the thread of n wait at p. Then it
// can go on without the event of p only if some other event writes what the thread
// looks at while it waits. If n reads all of that, too (within), such an event
// happens before n, or races with n and so comes before it elsewhere in the search.
// If n does not, nothing is known: a send to a full channel waits for room, or for
// the error that it meets if the channel is closed, and in that case does not look
// whether there is room.
func (c *clocks) between(p, n *Node) bool {
	past, now := p.Info.(*event), n.Info.(*event)
	for k := n.Parent; k != p; k = k.Parent {
		if k.Kind == Replay || !k.event {
			continue
		}
		e := k.Info.(*event)
		if e.place <= now.clock[k.Thread] && e.clock[p.Thread] < past.place {
			return true
		}
	}
	return false
}

// ended reports whether a task whose end n waits for has ended between p and n, and
// not as a consequence of p. Such an end may be a local step, so between does not
// see it.
func (c *clocks) ended(p, n *Node) bool {
	past, now := p.Info.(*event), n.Info.(*event)
	for _, u := range now.joins {
		if past.at[u] == now.at[u] {
			continue
		}
		if clock := c.thread[u]; clock == nil || clock[p.Thread] < past.place {
			return true
		}
	}
	return false
}

var (
	_ Dependence = (*clocks)(nil)
	_ Resettable = (*clocks)(nil)
)
