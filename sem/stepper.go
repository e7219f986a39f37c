package sem

import (
	"fmt"
	"slices"

	"flavers/cfg"
)

// Stepper executes actions for searches that execute the same few steps over
// and over. What an action does depends on the values it reads and on nothing
// else, so the Stepper runs it once for each combination of these and keeps
// the result in a decision tree:
//
//	x = y + 1, with y in 0..1:   y --0--> {x:1}
//	                               --1--> error, 2 is outside 0..1
//
// The tree grows as values are met. A step costs one look at each component
// that it reads, and allocates nothing once its values have been met before.
//
// A Stepper is not for use by several goroutines at once; what it returns is.
type Stepper struct {
	m        *Machine
	resource []int32 // by component
	place    []int32 // by task: see Machine.resourcesOf
	count    int     // of resources
	words    int     // of a Set
	shared   []bool  // by object: disciplined reader-writer locks
	ways     []Way
	threads  []messageThread
	thread   []Thread // by way: the message that is a thread, or -1
	loops    []bool   // by task: its messages are threads
	roots    []tree   // by way
	nodes    int      // in all trees
	results  int
	rec      *recorder
}

// Way is an action, or a part of it: taking one message out of a mailbox is as
// many ways as there are different messages. Which of them can be taken depends
// on that message only, so that other messages can come and go.
type Way struct {
	Action  cfg.ActionID
	Message int32 // of those of its kind; -1: the way is the whole action
}

// WayID is an index in Ways.
type WayID int32

// maxWays is the largest number of messages that are ways of their own.
const maxWays = 64

// maxTreeNodes bounds the memory of the trees; beyond, they are grown anew.
const maxTreeNodes = 1 << 22

// Steps is what one way can do where the components that it reads have
// certain values. Nobody may change it.
type Steps struct {
	ID int // counts from 0 within a Stepper
	// What decided which effects there are, the positions of the action's
	// tasks apart; of a blocked action, what keeps it blocked.
	Footprint
	Effects  []Effect
	Relative bool // the effects' Changes hold only where they were found: independent steps may change the values
}

// Effect is one outcome of a way. Those of all ways of an action, one way after
// the other, are numbered as by Machine.Outcomes.
type Effect struct {
	Footprint
	// what was chosen: tells the outcomes apart, as the number does, and is the same wherever the way
	// can be taken
	Key     uint64
	Changes []Change // of the state; none if Err is set
	Threads []Thread // that take the step: the action's tasks or message, and one that is spawned; with Err, all that stop
	Occ     []Occurrence
	Err     *Error
}

// Change is the new value of a component.
type Change struct {
	Comp  CompID
	Value int32
}

// tree is a node of a decision tree.
type tree struct {
	comp CompID
	kids []*tree // by value
	leaf *Steps
}

// NewStepper prepares a Stepper whose sets have room for extra members after
// the machine's resources (the first is Resources()). Its threads are the tasks.
func NewStepper(m *Machine, extra int) *Stepper { return newStepper(m, extra, false) }

// NewThreadedStepper is NewStepper with threads for messages too (threads.go).
func NewThreadedStepper(m *Machine, extra int) *Stepper { return newStepper(m, extra, true) }

func newStepper(m *Machine, extra int, messages bool) *Stepper {
	x := &Stepper{m: m, shared: m.disciplined()}
	for _, a := range m.P.Actions {
		for k := range max(1, m.messages(a)) {
			x.ways = append(x.ways, Way{a.ID, k})
		}
		if m.messages(a) == 0 {
			x.ways[len(x.ways)-1].Message = -1
		}
	}
	x.roots = make([]tree, len(x.ways))
	x.findThreads(messages)
	x.resource, x.place, x.count = m.resourcesOf(x.loops)
	x.words = (x.count + extra + 63) / 64
	x.rec = newRecorder(m)
	return x
}

// Resources returns the number of the machine's resources; Words the length of sets.
func (x *Stepper) Resources() int { return x.count }

// Words returns the length of all sets.
func (x *Stepper) Words() int { return x.words }

// Resource returns the member of sets that stands for a component, or -1.
func (x *Stepper) Resource(c CompID) int { return int(x.resource[c]) }

// Ways lists all ways in the order of actions. Nobody may change it.
func (x *Stepper) Ways() []Way { return x.ways }

// messages returns how many ways an action has if taking each message is one, or 0 if it is one way.
func (m *Machine) messages(a cfg.Action) int32 {
	op, ok := m.P.Nodes[a.A].Op.(cfg.Handle)
	if !ok || op.Quorum > 0 || m.P.Objects[op.Box].Kind != cfg.MailboxObject {
		return 0
	}
	if n := len(m.Counters(op.Box, op.Msg)); n <= maxWays {
		return int32(n)
	}
	return 0
}

// Steps returns what can be done one way in a state where the action's tasks stand at its points (see
// Machine.Stands).
func (x *Stepper) Steps(state []int32, w WayID) *Steps {
	n := &x.roots[w]
	for n != nil && n.leaf == nil {
		if n.kids == nil {
			n = nil
			break
		}
		n = n.kids[state[n.comp]]
	}
	if n == nil {
		return x.run(state, w)
	}
	return n.leaf
}

