package check

import (
	"context"

	"flavers/internal/roots"
	"flavers/lang/golang"
	"flavers/report"
	"flavers/report/ledger"
	"flavers/report/outcome"
)

// This file executes a root where its model leaves a check open. The package itself runs, in an interpreter, with all
// its data and in random orders (golang.Programs.Execute). If such an execution ends in a deadlock or a run-time error,
// the package has it, so no note of the ledger puts it in doubt. If none does, nothing is known beyond the model.

// executed looks for executions of the package that answer what is open about a root, and stores their deadlock and
// run-time error in to. made says that the root has a model. cut reports whether the time ended before all executions
// were tried.
func (r Root) executed(ctx context.Context, opt Options, to *roots.Answer, made bool) (cut bool) {
	if opt.Executions == Off {
		return false
	}
	ctx, end := r.of.Within(ctx)
	defer end()

	c := to.Check
	deadlock := opt.Verify.Wants(report.Deadlock) && !settled(to, c.Deadlock, to.Callers)
	mistake := opt.Verify.Wants(report.RuntimeErrors) && !settled(to, c.RuntimeErrors, to.Again)
	if made && c.RuntimeErrors == nil {
		mistake = false // no step of the model can fail
	}
	if !deadlock && !mistake {
		return false
	}

	stuck, failed := r.of.Execute(ctx, r.Program)
	if deadlock && takes(to, stuck, report.Deadlock, c.Deadlock) {
		c.Deadlock, to.Callers = resultOf(stuck, report.Deadlock), false
		c.Deadlock.Kind = report.KindDeadlock
	}
	if mistake && takes(to, failed, report.RuntimeErrors, c.RuntimeErrors) {
		c.RuntimeErrors, to.Again = resultOf(failed, report.RuntimeErrors), false
	}
	return ctx.Err() != nil
}

// settled reports whether r, a result of a, needs no execution: it holds without bounds, or is violated beyond doubt. A
// violation that callers cause (callers), or in which they break a contract, is not settled, because the package may
// have another one without them. r may be nil.
func settled(a *roots.Answer, r *report.Result, callers bool) bool {
	if r == nil || callers || a.Contracts[r.Property] != nil {
		return false
	}
	now := judgedAlone(a, r)
	return now.Verdict == report.Violated || now.Verdict == report.Holds && len(now.Within) == 0
}

// takes reports whether the execution e replaces the result before of a, which may be nil. If so, it also replaces the
// contract recorded for the property by that of e. e is nil if no execution violates the property.
func takes(a *roots.Answer, e *golang.Execution, property string, before *report.Result) bool {
	if e == nil || e.Contract != nil && agreed(a, before) { // before shows a broken contract already
		return false
	}
	delete(a.Contracts, property)
	if e.Contract != nil {
		if a.Contracts == nil {
			a.Contracts = map[string]*ledger.Contract{}
		}
		a.Contracts[property] = e.Contract
	}
	return true
}

// resultOf returns e as the result of the property that it violates.
func resultOf(e *golang.Execution, property string) *report.Result {
	r := &report.Result{Property: property, Constraints: []string{}, Trace: []report.Step{}, If: e.If,
		Confirmed: report.Interpreted}
	for _, s := range e.Steps {
		r.Trace = append(r.Trace, report.Step{Task: s.Task, Event: s.Event, Pos: s.Pos})
	}
	for _, w := range e.Waiting {
		r.Waiting = append(r.Waiting, report.Waiting{Task: w.Task, At: w.At, Pos: w.Pos, For: w.For})
	}
	n := len(r.Trace)
	if e.Mistake != "" && n > 0 { // the last step is the one that fails
		r.Trace[n-1].Event += ": " + e.Mistake
	}
	r.Conclude(outcome.Execution{})
	return r
}
