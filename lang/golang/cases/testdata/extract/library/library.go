// Package library has rules of what functions of the library do.
package library

import (
	"context"
	"slices"
	"sync"
	"time"
)

// A sync.Once calls one function, also if that does nothing, and others wait until it has returned.

// deadlock violated
// ledger
func OnceForNothing() {
	var once sync.Once
	c := make(chan int)
	once.Do(func() {})
	once.Do(func() { close(c) })
	<-c
}

// deadlock violated
// ledger
func OnceInOnce() {
	var once sync.Once
	once.Do(func() {
		c := make(chan int)
		go func() {
			once.Do(func() {})
			close(c)
		}()
		<-c
	})
}

// deadlock none
// idle
func OnceAlone() {
	var once sync.Once
	once.Do(func() {})
	once.Do(func() {})
}

// The function of context.AfterFunc is called when the context has ended, not before, and never if it does not end.

// deadlock violated
// ledger
func AfterNever() {
	done := make(chan int)
	context.AfterFunc(context.Background(), func() { close(done) })
	<-done
}

// deadlock violated
// ledger
func AfterTooLate() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done := make(chan int)
	context.AfterFunc(ctx, func() { close(done) })
	<-done
}

// deadlock holds
// ledger
func AfterCancel() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan int)
	context.AfterFunc(ctx, func() { close(done) })
	cancel()
	<-done
}

// deadlock holds
// ledger
func AfterNothing() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := make(chan int, 1)
	context.AfterFunc(ctx, func() { c <- 1 })
}

// deadlock violated
// ledger
func AfterBlocks() {
	ctx, cancel := context.WithCancel(context.Background())
	c := make(chan int)
	context.AfterFunc(ctx, func() { c <- 1 })
	cancel()
}

// A ticker for no time is nil.

// deadlock within
// ledger B11
func NoTick() {
	<-time.Tick(0)
}

// deadlock holds
// ledger
func Tick() {
	<-time.Tick(time.Second)
}

// What a function of the library returns is not what the function returns that it calls.

// deadlock possible
// ledger
func ResultOfCaller() {
	if !slices.ContainsFunc([]int{}, func(int) bool { return true }) {
		select {}
	}
}

// deadlock possible
// ledger
func ResultOfEqual() {
	if slices.EqualFunc([]int{1}, []int{2}, func(int, int) bool { return true }) {
		select {}
	}
}
