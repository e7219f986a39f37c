package explore

import (
	"context"
	"slices"
	"time"

	"flavers/internal/limit"
	"flavers/sem"
)

// This file is what every explorer does with limits, time and findings.

// Watch keeps an exploration to its time, and reports its progress.
type Watch struct {
	ctx      context.Context
	progress func(Progress)
	began    time.Time
	told     time.Duration
}

// NewWatch begins now. progress may be nil.
func NewWatch(ctx context.Context, progress func(Progress)) *Watch {
	return &Watch{ctx: ctx, progress: progress, began: time.Now()}
}

// Seconds since the beginning.
func (w *Watch) Seconds() float64 { return time.Since(w.began).Seconds() }

// Look is to be called now and then. It reports what now returns, once a
// second, and says why the exploration has to stop: "time", "memory", "interrupt", or ""
// if it has not.
func (w *Watch) Look(now func() Progress) (why string) {
	if d := time.Since(w.began); w.progress != nil && d-w.told >= time.Second {
		w.told = d
		p := now()
		p.Elapsed = d
		w.progress(p)
	}
	return limit.Reason(w.ctx)
}

// Omit notes that something was left out, and why. The first reason stays;
// "sample" is none when there is another.
func (r *Result) Omit(what string) {
	r.Complete = false
	if r.Limit == "" || r.Limit == "sample" {
		r.Limit = what
	}
}

// Seeks tells whether a finding is wanted.
func (o *Options) Seeks(f Finding) bool {
	return o.Seek == "" || f.Kind == o.Seek && (f.Kind != Violation || f.AtEnd || o.Traps)
}

// CountBeyond puts the executions that left the model, if there are any, among
// the further counters.
func (r *Result) CountBeyond() {
	if r.Beyond > 0 {
		r.More = append(r.More, Count{"beyond_model", "left the model: a mailbox or counter holds no more", r.Beyond})
	}
}

// Keep enters a finding with its schedule unless it is known: errors by place
// and kind, violations by property. With shortest it takes the place of a known
// one with a longer schedule. false: it does not count under the constraints.
func (r *Result) Keep(f Finding, shortest bool, schedule func() []sem.Choice) bool {
	i := slices.IndexFunc(r.Findings, func(g Finding) bool {
		return g.Kind == f.Kind && g.Property == f.Property && (f.Err == nil || g.Err.Pos == f.Err.Pos && g.Err.Kind == f.Err.Kind)
	})
	if i >= 0 && !shortest {
		return true
	}
	f.Schedule = schedule()
	if r.assumed != nil && f.Kind == Violation && !f.AtEnd && (i < 0 || len(f.Schedule) < len(r.Findings[i].Schedule)) &&
		!r.assumed.counts(f.Property, f.Schedule) {
		return false
	}
	switch {
	case i < 0:
		r.Findings = append(r.Findings, f)
	case len(f.Schedule) < len(r.Findings[i].Schedule):
		r.Findings[i] = f
	}
	return true
}
