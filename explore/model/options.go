package model

import (
	"time"

	"flavers/sem"
)

// Options of an exploration; the zero value explores everything.
type Options struct {
	Algorithm string // one of explore.Algorithms; "": optimal
	// Depth is the largest number of steps of an execution. 0: 10,000, except
	// for states, which has no bound then.
	Depth         int
	MaxExecutions int64 // 0: no limit; random and pct: 1,000
	MaxStates     int64 // of states; 0: no limit
	// MaxWork bounds most of the time that an explorer takes: lpor's pairs of transitions looked at,
	// other explorers' transitions. 0: no limit.
	MaxWork    int64
	MaxMemory  int64 // bytes that states may keep; 0: no limit
	Seed       uint64
	Bugs       int  // pct: steps whose order a bug depends on; 0: 3
	DepthFirst bool // states: depth first instead of breadth first
	// Symmetry lets states visit one state of all that differ only in which of some
	// interchangeable tasks is where: States, Transitions, Deadlocks and Violations
	// count these. It is not used where KeepEnds asks for the states themselves.
	Symmetry     bool
	HighestFirst bool // prefer the last task over the first where the order is free
	Shortest     bool // report the shortest schedules found instead of the first
	StopAtFirst  bool // stop at the first finding
	StopAtCut    bool // stop at the first execution that meets Depth
	// Enough is asked when a finding of a new kind was kept; true: the exploration ends as with StopAtFirst. nil:
	// never. Only states with one goroutine, optimal and lpor ask.
	Enough func(*Result) bool
	// Extend is asked where MaxExecutions, MaxStates, MaxWork or, with StopAtCut, Depth would end the exploration. It is
	// told what was found so far, which is not complete, and says what the limits are now; false: the exploration ends.
	// nil: it ends. What an exploration visits does not depend on whether it had its limits at once. Only states with one
	// goroutine breadth first, optimal and lpor ask.
	Extend   func(sofar *Result) (Limits, bool)
	KeepEnds bool // fill in Result.Ends
	// Seek restricts an exploration to findings of one kind at places where
	// executions stop: deadlocks, or violations of a property by an execution that
	// stops; with Traps, on the way too. Others are not kept, and lpor reduces
	// more. "": everything.
	Seek  Kind
	Traps bool
	// Jobs is how many goroutines explore; 0 and 1: one. The result is the same
	// for any number, unless a limit ends the search. More than one is an error
	// where that cannot be had: depth-first search of states has one order, and
	// in optimal what an execution leaves for later ones to do depends on all
	// that came before. With MaxExecutions, StopAtFirst or StopAtCut, full, dpor, dpor+sleep and source keep to one
	// goroutine.
	Jobs int

	Order string // families for messages: which receiver goes first: fifo, eca or lca; "": fifo
	// lpor: use of necessary enabling transitions: off, on, state (with conditions on states), or values (and
	// on values); "": values
	Net       string
	Initial   string // lpor: how the first transition of a stubborn set is chosen; "": the default
	Stateless bool   // lpor: without a set of visited states

	// Fairness is for infinite executions, which no explorer judges itself: none, weak,
	// strong, or off (they are not judged); "": weak.
	Fairness string

	// Graph is called at the end with the record of the search, by the explorers
	// of explore/engine; nil: nothing is recorded.
	Graph func(Graph)
	// Record is called with the schedule of each execution that is made, and by searches of states of each step that
	// is taken, after an execution that leads there. Explorers with "graph" in Explorer.Takes do so, those of
	// explore/engine for executions; it takes one goroutine. nil: nothing is recorded.
	Record func([]sem.Choice)

	Progress func(Progress) // called about once a second; may be nil
}

// Limits are those of Options that an exploration may be given more of while it runs (Options.Extend); they mean what
// the fields of Options do, 0 included.
type Limits struct {
	Depth                    int
	Executions, States, Work int64
}

// Within sets the limits.
func (o *Options) Within(l Limits) {
	o.Depth, o.MaxExecutions, o.MaxStates, o.MaxWork = l.Depth, l.Executions, l.States, l.Work
}

// UsualDepth bounds executions where Options.Depth does not.
const UsualDepth = 10_000

// Seeks reports whether a finding is wanted.
func (o *Options) Seeks(f Finding) bool {
	return o.Seek == "" || f.Kind == o.Seek && (f.Kind != Violation || f.AtEnd || o.Traps)
}

// Progress is what a running exploration has done so far.
type Progress struct {
	Elapsed                         time.Duration
	Executions, Transitions, States int64
	Depth                           int
	// Share is the part of the search that is done, 0..1, if every branch
	// were as large as those seen; 0: not known.
	Share float64
}
