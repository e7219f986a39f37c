// Package cfg is the waist of the project: a frozen control-flow model of a
// concurrent program, free of any source language.
//
// A Program is a set of tasks over variables and synchronisation objects. The
// control flow of a task is an automaton: a Point is a place where a task
// stands between two steps, a Node is one step it can take there. Everything
// that can be observed is a node; edges carry nothing; a branch is two test
// nodes that leave the same point. The program
//
//	task t { loop { accept up; x = x + 1 } }
//
// has two points and two nodes:
//
//	p0: n0 accept t.up -> p1
//	p1: n1 x = x + 1   -> p0
//
// A Builder makes a Program; Builder.Finish numbers, prunes what cannot be
// reached, pairs the sites that can meet into Actions, checks and freezes.
// Nobody changes a Program after that.
//
// What the package does not do: it gives no meaning to a node (package sem
// does) and knows nothing of events, properties or parallelism.
//
// To add an operation:
//
//  1. A type in op.go with its isOp method. If an object is its only operand, its line in onObject there, too; steps 2
//     and 3 are not needed then.
//  2. Its String in print.go.
//  3. What Check demands of it in check.go.
//  4. If it meets a partner, its pairing in actions.go.
//  5. Its step in package sem. The steps that follow are about packages that list operations.
//  6. The beginnings of its event names in automata/monitor/untabled.go.
//  7. verify/transient/transient.go, if a task that stands there can always move, verify/endless, if it waits for
//     something that others make, and verify/races/held.go, if it takes or gives back a lock.
//  8. Package explore/lpor, which has a recipe, and explore/model/uses.go, if it uses an object;
//     explore/eventdriven/fit.go and explore/trans/check.go refuse programs with an operation that they do not list.
//  9. Its statement in package lang/task.
//  10. Package internal/oracle and package internal/gen.
//
// To add an object kind:
//
//  1. Its ObjectKind with its name, and its fields of Object, here and in print.go; if Finish finds a bound for it,
//     boxes.go.
//  2. Its operations as above, each with the kind that check.go demands.
//  3. Its component in package sem, which has a recipe.
//  4. In package lang/task its declaration, by the recipe there.
//  5. What it holds, in verify/follow/contents.go, and, if the values of its components do not tell, in the function
//     Describe in explore/model/ending.go.
//  6. Its state in internal/oracle/state.go and its operations in internal/oracle/objects.go.
//  7. Fragments that use it in internal/gen/objects.go, their line in internal/gen/fragments.go, and the names of its
//     events in internal/gen/events.go.
//  8. docs/language.md, docs/specifications.md (names of events), docs/theory.md (the state) and docs/mhp.md (whether
//     it orders steps there), a program in examples/README.md.
//
// Packages tfg, mip, porelim, dataflow and deadlock need nothing if steps on it need no partner: they know tasks,
// points and the tables that sem makes.
package cfg

import (
	"go/token"
	"slices"
)

// Dense identifiers; each indexes the slice of its kind in Program.
type (
	TaskID   int32
	PointID  int32
	NodeID   int32
	VarID    int32
	ObjectID int32
	FamilyID int32
	ActionID int32
)

// None is the absent value of any identifier.
const None = -1

// Program is a frozen program. All slices are indexed by the identifiers they
// hold and none may be changed.
type Program struct {
	Name     string
	File     string // main source file, as given on the command line
	Tasks    []Task
	Points   []Point
	Nodes    []Node
	Vars     []Var
	Objects  []Object
	Families []Family
	Actions  []Action

	// Fair is what the program declares fair, in the order of its text. No step of the program
	// depends on it: it says which executions that go on for ever count.
	Fair []FairCondition

	// Invariants are conditions on states that specifications have. A step that stores
	// a value in a variable of one, or changes the length of a channel of one, and leaves it
	// false, has the event Broken besides.
	Invariants []Invariant

	// Lengths are the channels of which some expression reads the length, ascending.
	Lengths []ObjectID

	// Dead are the variables that a step sets back to Init when it has done all else, by node:
	// no step reads them before they get a new value (package cfg/dead). Nil: there are none. That
	// is no event, and not a part of the program as it is written.
	Dead [][]VarID

	// Constants are the integers that the source names, for specifications; no
	// step of the program knows of them.
	Constants map[string]int64

	// Spelling is, of a program whose language does not tell letters of different case apart, how its words are
	// written, by the words in lower case; nil: letters count as they are.
	Spelling map[string]string

	// Notes say how the program differs from the source that it was made of.
	Notes []Note

	// Model is the text in the task language that was made of a source in another one; nil: there is none.
	Model []byte
}

