package verify

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flavers/automata"
	"flavers/automata/monitor"
	"flavers/explore"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/partial"
	"flavers/verify/transient"
)

// This file makes the check for deadlocks, and judges properties on executions that are blocked for ever.

// deadlockWork returns the work that looks for an execution that obeys the constraints and gets stuck: no task can
// move, and some have neither ended nor rest. The check for deadlocks and properties need it, so it is done once.
func (c *checker) deadlockWork() *limit.Work[stop] {
	return once(c, &c.blocked, func(ctx context.Context, c *checker) stop {
		s := c.stops(ctx, explore.Deadlock, c.assumptions())
		c.logf("deadlock: %s, by %s; tried: %s", s.verdict(), s.decidedBy, s.trials())
		return s
	})
}

// deadlocks waits for deadlockWork, and returns its result. If the work was cut off, the result has only the limit.
func (c *checker) deadlocks(ctx context.Context) stop {
	w := c.deadlockWork()
	s, ok := w.Wait(ctx)
	switch {
	case ok:
		return s
	case ctx.Err() == nil: // the work met a limit of its own
		ctx = w.Context()
	}
	return stop{limit: limitOfContext(ctx), tried: []miss{{why: limit.Words(ctx)}}}
}

// deadlocksSoon is deadlocks, but waits for no more than a quarter of the time that is left. known reports whether the
// answer came.
func (c *checker) deadlocksSoon(ctx context.Context) (s stop, known bool) {
	end, limited := ctx.Deadline()
	if !limited {
		return c.deadlocks(ctx), true
	}
	soon, cancel := context.WithTimeout(ctx, time.Until(end)/4)
	defer cancel()
	return c.deadlockWork().Wait(soon)
}

// assumptions returns the constraints of the user.
func (c *checker) assumptions() []*automata.Spec {
	var out []*automata.Spec
	for _, b := range c.constraints {
		out = append(out, b.Spec)
	}
	return out
}

// wantsDeadlock reports whether the check for deadlocks is to be made.
func (c *checker) wantsDeadlock() bool {
	return c.opt.Deadlock != "off" && c.opt.Wants(report.Deadlock)
}

// deadlockAsked is the check for deadlocks.
var deadlockAsked = asked{name: report.Deadlock, kind: report.KindDeadlock,
	make: func(ctx context.Context, c *checker) report.Result { return c.deadlock(ctx) }}

// deadlock makes the check for deadlocks.
func (c *checker) deadlock(ctx context.Context) report.Result {
	s := c.deadlocks(ctx)
	r := c.deadlockOf(ctx, &s)
	if w := c.deadlockWork(); w.Ended() {
		r.Seconds = (w.Ran() + s.shared).Seconds()
		c.ownTime(w.Context(), &r)
	}
	return r
}

// deadlockOf makes the result of the check for deadlocks from what the search for stuck executions has found.
func (c *checker) deadlockOf(ctx context.Context, s *stop) report.Result {
	r := report.Result{Property: report.Deadlock, Kind: report.KindDeadlock, POR: string(c.opt.POR), Constraints: []string{},
		Trace: []report.Step{}}
	r.Conclude(s.proof())
	switch r.Verdict {
	case report.Holds:
		r.Reason = "by " + s.decidedBy
		if c.opt.Partial != nil && c.goesOn() { // some tasks may wait for ever while others go on
			partial.Judge(ctx, c.p, partial.Options{MaxMemory: c.opt.MaxMemory / 4, Meant: c.opt.Partial, Assumes: len(c.constraints) > 0}, &r)
		}
	case report.Violated:
		c.show(&r, s)
	default:
		c.undecided(&r, s)
	}
	for _, b := range c.constraints {
		r.Assumptions = append(r.Assumptions, b.Spec.Name)
	}
	r.Expected = c.opt.Deadlock == "expected" && r.Verdict == report.Violated
	return r
}

// undecided makes r unknown, because the search s has no evidence.
func (c *checker) undecided(r *report.Result, s *stop) {
	r.Conclude(outcome.None{})
	if r.Limit = s.limit; r.Limit == "" {
		r.Limit = report.LimitStates
	}
	r.Reason = "tried: " + s.trials()
	if s.exceeded != nil {
		r.Reason += "; " + exceeds(s.exceeded)
	}
}

