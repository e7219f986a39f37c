package sem

import (
	"fmt"

	"flavers/cfg"
)

// This file lays out the state of a program: it gives each task, variable, family
// and object its components. For a task with three points that shares x 0..7 and
// lock door with another one of two points, these are
//
//	0 task:a, 3 values   1 task:b, 2 values   2 var:x, 8 values   3 lock:door, 3 values

// New numbers the components of a program, for execution. The error is a
// *TooLarge.
func New(p *cfg.Program) (*Machine, error) { return newMachine(p, maxContents, false) }

// NewTabled is New for tables: a queue with too many contents to number holds
// fewer messages, as many as can be numbered, and beyond is a LimitError.
func NewTabled(p *cfg.Program) (*Machine, error) { return newMachine(p, maxContents, true) }

// asEnds, in place of a number of contents, makes every buffer one with two ends;
// a channel without a buffer has one content.
const asEnds = -1

// newMachine lays out a program. A channel whose buffer has at most contents
// different contents is one component, which numbers them; another one is a ring.
// tabled: as NewTabled.
func newMachine(p *cfg.Program, contents int64, tabled bool) (*Machine, error) {
	m := &Machine{
		P:                p,
		tabled:           tabled,
		pos:              make([]CompID, len(p.Tasks)),
		first:            make([]cfg.PointID, len(p.Tasks)),
		vars:             make([]CompID, len(p.Vars)),
		object:           make([]CompID, len(p.Objects)),
		started:          make([]CompID, len(p.Families)),
		waits:            make([][]CompID, len(p.Objects)),
		waitOf:           map[waiter]CompID{},
		holders:          make([][]cfg.TaskID, len(p.Objects)),
		chans:            make([]*chanCode, len(p.Objects)),
		rings:            make([]*ring, len(p.Objects)),
		twoEnds:          make([]*ends, len(p.Objects)),
		boxes:            make([]*box, len(p.Objects)),
		boxOf:            make([]*box, len(p.Tasks)),
		readers:          make([]int32, len(p.Objects)),
		sems:             make([]int32, len(p.Objects)),
		largestMeansMore: make([]bool, len(p.Objects)),
		boundExact:       make([]bool, len(p.Objects)),
	}
	count := make([]int32, len(p.Tasks)) // by task: its points
	for i := len(p.Points) - 1; i >= 0; i-- {
		t := p.Points[i].Task
		count[t]++
		m.first[t] = cfg.PointID(i)
	}
	for i := range p.Tasks {
		t := &p.Tasks[i]
		c := Component{Kind: Position, Name: "task:" + t.Name, Size: count[i], Task: t.ID, Start: int32(t.Start - m.first[i])}
		if !t.Static() {
			c.Start = c.Size
			c.Size++
		}
		m.pos[i] = m.addComponent(c)
	}
	for i := range p.Vars {
		v := &p.Vars[i]
		if v.Scratch {
			m.vars[i] = -1
			continue
		}
		m.vars[i] = m.addComponent(Component{Kind: Variable, Name: "var:" + v.Name, Size: int32(v.Type.Size()),
			Start: v.Init - v.Type.Lo, Var: v.ID, Task: v.Owner})
	}
	for i := range p.Families {
		f := &p.Families[i]
		m.started[i] = m.addComponent(Component{Kind: Started, Name: "family:" + f.Name, Size: int32(len(f.Tasks)) + 1,
			Family: f.ID, Task: cfg.None})
	}
	uses := usesOf(p)
	for i := range p.Objects {
		if err := m.addObject(&p.Objects[i], &uses[i], contents); err != nil {
			return nil, err
		}
	}
	m.fixed = make([]bool, len(m.Comps))
	for v, written := range cfg.Written(p) {
		if c := m.vars[v]; c >= 0 && !written {
			m.fixed[c] = true
		}
	}
	m.findCalm()
	return m, nil
}

// addComponent gives a component its number.
func (m *Machine) addComponent(c Component) CompID {
	c.ID = CompID(len(m.Comps))
	m.Comps = append(m.Comps, c)
	return c.ID
}

// use is what the nodes of a program do with one object.
type use struct {
	locks  []cfg.TaskID // tasks that take it as a mutex, ascending
	waits  []cfg.TaskID // tasks that wait on it, ascending
	closed bool         // some node closes the channel
	length bool         // some expression reads the length of the channel

	ownerMayEnd bool // the task that takes its messages has a step to its end
}

