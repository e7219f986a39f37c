package em

import (
	"context"
	"fmt"
	"slices"

	"flavers/explore"
	"flavers/explore/em/trace"
	"flavers/explore/model"
	"flavers/limit"
)

// This file is what flavers explore and flavers replay do with a trace: RunTrace
// runs one of the explorers of this package within limits, and Replay executes a
// schedule that was found.

// TraceFinding is a deadlock found in a trace.
type TraceFinding struct {
	Kind explore.Kind // always Deadlock
	What string       // the blocked operations, and what each waits for
	// Schedule has the operations that lead there, by their numbers in the file. An
	// operation of a handler that is not in the file is 0.
	Schedule []int
}

// TraceResult is what an exploration of a trace found. Findings and Ends of the
// Result are empty: schedules of traces are numbers of operations.
type TraceResult struct {
	*explore.Result
	Found []TraceFinding // one for each distinct deadlock, in the order in which they were found
	// Ends has a schedule for each distinct end: "end" if everything was executed,
	// else the text of what is stuck. nil unless Options.KeepEnds is set.
	Ends map[string][]int
}

// traceExplorer is a way to explore a trace.
type traceExplorer struct {
	name, short string
	complete    bool // it finds everything, if no limit ends it
	run         func(e *Engine, s *System)
}

// traceExplorers lists the explorers of traces.
var traceExplorers = []traceExplorer{
	{"full", "all interleavings", true, func(e *Engine, s *System) { (&full{}).explore(e, s) }},
	{"em-states", "all states with their histories, each once", true,
		func(e *Engine, s *System) { (&histories{}).explore(e, s) }},
	{"em-dpor", "DPOR with queues as shared objects, as the authors of EM-DPOR compare it", false,
		func(e *Engine, s *System) { (&emDPOR{}).run(e, s, true) }},
	{"em", "EM-DPOR as its authors' tool does it", false, func(e *Engine, s *System) { (&emDPOR{}).run(e, s, false) }},
	{"em-optimal", "one execution for each order of conflicting operations, and for each deadlock", true,
		func(e *Engine, s *System) { optimal(e, s, false) }},
	{"em-lazy", "the same, where the order of locks does not count", true,
		func(e *Engine, s *System) { optimal(e, s, true) }},
}

// TraceAlgorithms lists the names of the explorers of traces; with complete, of
// those only that find everything.
func TraceAlgorithms(complete bool) []string {
	var out []string
	for _, x := range traceExplorers {
		if x.complete || !complete {
			out = append(out, x.name)
		}
	}
	return out
}

// TraceMethods lists the explorers of traces with the flags that they take.
func TraceMethods() []explore.Method {
	var out []explore.Method
	for _, name := range TraceAlgorithms(false) {
		out = append(out, explore.Method{Name: name, Flags: []string{"max-executions", "max-states"}})
	}
	return out
}

// DefaultTrace is the explorer that RunTrace uses if none is named.
const DefaultTrace = "em-optimal"

// RunTrace explores the executions of a trace that trace.Parse accepts. A limit
// that was hit, or the end of ctx, makes the result incomplete. It uses the options
// Algorithm, MaxExecutions, MaxStates (em-states, and the search for deadlocks of
// em-optimal), KeepEnds, Shortest, StopAtFirst and Progress. The error says that
// there is no such algorithm.
func RunTrace(ctx context.Context, t *trace.Trace, opt explore.Options) (*TraceResult, error) {
	if opt.Algorithm == "" {
		opt.Algorithm = DefaultTrace
	}
	i := slices.IndexFunc(traceExplorers, func(x traceExplorer) bool { return x.name == opt.Algorithm })
	if i < 0 {
		return nil, fmt.Errorf("no explorer of traces is named %q; there are %v", opt.Algorithm, TraceAlgorithms(false))
	}
	s := NewSystem(t)
	x, err := model.Begin(ctx, nil, opt.Algorithm, opt, model.NewWatch(ctx, opt.Progress))
	if err != nil {
		return nil, err
	}
	e := NewEngine(x)
	if opt.KeepEnds {
		e.keep = map[string][]int32{}
	}
	if ctx.Err() != nil {
		e.Look()
	}
	if s.poll = limit.New(ctx); !e.Halted && !limit.Try(func() { traceExplorers[i].run(e, s) }) {
		e.Look() // enters the limit that ended it
	}
	if e.Complete && !traceExplorers[i].complete {
		e.Omit("algorithm") // it may miss something even if it went to its end
	}
	res := &TraceResult{Result: e.Done()}
	for _, what := range e.order {
		res.Found = append(res.Found, TraceFinding{Kind: explore.Deadlock, What: what,
			Schedule: s.numbers(e.deadlocks[what])})
	}
	if e.keep != nil {
		res.Ends = map[string][]int{}
		for what, path := range e.keep {
			res.Ends[what] = s.numbers(path)
		}
	}
	return res, nil
}

