package engine

import (
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// clocks is the Dependence of the instances: footprints say which instructions
// depend on each other, vector clocks which are concurrent, the positions of
// tasks which were never enabled at the same time.
//
// A clock says, by thread, how many of its events come before something; an
// event is an instruction with a node, and belongs to the thread that was
// chosen there. What tasks do between events has a clock of its task only: it
// is moved freely, except that a task begins after the one that starts it and
// ends before those that join it.
type clocks struct {
	w      *program
	thread [][]int32 // by task; nil: nothing is before. Nobody changes a clock
	write  [][]int32 // by resource: of the last event that wrote it
	read   [][]int32 // by resource: of the events that read it since, together
	log    []undo
}

// undo takes a change back.
type undo struct {
	list [][]int32
	i    int
	old  []int32
}

// event is what a node knows.
type event struct {
	sem.Footprint
	single bool
	place  int32   // among the events of its thread, from 1
	clock  []int32 // the event's own
	at     []int32 // by task: its position
	point  cfg.PointID
	joins  []cfg.TaskID // whose end it waits for
	why    []sem.Set    // by task: what it looks at while it waits; empty if it does not
}

func newClocks(w *program) *clocks {
	return &clocks{w: w, thread: make([][]int32, len(w.Program.Tasks)), write: make([][]int32, 64*w.Stepper.Words()),
		read: make([][]int32, 64*w.Stepper.Words())}
}

func (c *clocks) set(list [][]int32, i int, clock []int32) {
	c.log = append(c.log, undo{list, i, list[i]})
	list[i] = clock
}

// State is Resettable's: how many changes there were.
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

func join(clock, other []int32) {
	for t, k := range other {
		clock[t] = max(clock[t], k)
	}
}

// Create is Dependence's.
func (c *clocks) Create(_, n *Node) {
	w := c.w
	e, ok := n.Info.(*event)
	if !ok {
		e = &event{clock: make([]int32, len(w.Program.Tasks)), at: make([]int32, len(w.Program.Tasks))}
		n.Info = e
		if n.ID >= 0 { // else it is none of the past
			e.why = make([]sem.Set, len(w.Program.Tasks))
			for t := range e.why {
				e.why[t] = make(sem.Set, w.Stepper.Words())
			}
		}
	}
	for t := range e.why {
		if q := w.point(cfg.TaskID(t)); q != cfg.None && q != w.Program.Tasks[t].End &&
			len(w.instruction(cfg.TaskID(t)).ways) == 0 {
			copy(e.why[t], w.instruction(cfg.TaskID(t)).Reads)
		} else {
			clear(e.why[t])
		}
	}
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

// Enter is Dependence's.
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

// step is told of each step. A local one begins tasks, or has seen the end of
// others.
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
	if clock := c.thread[t]; clock != nil && clock[p.Thread] >= past.place {
		return Ordered
	}
	if !sem.Dependent(past.Footprint, now.Footprint) {
		return Independent
	}
	if !slices.Contains(p.Runnable, t) && past.at[t] == now.at[t] && within(past.why[t], now.Reads) && !c.between(p, n) &&
		!c.ended(p, n) {
		return Ordered
	}
	if now.single {
		return LastRace
	}
	return Race
}

// within reports whether one set is part of another.
func within(s, t sem.Set) bool {
	for i, word := range s {
		if word&^t[i] != 0 {
			return false
		}
	}
	return true
}

// between reports whether, between two nodes, something happens before the second
// and not after the first.
//
// If nothing does, and the thread of the second waits at the first, then it can
// go on without the first only if somebody writes what it looks at while it
// waits. If all of that is read at the second as well, then who writes it comes
// before the second, or races with it and comes before it elsewhere in the
// search. Else nothing is known: a send to a full channel waits for a receive,
// or for the error it meets once the channel is closed; then it does not look
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

// ended reports whether a task whose end the second of two nodes waits for has
// ended after the first, but not because of it. A task may end in a local step,
// of which no node tells.
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
