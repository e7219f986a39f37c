package model

import (
	"context"
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// This file is the part that all explorers have in common: counting, limits, and keeping findings. An explorer calls
// Step before each transition, and Ended for each execution or Visited for each state. Each of these returns false when
// the exploration has to stop.

// Exploration is an exploration in progress. Its methods take functions path, which return the schedule of a finding;
// they are called only if the schedule is needed, because making one takes time.
type Exploration struct {
	*System
	Result
	Options Options
	Halted  bool           // the exploration has to stop
	Share   func() float64 // returns the part of the search that is done; nil: not known
	Kept    func() int64   // returns the bytes that the search keeps, with room to grow; nil: the search limits itself
	Often   int            // number of steps from one look at the clock to the next

	ctx   context.Context
	watch *Watch
}

// Begin begins the exploration of a system by the explorer with the given name. The system is nil if what is explored
// is no program, as a Petri net.
func Begin(ctx context.Context, s *System, name string, opt Options, watch *Watch) (*Exploration, error) {
	e := &Exploration{System: s, Options: opt, Often: 1024, ctx: ctx, watch: watch}
	e.Result = e.empty(name)
	if s != nil {
		if err := e.assume(ctx, s.Program, s.specs); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *Exploration) empty(name string) Result {
	r := Result{Algorithm: name, Complete: true}
	if e.Options.KeepEnds {
		r.Ends = map[string][]sem.Choice{}
	}
	return r
}

// Part returns an exploration for another goroutine. Its result is to be merged into this one. s is a Copy of the
// system.
func (e *Exploration) Part(s *System) *Exploration {
	n := &Exploration{System: s, Options: e.Options, Often: e.Often, ctx: e.ctx, watch: NewWatch(e.ctx, nil)}
	n.Options.Progress = nil
	n.Reset(e)
	return n
}

// Reset removes what n, a part of e, has found.
func (n *Exploration) Reset(e *Exploration) {
	n.Result, n.Halted = n.empty(e.Algorithm), false
}

// Judging makes n, a part of e, decide itself whether violations count under constraints. Parts that stop at a finding
// need that.
func (n *Exploration) Judging(e *Exploration) { n.assumed = e.assumed }

// Constrained reports whether there are constraints, so that a violation counts only if it can go on and obey them.
func (e *Exploration) Constrained() bool { return e.assumed != nil }

// Merge adds the result of a part. Parts have to be merged in the order in which one goroutine would have explored
// them, so that the first finding is the same.
func (e *Exploration) Merge(n *Exploration) {
	e.Executions += n.Executions
	e.Blocked += n.Blocked
	e.Cut += n.Cut
	e.Beyond += n.Beyond
	e.Excluded += n.Excluded
	e.Transitions += n.Transitions
	e.Deadlocks += n.Deadlocks
	e.Violations += n.Violations
	e.Errors += n.Errors
	e.MaxDepth = max(e.MaxDepth, n.MaxDepth)
	for _, f := range n.Findings {
		e.Find(f, func(Finding) []sem.Choice { return f.Schedule })
	}
	for key, path := range n.Ends {
		if _, known := e.Ends[key]; !known {
			e.Ends[key] = path
		}
	}
	for _, err := range n.Exceeded {
		e.exceed(err)
	}
	if !n.Complete {
		e.Omit(n.Limit)
	}
	e.Halted = e.Halted || n.Halted
}

// Done ends the exploration, and returns its result.
func (e *Exploration) Done() *Result {
	e.settle()
	if e.Beyond > 0 {
		e.Count("beyond_model", "left the model: a mailbox or counter holds no more", e.Beyond)
	}
	if !e.Complete && e.Share != nil {
		e.Result.Share = e.Share()
	}
	e.Seconds = e.watch.Seconds()
	return &e.Result
}

// End notes that a limit was hit, and ends the exploration.
func (e *Exploration) End(what string) {
	e.Omit(what)
	e.Halted = true
}

// Extend is called when a limit of Options is hit. It returns true if Options.Extend has raised the limit, so that the
// exploration goes on.
func (e *Exploration) Extend(what string) bool {
	if e.Halted {
		return false
	}
	if e.Options.Extend != nil {
		sofar := e.Result
		sofar.Omit(what)
		if e.Share != nil {
			sofar.Share = e.Share()
		}
		more, ok := e.Options.Extend(&sofar)
		if ok {
			e.Options.Within(more)
			return true
		}
	}
	e.End(what)
	return false
}

// Step counts a transition before it is taken. depth is the number of steps after it. If Step returns false, the
// exploration has to stop without the transition.
func (e *Exploration) Step(depth int) bool {
	executed := e.Executions + e.Blocked + e.Cut + e.Beyond + e.Excluded
	for e.Options.MaxExecutions > 0 && executed >= e.Options.MaxExecutions {
		if !e.Extend("executions") {
			return false
		}
	}
	for e.Options.MaxWork > 0 && e.Transitions >= e.Options.MaxWork {
		if !e.Extend("states") {
			return false
		}
	}
	e.Transitions++
	e.MaxDepth = max(e.MaxDepth, depth)
	e.Tick()
	return !e.Halted
}

// Tick checks time and memory once in Often calls.
func (e *Exploration) Tick() {
	if e.watch.Due(e.Often) {
		e.Look()
	}
}

// Count adds a counter of its own for this explorer to the result.
func (e *Exploration) Count(name, what string, n int64) {
	e.More = append(e.More, Count{Name: name, What: what, Value: n})
}

// Look checks time and memory.
func (e *Exploration) Look() {
	if n := e.Options.MaxMemory; n > 0 && e.Kept != nil && e.Kept() > n {
		e.End("memory")
	}
	limit := e.watch.Look(func() Progress {
		p := Progress{Executions: e.Executions, Transitions: e.Transitions, States: e.States, Depth: e.MaxDepth}
		if e.Share != nil {
			p.Share = e.Share()
		}
		return p
	})
	if limit != "" {
		e.End(limit)
	}
}

// Ended counts an execution that ends in state, and keeps its findings.
func (e *Exploration) Ended(state []int32, how Ending, path func(Finding) []sem.Choice) bool {
	if e.Options.Record != nil {
		e.Options.Record(path(Finding{Kind: Deadlock}))
	}
	e.keepEnd(state, how, path)
	switch how {
	case Blocked:
		e.Blocked++
	case Cut:
		e.Cut++
		if e.Omit("depth"); e.Options.StopAtCut {
			e.End("depth")
		}
	case OutOfModel:
		e.Beyond++ // Met has noted that the exploration is incomplete
	case Excluded:
		e.Excluded++
	case Deadlocked:
		e.Executions++
		e.Deadlocks++
		e.Find(Finding{Kind: Deadlock}, path)
	case Failed:
		e.Executions++
		e.Errors++
	default:
		e.Executions++
	}
	if e.Observe(state, how, path) && how != Blocked {
		e.Violations++
	}
	return !e.Halted
}

// Visited keeps what is found in a state, for explorers that visit each state once. how is Open if the state has
// successors.
func (e *Exploration) Visited(state []int32, how Ending, path func(Finding) []sem.Choice) bool {
	e.keepEnd(state, how, path)
	if how == Deadlocked {
		e.Deadlocks++
		e.Find(Finding{Kind: Deadlock}, path)
	}
	if e.Observe(state, how, path) {
		e.Violations++
	}
	return !e.Halted
}

// Observe keeps the violations of an execution that ends in state, and reports whether there are any.
func (e *Exploration) Observe(state []int32, how Ending, path func(Finding) []sem.Choice) (violated bool) {
	e.violations(state, how, func(f Finding) {
		violated = violated || !AsksFor(e.specs, f.Property)
		e.Find(f, path)
	})
	return violated
}

// Find keeps a finding, unless it is known or not sought.
func (e *Exploration) Find(f Finding, path func(Finding) []sem.Choice) {
	if !e.Options.Seeks(f) {
		return
	}
	before := len(e.Findings)
	kept := e.Keep(f, e.Options.Shortest, func() []sem.Choice { return path(f) })
	enough := len(e.Findings) > before && e.Options.Enough != nil && e.Options.Enough(&e.Result)
	if enough || kept && e.Options.StopAtFirst && e.final(f) {
		e.End("first finding")
	}
}

// final reports whether a search with StopAtFirst stops at a finding. It does not stop at the executions that a
// property asks for.
func (e *Exploration) final(f Finding) bool {
	return f.Kind != Violation || !AsksFor(e.specs, f.Property)
}

// Stopped reports whether a part of the search has ended at its first finding. The limit of its result does not tell:
// it may name something that was left out before.
func (e *Exploration) Stopped(part *Result) bool {
	return e.Options.StopAtFirst && slices.ContainsFunc(part.Findings, e.final)
}

// Met notes an error that a step meets. A bound of the model is no finding, but makes the exploration incomplete.
func (e *Exploration) Met(err *sem.Error, path func(Finding) []sem.Choice) {
	if err.Kind == cfg.LimitError {
		e.exceed(err)
		return
	}
	e.Find(Finding{Kind: Error, Err: err}, path)
}

// CountError counts a step that meets a run-time error.
func (e *Exploration) CountError(err *sem.Error) {
	if err.Kind != cfg.LimitError {
		e.Errors++
	}
}

// keepEnd keeps the schedule to a final state, if Options.KeepEnds is set.
func (e *Exploration) keepEnd(state []int32, how Ending, path func(Finding) []sem.Choice) {
	if e.Ends == nil || !how.Stops() {
		return
	}
	key := e.Describe(state)
	if how == Deadlocked {
		key = "deadlock " + key
	}
	if _, known := e.Ends[key]; !known {
		e.Ends[key] = path(Finding{Kind: Deadlock})
	}
}
