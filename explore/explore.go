package explore

import (
	"context"
	"fmt"
	"time"

	"flavers/automata"
	"flavers/cfg"
	"flavers/sem"
)

// Options of Run; the zero value explores everything with "optimal".
type Options struct {
	Algorithm string // one of Algorithms; "": optimal
	// Depth is the largest number of steps of an execution. 0: 10,000, except
	// for states, which has no bound then.
	Depth         int
	MaxExecutions int64 // 0: no limit; random and pct: 1,000
	MaxStates     int64 // of states; 0: no limit
	MaxMemory     int64 // bytes that states may keep; 0: no limit
	Seed          uint64
	Bugs          int  // pct: steps whose order a bug depends on; 0: 3
	DepthFirst    bool // states: depth first instead of breadth first
	HighestFirst  bool // prefer the last task over the first where the order is free
	Shortest      bool // report the shortest schedules found instead of the first
	StopAtFirst   bool // stop at the first finding
	StopAtCut     bool // stop at the first execution that meets Depth
	KeepEnds      bool // fill in Result.Ends
	// Seek restricts states and lpor to findings of one kind at places where
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
	Jobs  int
	grain *grain // nil: the usual one
	few   int    // how many steps are few for what is done in another way with many (optimal, racer); negative: none; 0: the usual

	Order     string // families for messages: which receiver goes first: fifo, eca or lca; "": fifo
	Net       string // lpor: use of necessary enabling transitions: off, on, state (with conditions on states), or values (and on values); "": values
	Initial   string // lpor: how the first transition of a stubborn set is chosen; "": the default
	Stateless bool   // lpor: without a set of visited states

	// Graph is called at the end with the record of the search, by the explorers
	// that have one ("graph" in Explorer.Takes); nil: nothing is recorded.
	Graph func(Graph)

	Progress func(Progress) // called about once a second; may be nil
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

// Result is what an exploration found.
type Result struct {
	Algorithm string
	// Executions counts complete executions: every task has ended, none can
	// move, or one has met a run-time error. Blocked counts those given up
	// because sleep sets showed that they are known; Cut those that met the
	// bound on their depth; Beyond those that left the model, as when a mailbox
	// holds no more, and met no run-time error; Excluded those that a constraint forbids to end or
	// to go on.
	Executions, Blocked, Cut, Beyond, Excluded int64
	// Transitions counts steps, over all executions from the point where they
	// branch off; of states, distinct steps between distinct states.
	Transitions int64
	States      int64 // distinct states; only of states
	// Deadlocks, Violations and Errors count executions that end in a
	// deadlock, that violate a property, in which a run-time error is met; of
	// states, distinct states and steps.
	Deadlocks, Violations, Errors int64
	MaxDepth                      int
	Bytes                         int64  // kept by the visited set; only of states
	Complete                      bool   // nothing was left out
	Limit                         string // what was hit if not Complete: executions, states, memory, depth, time, interrupt, model, constraints (whether a violation counts under them), algorithm (it can miss executions), sample
	Findings                      []Finding
	// Ends, if asked for, has a schedule for each distinct state in which an
	// execution ended or deadlocked, by a description of that state. All
	// complete explorers find the same ones.
	Ends    map[string][]sem.Choice
	Seconds float64
	More    []Count  // of families: further counters
	Notes   []string // what the reader of the result has to know, as a fallback to another rule
	assumed *assumed // under constraints, while the exploration goes on
}

// Kind says what was found.
type Kind string

// Kinds of findings.
const (
	Deadlock  Kind = "deadlock"
	Error     Kind = "error"
	Violation Kind = "violation"
)

// Finding is something found: the first or shortest schedule of each kind, for
// violations of each property, for errors of each place and kind.
type Finding struct {
	Kind     Kind
	Property string // of a violation
	AtEnd    bool   // of a violation: the property does not accept where all tasks have ended
	Err      *sem.Error
	Schedule []sem.Choice
}

// Violates tells whether a violation of a property was found.
func (r *Result) Violates(property string) bool {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Kind == Violation && f.Property == property {
			return true
		}
	}
	return false
}

// strategy is one way to explore. It stops when e.step or e.ended say so.
type strategy interface{ explore(e *engine) }

// ordered are the flags of a search of executions that prefers some task.
var ordered = []string{"prefer", "max-executions"}

