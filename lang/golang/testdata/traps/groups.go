package traps

import (
	"context"
	"errors"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"
)

// The first error ends the context, for which the other one waits.
func HoldsGroupFails() error {
	g, ctx := errgroup.WithContext(context.Background())
	g.Go(func() error { <-ctx.Done(); return ctx.Err() })
	g.Go(func() error { return errors.New("no") })
	return g.Wait()
}

func LeakGroupSometimes() error {
	g, ctx := errgroup.WithContext(context.Background())
	g.Go(func() error { <-ctx.Done(); return ctx.Err() })
	g.Go(func() error { return os.Remove("x") })
	return g.Wait()
}

// The context ends with Wait.
func HoldsGroupWaited() {
	g, ctx := errgroup.WithContext(context.Background())
	go func() { <-ctx.Done() }()
	g.Go(func() error { return nil })
	g.Wait()
}

func LeakGroupNotWaited() {
	g, ctx := errgroup.WithContext(context.Background())
	c := make(chan int)
	go func() { <-ctx.Done(); close(c) }()
	g.Go(func() error { <-c; return nil })
	g.Wait()
}

// A function that fails has nothing to do with the answer where nobody waits for the context.
func LeakGroupPlain() {
	var g errgroup.Group
	var mu sync.Mutex
	g.Go(func() error { mu.Lock(); return os.Remove("x") })
	g.Go(func() error { mu.Lock(); return os.Remove("y") })
	g.Wait()
}

// Wait returns the error of the goroutine that ends first, not of the one that starts first.
func LeakGroupOtherFirst() {
	var g errgroup.Group
	one, other := errors.New("one"), errors.New("other")
	g.Go(func() error { return one })
	g.Go(func() error { return other })
	if g.Wait() == other {
		<-make(chan int)
	}
}
