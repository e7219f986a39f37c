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
	count    int     // of resources
	words    int     // of a Set
	shared   []bool  // by object: disciplined reader-writer locks
	roots    []tree  // by action
	nodes    int     // in all trees
	results  int
	rec      recorder
}

// maxTreeNodes bounds the memory of the trees; beyond, they are grown anew.
const maxTreeNodes = 1 << 22

// Steps is what one action can do where the components that it reads have
// certain values. Nobody may change it.
type Steps struct {
	ID int // counts from 0 within a Stepper
	// What decided which effects there are, the positions of the action's
	// tasks apart; of a blocked action, what keeps it blocked.
	Footprint
	Effects  []Effect
	Relative bool // the effects' Changes hold only where they were found: independent steps may change the values
}

// Effect is one outcome of an action, numbered as by Machine.Outcomes.
type Effect struct {
	Footprint
	Changes []Change     // of the state; none if Err is set
	Tasks   []cfg.TaskID // whose positions are written: the action's, and one that is spawned
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
// the machine's resources (the first is Resources()).
func NewStepper(m *Machine, extra int) *Stepper {
	x := &Stepper{m: m, roots: make([]tree, len(m.P.Actions)), shared: m.disciplined()}
	x.resource, x.count = m.resourcesOf()
	x.words = (x.count + extra + 63) / 64
	x.rec = recorder{concrete: concrete{values: make([]int32, len(m.Comps))}, own: make([]bool, len(m.Comps)),
		noted: make([]bool, len(m.Comps)), written: make([]bool, len(m.Comps))}
	return x
}

// Resources is the number of the machine's resources; Words the length of sets.
func (x *Stepper) Resources() int { return x.count }

// Words is the length of all sets.
func (x *Stepper) Words() int { return x.words }

// Resource is the member of sets that stands for a component, or -1.
func (x *Stepper) Resource(c CompID) int { return int(x.resource[c]) }

// Steps is what an action can do in a state whose tasks stand at its points
// (see Machine.Stands).
func (x *Stepper) Steps(state []int32, a cfg.ActionID) *Steps {
	n := &x.roots[a]
	for n != nil && n.leaf == nil {
		if n.kids == nil {
			n = nil
			break
		}
		n = n.kids[state[n.comp]]
	}
	if n == nil {
		return x.run(state, a)
	}
	return n.leaf
}

// Stands tells whether the tasks of an action stand at its points.
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

// run executes an action and enters the result into its tree.
func (x *Stepper) run(state []int32, id cfg.ActionID) *Steps {
	if x.nodes > maxTreeNodes {
		x.roots, x.nodes = make([]tree, len(x.roots)), 0
	}
	a := x.m.P.Actions[id]
	r := &x.rec
	r.begin(x.m, a)
	st := &Steps{ID: x.results, Footprint: Footprint{make(Set, x.words), make(Set, x.words)}}
	x.results++
	for more := true; more; more = r.next() {
		r.rewind(state)
		s := step{m: x.m, v: r, wanted: true}
		switch s.action(a) {
		case done:
			st.Effects = append(st.Effects, Effect{Occ: s.occ, Changes: r.changes(state)})
		case failed:
			st.Effects = append(st.Effects, Effect{Err: s.err})
		}
	}
	x.footprints(st, a)
	x.enter(state, id, st)
	r.end(x.m, a)
	return st
}

// footprints fills in the sets of a result.
func (x *Stepper) footprints(st *Steps, a cfg.Action) {
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
		if k := x.resource[c]; k >= 0 {
			st.Reads.Add(int(k))
			if m.Comps[c].Kind == RWLock && x.shared[m.Comps[c].Object] && c != light {
				st.Writes.Add(int(k)) // readers of the lock change what it reads
			}
		}
	}
	st.Relative = light >= 0
	for i := range st.Effects {
		e := &st.Effects[i]
		e.Reads, e.Writes = slices.Clone(st.Reads), slices.Clone(st.Writes)
		e.Tasks = append(e.Tasks, p.Nodes[a.A].Task)
		if a.Joint() {
			e.Tasks = append(e.Tasks, p.Nodes[a.B].Task)
		}
		for _, ch := range e.Changes {
			if c := &m.Comps[ch.Comp]; c.Kind == Position && !slices.Contains(e.Tasks, c.Task) {
				e.Tasks = append(e.Tasks, c.Task)
			}
			if k := x.resource[ch.Comp]; k >= 0 && ch.Comp != light {
				e.Writes.Add(int(k))
			}
		}
		for _, t := range e.Tasks {
			e.Writes.Add(int(x.resource[m.pos[t]]))
		}
		for w := range e.Reads {
			e.Reads[w] |= e.Writes[w]
		}
	}
}

// enter puts a result into the tree of its action, along what was read.
func (x *Stepper) enter(state []int32, id cfg.ActionID, st *Steps) {
	n := &x.roots[id]
	for _, c := range x.rec.path {
		if n.kids == nil {
			n.comp, n.kids = c, make([]*tree, x.m.Comps[c].Size)
		}
		if n.comp != c {
			panic(fmt.Sprintf("sem: action %d reads %s or %s after the same values", id, x.m.Comps[n.comp].Name, x.m.Comps[c].Name))
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
