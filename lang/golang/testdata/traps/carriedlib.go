package traps

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
)

// What functions of the library pass from one turn of a loop to the next.

// In the second turn, the context is one of a parent that nobody ends.
func LeakCarriedParent() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		c, _ := context.WithCancel(ctx)
		wg.Add(1)
		go func() { defer wg.Done(); <-c.Done() }()
		ctx, _ = context.WithCancel(context.Background())
	}
	wg.Wait()
}

func HoldsCarriedParent() {
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		ctx, _ = context.WithCancel(ctx)
		wg.Add(1)
		go func() { defer wg.Done(); <-ctx.Done() }()
	}
	cancel()
	wg.Wait()
}

func LeakCarriedValue() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		c := context.WithValue(ctx, 0, 1)
		wg.Add(1)
		go func() { defer wg.Done(); <-c.Done() }()
		ctx, _ = context.WithCancel(context.Background())
	}
	wg.Wait()
}

func withTwo() chan int {
	c := make(chan int, 2)
	c <- 1
	c <- 1
	return c
}

func LeakCarriedClone() {
	list := []chan int{withTwo()}
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		own := slices.Clone(list)
		wg.Add(1)
		go func() { defer wg.Done(); <-own[0] }()
		list = []chan int{make(chan int)}
	}
	wg.Wait()
}

func LeakCarriedSwap() {
	first := withTwo()
	var last atomic.Pointer[chan int]
	last.Store(&first)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		c := make(chan int)
		before := last.Swap(&c)
		wg.Add(1)
		go func() { defer wg.Done(); <-*before }()
	}
	wg.Wait()
}

// The condition of the second turn has the lock of the first one, which is never unlocked.
func LeakCarriedCond() {
	l := new(sync.Mutex)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		c := sync.NewCond(l)
		l = new(sync.Mutex)
		wg.Add(1)
		l.Lock()
		go func() { defer wg.Done(); c.L.Lock(); c.L.Unlock() }()
	}
	wg.Wait()
}
