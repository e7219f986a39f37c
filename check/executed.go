package check

import (
	"context"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// Where the model leaves a check open, the package itself is executed with all its data (golang.Programs.Execute). An
// execution that ends in a deadlock or a run-time error is one of the package, so no ledger puts it in doubt.

// executed executes a root that has open answers, and replaces them by the deadlock and the run-time error that
// executions show. made says that the root has a model: then no answer about run-time errors means that no step can
// fail. executed reports whether the time ended before all executions were tried.
func (r Root) executed(ctx context.Context, opt Options, to *roots.Answer, made bool) (cut bool) {
	ctx, end := r.of.Within(ctx)
	defer end()
	c := to.Check
	// closed reports whether x needs no execution: it holds without bounds, or is violated beyond doubt. It is open if
	// callers are to blame (callers), or break a contract in its execution.
	closed := func(x *report.Result, callers bool) bool {
		if x == nil || callers {
			return false
		}
		if to.Contracts[x.Property] != nil {
			return false
		}
		now := judgedAlone(to, x)
		return now.Verdict == report.Violated || now.Verdict == report.Holds && len(now.Within) == 0
	}
	deadlock := opt.Verify.Wants(report.Deadlock) && !closed(c.Deadlock, to.Callers)
	mistake := opt.Verify.Wants(report.RuntimeErrors) && !closed(c.RuntimeErrors, to.Again) &&
		(c.RuntimeErrors != nil || !made)
	if !deadlock && !mistake || opt.Executions == Off {
		return false
	}
	stuck, failed := r.of.Execute(ctx, r.Program)
	if to.Contracts == nil {
		to.Contracts = map[string]*ledger.Contract{}
	}
	// takes reports whether e replaces the result before, and if so records its contract in to.Contracts.
	takes := func(e *golang.Execution, property string, before *report.Result) bool {
		if e == nil || e.Contract != nil && agreed(to, before) { // one more execution of a contract says nothing new
			return false
		}
		if delete(to.Contracts, property); e.Contract != nil {
			to.Contracts[property] = e.Contract
		}
		return true
	}
	if deadlock && takes(stuck, report.Deadlock, c.Deadlock) {
		c.Deadlock, to.Callers = resultOf(stuck, report.Deadlock), false
		c.Deadlock.Kind = report.KindDeadlock
	}
	if mistake && takes(failed, report.RuntimeErrors, c.RuntimeErrors) {
		c.RuntimeErrors, to.Again = resultOf(failed, report.RuntimeErrors), false
	}
	return ctx.Err() != nil
}

// resultOf returns the result of a property that e violates.
func resultOf(e *golang.Execution, property string) *report.Result {
	r := &report.Result{Property: property, Constraints: []string{}, Trace: []report.Step{}, If: e.If,
		Confirmed: report.Interpreted}
	for _, s := range e.Steps {
		r.Trace = append(r.Trace, report.Step{Task: s.Task, Event: s.Event, Pos: s.Pos})
	}
	for _, w := range e.Waiting {
		r.Waiting = append(r.Waiting, report.Waiting{Task: w.Task, At: w.At, Pos: w.Pos, For: w.For})
	}
	if n := len(r.Trace); e.Mistake != "" && n > 0 {
		r.Trace[n-1].Event += ": " + e.Mistake
	}
	r.Conclude(outcome.Execution{})
	return r
}