var strategies = []struct {
	name     string
	short    string
	complete bool // finds everything unless a bound is hit
	jobs     bool // can have several goroutines
	takes    []string
	make     func(Options) strategy
}{
	{"full", "all interleavings", true, true, ordered, func(Options) strategy { return &full{} }},
	{"states", "all reachable states, each once", true, true, []string{"search", "prefer", "max-states"}, func(o Options) strategy {
		if o.Jobs > 1 {
			return &stateJobs{jobs: o.Jobs}
		}
		return &stateSearch{depthFirst: o.DepthFirst}
	}},
	{"dpor", "dynamic partial-order reduction with persistent sets", true, true, ordered, func(Options) strategy { return &backtracker{classic: true} }},
	{"dpor+sleep", "the same with sleep sets", true, true, ordered, func(Options) strategy { return &backtracker{classic: true, sleep: true} }},
	{"dpor-classic", "the same with the larger backtrack sets of published counts", true, false, ordered, func(Options) strategy { return &backtracker{classic: true, sleep: true, wide: true} }},
	{"source", "source sets, with sleep sets", true, true, ordered, func(Options) strategy { return &backtracker{sleep: true} }},
	{"optimal", "wakeup trees: one execution for each class of executions", true, false, ordered, func(Options) strategy { return &optimal{} }},
	{"random", "random executions", false, true, []string{"seed", "max-executions"}, func(o Options) strategy { return newWalker(o, false) }},
	{"pct", "random executions with random priorities", false, true, []string{"seed", "bug-depth", "max-executions"}, func(o Options) strategy { return newWalker(o, true) }},
}

// Algorithms lists the explorers; complete only those that find everything.
func Algorithms(complete bool) []string {
	var out []string
	for _, s := range strategies {
		if s.complete || !complete {
			out = append(out, s.name)
		}
	}
	return out
}

const usualDepth = 10_000

// Run explores a program under specifications: properties are looked at,
// executions that break a constraint do not count. A limit that was hit, or
// the end of ctx, makes the result incomplete. The error is a *sem.TooLarge,
// or says that there is no such algorithm, or that it cannot have several jobs.
//
// A task that meets a run-time error stops there, and the others go on, in the
// explorers that reduce; for full and states, the error ends the execution.
// What is reported is the same: no execution with an error counts as ended or
// deadlocked, and errors are not part of the schedules of other findings.
func Run(ctx context.Context, p *cfg.Program, specs []*automata.Spec, opt Options) (*Result, error) {
	if opt.Algorithm == "" {
		opt.Algorithm = "optimal"
	}
	for _, s := range strategies {
		if s.name != opt.Algorithm {
			continue
		}
		if opt.Jobs > 1 && (!s.jobs || s.name == "states" && opt.DepthFirst) {
			return nil, fmt.Errorf("%s explores with one job only", s.name)
		}
		machine := sem.NewWithEnds
		if s.name == "states" {
			machine = sem.New
		} else if opt.Depth == 0 {
			opt.Depth = usualDepth
		}
		if !s.complete && opt.MaxExecutions == 0 {
			opt.MaxExecutions = 1000
		}
		m, err := machine(p)
		if err != nil {
			return nil, err
		}
		e := &engine{world: newWorld(m, specs, opt.HighestFirst), ctx: ctx, opt: opt, watch: NewWatch(ctx, opt.Progress),
			Result: Result{Algorithm: s.name, Complete: true}}
		if opt.KeepEnds {
			e.Ends = map[string][]sem.Choice{}
		}
		if err := e.Assume(ctx, p, specs); err != nil {
			return nil, err
		}
		if !e.impossible() {
			s.make(opt).explore(e)
		}
		e.Settle()
		if !s.complete {
			e.Omit("sample")
		}
		if e.Cut > 0 {
			e.Notes = append(e.Notes, fmt.Sprintf("executions were cut at %d steps; if the program need not end, explore it by states, or by lpor", opt.Depth))
		}
		e.CountBeyond()
		e.Seconds = e.watch.Seconds()
		return &e.Result, nil
	}
	return nil, fmt.Errorf("no explorer is named %q; there are %v", opt.Algorithm, Algorithms(false))
}

// engine is an exploration in progress: counters, limits and findings.
type engine struct {
	*world
	ctx     context.Context
	opt     Options
	watch   *Watch
	ticks   int
	stopped bool
	share   func() float64 // of the strategy; nil: not known
	Result
}

// stop notes a limit and ends the exploration.
func (e *engine) stop(what string) {
	e.Omit(what)
	e.stopped = true
}

// step counts a transition to a depth, before it is taken. false: the
// exploration has to stop, without it.
func (e *engine) step(depth int) bool {
	if n := e.opt.MaxExecutions; n > 0 && e.Executions+e.Blocked+e.Cut+e.Beyond+e.Excluded >= n {
		e.stop("executions")
		return false
	}
	e.Transitions++
	e.MaxDepth = max(e.MaxDepth, depth)
	if e.ticks++; e.ticks&1023 == 0 {
		e.look()
	}
	return !e.stopped
}

// look checks the time.
func (e *engine) look() {
	limit := e.watch.Look(func() Progress {
		p := Progress{Executions: e.Executions, Transitions: e.Transitions, States: e.States, Depth: e.MaxDepth}
		if e.share != nil {
			p.Share = e.share()
		}
		return p
	})
	if limit != "" {
		e.stop(limit)
	}
}
