// Package limit ends long work when its context ends.
//
//	poll := limit.New(ctx)                           in a stage that may be long
//	for ... { poll.Look(); ... }                     Look does not return once ctx has ended
//	poll.Reserve(bytes); make(...)                   before a large piece of memory
//
//	value, ok := limit.Within(ctx, func() T { ... }) around the stage: ok is false if a Look did not return
//
// Look leaves a stage by a panic with a value that only Try and Within recover. This is safe because a stage is a
// function from frozen values to a new one: it leaves nothing half made behind. A stage starts goroutines with a Group
// or with Caught, which carry the panic over; in other goroutines it would end the process.
//
// One context stands for all limits of a run: time, Ctrl-C, and memory, which Watch looks at. Work that counts its own
// bytes (the fixed point, explorers) ends more precisely by itself.
//
// The files: limit.go (Poll, and why a context ended), memory.go (Watch), turns.go (many pieces of work on few
// processors), short.go (which of them ends when memory is short), work.go (one piece of work and its value),
// outcome.go (panics from goroutine to goroutine), share.go (time), available.go (memory of the machine).
package limit

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Grace is how long Within waits after its context has ended, so that work that looks at the context can say what it
// knows. Work that begins after the context has ended gets a fifth of it.
const Grace = 100 * time.Millisecond

// Poll looks at a context now and then. A nil *Poll never ends the work. A Poll must be used by one goroutine only.
type Poll struct {
	ctx   context.Context
	watch *watch // watches the memory of the context, or nil
	looks uint64 // work so far: calls of Look, and what Did added

	// Set by After: when looks has reached due, other is called; due 0 means never. left is set when other has returned
	// true. It stays set until Resume: a stage may recover the panic of one Look by Try, and go on with another stage,
	// which the next Look then leaves, too.
	due   uint64
	other func() bool
	left  bool
}

// often is how many calls of Look cause one look at the context. It is a power of two.
const often = 64

// New returns a Poll of a context.
func New(ctx context.Context) *Poll {
	return &Poll{ctx: ctx, watch: watchOf(ctx)}
}

// ended is the value of the panic by which Look leaves a stage.
type ended struct{}

// Look does not return if the context has ended, except for a few calls after the end. It takes about a nanosecond.
// Call it for each piece of work that takes about a microsecond.
func (p *Poll) Look() {
	if p == nil {
		return
	}
	if p.looks++; p.looks%often == 0 {
		p.LookNow()
	}
}

// Did counts as so many calls of Look. It is for one piece of work that takes much longer than a microsecond.
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

// Beside returns a Poll of the same context for work whose result several stages share. That work is not counted in p,
// and After does not interrupt it.
func (p *Poll) Beside() *Poll {
	if p == nil {
		return nil
	}
	return New(p.ctx)
}

// LookNow is Look, but looks at the context at each call.
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

// After makes the Poll call other once, after so many more calls of Look, in the middle of whatever stage it is then.
// other tries another way to the answer that the stages are for. If it returns true, the stages are not needed any
// more: this Look and all later ones leave them as if the context had ended, until Resume. Calls of Look measure work,
// so what happens does not depend on a clock.
func (p *Poll) After(looks uint64, other func() bool) {
	p.due, p.other = p.looks+looks, other
}

// Resume undoes After, so that stages may use the Poll again.
func (p *Poll) Resume() { p.due, p.other, p.left = 0, nil, false }

// Try runs f. It returns false if a Look left f.
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

// Crash is a panic of work that ran in another goroutine. It is carried over to the goroutine that waits for the work.
type Crash struct {
	Value any
	Stack []byte // of that goroutine
}

func (c *Crash) Error() string { return fmt.Sprint(c.Value) }

// Within runs f and returns its value. ok is false in two cases: a Look left f, or f took longer than Grace after ctx
// had ended. In the second case f goes on, and its value is dropped when it comes. If f panics, Within panics with a
// *Crash.
func Within[T any](ctx context.Context, f func() T) (value T, ok bool) {
	o, _ := begin(f).await(ctx)
	r := o.Value()
	return r.value, r.ok
}

// result is the value of a function. ok is false if a Look left the function.
type result[T any] struct {
	value T
	ok    bool
}

// pending is a function that runs in a goroutine of its own. Its outcome is sent once.
type pending[T any] chan Outcome[result[T]]

// begin runs f in a new goroutine.
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

// await waits for the outcome, until ctx has ended and then for the rest of Grace, but at least for a fifth of it. came
// is false if the outcome has not come by then; o is empty in that case.
func (p pending[T]) await(ctx context.Context) (o Outcome[result[T]], came bool) {
	select {
	case o = <-p:
		return o, true
	case <-ctx.Done():
	}
	left := Grace
	if end, ok := ctx.Deadline(); ok { // stages that all come too late share one Grace
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

// Why a context has ended, as Reason returns it.
const (
	Time      = "time"
	Memory    = "memory"
	Interrupt = "interrupt"
)

// ErrMemory is the cause of a context that Watch has ended.
var ErrMemory = errors.New("more memory is used than allowed")

// ErrOwnTime is the cause of the context of a piece of work that has run as long as each piece may (NewTurns).
var ErrOwnTime = errors.New("it has run as long as allowed")

// Reason returns why a context has ended: Time, Memory or Interrupt. It returns "" if the context has not ended.
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

// Words returns the reason in words: "time ran out", "its own time ran out" (ErrOwnTime), "memory ran out" or
// "interrupted".
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

// CutOff is the error of work that ended before it was done, because its context had ended.
type CutOff struct {
	Why  string // the reason, as Words returns it
	What string // the work, as "making the automata and edges"
}

func (c *CutOff) Error() string { return c.Why + " while " + c.What }

// CutOffIn returns a *CutOff for a context that has ended.
func CutOffIn(ctx context.Context, what string) error { return &CutOff{Words(ctx), what} }