// Source returns the program in the task language: the text of its file, or the model that was made of that.
func (p *Program) Source(text []byte) []byte {
	if p.Model != nil {
		return p.Model
	}
	return text
}

// FairCondition is strong fairness of some steps: if in infinitely many states of an execution some
// action has a side in Nodes and is enabled, then it takes such actions infinitely often.
type FairCondition struct {
	Name  string   // "task t[0]", "alternative 2 of the choose in t[0]", "the calls of s.up in t[0]"
	Nodes []NodeID // ascending, at least one
	Pos   token.Position
}

// Takes reports whether an action is one of those that the condition is about.
func (c *FairCondition) Takes(p *Program, id ActionID) bool {
	a := &p.Actions[id]
	_, found := slices.BinarySearch(c.Nodes, a.A)
	if !found && a.Joint() {
		_, found = slices.BinarySearch(c.Nodes, a.B)
	}
	return found
}

// Invariant is a condition that is looked at after each step that stores a value in
// one of its variables, or changes the length of one of its channels. Where it has no
// value (a division by zero), it is false.
type Invariant struct {
	Name string
	Cond Expr
	Vars []VarID // that it may read, ascending; none is Scratch
	// Chans are the channels of which it may read the length, ascending: it is looked at after
	// each step that changes one of them, too.
	Chans []ObjectID
}

// Broken returns the event of a step after which an invariant is false.
func Broken(name string) string { return "broken " + name }

// WithInvariants returns the program with these invariants, and no others.
func (p *Program) WithInvariants(list []Invariant) *Program {
	q := *p
	q.Invariants = list
	q.Lengths = slices.Clone(p.Lengths)
	for i := range list {
		q.Lengths = append(q.Lengths, list[i].Chans...)
	}
	slices.Sort(q.Lengths)
	q.Lengths = slices.Compact(q.Lengths)
	return &q
}

// Judges reports whether an event is that of an invariant of the program.
func (p *Program) Judges(event string) bool {
	for i := range p.Invariants {
		if Broken(p.Invariants[i].Name) == event {
			return true
		}
	}
	return false
}

// Task is one thread of control.
type Task struct {
	ID         TaskID
	Name       string   // "phil[0]"
	Start, End PointID  // End has no nodes: a task that stands there has ended
	Family     FamilyID // dynamic family it is spawned from, or None: started with the program
	Instance   int32    // index in its family
	Server     bool     // it may wait for ever where it waits for others: its points that do are Idle
	Pos        token.Position
}

// Static reports whether the task starts with the program.
func (t *Task) Static() bool { return t.Family == None }

// Point is a place where a task stands between two steps.
type Point struct {
	ID    PointID
	Task  TaskID
	Nodes []NodeID // steps that can be taken here, ascending; empty only at a task's End
	// Idle: the task rests here. It counts as ended while it can take no step
	// here: it waits for messages and none is pending (Object), or it is a
	// server, and all nodes are steps that Waits lists.
	Idle bool
}

// Node is one step of a task: from its point, when Guard holds, do Op, to Next.
type Node struct {
	ID    NodeID
	Task  TaskID
	Point PointID
	Next  PointID
	Guard Expr // nil: always true. Evaluated in the step, with what Op does
	Op    Op
	// Atomic: the program writes the step as one that excludes other such steps. No step
	// is ever interleaved with another; this tells which races are meant.
	Atomic bool
	// At is what a task waits at in the step, in words of the language that the program was made of. "": NodeString
	// says it.
	At  string
	Pos token.Position
}

// NotStarted is Node.At of a task that exists only once it is started.
const NotStarted = "its start"

