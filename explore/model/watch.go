package model

import (
	"context"
	"time"

	"flavers/limit"
)

// This file looks at the clock for explorations. A search calls Due for each step, which
// costs little, and Look when Due says so.

// Watch ends an exploration when its context ends, and reports its progress.
type Watch struct {
	ctx      context.Context
	progress func(Progress) // may be nil
	began    time.Time
	told     time.Duration // when progress was reported last, since began
	calls    int           // calls of Due since it last returned true
}

// NewWatch returns a watch whose time begins now. progress may be nil.
func NewWatch(ctx context.Context, progress func(Progress)) *Watch {
	return &Watch{ctx: ctx, progress: progress, began: time.Now()}
}

// Seconds returns the time since the watch was made.
func (w *Watch) Seconds() float64 { return time.Since(w.began).Seconds() }

// Due reports whether Look is to be called: in one of every calls, and as soon as the
// context has ended. It costs a few nanoseconds, so it can be called for each step. It asks
// the context each time because a step of a large program may take megabytes: even a few
// more steps would be too many.
func (w *Watch) Due(every int) bool {
	if w.calls++; w.calls >= every {
		w.calls = 0
		return true
	}
	return w.ctx.Err() != nil
}

// Look returns why the exploration has to stop: "time", "memory" or "interrupt"; "" if it
// can go on. Once a second, it reports the progress that now returns. An exploration that
// has to stop reports nothing, since nobody may be waiting for it any more.
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

// Why calls Look if Due says so, and returns "" otherwise. Package search calls it before each state.
func (w *Watch) Why(every int, now func() Progress) string {
	if !w.Due(every) {
		return ""
	}
	return w.Look(now)
}