// numbers returns the numbers in the file of a list of operations.
func (s *System) numbers(path []int32) []int {
	out := make([]int, len(path))
	for k, i := range path {
		out[k] = s.number(i)
	}
	return out
}

// run explores the executions of s, and adds the counters of the algorithm.
func (a *emDPOR) run(e *Engine, s *System, merged bool) {
	a.explore(e, s, merged)
	e.Count("reversals", "pairs of dependent operations that were to be reordered", a.calls)
	if !merged {
		e.Count("not_reordered", "of these, those for which no backtracking point was found at first", a.failures)
		e.Count("executed_again", "operations executed again to find backtracking points for these", a.again)
	}
}

// optimal is em-optimal, or em-lazy: it explores complete executions by classes,
// then the states in which the trace may get stuck. If no execution has all
// operations, there are no classes of complete ones, and em-states takes over.
func optimal(e *Engine, s *System, lazy bool) {
	p := newPlan(s)
	if p == nil {
		e.Notes = append(e.Notes,
			"no execution of this trace executes all of it; states and histories are explored instead, as by em-states")
		(&histories{}).explore(e, s)
		return
	}
	byClasses(e, s, p, lazy)
	if !e.Halted && MayDeadlock(s) {
		k := &stucks{}
		k.explore(e, s)
		e.Count("states", "states visited to find deadlocks", e.States)
		e.States = 0
	}
}

// Replayed is the result of Replay.
type Replayed struct {
	Steps   []string  // the executed operations in words
	Waiting []Blocked // in a deadlock, the blocked threads; else nil
	Stuck   string    // Waiting in words
	Ended   bool      // no thread has anything left
}

// Replay executes a schedule, which has numbers of operations as in TraceFinding.
// The error says which number cannot be executed, and why; the result then has
// the steps before.
func Replay(t *trace.Trace, schedule []int) (*Replayed, error) {
	s := NewSystem(t)
	r := &Replayed{}
	for k, n := range schedule {
		// Find the thread whose next operation has this number. Several may have number 0: one that is enabled.
		found := false
		var there []string // next operations, for the error
		for th := range int32(s.threads) {
			i := s.next(th)
			if i < 0 {
				continue
			}
			there = append(there, fmt.Sprint(s.number(i)))
			if s.number(i) != n || found {
				continue
			}
			if !s.enabled(i) {
				if n == 0 {
					continue
				}
				return r, fmt.Errorf("step %d: operation %d (%s) is blocked here", k+1, n, t.Describe(int(i)))
			}
			found = true
			s.execute(i)
			if n > 0 {
				r.Steps = append(r.Steps, t.Describe(int(i)))
			} else {
				r.Steps = append(r.Steps, fmt.Sprintf("%s %s %s", t.Threads[th],
					map[bool]string{true: "begin", false: "end"}[s.ops[i].kind == trace.Call], t.Tasks[s.ops[i].task]))
			}
		}
		if !found {
			return r, fmt.Errorf("step %d: operation %d is not next in any thread; next are %v", k+1, n, there)
		}
	}
	for th := range int32(s.threads) {
		if i := s.next(th); i >= 0 && s.enabled(i) {
			return r, nil
		}
	}
	if what, blocked := s.stuck(); blocked {
		r.Stuck, r.Waiting = what, s.waiting()
	} else {
		r.Ended = true
	}
	return r, nil
}
