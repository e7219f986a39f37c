// Package sem says what one step of a program does, exactly once.
//
// A program's state is a vector of components with finite domains: where each
// task stands, the value of each variable, who holds each lock, what is in
// each buffer. One step (a cfg.Action) is written once, as code over an
// abstract vector (step.go and one file per object kind). Run on a concrete
// vector, the code is the executable semantics:
//
//	m.Successors(state) -> [{action, events, next state}, ...]
//
// Run on symbolic vectors it yields the same step as a table: the list of its
// cases, each a partial function per component. For `x = y` over 0..1:
//
//	case: y {0->0}  x {0->0 1->0}  event "x=0"
//	case: y {1->1}  x {0->1 1->1}  event "x=1"
//
// The static analysis makes its feasibility automata from these cases, so both
// lanes share one meaning, and taking every component's automaton is exact.
//
// What the package does not do: it searches nothing and knows no properties.
//
// To add an operation:
//
//  1. Its components in newMachine.
//  2. Its code in step.go's switch and its own file.
//  3. The kind of its event in occurrence.go.
//  4. The same in package internal/oracle, the independent interpreter that the tests compare with.
//
// To add an object kind:
//
//  1. A Kind of component here, with its name, and what of it a Machine keeps by object.
//  2. Its size and start in addObject in machine.go, and a bound by maxCount in bounds.go if it counts.
//  3. Its operations, in a file of its own, as locks.go and channels.go are.
//  4. A case in dependence.go, if steps on it can be swapped although they write the same component. Otherwise what a
//     step reads and writes is recorded from its code.
//  5. Its state in oracle_test.go, which compares it with the oracle's.
//
// The recipe of package cfg lists the steps elsewhere.
package sem

import (
	"fmt"
	"go/token"

	"flavers/cfg"
)

// CompID indexes Machine.Comps.
type CompID int32

// Kind says what a component stands for.
type Kind uint8

const (
	Position  Kind = iota // where a task stands: its points in order, then (dynamic tasks) "not started"
	Variable              // value - Type.Lo
	Mutex                 // 0 free, 1+i held by the i-th task of Holders
	RWLock                // 3*readers + {0 none, 1 announced, 2 writing}
	WaitSet               // one task on one lock or condition: 0 not waiting, 1 waiting, 2 notified
	Semaphore             // count
	Channel               // buffer contents (of a ring: their number), then the same with the channel closed
	RingHead              // where the oldest value of a ring is
	RingTail              // where the next value goes (only of a buffer with two ends)
	RingSlot              // a slot of a ring: value - Elem.Lo; of a buffer with two ends: 0 empty, 1 + that
	Started               // number of instances of a family started
	Mail                  // how often one message (kind, arguments, perhaps sender) is pending in a mailbox
	Queue                 // contents of a queue
	Slot                  // one place of a queue with too many contents to number: 0 empty, 1+message
	Group                 // counter of a wait group (Count)
	Once                  // 0 not begun, 1 begun, 2 ended
)

func (k Kind) String() string {
	return [...]string{"task", "var", "lock", "rwlock", "wait", "sem", "chan", "head", "tail", "slot", "family", "mailbox",
		"queue", "queue", "waitgroup", "once"}[k]
}

// Component is one coordinate of the state, with values 0..Size-1.
type Component struct {
	ID     CompID
	Kind   Kind
	Name   string // "task:phil[0]", "var:turn", "lock:door": unique
	Size   int32
	Start  int32
	Task   cfg.TaskID   // Position, WaitSet; a Variable's owner or None
	Var    cfg.VarID    // Variable
	Object cfg.ObjectID // Mutex, RWLock, WaitSet, Semaphore, Channel, Mail, Queue, Slot, Group, Once
	Family cfg.FamilyID // Started
}

// Error is a run-time error of the program: the step that meets it ends the
// execution.
type Error struct {
	Kind cfg.ErrorKind
	Text string
	Pos  token.Position
}

func (e *Error) Error() string { return fmt.Sprintf("%s: %s: %s", e.Pos, e.Kind, e.Text) }

// Machine is a program ready to be executed. It is immutable.
type Machine struct {
	P     *cfg.Program
	Comps []Component

	pos              []CompID          // by task
	first            []cfg.PointID     // by task: its first point
	vars             []CompID          // by variable; -1: scratch
	fixed            []bool            // by component: a variable that no step writes
	object           []CompID          // by object: lock, semaphore, channel, wait group or once component, or -1
	started          []CompID          // by family
	waits            [][]CompID        // by object: wait-set components
	waitOf           map[waiter]CompID // for construction, and operations that wait for a notification
	holders          [][]cfg.TaskID    // by object: tasks that can hold a mutex
	chans            []*chanCode       // by object
	rings            []*ring           // by object: channels with too many contents to number
	twoEnds          []*ends           // by object: buffers with two ends (NewWithEnds)
	boxes            []*box            // by object
	boxOf            []*box            // by task: its mailbox or queue, or nil
	tabled           bool              // every queue is numbered
	readers          []int32           // by object: most readers of a reader-writer lock
	sems             []int32           // by object: largest count of a semaphore or wait group
	largestMeansMore []bool            // by object: the largest count of the wait group stands for all larger ones
	boundExact       []bool            // by object: the bound in readers or sems cannot be exceeded

	restless []cfg.Action // the actions that may be possible while every task rests
	calm     []cfg.Action // those, terminates apart, that may be while every task rests or could terminate
}

