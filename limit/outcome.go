package limit

import (
	"runtime/debug"
	"sync"
)

// This file carries a panic from one goroutine to another. A panic that is not recovered in its own goroutine ends the
// process, even if the goroutine that waits would recover it.
//
//	go func() { done <- Caught(f) }()               in one goroutine
//	value := (<-done).Value()                       in the other one: panics if f did

// Outcome is the value of a function that ran in another goroutine, or its panic.
type Outcome[T any] struct {
	value T
	panic any // a *Crash or ended, or nil if there was no panic
}

// Caught runs f and returns its outcome. It does not panic.
func Caught[T any](f func() T) (o Outcome[T]) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case ended, *Crash:
			o.panic = e
		default:
			o.panic = &Crash{e, debug.Stack()}
		}
	}()
	o.value = f()
	return o
}

// Value returns the value of f. If f panicked, Value panics: with a *Crash, or as Look does.
func (o Outcome[T]) Value() T {
	if o.panic != nil {
		panic(o.panic)
	}
	return o.value
}

// Group is a set of goroutines that somebody waits for.
type Group struct {
	wait  sync.WaitGroup
	mu    sync.Mutex
	panic any // the first panic of a goroutine, or nil
}

// Go runs f in a new goroutine.
func (g *Group) Go(f func()) {
	g.wait.Go(func() {
		o := Caught(func() (none struct{}) { f(); return none })
		g.mu.Lock()
		defer g.mu.Unlock()
		if g.panic == nil {
			g.panic = o.panic
		}
	})
}

// Wait waits until all goroutines have ended. If one of them panicked, Wait panics: with a *Crash, or as Look does.
func (g *Group) Wait() {
	g.wait.Wait()
	if g.panic != nil {
		panic(g.panic)
	}
}