// Stands reports whether the tasks of an action stand at its points.
func (m *Machine) Stands(state []int32, a cfg.ActionID) bool {
	act := &m.P.Actions[a]
	n := &m.P.Nodes[act.A]
	if state[m.pos[n.Task]] != m.PointValue(n.Point) {
		return false
	}
	if act.B == cfg.None {
		return true
	}
	n = &m.P.Nodes[act.B]
	return state[m.pos[n.Task]] == m.PointValue(n.Point)
}

// run executes an action and enters the result into the tree of the way.
func (x *Stepper) run(state []int32, id WayID) *Steps {
	if x.nodes > maxTreeNodes {
		x.roots, x.nodes = make([]tree, len(x.roots)), 0
	}
	a := x.m.P.Actions[x.ways[id].Action]
	r := x.rec
	r.begin(x.m, a)
	r.message = x.ways[id].Message
	st := &Steps{ID: x.results, Footprint: Footprint{make(Set, x.words), make(Set, x.words)}}
	x.results++
	for more := true; more; more = r.next() {
		r.rewind(state)
		s := step{m: x.m, v: r, wanted: true}
		switch s.action(a) {
		case done:
			st.Effects = append(st.Effects, Effect{Key: r.key, Occ: s.occ, Changes: r.changes(state)})
		case failed:
			st.Effects = append(st.Effects, Effect{Key: r.key, Err: s.err})
		}
	}
	for i := range st.Effects {
		for j := range i {
			if st.Effects[i].Key == st.Effects[j].Key {
				panic(fmt.Sprintf("sem: outcomes %d and %d of action %d have the same key", j, i, a.ID))
			}
		}
	}
	x.footprints(st, a, x.thread[id])
	x.enter(state, id, st)
	r.end(x.m, a)
	return st
}

// footprints fills in the sets of a result.
func (x *Stepper) footprints(st *Steps, a cfg.Action, message Thread) {
	m, p := x.m, x.m.P
	light := CompID(-1) // a component that is written as if it were only read
	switch op := p.Nodes[a.A].Op.(type) {
	case cfg.RLock:
		if x.shared[op.Lock] {
			light = m.object[op.Lock]
		}
	case cfg.RUnlock:
		if x.shared[op.Lock] {
			light = m.object[op.Lock]
		}
	}
	for _, c := range x.rec.path {
		k := &m.Comps[c]
		r := x.resource[c]
		switch {
		case k.Kind == Position && x.place[k.Task] >= 0:
			r = x.place[k.Task]
		case r < 0 && !x.rec.ownPositions[m.pos[k.Task]]:
			r = x.resource[m.pos[k.Task]] // another task's: each step of it may write it
		}
		if r < 0 {
			continue
		}
		st.Reads.Add(int(r))
		if k.Kind == RWLock && x.shared[k.Object] && c != light {
			st.Writes.Add(int(r)) // readers of the lock change what it reads
		}
	}
	st.Relative = light >= 0
	for i := range st.Effects {
		e := &st.Effects[i]
		e.Reads, e.Writes = slices.Clone(st.Reads), slices.Clone(st.Writes)
		task := p.Nodes[a.A].Task
		switch {
		case message < 0:
			e.Threads = append(e.Threads, Thread(task))
		case e.Err == nil:
			e.Threads = append(e.Threads, message)
			e.Reads.Add(int(x.resource[m.pos[task]]))
		default:
			e.Threads = append(e.Threads, message, Thread(task))
		}
		if a.Joint() {
			e.Threads = append(e.Threads, Thread(p.Nodes[a.B].Task))
		}
		for _, ch := range e.Changes {
			c := &m.Comps[ch.Comp]
			if c.Kind == Position && !slices.Contains(e.Threads, Thread(c.Task)) {
				e.Threads = append(e.Threads, Thread(c.Task))
			}
			if c.Kind == Position && x.place[c.Task] >= 0 {
				e.Writes.Add(int(x.place[c.Task]))
			}
			if k := x.resource[ch.Comp]; k >= 0 && ch.Comp != light {
				e.Writes.Add(int(k))
			}
		}
		for _, t := range e.Threads {
			if int(t) < len(p.Tasks) {
				e.Writes.Add(int(x.resource[m.pos[t]]))
			}
		}
		for w := range e.Reads {
			e.Reads[w] |= e.Writes[w]
		}
	}
}

// enter puts a result into the tree of its action, along what was read.
func (x *Stepper) enter(state []int32, id WayID, st *Steps) {
	n := &x.roots[id]
	for _, c := range x.rec.path {
		if n.kids == nil {
			n.comp, n.kids = c, make([]*tree, x.m.Comps[c].Size)
		}
		if n.comp != c {
			panic(fmt.Sprintf("sem: action %d reads %s or %s after the same values", x.ways[id].Action, x.m.Comps[n.comp].Name,
				x.m.Comps[c].Name))
		}
		next := n.kids[state[c]]
		if next == nil {
			next = &tree{}
			n.kids[state[c]] = next
			x.nodes += 1 + len(n.kids)/8
		}
		n = next
	}
	n.leaf = st
}