type waiter struct {
	object cfg.ObjectID // a lock or a condition
	task   cfg.TaskID
}

// TooLarge says that an object has more states than are modelled: a channel whose
// buffer is too long, a semaphore that counts too far, or a mailbox or queue with
// too many messages or contents.
type TooLarge struct {
	Object cfg.Object
	States string // of a mailbox or queue: how many, as in "too many different messages"; else empty
}

func (e *TooLarge) Error() string {
	if e.Object.Box() {
		return fmt.Sprintf("%s: the %s of %s has %s; give it a smaller capacity, or its messages smaller types",
			e.Object.Pos, e.Object.Kind, e.Object.Name, e.States)
	}
	if e.Object.Kind == cfg.SemObject {
		return fmt.Sprintf("%s: semaphore %s can count beyond %d; give it a smaller number",
			e.Object.Pos, e.Object.Name, maxSemaphore)
	}
	return fmt.Sprintf("%s: channel %s has a buffer of more than %d values; make it smaller",
		e.Object.Pos, e.Object.Name, maxRing)
}

// Pos returns the position component of task t.
func (m *Machine) Pos(t cfg.TaskID) CompID { return m.pos[t] }

// Var returns the component of variable v, or -1 if v is scratch.
func (m *Machine) Var(v cfg.VarID) CompID { return m.vars[v] }

// PointValue returns the value of a task's position component for one of its points.
func (m *Machine) PointValue(q cfg.PointID) int32 {
	return int32(q - m.first[m.P.Points[q].Task])
}

// Point returns the point that a value of task t's position component stands for, or None for "not started".
func (m *Machine) Point(t cfg.TaskID, v int32) cfg.PointID {
	if q := m.first[t] + cfg.PointID(v); int(q) < len(m.P.Points) && m.P.Points[q].Task == t {
		return q
	}
	return cfg.None
}

// Ended reports whether a value of task t's position component means that the
// task has ended, or was never started.
func (m *Machine) Ended(t cfg.TaskID, v int32) bool {
	q := m.Point(t, v)
	return q == cfg.None || q == m.P.Tasks[t].End
}

// Rests reports whether a value of task t's position component means that the
// task has ended, was never started, or rests at an Idle point: it waits for
// messages, or is a server that waits for others.
func (m *Machine) Rests(t cfg.TaskID, v int32) bool {
	return m.Ended(t, v) || m.P.Points[m.Point(t, v)].Idle
}

// Final reports whether a value of a component can be the last one of an
// execution that is over: tasks rest and boxes are empty.
//
// May err towards: final. A server that rests may be able to move (Restless).
func (m *Machine) Final(c CompID, v int32) bool {
	switch k := &m.Comps[c]; k.Kind {
	case Position:
		return m.Rests(k.Task, v)
	case Mail, Queue, Slot:
		return v == 0
	}
	return true
}

// Over reports whether an execution that gets to a vector is over there, and not
// blocked: every task rests, no message is pending, and no step can be taken.
func (m *Machine) Over(vec []int32) bool {
	for i, v := range vec {
		if !m.Final(CompID(i), v) {
			return false
		}
	}
	for _, a := range m.restless {
		if len(m.Outcomes(nil, vec, a, false)) > 0 {
			return false
		}
	}
	return true
}

// Restless reports whether some server may be able to move where it rests. If
// none is, an execution is over exactly where every component is Final.
func (m *Machine) Restless() bool { return len(m.restless) > 0 }

// Start returns the vector before the first step.
func (m *Machine) Start() []int32 {
	s := make([]int32, len(m.Comps))
	for i, c := range m.Comps {
		s[i] = c.Start
	}
	return s
}

// Holder returns the task that holds a mutex. It returns None if the mutex is free, and for a reader-writer lock: the
// state does not say who holds that.
func (m *Machine) Holder(o cfg.ObjectID, vec []int32) cfg.TaskID {
	if c := m.object[o]; c >= 0 && m.Comps[c].Kind == Mutex && vec[c] > 0 {
		return m.holders[o][vec[c]-1]
	}
	return cfg.None
}

// OfObject lists the components of a synchronisation object.
func (m *Machine) OfObject(o cfg.ObjectID) []CompID {
	var out []CompID
	for i := range m.Comps {
		if k := &m.Comps[i]; k.Kind >= Mutex && k.Kind != Started && k.Object == o {
			out = append(out, k.ID)
		}
	}
	return out
}