// show replays the execution that s has found, and stores it in r. It panics if the execution does not show what r is
// about: then a strategy has a bug.
func (c *checker) show(r *report.Result, s *stop) {
	specs := c.assumptions()
	for _, b := range c.properties {
		if b.Spec.Name == r.Property {
			specs = append(specs, b.Spec)
		}
	}
	schedule := sem.FormatSchedule(c.p, s.schedule)
	run, ds := follow.Run(c.p, specs, schedule)
	trapped := slices.ContainsFunc(run.Final, func(q report.SpecState) bool { return q.Spec == r.Property && (q.Violated || q.Reached) })
	if ds.HasErrors() || !run.Deadlock && !trapped && run.Error == "" {
		panic(fmt.Sprintf("verify: the schedule of %s does not show it: %s %s", r.Property, schedule, run.Stuck))
	}
	r.Conclude(outcome.Execution{})
	r.Schedule, r.Waiting = schedule, run.Waiting
	r.Trace = run.TraceOf(r.Property)
	r.AtEnd = r.Kind != report.KindDeadlock && (run.Deadlock || run.Ended) && !slices.ContainsFunc(run.Final, func(q report.SpecState) bool {
		return q.Spec == r.Property && (q.State == automata.ErrorState || q.Reached || q.State == "false")
	})
	r.Reason = ""
	if !s.shortest {
		r.Reason = "a shorter execution may exist"
	}
}

// decide searches states if refinement has ended with a violating path, but without an execution. If the search has
// evidence, r is concluded from it. Otherwise r stays possible.
func (c *checker) decide(ctx context.Context, gl goal, r *report.Result) {
	if r.Verdict != report.Possible || c.opt.Refine == RefineNone {
		return
	}
	s := c.newSearch(gl.question())
	s.run(ctx)
	c.logf("%s: instead of the path: %s, by %s; tried: %s", gl.name(), s.verdict(), s.decidedBy, s.trials())
	switch s.verdict() {
	case report.Violated:
		c.show(r, &s.stop)
	case report.Holds:
		r.Conclude(s.evidence)
		r.AtEnd, r.Trace, r.Schedule = false, nil, ""
		r.Reason = "a path violates it, but no execution does: by " + s.decidedBy
	}
}

// judgeBlocked extends a result that holds of executions that end to executions that are blocked for ever: the property
// has to accept where they are blocked, too.
func (c *checker) judgeBlocked(ctx context.Context, b *monitor.Binding, r *report.Result) {
	stops := b.Spec.DFA.Obliges() // else it accepts wherever they are blocked
	if !stops && b.Spec.Never == nil || c.contradiction() != "" {
		return
	}
	if stops && r.Verdict == report.Violated {
		c.shorterStop(ctx, b, r)
	}
	if r.Verdict != report.Holds {
		return
	}
	scope := r.Scope()
	if c.goesOn() {
		scope.Ends = true
		r.About(scope)
	}
	if !stops || transient.Property(c.p, c.sem, b) { // it accepts wherever an execution is blocked
		if scope.NoEnd && !c.neverBlocked(ctx) {
			blocks(r)
		}
		return
	}
	dead, known := c.deadlocksSoon(ctx)
	if dead.verdict() == report.Holds {
		return
	}
	s := c.stops(ctx, explore.Violation, append(c.assumptions(), b.Spec))
	if !known && (s.evidence == nil || scope.NoEnd) { // the answer depends on it
		if dead = c.deadlocks(ctx); dead.verdict() == report.Holds {
			return
		}
	}
	blocks(r)
	c.logf("%s: where executions are blocked: %s, by %s; tried: %s", b.Spec.Name, s.verdict(), s.decidedBy, s.trials())
	switch s.verdict() {
	case report.Violated:
		c.show(r, &s)
		r.Vacuous = nil
	case report.Unknown:
		c.undecided(r, &s)
		r.Reason = "it holds of executions that end; of those that are blocked for ever nothing is known: " + r.Reason
	}
}

// shorterStop replaces the execution of r by a shorter one that violates the property, if it finds one. The execution
// of r may not be a shortest one for two reasons: it is a shortest one among those that the property rejects on their
// way or at their end, and a blocked one may be shorter; or an explorer found it that does not look for short ones.
func (c *checker) shorterStop(ctx context.Context, b *monitor.Binding, r *report.Result) {
	s := c.newStops(explore.Violation, append(c.assumptions(), b.Spec))
	s.traps = true
	if statesAtFirst(ctx, s) && s.shown() && len(s.schedule) < len(r.Trace) {
		c.show(r, &s.stop)
	}
}

// neverBlocked reports whether it is known that no execution is blocked for ever. It does not wait long for that,
// because only a note depends on it.
func (c *checker) neverBlocked(ctx context.Context) bool {
	s := c.newStops(explore.Deadlock, c.assumptions())
	return (statesAtFirst(ctx, s) || s.hunt(ctx, fewLooks) || s.certify(ctx)) && s.verdict() == report.Holds
}

// limitOfContext returns the limit that ended a context.
func limitOfContext(ctx context.Context) report.Limit {
	switch limit.Reason(ctx) {
	case limit.Interrupt:
		return report.LimitInterrupt
	case limit.Memory:
		return report.LimitMemory
	}
	return report.LimitTime
}