// Var is one finite scalar variable; an array is a run of consecutive Vars.
type Var struct {
	ID    VarID
	Name  string // "turn", "flag[1]", "phil[0].phase": its name in events
	Owner TaskID // None: shared by all tasks
	Type  Type
	Init  int32 // within Type
	// Scratch: the variable lives within one step only. Every step finds it
	// with the value Init; it is no part of the state.
	Scratch bool
	Pos     token.Position
}

// Elements lists the variables of an array that begins with base, or base itself if
// there are no dimensions.
func Elements(base VarID, dims []int32) []VarID {
	n := int32(1)
	for _, d := range dims {
		n *= d
	}
	out := make([]VarID, n)
	for i := range out {
		out[i] = base + VarID(i)
	}
	return out
}

// ObjectKind says what a synchronisation object is.
type ObjectKind uint8

const (
	EntryObject   ObjectKind = iota // an entry of a task: rendezvous
	ChanObject                      // a channel; Cap 0 is a rendezvous
	LockObject                      // a mutex; RW: a reader-writer lock
	SemObject                       // a counting semaphore
	MailboxObject                   // the mailbox of a task: messages in any order
	QueueObject                     // the queue of a task: messages first in, first out
	GroupObject                     // a wait group: a counter, and tasks that wait until it is zero
	OnceObject                      // what is executed once, while others wait for it
	CondObject                      // a condition variable: the tasks that wait for a signal
)

func (k ObjectKind) String() string {
	return [...]string{"entry", "chan", "lock", "sem", "mailbox", "queue", "waitgroup", "once", "cond"}[k]
}

// Object is something tasks synchronise on.
type Object struct {
	ID    ObjectID
	Kind  ObjectKind
	Name  string // "fork[0].up", "c", "door"
	Owner TaskID // acceptor of an entry, receiver of a box; None otherwise
	Elem  Type   // element type of a channel
	// Channel: buffer size. Semaphore: initial value. Queue: most pending
	// messages; a post beyond it is a LimitError: the model is not exact there.
	// In AddObject, of a mailbox too: the declared bound (of equal messages), or
	// 0 for one that no execution exceeds, as far as Finish finds it, or else
	// DefaultCap.
	Cap   int32
	Tight bool // queue: no execution exceeds Cap
	RW    bool // lock: some node uses RLock or RUnlock

	Messages []Message // box: the kinds of messages it takes
	Initial  []Pending // box: the messages in it when the program starts
	Pos      token.Position
}

// Box reports whether the object is a mailbox or a queue. The messages in a box
// disappear when its owner ends. An execution is over when every task has
// ended or stands at an Idle point, every box is empty, and no step can be taken.
func (o *Object) Box() bool { return o.Kind == MailboxObject || o.Kind == QueueObject }

// Message is a kind of messages.
type Message struct {
	Name   string
	Params []Type // all finite scalars
	// Sender: the task that posted a message is part of it, as some Handle
	// takes a quorum. Two messages are equal if their kinds, arguments and, with
	// Sender, their senders are.
	Sender bool
	// Mailbox: most pending messages of this kind that are equal; a post beyond
	// it is a LimitError. Tight: no execution exceeds it. Set by Finish.
	Cap   int32
	Tight bool
}

// Pending is a message in a box when the program starts; its sender is None.
type Pending struct {
	Msg  int32
	Args []int32
}

// Family is a set of tasks started by Spawn, lowest instance first, each at
// most once.
type Family struct {
	ID     FamilyID
	Name   string
	Tasks  []TaskID  // by instance
	Params [][]VarID // by instance: the variables that take the arguments
	Pos    token.Position
}

// Action is what happens in one step of the program: one node alone (B is
// None), or two nodes of different tasks jointly (A is the active side:
// caller or sender; B the acceptor or receiver).
type Action struct {
	ID   ActionID
	A, B NodeID
}

// Joint reports whether two tasks take the step together.
func (a Action) Joint() bool { return a.B != None }

// Note is an entry of a ledger: what of a source was bounded (B..), taken in although it has not that (A..), or left
// out (U..), at a place. Event is that of the step where the difference begins; "": each step at the place.
type Note struct {
	Code, Pos, Text, Event string
	Less                   bool // executions are left out there, and none is added
}
