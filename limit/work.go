package limit

import (
	"context"
	"time"
)

// Work is a piece of work that Go has begun.
type Work[T any] struct {
	done   chan struct{}
	came   Outcome[result[T]]
	ctx    context.Context
	ran    time.Duration
	putOff bool
}

// Go begins a piece of work. f is called again if the piece was put off for want of
// memory, so it must be a function from frozen values to a new one.
func Go[T any](t *Turns, f func(context.Context) T) *Work[T] {
	return GoThen(t, f, func() {})
}

// GoThen is Go, and calls then when the work has ended, in any goroutine. then must not wait for long.
func GoThen[T any](t *Turns, f func(context.Context) T, then func()) *Work[T] {
	w, first := &Work[T]{done: make(chan struct{})}, new(turn)
	t.enter(first, func() {
		defer then()
		defer close(w.done)
		w.do(first, f)
	})
	return w
}

// do does the work in a first turn, and again in a next one if it was put off.
func (w *Work[T]) do(now *turn, f func(context.Context) T) {
	t := now.turns
	for {
		var o Outcome[result[T]]
		if now.Err() == nil {
			p, came := begin(func() T { return f(now) }), false
			if o, came = p.await(now); !came && t.resumes(now) {
				p.await(t.ctx) // what it has must be free before it begins anew
			}
		}
		again := t.leave(now)
		if again == nil {
			w.came, w.ctx, w.ran = o, now, now.used
			return
		}
		w.putOff, now = true, again
	}
}

// Wait is the value of the work when it has ended; ok is as that of Within, and
// false if ctx ends before. A piece of work of the same Turns, whose context ctx is
// or is derived from, lets others run meanwhile. A panic of the work is a panic
// here, a *Crash.
func (w *Work[T]) Wait(ctx context.Context) (value T, ok bool) {
	if own, _ := ctx.Value(turnKey{}).(*turn); own != nil && !w.Ended() {
		own.turns.depart(own)
		defer own.turns.comeBack(own)
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		if !w.Ended() {
			return value, false
		}
	}
	r := w.came.Value()
	return r.value, r.ok
}

// Ended reports whether Done is closed.
func (w *Work[T]) Ended() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// Done is closed when the work has ended, or is left alone (Within). What follows
// is known then.
func (w *Work[T]) Done() <-chan struct{} { return w.done }

// Ran is how long the work has run, what it has waited not counted.
func (w *Work[T]) Ran() time.Duration { return w.ran }

// Context is that of the work, which says what it has ended for.
func (w *Work[T]) Context() context.Context { return w.ctx }

// PutOff reports whether the work was put off for want of memory.
func (w *Work[T]) PutOff() bool { return w.putOff }
