// Package limit ends long work when its context ends.
//
//	poll := limit.New(ctx)                          in a stage that may be long
//	for ... { poll.Look(); ... }                    does not return once ctx has ended
//	poll.Reserve(bytes); make(...)                  before a large piece of memory
//
//	value, ok := limit.Within(ctx, func() T { ... }) around it: ok is false then
//
// Look leaves a stage by a panic of a type of this package, which Try and Within
// catch and nobody else: a stage is a function from frozen values to a new one,
// so that nothing half made is left behind. Goroutines of a stage
// run in a Group, or in Caught: elsewhere a panic would end the process.
//
// Memory watches what the process has, so that one context stands for all limits
// of a run. What counts its own bytes (the fixed point, explorers) says more
// precisely when it is to end; this is for everything else.
package limit

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Grace is how long Within waits after its context has ended: for work that
// looks at the context to say what it knows. Work that begins later has a fifth.
const Grace = 100 * time.Millisecond

// Poll looks at a context every so often. nil never ends. A Poll is for one
// goroutine.
type Poll struct {
	ctx   context.Context
	watch *watch // of the context's memory, or nil
	looks uint64 // calls of Look so far, and what Did added

	// What After was told. left stays true until Resume, because a stage may catch the panic of one Look
	// (Try) and go on: its next Look leaves the next stage, too.
	due   uint64 // looks when other is called; 0: never
	other func() bool
	left  bool
}

// often is how many calls of Look there are for one look; a power of two.
const often = 64

// New is a Poll of a context.
func New(ctx context.Context) *Poll {
	return &Poll{ctx: ctx, watch: watchOf(ctx)}
}

// ended is the panic of Look.
type ended struct{}

// Look does not return if the context has ended, but for the first few calls.
// It costs about a nanosecond: call it for each piece of work of a microsecond
// or so.
func (p *Poll) Look() {
	if p == nil {
		return
	}
	if p.looks++; p.looks%often == 0 {
		p.LookNow()
	}
}

// Did is Look after so many pieces of work, as a piece that is much longer than a microsecond counts.
func (p *Poll) Did(pieces int) {
	if p == nil {
		return
	}
	before := p.looks / often
	if p.looks += uint64(pieces); p.looks/often > before {
		p.LookNow()
	}
}

// Looks returns how much work the stages of this Poll have done so far, in calls of Look.
func (p *Poll) Looks() uint64 {
	if p == nil {
		return 0
	}
	return p.looks
}

// Beside returns a Poll of the same context for work that others use as well: what it does is not counted here, and
// After does not interrupt it.
func (p *Poll) Beside() *Poll {
	if p == nil {
		return nil
	}
	return New(p.ctx)
}

// LookNow is Look that looks each time.
func (p *Poll) LookNow() {
	if p == nil {
		return
	}
	p.watch.late()
	if p.due > 0 && p.looks >= p.due {
		p.due = 0 // other may set it again
		p.left = p.other() || p.left
	}
	if p.left || p.ctx.Err() != nil {
		panic(ended{})
	}
}

// After has the Poll call other once, in the middle of whatever stage looks at it after so many
// more calls of Look. other is another way to the answer that the stages are for. If it
// returns true, they are not needed any more: that Look and all later ones leave them as if the
// context had ended, until Resume. The number of calls is an amount of work, so what happens
// does not depend on a clock.
func (p *Poll) After(looks uint64, other func() bool) {
	p.due, p.other = p.looks+looks, other
}

// Resume forgets what After was told: stages may use the Poll again.
func (p *Poll) Resume() { p.due, p.other, p.left = 0, nil, false }

// Try runs f; false: a Look in it did not return.
func Try(f func()) (ok bool) {
	defer func() {
		if e := recover(); e != nil {
			if _, is := e.(ended); !is {
				panic(e)
			}
		}
	}()
	f()
	return true
}

// Crash is the panic of work that ran in a goroutine of its own, carried over.
type Crash struct {
	Value any
	Stack []byte // of that goroutine
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// Within runs f and returns its value. ok is false if a Look in it did not return,
// or if it took longer than Grace after ctx had ended: then it is left alone,
// and its value is dropped when it comes. A panic of f is a panic here, a *Crash.
func Within[T any](ctx context.Context, f func() T) (value T, ok bool) {
	o, _ := begin(f).await(ctx)
	r := o.Value()
	return r.value, r.ok
}

// result is a value, if no Look kept it from coming.
type result[T any] struct {
	value T
	ok    bool
}

// pending is a function that runs in a goroutine of its own; its outcome comes once.
type pending[T any] chan Outcome[result[T]]

func begin[T any](f func() T) pending[T] {
	done := make(pending[T], 1)
	go func() {
		done <- Caught(func() (r result[T]) {
			r.ok = Try(func() { r.value = f() })
			return r
		})
	}()
	return done
}

// await waits for the outcome, but no longer than Grace after ctx has ended, or a
// fifth of it if that is past; came is false then, and the outcome is empty.
func (p pending[T]) await(ctx context.Context) (o Outcome[result[T]], came bool) {
	select {
	case o = <-p:
		return o, true
	case <-ctx.Done():
	}
	left := Grace
	if end, ok := ctx.Deadline(); ok { // several stages that come too late have it together
		left = max(Grace-time.Since(end), Grace/5)
	}
	late := time.NewTimer(left)
	defer late.Stop()
	select {
	case o = <-p:
		return o, true
	case <-late.C:
		return o, false
	}
}

// What a context ended for.
const (
	Time      = "time"
	Memory    = "memory"
	Interrupt = "interrupt"
)

// ErrMemory is the cause of a context that Watch has ended.
var ErrMemory = errors.New("more memory is used than allowed")

// ErrOwnTime is the cause of a context of work that has run as long as NewTurns
// allows each.
var ErrOwnTime = errors.New("it has run as long as allowed")

// Reason says why a context has ended: Time, Memory or Interrupt; "" if it has not.
func Reason(ctx context.Context) string {
	switch cause := context.Cause(ctx); {
	case ctx.Err() == nil:
		return ""
	case errors.Is(cause, ErrMemory):
		return Memory
	case errors.Is(cause, context.DeadlineExceeded), errors.Is(cause, ErrOwnTime):
		return Time
	}
	return Interrupt
}

// Words says it in words: "time ran out", "its own time ran out" (ErrOwnTime),
// "memory ran out" or "interrupted".
func Words(ctx context.Context) string {
	switch Reason(ctx) {
	case Time:
		if errors.Is(context.Cause(ctx), ErrOwnTime) {
			return "its own time ran out"
		}
		return "time ran out"
	case Memory:
		return "memory ran out"
	}
	return "interrupted"
}

// CutOff is the error of work that its context has ended.
type CutOff struct {
	Why  string // Words
	What string // was being done
}

func (c *CutOff) Error() string { return c.Why + " while " + c.What }

// CutOffIn is a *CutOff for a context that has ended.
func CutOffIn(ctx context.Context, what string) error { return &CutOff{Words(ctx), what} }
