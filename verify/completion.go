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

// A constraint may be broken after a violation: then the execution does not
// count. This file finds one that does, or shows that there is none.

// judge answers whether executions count under the user's constraints. Each goal
// has its own: one that was given up may still run.
func (c *checker) judge() *assume.Judge {
	var specs []*automata.Spec
	for _, b := range c.constraints {
		specs = append(specs, b.Spec)
	}
	return assume.New(c.sem.M, specs)
}

// obeying reports whether a run that violates the goal can go on so that it obeys
// every constraint. One that ends in an error, or that violates a property at
// its end, has been asked already.
func (c *checker) obeying(ctx context.Context, j *assume.Judge, a *attempt, run *execution) assume.Answer {
	if j.Free() || a.goal.property == nil || c.endsAccepted(a, run) {
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

// excluded looks for an execution that obeys the constraints. If there is none, anything holds, and it says so in every
// result that holds.
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