// usesOf finds, by object, what the nodes of a program do with it.
func usesOf(p *cfg.Program) []use {
	uses := make([]use, len(p.Objects))
	addTask := func(list *[]cfg.TaskID, t cfg.TaskID) {
		if k := len(*list); k == 0 || (*list)[k-1] != t {
			*list = append(*list, t)
		}
	}
	mayEnd := make([]bool, len(p.Tasks))
	for i := range p.Nodes { // nodes ascend with their tasks
		n := &p.Nodes[i]
		mayEnd[n.Task] = mayEnd[n.Task] || n.Next == p.Tasks[n.Task].End
		switch op := n.Op.(type) {
		case cfg.Lock:
			addTask(&uses[op.Lock].locks, n.Task)
		case cfg.Wait:
			addTask(&uses[op.Lock].locks, n.Task)
			addTask(&uses[op.Lock].waits, n.Task)
		case cfg.CondWait:
			addTask(&uses[op.Cond].waits, n.Task)
		case cfg.Close:
			uses[op.Chan].closed = true
		}
	}
	for _, o := range p.Lengths {
		uses[o].length = true
	}
	for i := range p.Objects {
		if o := &p.Objects[i]; o.Box() {
			uses[i].ownerMayEnd = mayEnd[o.Owner]
		}
	}
	return uses
}

// addObject adds the components of an object. Entries, and channels without a
// buffer that nobody closes, have none. The error is a *TooLarge.
func (m *Machine) addObject(o *cfg.Object, u *use, contents int64) error {
	m.object[o.ID] = -1
	c := Component{Object: o.ID, Task: cfg.None}
	switch {
	case o.Kind == cfg.LockObject && o.RW:
		bound, boundExact := maxCount(m.P, counts(cfg.RLock{Lock: o.ID}, cfg.RUnlock{Lock: o.ID}))
		m.readers[o.ID], m.boundExact[o.ID] = int32(bound), boundExact
		c.Kind, c.Name, c.Size = RWLock, "rwlock:"+o.Name, int32(3*(bound+1))
	case o.Kind == cfg.LockObject:
		m.holders[o.ID] = u.locks
		c.Kind, c.Name, c.Size = Mutex, "lock:"+o.Name, int32(len(u.locks))+1
	case o.Kind == cfg.SemObject:
		bound, boundExact := maxCount(m.P, counts(cfg.Release{Sem: o.ID}, cfg.Acquire{Sem: o.ID}))
		if int64(o.Cap)+int64(bound) > maxSemaphore {
			return &TooLarge{Object: *o}
		}
		m.sems[o.ID], m.boundExact[o.ID] = o.Cap+int32(bound), boundExact
		c.Kind, c.Name, c.Size, c.Start = Semaphore, "sem:"+o.Name, o.Cap+int32(bound)+1, o.Cap
	case o.Kind == cfg.GroupObject:
		bound, many, boundExact := groupBound(m.P, o.ID)
		m.sems[o.ID], m.largestMeansMore[o.ID], m.boundExact[o.ID] = int32(bound), many, boundExact
		c.Kind, c.Name, c.Size = Group, "waitgroup:"+o.Name, int32(bound)+1
	case o.Kind == cfg.OnceObject:
		c.Kind, c.Name, c.Size = Once, "once:"+o.Name, ended+1
	case o.Kind == cfg.CondObject:
		m.addWaits(o, u)
		return nil
	case o.Kind == cfg.ChanObject && (o.Cap > 0 || u.closed):
		c.Kind, c.Name = Channel, "chan:"+o.Name
		if contents == asEnds && o.Cap > 0 && !u.length {
			if o.Cap > maxRing {
				return &TooLarge{Object: *o}
			}
			m.addEnds(o, u.closed)
			return nil
		}
		if code := newChanCode(o.Cap, int32(o.Elem.Size()), u.closed, max(contents, 1)); code != nil {
			m.chans[o.ID] = code
			c.Size = code.size()
			break
		}
		if o.Cap > maxRing {
			return &TooLarge{Object: *o}
		}
		m.addRing(o, u.closed)
		return nil
	case o.Box():
		return m.addBox(o, u)
	default:
		return nil
	}
	m.object[o.ID] = m.addComponent(c)
	m.addWaits(o, u)
	return nil
}

// addWaits adds who waits on a lock or for a condition.
func (m *Machine) addWaits(o *cfg.Object, u *use) {
	for _, t := range u.waits {
		id := m.addComponent(Component{Kind: WaitSet, Name: fmt.Sprintf("wait:%s:%s", o.Name, m.P.Tasks[t].Name), Size: 3,
			Object: o.ID, Task: t})
		m.waits[o.ID] = append(m.waits[o.ID], id)
		m.waitOf[waiter{o.ID, t}] = id
	}
}

// addRing numbers the components of a channel with many contents.
func (m *Machine) addRing(o *cfg.Object, closable bool) {
	r := &ring{cap: o.Cap, closable: closable}
	length := Component{Kind: Channel, Name: "chan:" + o.Name, Size: o.Cap + 1, Object: o.ID, Task: cfg.None}
	if closable {
		length.Size *= 2
	}
	m.object[o.ID] = m.addComponent(length)
	r.head = m.addComponent(Component{Kind: RingHead, Name: "chan:" + o.Name + ".head", Size: o.Cap, Object: o.ID,
		Task: cfg.None})
	for i := range o.Cap {
		r.slots = append(r.slots, m.addComponent(Component{Kind: RingSlot, Name: fmt.Sprintf("chan:%s[%d]", o.Name, i),
			Size: int32(o.Elem.Size()), Object: o.ID, Task: cfg.None}))
	}
	m.rings[o.ID] = r
}
