package limit

import (
	"context"
	"time"
)

// Work is a piece of work that Go has begun.
type Work[T any] struct {
	done chan struct{} // closed when the work has ended; the fields below are set then

	outcome Outcome[result[T]]
	ctx     context.Context
	ran     time.Duration
	putOff  bool
}

// Go begins a piece of work. If memory is short, the piece may be put off, and f is called once more. So f must be a
// function from frozen values to a new value.
func Go[T any](t *Turns, f func(context.Context) T) *Work[T] {
	return GoThen(t, f, func() {})
}

// GoThen is Go, and calls then when the work has ended, in any goroutine. then must not take long.
func GoThen[T any](t *Turns, f func(context.Context) T, then func()) *Work[T] {
	w, first := &Work[T]{done: make(chan struct{})}, new(turn)
	t.enter(first, func() {
		defer then()
		defer close(w.done)
		w.do(first, f)
	})
	return w
}

// do does the work in its first turn, and once more in a second turn if it was put off.
func (w *Work[T]) do(now *turn, f func(context.Context) T) {
	t := now.turns
	for {
		var o Outcome[result[T]]
		if now.Err() == nil {
			p, came := begin(func() T { return f(now) }), false
			if o, came = p.await(now); !came && t.resumes(now) {
				p.await(t.ctx) // the memory of the first call must be free before f is called again
			}
		}
		again := t.leave(now)
		if again == nil {
			w.outcome, w.ctx, w.ran = o, now, now.used
			return
		}
		w.putOff, now = true, again
	}
}

// Wait waits for the work and returns its value. ok is false if a Look left the work (as in Within), or if ctx ends
// before the work does. If ctx belongs to another piece of work of the same Turns, that piece gives its processor to
// others meanwhile. If the work panicked, Wait panics with a *Crash.
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
	r := w.outcome.Value()
	return r.value, r.ok
}

// Ended reports whether the channel Done is closed.
func (w *Work[T]) Ended() bool {
	select {
	case <-w.done:
		return true
	default:
		return false
	}
}

// Done returns a channel that is closed when the work has ended, or was left alone as in Within. Ran, Context and
// PutOff may be called after that.
func (w *Work[T]) Done() <-chan struct{} { return w.done }

// Ran returns how long the work has run. The time that it has waited is not counted.
func (w *Work[T]) Ran() time.Duration { return w.ran }

// Context returns the context of the work, which says why the work has ended.
func (w *Work[T]) Context() context.Context { return w.ctx }

// PutOff reports whether the work was put off because memory was short.
func (w *Work[T]) PutOff() bool { return w.putOff }
