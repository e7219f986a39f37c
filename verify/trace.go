package verify

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
)

// This file concludes a result from a violating path of the fixed point. A replayer has looked for an execution that
// follows the path. There are three cases:
//
//	an execution was found     the result is violated, and its trace is the execution
//	none follows the path      the result is possible, and its trace is the path
//	the search was cut off     the same, with another reason
//
// Refinement (refine.go) goes on with more constraints after the second case, and calls judgeRun when it ends.

// judgePath looks for an execution that follows the path of a, and concludes r from what it finds.
func (c *checker) judgePath(ctx context.Context, a *attempt, r *report.Result) {
	rp := c.newReplayer(a, replayBudget)
	run, exhausted := rp.replay(ctx)
	c.judgeRun(ctx, a, rp, run, exhausted, r)
}

// judgeRun concludes r from what the replayer rp has found for the path of a. run is an execution that violates the
// goal, or nil if none was found. exhausted reports whether the search was complete, so that no execution follows the
// path if run is nil.
func (c *checker) judgeRun(ctx context.Context, a *attempt, rp *replayer, run *execution, exhausted bool,
	r *report.Result) {
	r.AtEnd = a.sol.AtEnd
	if run != nil {
		run, shortest := c.shown(ctx, a, run, r)
		if run == nil {
			return // no execution satisfies the user's constraints; shown has concluded r
		}
		if c.opt.Depth > 0 && len(run.steps) > c.opt.Depth {
			c.tooDeep(a, run, shortest, r)
			return
		}
		r.Conclude(outcome.Execution{})
		r.Trace, r.Schedule = c.traceOf(a, run)
		r.AtEnd = a.goal.property != nil && c.violatesAtEnd(a, run)
		return
	}
	if a.exact && exhausted { // a bug: every path of an exact problem is an execution
		panic(fmt.Sprintf("verify: every constraint is used, but no execution follows the path found for %s:\n%s",
			a.goal.name(), c.describe(a)))
	}
	r.Conclude(outcome.Path{})
	r.Trace = c.pathSteps(a)
	r.Path = nil
	for _, l := range a.path() {
		r.Path = append(r.Path, int32(l.Action))
	}
	switch {
	case exhausted:
		r.Reason = "no execution takes these steps in this order with only unobserved steps between them"
	case ctx.Err() != nil:
		r.Reason = "time ran out while looking for an execution that follows this path"
	default:
		r.Reason = fmt.Sprintf("no execution that follows this path was found among %d states", replayBudget)
	}
	if a.all {
		// All constraints are used, so steps without a table may be why no constraint rejects the path.
		// Instances of a task share a place in the source, which is mentioned once.
		mentioned := map[string]bool{}
		for _, err := range c.sem.Inexact() {
			if !mentioned[err.Error()] {
				mentioned[err.Error()] = true
				r.Reason += "; not exact: " + err.Error()
			}
		}
	}
}

// tooDeep makes r unknown, because run has more steps than Options.Depth allows. shortest reports whether no execution
// that violates the goal is shorter than run.
func (c *checker) tooDeep(a *attempt, run *execution, shortest bool, r *report.Result) {
	r.Conclude(outcome.None{})
	r.Limit = report.LimitDepth
	r.Trace = c.pathSteps(a)
	how := "the shortest execution that was found for it has %d steps, and at most %d are allowed"
	if shortest {
		how = "the shortest execution that violates it has %d steps, and at most %d are allowed"
	}
	r.Reason = fmt.Sprintf(how, len(run.steps), c.opt.Depth)
}

// violatesAtEnd reports whether the end of run is what violates the property: run never leads to the error state, and
// it stops in a state that the property does not accept.
func (c *checker) violatesAtEnd(a *attempt, run *execution) bool {
	d := a.goal.property.Spec.DFA
	last := d.Start
	if k := len(run.steps); k > 0 {
		last = run.steps[k-1].state
	}
	return last != d.Trap()
}

// traceOf returns the steps of run as a report shows them, and its schedule. It executes run once more on the program
// as it is written. The machine of the analysis does not do for that: it forgets variables that no step reads any
// more, and people want to see these.
func (c *checker) traceOf(a *attempt, run *execution) ([]report.Step, string) {
	var steps []report.Step
	var schedule []sem.Choice
	m, err := sem.NewTabled(c.p)
	if err != nil {
		panic(fmt.Sprintf("verify: the program was analysed, and has no machine: %v", err))
	}
	describer, state := follow.New(m), m.Start()
	last := int32(-1) // the state of the property before a step
	if a.goal.property != nil {
		last = a.goal.property.Spec.DFA.Start
	}
	for i := range run.steps {
		ex := &run.steps[i]
		outcome := m.Outcomes(nil, state, c.p.Actions[ex.Action], true)[ex.number]
		st := describer.Step(ex.Action, outcome.Occ, outcome.Err)
		describer.Details(&st, state, ex.Action, ex.number)
		if outcome.Err == nil {
			st.Silent = len(outcome.Occ) == 0
			st.Vars = describer.Changed(state, outcome.Next)
			state = outcome.Next
		}
		if a.goal.property != nil {
			if ex.state != last {
				st.State = a.goal.property.Spec.StateName(ex.state)
			}
			last = ex.state
		}
		steps = append(steps, st)
		schedule = append(schedule, sem.Choice{Action: ex.Action, Outcome: ex.number})
	}
	describer.Messages(steps)
	return steps, sem.FormatSchedule(c.p, schedule)
}

// pathSteps returns the steps of the path of a as a report shows them, for a path that no execution was found for.
// They have no values of variables, because a path has no states.
func (c *checker) pathSteps(a *attempt) []report.Step {
	var out []report.Step
	describer := follow.New(c.sem.M)
	for _, lt := range a.path() {
		kase := &c.sem.Cases[lt.Action][lt.Case]
		out = append(out, describer.Step(lt.Action, kase.Occ, kase.Err))
	}
	describer.Messages(out)
	return out
}

// describe returns the path of a as text, for an internal error.
func (c *checker) describe(a *attempt) string {
	var b strings.Builder
	for _, st := range c.pathSteps(a) {
		fmt.Fprintf(&b, "  %s: %s (%s)\n", strings.Join(slices.Concat([]string{st.Task}, st.Tasks), ","), st.Event, st.Pos)
	}
	return b.String()
}
