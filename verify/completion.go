package verify

import (
	"context"
	"slices"
	"strings"

	"flavers/assume"
	"flavers/automata"
	"flavers/diag"
	"flavers/limit"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
)

// This file makes sure that executions count under the constraints of the user. A prefix of an execution may violate a
// property although every way to go on from it breaks a constraint later. Such a prefix is no violation, because
// constraints say which executions are to be looked at. So another execution is looked for that obeys the constraints
// to its end, or none is shown to exist (docs/theory.md, 6.1).

// judge returns a judge of executions under the constraints of the user. Each goal gets its own, because a judge that
// was given up may still be at work.
func (c *checker) judge() *assume.Judge {
	var specs []*automata.Spec
	for _, b := range c.constraints {
		specs = append(specs, b.Spec)
	}
	return assume.New(c.sem.M, specs)
}

// obeying reports whether run, which violates the goal of a, can go on so that it obeys every constraint. If run ends
// in an error, or violates a property at its end, the constraints were applied to all of it already.
func (c *checker) obeying(ctx context.Context, j *assume.Judge, a *attempt, run *execution) assume.Answer {
	if j.Free() || a.goal.property == nil || c.violatesAtEnd(a, run) {
		return assume.Yes
	}
	var schedule []sem.Choice
	for i := range run.steps {
		schedule = append(schedule, sem.Choice{Action: run.steps[i].Action, Outcome: run.steps[i].number})
	}
	state, ok := j.After(schedule)
	if !ok {
		return assume.No
	}
	return j.Obeys(ctx, state)
}

// excluded looks for an execution that obeys the constraints at all. If there is none, every property holds for lack of
// executions, and each result that holds says so.
func (c *checker) excluded(ctx context.Context, out *report.Check) {
	if len(c.constraints) == 0 || c.contradiction() != "" || ctx.Err() != nil {
		return
	}
	var hold []*report.Result
	for i := range out.Results {
		hold = append(hold, &out.Results[i])
	}
	for _, r := range []*report.Result{out.RuntimeErrors, out.Deadlock} {
		if r != nil {
			hold = append(hold, r)
		}
	}
	if slices.ContainsFunc(hold, func(r *report.Result) bool { return r.Verdict == report.Violated }) {
		return // by an execution that counts
	}
	hold = slices.DeleteFunc(hold, func(r *report.Result) bool { return r.Verdict != report.Holds })
	if len(hold) == 0 {
		return
	}
	j := c.judge()
	if answer, ok := limit.Within(ctx, func() assume.Answer { return j.Obeys(ctx, j.Start()) }); !ok ||
		answer != assume.No {
		return
	}
	for _, r := range hold {
		r.Conclude(outcome.Excluded{})
		r.Reason, r.Unfair = noneObeys(j.Names()), false
	}
	out.Diagnostics = slices.DeleteFunc(out.Diagnostics, func(d diag.Diagnostic) bool {
		return d.Code == diag.VNeverEnds || d.Code == diag.VUnfair
	})
}

// noneObeys returns the reason why anything holds under constraints that no execution obeys.
func noneObeys(names []string) string {
	if len(names) == 1 {
		return "the constraint " + names[0] + " excludes every execution"
	}
	return "the constraints " + strings.Join(names, ", ") + " together exclude every execution"
}

// shown returns the execution to report for the violation that run witnesses: a shortest one, if it can be continued
// under the user's constraints. If no admissible execution is found it returns nil, and r is concluded from what the
// search for one showed.
func (c *checker) shown(ctx context.Context, a *attempt, run *execution, r *report.Result) (_ *execution,
	shortest bool) {
	near, shortest := c.nearest(ctx, a, run, nearLimits{maxNearest, maxNearestMoves})
	j := c.judge()
	if c.obeying(ctx, j, a, near) == assume.Yes {
		return near, shortest
	}
	schedule, atEnd, answer := j.Violation(ctx, a.goal.property.Spec)
	c.logf("%s: an execution of %d steps that violates it breaks a constraint later; one that does not was looked for in all states: %s",
		a.goal.name(), len(near.steps), [...]string{"there is none", "found", "cut off"}[answer])
	if answer == assume.Yes && atEnd {
		r.Property = a.goal.name()
		c.show(r, &stop{schedule: schedule, shortest: true})
		return nil, false
	}
	if answer == assume.Yes {
		steps := make([]executed, len(schedule))
		for i, s := range schedule {
			steps[i].Action, steps[i].number = s.Action, s.Outcome
		}
		return c.execute(a, steps), true
	}
	if c.obeying(ctx, j, a, run) == assume.Yes {
		return run, false
	}
	names := "the constraint " + j.Names()[0]
	if len(c.constraints) > 1 {
		names = "the constraints " + strings.Join(j.Names(), ", ")
	}
	r.AtEnd = false
	if answer == assume.No {
		r.Conclude(outcome.Exhausted{})
		r.Reason = "no execution that violates it can go on so that it satisfies " + names
		return nil, false
	}
	r.Conclude(outcome.Path{})
	r.Reason = "no continuation that satisfies " + names + " was found"
	if ctx.Err() != nil {
		r.Reason += " before time ran out"
	}
	r.Trace, r.Schedule = c.traceOf(a, near)
	return nil, false
}
