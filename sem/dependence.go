package sem

import "flavers/cfg"

// This file decides, in one place, whether two steps depend on each other.
//
// A step has a footprint: the resources it read and those it wrote. Resources
// are components of the state, except for the variables that belong to a task:
// the resource of the task's position stands for them. It is written by every
// step of the task, whether or not the position changes; so steps of one task
// are dependent, and whoever reads a variable of another task depends on all of
// that task's steps. Where other tasks look at positions, another resource is
// written only by steps that change the position, and read by those that look:
// an actor that handles a message and waits for the next one stays in place.
// Where messages are threads (threads.go), handling one only reads the resource
// of the task, and the task's variables are resources of their own.
//
// Two steps are dependent if one writes what the other reads or writes.
// Footprints are those of the step as it was executed: a compare-and-swap that
// fails only reads. An assignment writes, whether or not the value changes.
// What an action read to find out which outcomes it has is read by each of
// them; so is what it read to find that it is blocked.
//
// Steps that are independent can be swapped: the same states and the same
// outcomes result in either order, and neither keeps the other from being
// taken.
//
// May err towards: dependent.

// Set is a set of resources.
type Set []uint64

// Has reports whether bit i is in the set.
func (s Set) Has(i int) bool { return s[i>>6]&(1<<(i&63)) != 0 }

// Add puts bit i into the set.
func (s Set) Add(i int) { s[i>>6] |= 1 << (i & 63) }

// Meets reports whether two sets of equal length have a member in common.
func (s Set) Meets(t Set) bool {
	for i, w := range s {
		if w&t[i] != 0 {
			return true
		}
	}
	return false
}

// Footprint is what a step touched. Writes is part of Reads: what is written
// counts as read.
type Footprint struct{ Reads, Writes Set }

// Dependent reports whether two executed steps depend on each other.
func Dependent(a, b Footprint) bool { return a.Writes.Meets(b.Reads) || b.Writes.Meets(a.Reads) }

// resourcesOf numbers the resources. The messages of the tasks in loops are threads, and the variables of these
// tasks have resources of their own. of gives the resource of each component, or -1 if it has none. place gives,
// by task, the resource that stands for its position where others look at it, or -1 if nobody does.
func (m *Machine) resourcesOf(loops []bool) (of, place []int32, count int) {
	of = make([]int32, len(m.Comps))
	for i := range m.Comps {
		of[i] = -1
		if c := &m.Comps[i]; c.Kind != Variable || c.Task == cfg.None || loops[c.Task] {
			of[i] = int32(count)
			count++
		}
	}
	place = make([]int32, len(m.P.Tasks))
	for t, seen := range m.watched() {
		place[t] = -1
		if seen {
			place[t] = int32(count)
			count++
		}
	}
	return of, place, count
}

// watched tells, of each task, whether steps of others may look at where it
// stands.
//
// May err towards: not watched; then they depend on all of its steps.
func (m *Machine) watched() []bool {
	out := make([]bool, len(m.P.Tasks))
	for t, b := range m.boxOf {
		out[t] = b != nil && (b.dynamic || b.ownerMayEnd)
	}
	for i := range m.P.Nodes {
		switch op := m.P.Nodes[i].Op.(type) {
		case cfg.Join:
			for _, t := range m.P.Families[op.Family].Tasks {
				out[t] = true
			}
		case cfg.Terminate, cfg.Else:
			for t := range out {
				out[t] = true
			}
		}
	}
	return out
}

// disciplined tells, of each reader-writer lock, whether every task gives back
// only what it has itself taken for reading, and the readers cannot exceed
// what the model counts. Then taking and giving back for reading can be
// swapped with one another, and touch the lock as a read does; all else touches
// it as a write does, even what only looks at it.
//
// May err towards: not disciplined.
func (m *Machine) disciplined() []bool {
	p := m.P
	out := make([]bool, len(p.Objects))
	for i := range p.Objects {
		o := &p.Objects[i]
		out[i] = o.Kind == cfg.LockObject && o.RW && m.boundExact[i]
		for t := 0; out[i] && t < len(p.Tasks); t++ {
			out[i] = m.keepsReading(&p.Tasks[t], o.ID)
		}
	}
	return out
}

// keepsReading reports whether on no path of task t more is given back than was
// taken before. It computes the least count at every point, by a worklist.
func (m *Machine) keepsReading(t *cfg.Task, lock cfg.ObjectID) bool {
	p := m.P
	least := map[cfg.PointID]int{t.Start: 0}
	todo := []cfg.PointID{t.Start}
	for len(todo) > 0 {
		q := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, id := range p.Points[q].Nodes {
			n := &p.Nodes[id]
			held := least[q]
			switch op := n.Op.(type) {
			case cfg.RLock:
				if op.Lock == lock {
					held++
				}
			case cfg.RUnlock:
				if op.Lock == lock {
					held--
				}
			}
			if held < 0 {
				return false
			}
			if old, seen := least[n.Next]; !seen || held < old {
				least[n.Next] = held
				todo = append(todo, n.Next)
			}
		}
	}
	return true
}
