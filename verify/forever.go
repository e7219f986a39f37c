package verify

// This file asks about executions that go on for ever: docs/theory.md, "Infinite executions".

import (
	"cmp"
	"context"
	"strings"

	"flavers/automata/monitor"
	"flavers/diag"
	"flavers/explore/model"
	"flavers/limit"
	"flavers/live"
	"flavers/report"
	"flavers/sem"
	"flavers/verify/endless"
	"flavers/verify/follow"
	"flavers/verify/infinite"
)

// spinning warns of tasks that run for ever in loops in which nothing happens.
func (c *checker) spinning(ctx context.Context, ds *diag.List) {
	limit.Try(func() {
		for _, s := range endless.Spins(limit.New(ctx), c.sem) {
			ds.Warnf(s.Pos, diag.VSpins, "task %s never leaves this loop, and nothing happens in it", c.p.Tasks[s.Task].Name)
		}
	})
}

// judgeInfinite asks whether a fair infinite execution leaves what a property demands open for ever,
// where it holds of executions that end.
func (c *checker) judgeInfinite(ctx context.Context, b *monitor.Binding, r *report.Result) {
	fair := live.Fairness(cmp.Or(c.opt.Fairness, FairnessWeak))
	if r.Verdict != report.Holds || r.Of == "" || len(b.Spec.Obligations) == 0 || fair == FairnessOff {
		return
	}
	opt := infinite.Options{MaxMemory: c.opt.MaxMemory}
	if c.opt.Progress != nil {
		opt.Progress = func(p model.Progress) {
			c.progress(report.Progress{Stage: "infinite executions of " + b.Spec.Name, Tuples: p.States})
		}
	}
	a, err := infinite.Judge(ctx, &infinite.Question{Program: c.p, Semantics: c.sem, Constraints: c.constraints, Property: b, Fairness: fair},
		c.budget(fewStates.Load()), c.budget(manyStates), opt)
	if err != nil { // a state is too large to be stored
		a = &infinite.Answer{Tried: []string{err.Error()}}
	}
	c.logf("%s: infinite executions: by %s; tried: %s", b.Spec.Name, cmp.Or(a.By, "nothing"), strings.Join(a.Tried, "; "))
	c.blocks(r) // the note that nothing is judged at the end
	r.Of, r.Fair = "", string(fair)
	switch {
	case a.Violated:
		r.Schedule = sem.FormatLasso(c.p, a.Stem, a.Loop)
		run, _ := follow.Run(c.p, append(c.assumptions(), b.Spec), r.Schedule)
		r.Verdict, r.Loop, r.Vacuous, r.Trace = report.Violated, run.Loop, nil, run.TraceOf(b.Spec.Name)
		r.Reason = "a shorter execution may exist"
	case !a.Complete:
		r.Verdict, r.Limit, r.Fair = report.Unknown, stopLimits[a.Limit], ""
		if r.Limit == "" {
			r.Limit = report.LimitStates
		}
		r.Reason = "it holds of executions that end; of those that go on for ever nothing is known; tried: " + strings.Join(a.Tried, "; ")
	}
}
