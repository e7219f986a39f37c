package limit

import (
	"runtime/debug"
	"sync"
)

// This file carries a panic from one goroutine to another: a panic that nobody
// catches in its own goroutine ends the process, whoever else would have caught it.
//
//	go func() { done <- Caught(f) }()               there
//	value := (<-done).Value()                       here: panics as f did

// Outcome is what work in a goroutine of its own came to: a value or a panic.
type Outcome[T any] struct {
	value T
	panic any // *Crash, or ended; nil: none
}

// Caught runs f. It does not panic.
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

// Value is the value of f. If f panicked, so does Value, with a *Crash.
func (o Outcome[T]) Value() T {
	if o.panic != nil {
		panic(o.panic)
	}
	return o.value
}

// Group is goroutines that somebody waits for.
type Group struct {
	wait  sync.WaitGroup
	mu    sync.Mutex
	panic any // the first one
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

// Wait waits until all have ended. If one panicked, so does Wait, with a *Crash.
func (g *Group) Wait() {
	g.wait.Wait()
	if g.panic != nil {
		panic(g.panic)
	}
}
