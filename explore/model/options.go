package model

import (
	"time"

	"flavers/sem"
)

// Options of an exploration; the zero value explores everything.
type Options struct {
	Algorithm string // one of explore.Algorithms; "" is optimal

	// Limits. 0 means none, unless said otherwise.

	// Depth is the largest number of steps of an execution. 0 means 10,000 for explorers of executions, and no limit for
	// the explorer states.
	Depth         int
	MaxExecutions int64 // 0 means 1,000 for random and pct
	MaxStates     int64
	// MaxWork limits transitions or, for lpor, pairs of transitions that are compared.
	MaxWork   int64
	MaxMemory int64 // bytes that states may keep

	// The way through the search.

	Seed       uint64
	Bugs       int  // pct: the number of steps whose order a bug depends on; 0 means 3
	DepthFirst bool // states: depth first instead of breadth first
	// Symmetry lets the explorer states visit one of all states that differ only by exchanging interchangeable tasks.
	// Then States, Transitions, Deadlocks and Violations of the result count only these. It has no effect with KeepEnds,
	// which asks for the states themselves.
	Symmetry     bool
	HighestFirst bool // prefer the last task to the first if the order is free

	// When to stop.

	Shortest    bool // report the shortest schedules found instead of the first
	StopAtFirst bool // stop at the first finding
	StopAtCut   bool // stop at the first execution that meets Depth
	// Enough is called when a finding of a new kind was kept. If it returns true, the exploration ends as with
	// StopAtFirst. It may be nil. Only optimal, lpor, and states with one goroutine call it.
	Enough func(*Result) bool
	// Extend is called when MaxExecutions, MaxStates, MaxWork or, with StopAtCut, Depth would end the exploration. It
	// gets what was found so far, and returns new limits, or false to end the exploration. It may be nil. What an
	// exploration visits does not depend on whether it had its limits from the start. Only optimal, lpor, and states
	// with one goroutine and breadth first call it.
	Extend   func(sofar *Result) (Limits, bool)
	KeepEnds bool // fill in Result.Ends
	// Seek restricts an exploration to findings of one kind where executions stop: deadlocks, run-time errors, or
	// violations of a property by an execution that stops. With Traps, violations on the way count, too. Other findings
	// are not kept, and lpor reduces more. "" means all findings.
	Seek  Kind
	Traps bool
	// Jobs is the number of goroutines; 0 means one. Unless a limit ends the search, the result does not depend on it.
	//
	// More than one is an error for a depth-first search of states, which has one order, and for optimal, in which what
	// an execution leaves to later ones depends on everything before. With MaxExecutions, StopAtFirst or StopAtCut, the
	// explorers full, dpor, dpor+sleep and source use one goroutine.
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

// Limits are the limits that Options.Extend may raise. They have the meaning of the fields of Options, also if they are
// 0.
type Limits struct {
	Depth                    int
	Executions, States, Work int64
}

// Within sets the limits.
func (o *Options) Within(l Limits) {
	o.Depth, o.MaxExecutions, o.MaxStates, o.MaxWork = l.Depth, l.Executions, l.States, l.Work
}

// UsualDepth is the limit on the steps of an execution if Options.Depth is 0.
const UsualDepth = 10_000

// Seeks reports whether a finding is to be kept.
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
