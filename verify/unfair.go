package verify

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/live"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/infinite"
)

// This file warns if constraints of the user conflict with fairness (docs/theory.md, "Fairness and constraints"). For
// instance, let a constraint say that event go never happens, while a task that could do go stands before it for ever.
// Then every execution that obeys the constraint is unfair to this task: a property that holds of fair executions says
// nothing, and a violation can only be completed unfairly.

// sayUnfair marks r in two cases: it is a violation whose execution can obey the constraints only by being unfair; or
// it holds under fairness because no fair execution obeys the constraints.
func (c *checker) sayUnfair(ctx context.Context, r *report.Result) {
	fair := live.Fairness(cmp.Or(c.opt.Fairness, FairnessWeak))
	if len(c.constraints) == 0 || r.Property == report.RuntimeErrors || fair != live.Weak && fair != live.Strong {
		return
	}
	var begin []sem.Choice // the steps that an execution begins with
	// begun: the violation is the beginning of an execution, and how that goes on is open.
	begun := r.Verdict == report.Violated && !r.AtEnd && r.Loop == 0
	switch {
	case begun:
		steps, _, err := sem.ParseSchedule(c.p, r.Schedule)
		if err != nil {
			return // the schedule is not whole, so nobody knows where it leads
		}
		begin = steps
	case r.Verdict != report.Holds || r.Scope().Fair == "":
		return
	}
	var specs []*automata.Spec
	var names []string
	for _, b := range c.constraints {
		specs, names = append(specs, b.Spec), append(names, b.Spec.Name)
	}
	opt := infinite.Options{Fairness: fair, MaxStates: c.budget(c.opt.budgets().fewStates), MaxMemory: c.opt.MaxMemory}
	how, err := infinite.Continue(ctx, c.p, specs, begin, begun, opt)
	c.logf("%s: an execution that obeys the constraints and is %sly fair: %+v, %v", r.Property, fair, how, err)
	if err != nil || how.Found || !how.Complete {
		return
	}
	r.Unfair = true
	r.Reason = strings.TrimPrefix(r.Reason+"; "+infinite.NoneCounts(names, fair, begun), "; ")
}

// unfairNote returns the diagnostic for a result that sayUnfair has marked.
func unfairNote(sp *automata.Spec, r *report.Result) diag.Diagnostic {
	d := diag.Diagnostic{Pos: sp.Pos, Severity: diag.Warning, Code: diag.VUnfair,
		Message: fmt.Sprintf("%s is %s, but %s", r.Property, r.Verdict, r.Reason),
		Hint:    "a constraint may exclude what every fair execution does; --fairness none judges all"}
	if r.Verdict == report.Holds {
		d.Message = fmt.Sprintf("%s holds, but %s", r.Property, r.Reason)
	}
	return d
}
