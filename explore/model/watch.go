package model

import (
	"context"
	"time"

	"flavers/limit"
)

// Watch keeps an exploration to its time, and reports its progress.
type Watch struct {
	ctx      context.Context
	progress func(Progress)
	began    time.Time
	told     time.Duration
	calls    int // of Due
}

// NewWatch begins now. progress may be nil.
func NewWatch(ctx context.Context, progress func(Progress)) *Watch {
	return &Watch{ctx: ctx, progress: progress, began: time.Now()}
}

// Seconds since the beginning.
func (w *Watch) Seconds() float64 { return time.Since(w.began).Seconds() }

// Due reports whether Look is to be called: once in so many calls, and as soon as
// the context has ended. It costs a few nanoseconds: call it for each step. A step
// of a large program may take megabytes, so that even a few more would be many.
func (w *Watch) Due(every int) bool {
	if w.calls++; w.calls >= every {
		w.calls = 0
		return true
	}
	return w.ctx.Err() != nil
}

// Look is to be called when Due says so. It reports what now returns, once a
// second, and says why the exploration has to stop: "time", "memory", "interrupt", or ""
// if it has not. An exploration that has to stop reports nothing: nobody may be
// waiting for it any more.
func (w *Watch) Look(now func() Progress) (why string) {
	if why = limit.Reason(w.ctx); why != "" {
		return why
	}
	if d := time.Since(w.began); w.progress != nil && d-w.told >= time.Second {
		w.told = d
		p := now()
		p.Elapsed = d
		w.progress(p)
	}
	return ""
}

// Why is Look when Due says so, and "" otherwise: what package search asks before each state.
func (w *Watch) Why(every int, now func() Progress) string {
	if !w.Due(every) {
		return ""
	}
	return w.Look(now)
}
