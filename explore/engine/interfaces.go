package engine

// This file has what a user gives to the engine.

// Thread numbers the threads of a program from 0.
type Thread int32

// Mark says what kind of point in the search is before an instruction.
type Mark uint8

// Marks.
const (
	No    Mark = iota // none: the instruction belongs to the transition before it
	Maybe             // perhaps a scheduling point: a node, but no choice for now
	Yes               // a scheduling point: a node, and a choice of the next thread
	// Replay: no scheduling point, but a place from which a part of the search
	// can be repeated. As good as No between a choice of a thread and the
	// instruction that is scheduled by it.
	Replay
)

func (m Mark) String() string { return [...]string{"No", "Maybe", "Yes", "Replay"}[m] }

// Relation is the answer of a Dependence about a node in the past, and what a
// thread is about to do.
type Relation uint8

// Relations.
const (
	Independent Relation = iota
	// Ordered: dependent, but there is nothing to schedule: not concurrent, or
	// never enabled at the same time.
	Ordered
	// Race: dependent, concurrent, may be co-enabled. Nodes further in the past
	// are asked about as well.
	Race
	// LastRace is Race, and no node further in the past needs to be looked at.
	LastRace
)

// Program is what the engine drives: a state, threads, and instructions. All
// methods are about the state as it is now.
type Program interface {
	// Runnable appends the threads whose next instruction can be executed, the
	// preferred ones first.
	Runnable(list []Thread) []Thread
	// Waiting appends those that have a next instruction that cannot be executed.
	Waiting(list []Thread) []Thread
	// Ways is in how many ways a thread's next instruction can be executed: 0 if
	// it cannot, more than 1 if it chooses.
	Ways(t Thread) int
	// With appends the threads that move as one with t now: t itself, and those
	// whose ways are among t's and whose ways t's are among. A rendezvous that two
	// threads can have is a way of both.
	With(list []Thread, t Thread) []Thread
	// Step executes a thread's next instruction in one of its ways. ended is how
	// many threads have terminated by it; more is false if the search has to stop.
	Step(t Thread, way int) (ended int, more bool)
	// Finish is told that no thread can run; Cut, that the execution is too long.
	// They return false if the search has to stop.
	Finish() bool
	Cut() bool
	// Save and Restore keep and bring back a state; a saved state is restored any
	// number of times.
	Save() any
	Restore(any)
}

// Marker says which instructions are scheduling points.
//
// It may learn during the search: what was Maybe can be Yes later. It has to
// be Yes when a part of the search is repeated because a Maybe was wrong; see
// Learner.
type Marker interface {
	// Mark looks at the next instruction of a thread that can run. Of a thread
	// that waits it is asked too, for what it may learn; the answer is not used.
	Mark(t Thread) Mark
}

// Learner is a Marker that is told of nodes that were Maybe, and are
// scheduling points.
type Learner interface {
	Learn(n *Node)
}

// Dependence says which instructions depend on each other.
type Dependence interface {
	// Create is called for each new node before its instruction is executed, and
	// when another thread is chosen at a node: then child is that node again.
	// parent is the node of the transition that has ended. What is needed later is
	// put into child.Info; what is found there is of no use but for its memory.
	//
	// It is called too for threads that wait, with a child that is in no graph.
	Create(parent, child *Node)
	// Enter is called when the node's instruction is executed, for each way.
	Enter(n *Node)
	// Dependent is asked whether the instruction of the past node p depends on
	// that of n, as far as it is an instruction of thread t, one of n.Threads.
	Dependent(p, n *Node, t Thread) Relation
}

// Resettable is the state of an analysis that follows the program's state.
type Resettable interface {
	State() any // immutable; may be reset to any number of times
	Reset(any)
}

// Labeller is a Program that can write its instructions, for graphs.
type Labeller interface {
	ThreadName(t Thread) string
	Instruction(t Thread) string
}
