package model

import (
	"context"
	"slices"

	"flavers/cfg"
	"flavers/sem"
)

// Exploration is a search in progress: its system, limits and result. Every
// explorer counts its steps and hands over its executions or states here.
//
// path functions give the schedule of a finding; they are called where it is
// needed.
type Exploration struct {
	*System
	Result
	Options Options
	Halted  bool           // the search has to stop
	Share   func() float64 // the part of the search that is done; nil: not known
	Kept    func() int64   // bytes that the search keeps, with room to grow; nil: MaxMemory is looked at by the search
	Often   int            // one look at the time for so many steps

	ctx   context.Context
	watch *Watch
}

// Begin begins the exploration of a system by an explorer with a name. The system
// is nil where something else than a program is explored.
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

// Part is an exploration for another goroutine, whose result is merged into
// this one; s is a Copy of its system.
func (e *Exploration) Part(s *System) *Exploration {
	n := &Exploration{System: s, Options: e.Options, Often: e.Often, ctx: e.ctx, watch: NewWatch(e.ctx, nil)}
	n.Options.Progress = nil
	n.Reset(e)
	return n
}

// Reset forgets what a part of e has found.
func (n *Exploration) Reset(e *Exploration) {
	n.Result, n.Halted = n.empty(e.Algorithm), false
}

// Judging makes a part decide on violations under constraints itself: for parts
// whose findings end them.
func (n *Exploration) Judging(e *Exploration) { n.assumed = e.assumed }

// Constrained reports whether violations count only if they can go on so that they obey constraints.
func (e *Exploration) Constrained() bool { return e.assumed != nil }

// Merge adds what was found in a part of the search that comes after all that
// was found so far.
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

// Done ends the exploration.
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

// End notes a limit and ends the exploration.
func (e *Exploration) End(what string) {
	e.Omit(what)
	e.Halted = true
}

// Extend is called where a limit of Options is met. true: there is a greater one now, and the exploration goes on;
// false: it has to stop.
func (e *Exploration) Extend(what string) bool {
	if e.Halted {
		return false
	}
	if e.Options.Extend != nil {
		sofar := e.Result
		if sofar.Omit(what); e.Share != nil {
			sofar.Share = e.Share()
		}
		if more, ok := e.Options.Extend(&sofar); ok {
			e.Options.Within(more)
			return true
		}
	}
	e.End(what)
	return false
}

// Step counts a transition to a depth, before it is taken. false: the
// exploration has to stop, without it.
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

// Tick looks at the time now and then.
func (e *Exploration) Tick() {
	if e.watch.Due(e.Often) {
		e.Look()
	}
}

// Count adds a counter that only this explorer has.
func (e *Exploration) Count(name, what string, n int64) {
	e.More = append(e.More, Count{Name: name, What: what, Value: n})
}

// Look checks the time, and the memory.
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

// Ended counts an execution and keeps its findings. false: the exploration has
// to stop.
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
		e.Beyond++ // Met has said that not all was explored
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

// Visited counts what is found in a state that is met once; how is Open if it
// has successors.
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

// Observe keeps the violations of a state in which an execution ends so, and
// reports whether there are any.
func (e *Exploration) Observe(state []int32, how Ending, path func(Finding) []sem.Choice) (violated bool) {
	e.violations(state, how, func(f Finding) {
		violated = violated || !AsksFor(e.specs, f.Property)
		e.Find(f, path)
	})
	return violated
}

// Find enters a finding, unless it is known or not wanted.
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

// final reports whether a search that stops at the first finding stops at this one.
func (e *Exploration) final(f Finding) bool {
	return f.Kind != Violation || !AsksFor(e.specs, f.Property)
}

// Stopped reports whether a part of the search with this result has ended at its first finding. Its limit does
// not say so if it had left something out before.
func (e *Exploration) Stopped(part *Result) bool {
	return e.Options.StopAtFirst && slices.ContainsFunc(part.Findings, e.final)
}

// Met notes an error; a model limit only makes the exploration incomplete.
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

// keepEnd enters a final state, if they are wanted.
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
