package verify

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"flavers/automata"
	"flavers/report"
)

// grace is how long a stage may go on after the context has ended: the fixed
// point and the replay look at it themselves and say what they know by then.
const grace = 2 * time.Second

// Crash is the panic of a stage, carried over from the goroutine it ran in.
type Crash struct {
	Value any
	Stack []byte // of that goroutine
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// within runs f, but does not wait for it longer than grace after ctx has
// ended; then ok is false and f's result is dropped when it comes. A panic of f
// is a panic here.
func within[T any](ctx context.Context, f func() T) (result T, ok bool) {
	type outcome struct {
		value T
		crash *Crash
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if e := recover(); e != nil {
				o.crash = &Crash{e, debug.Stack()}
			}
			done <- o
		}()
		o.value = f()
	}()
	var o outcome
	select {
	case o = <-done:
	case <-ctx.Done():
		select {
		case o = <-done:
		case <-time.After(grace):
			return result, false
		}
	}
	if o.crash != nil {
		panic(o.crash)
	}
	return o.value, true
}

// cutOff is the answer for a property that was not reached in time.
func cutOff(ctx context.Context, name, stage string) report.Result {
	r := report.Result{Property: name, Verdict: report.Unknown, Limit: report.LimitTime, Constraints: []string{}, Trace: []report.Step{},
		Reason: "time ran out while " + stage}
	if errors.Is(ctx.Err(), context.Canceled) {
		r.Limit, r.Reason = report.LimitInterrupt, "interrupted while "+stage
	}
	return r
}

// wanted lists the properties to check.
func wanted(specs []*automata.Spec, opt Options) []*automata.Spec {
	var out []*automata.Spec
	for _, sp := range specs {
		if sp.Property && (opt.Only == "" || sp.Name == opt.Only) {
			out = append(out, sp)
		}
	}
	return out
}
