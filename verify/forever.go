package verify

// This file judges properties on infinite executions (docs/theory.md, "Infinite executions").

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"flavers/automata/monitor"
	"flavers/explore/model"
	"flavers/live"
	"flavers/report"
	"flavers/report/outcome"
	"flavers/sem"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// judgeInfinite extends a result that holds of executions that end to infinite executions: no fair one may leave open
// for ever what the property demands.
func (c *checker) judgeInfinite(ctx context.Context, b *monitor.Binding, r *report.Result) {
	fair := live.Fairness(cmp.Or(c.opt.Fairness, FairnessWeak))
	if r.Verdict != report.Holds || r.Of == "" || len(b.Spec.Obligations) == 0 || fair == FairnessOff {
		return
	}
	opt := infinite.Options{MaxMemory: c.opt.MaxMemory, NoStates: c.opt.NoStates}
	if c.opt.Progress != nil {
		opt.Progress = func(p model.Progress) {
			c.progress(report.Progress{Stage: "infinite executions of " + b.Spec.Name, Tuples: p.States})
		}
	}
	q := &infinite.Question{Program: c.p, Semantics: c.sem, Alone: c.alone(), Constraints: c.constraints, Property: b, Fairness: fair}
	a, err := infinite.Judge(ctx, q, c.budget(c.opt.budgets().fewStates), c.budget(manyStates), opt)
	if err != nil { // a state is too large to be stored
		a = &infinite.Answer{Tried: []string{err.Error()}}
	}
	c.logf("%s: infinite executions: by %s; tried: %s", b.Spec.Name, cmp.Or(a.By, "nothing"), strings.Join(a.Tried, "; "))
	scope := outcome.Scope{Fair: string(fair), Declared: len(c.p.Fair) > 0 && fair != live.None}
	switch {
	case a.Violated:
		c.showLasso(b, a, scope, r)
	case a.Complete: // it is no longer restricted to executions that end
		r.About(scope)
	default:
		r.Conclude(outcome.None{})
		r.Limit = endingOf(a.Limit).limit
		r.Reason = "it holds of executions that end; of those that go on for ever nothing is known; tried: " + strings.Join(a.Tried, "; ")
	}
}

// showLasso replays an infinite execution that violates the property, and stores it in r.
func (c *checker) showLasso(b *monitor.Binding, a *infinite.Answer, scope outcome.Scope, r *report.Result) {
	if n := len(a.Stem) + len(a.Loop); c.opt.Depth > 0 && n > c.opt.Depth {
		r.Conclude(outcome.None{})
		r.Limit = report.LimitDepth
		r.Reason = fmt.Sprintf("an infinite execution violates it in %d steps, and at most %d are allowed", n, c.opt.Depth)
		return
	}
	run, err := follow.Lasso(c.p, append(c.assumptions(), b.Spec), a.Stem, a.Loop, live.Fairness(scope.Fair))
	if err != nil {
		panic(err)
	}
	r.Conclude(outcome.Lasso{Scope: scope})
	r.Vacuous, r.Reason = nil, "a shorter execution may exist"
	r.Schedule, r.Loop, r.Trace = sem.FormatLasso(c.p, a.Stem, a.Loop), run.Loop, run.TraceOf(b.Spec.Name)
}
