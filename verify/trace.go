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

// This file turns executions and paths into traces, and concludes results from them.

// judgePath concludes r from an execution that follows the path of a, or from the path if there is none.
func (c *checker) judgePath(ctx context.Context, a *attempt, r *report.Result) {
	rp := c.newReplayer(a, replayBudget)
	run, exhausted := rp.replay(ctx)
	c.judgeRun(ctx, a, rp, run, exhausted, r)
}

// judgeRun concludes r from what the replayer rp has found: from run, an execution that violates the goal, or, if that
// is nil, from the path of a. exhausted reports whether no execution follows the path.
func (c *checker) judgeRun(ctx context.Context, a *attempt, rp *replayer, run *execution, exhausted bool,
	r *report.Result) {
	r.AtEnd = a.sol.AtEnd
	if run != nil {
		run, shortest := c.shown(ctx, a, run, r)
		if run == nil {
			return
		}
		if c.opt.Depth > 0 && len(run.steps) > c.opt.Depth {
			c.tooDeep(a, run, shortest, r)
			return
		}
		r.Conclude(outcome.Execution{})
		r.Trace, r.Schedule = c.traceOf(a, run)
		r.AtEnd = a.goal.property != nil && c.endsAccepted(a, run)
		return
	}
	if a.exact && exhausted {
		panic(fmt.Sprintf("verify: every constraint is used, but no execution follows the path found for %s:\n%s",
			a.goal.name(), c.describe(a)))
	}
	r.Conclude(outcome.Path{})
	r.Trace = c.pathSteps(a)
	r.Path = nil
	for _, l := range a.path() {
		r.Path = append(r.Path, int32(l.Action))
	}
	if a.all {
		defer func() {
			written := map[string]bool{} // once per place, not per instance of a task
			for _, err := range c.sem.Inexact() {
				if !written[err.Error()] {
					written[err.Error()] = true
					r.Reason += "; not exact: " + err.Error()
				}
			}
		}()
	}
	switch {
	case exhausted:
		r.Reason = "no execution takes these steps in this order with only unobserved steps between them"
	case ctx.Err() != nil:
		r.Reason = "time ran out while looking for an execution that follows this path"
	default:
		r.Reason = fmt.Sprintf("no execution that follows this path was found among %d states", replayBudget)
	}
}

// tooDeep makes r unknown, because Options.Depth allows no execution as long as run. shortest reports whether run is a
// shortest one.
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

// endsAccepted reports whether a violating run ends in a state that the property does not accept, and not in its error
// state.
func (c *checker) endsAccepted(a *attempt, run *execution) bool {
	d := a.goal.property.Spec.DFA
	last := d.Start
	if k := len(run.steps); k > 0 {
		last = run.steps[k-1].state
	}
	return last != d.Trap()
}

// traceOf returns the steps of an execution, and its schedule. They are steps of the program as it is written: the
// machine of the analysis forgets variables that no step reads any more, and people want to see these.
func (c *checker) traceOf(a *attempt, run *execution) ([]report.Step, string) {
	var out []report.Step
	var schedule []sem.Choice
	m, err := sem.NewTabled(c.p)
	if err != nil {
		panic(fmt.Sprintf("verify: the program was analysed, and has no machine: %v", err))
	}
	tell, state := follow.New(m), m.Start()
	last := int32(-1)
	if a.goal.property != nil {
		last = a.goal.property.Spec.DFA.Start
	}
	for i := range run.steps {
		ex := &run.steps[i]
		o := m.Outcomes(nil, state, c.p.Actions[ex.Action], true)[ex.number]
		st := tell.Step(ex.Action, o.Occ, o.Err)
		tell.Details(&st, state, ex.Action, ex.number)
		if o.Err == nil {
			st.Silent = len(o.Occ) == 0
			st.Vars = tell.Changed(state, o.Next)
			state = o.Next
		}
		if a.goal.property != nil {
			if ex.state != last {
				st.State = a.goal.property.Spec.StateName(ex.state)
			}
			last = ex.state
		}
		out = append(out, st)
		schedule = append(schedule, sem.Choice{Action: ex.Action, Outcome: ex.number})
	}
	tell.Messages(out)
	return out, sem.FormatSchedule(c.p, schedule)
}

// pathSteps returns the steps of the path of a, for which no execution was found.
func (c *checker) pathSteps(a *attempt) []report.Step {
	var out []report.Step
	tell := follow.New(c.sem.M)
	for _, lt := range a.path() {
		kase := &c.sem.Cases[lt.Action][lt.Case]
		out = append(out, tell.Step(lt.Action, kase.Occ, kase.Err))
	}
	tell.Messages(out)
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
