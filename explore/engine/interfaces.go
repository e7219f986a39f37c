package engine

// This file has the interfaces between the engine and its user (section 3.2 of the
// paper). The user gives a Program, a Marker, which says which instructions are
// scheduling points, and a Dependence, which says which of them depend on each
// other. clocks.go, marker.go and program.go implement them for our programs.

// Thread numbers the threads of a program from 0.
type Thread int32

// Mark says what is before an instruction in the search.
type Mark uint8

// Marks.
const (
	No    Mark = iota // nothing: the instruction belongs to the transition before it
	Maybe             // perhaps a scheduling point: a node, but for now no choice
	Yes               // a scheduling point: a node, and a choice of the next thread
	// Replay is no scheduling point, but a point from which a part of the search can
	// be repeated. The engine takes it for No between the choice of a thread at a
	// node and the instruction of the thread that takes place there.
	Replay
)

func (m Mark) String() string { return [...]string{"No", "Maybe", "Yes", "Replay"}[m] }

// Relation is the answer of a Dependence about the instruction of a past node and
// the one that a thread is about to execute.
type Relation uint8

// Relations.
const (
	Independent Relation = iota // the order does not matter
	Ordered                     // dependent, but not concurrent, or never enabled in the same state
	Race                        // dependent, concurrent, and may be enabled in the same state
	LastRace                    // as Race, and nodes further in the past need not be asked about
)

// Program is a program in a state, with threads that execute instructions. All
// methods are about the present state.
type Program interface {
	// Runnable appends the threads whose next instruction can be executed, the
	// preferred ones first.
	Runnable(list []Thread) []Thread
	// Waiting appends the threads that have a next instruction which cannot be
	// executed.
	Waiting(list []Thread) []Thread
	// Ways returns in how many ways a thread's next instruction can be executed: 0
	// if it cannot be, more than 1 if it chooses.
	Ways(t Thread) int
	// With appends the threads that move as one with t: t itself, and those whose
	// next instruction has the same ways. A rendezvous that two threads can have is
	// a way of both.
	With(list []Thread, t Thread) []Thread
	// Step executes a thread's next instruction in one of its ways. ended is the
	// number of threads that terminate by it; more is false if the search has to
	// stop.
	Step(t Thread, way int) (ended int, more bool)
	// Finish is called at the end of an execution: no thread can run. Cut is called
	// if an execution becomes too long. They return false if the search has to stop.
	Finish() bool
	Cut() bool
	// Save returns the present state, and Restore goes back to it, any number of
	// times.
	Save() any
	Restore(any)
}

// Marker says which instructions are scheduling points.
//
// It may learn during the search: an instruction that was Maybe can be Yes later.
// When a part of the search is repeated because a Maybe was a scheduling point, it
// has to answer Yes there; see Learner.
type Marker interface {
	// Mark marks the next instruction of a thread that can run. It is also called
	// for threads that wait, so that it can learn; the answer is then not used.
	Mark(t Thread) Mark
}

// Learner is a Marker that is told of Maybe nodes that are scheduling points.
type Learner interface {
	Learn(n *Node)
}

// Dependence says which instructions depend on each other.
type Dependence interface {
	// Create is called for each new node before its instruction is executed, and
	// again when another thread is chosen at the node. parent is the node of the
	// transition that has ended. Create puts into child.Info what it will need; what
	// it finds there is of an older node, and only its memory is of use.
	//
	// It is also called for threads that wait, with a child that is in no graph and
	// has ID -1.
	Create(parent, child *Node)
	// Enter is called before the node's instruction is executed, for each way.
	Enter(n *Node)
	// Dependent relates the instruction of the past node p to that of n, as an
	// instruction of thread t, which is one of n.Threads.
	Dependent(p, n *Node, t Thread) Relation
}

// Resettable is an analysis whose state has to follow the program's state back.
type Resettable interface {
	State() any // does not change afterwards; may be reset to any number of times
	Reset(any)
}

// Labeller is a Program that can write its instructions, for graphs.
type Labeller interface {
	ThreadName(t Thread) string
	Instruction(t Thread) string
}
