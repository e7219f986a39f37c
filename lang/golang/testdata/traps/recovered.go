package traps

import (
	"runtime"
	"sync"
)

// What is recovered, and by whom.

type finisher interface{ done() }

type recovering struct{ failed bool }

func (b *recovering) done() {
	if recover() != nil {
		b.failed = true
	}
}

type recoverer struct{ *recovering }

// HoldsRecoveredByMethod sends to a closed channel, and a method of what is embedded recovers.
func HoldsRecoveredByMethod() bool {
	o := recoverer{&recovering{}}
	var g finisher = o
	ch := make(chan int, 1)
	close(ch)
	func() {
		defer g.done()
		ch <- 1
	}()
	return o.failed
}

// HoldsRecoveredByValue recovers by a method value.
func HoldsRecoveredByValue() bool {
	b := &recovering{}
	done := b.done
	ch := make(chan int, 1)
	close(ch)
	func() {
		defer done()
		ch <- 1
	}()
	return b.failed
}

// HoldsPanicByMethod has a panic statement, and the method lets the others go on.
func HoldsPanicByMethod() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		b := &recovering{}
		done := b.done
		func() {
			defer done()
			panic("no")
		}()
		wg.Done()
	}()
	wg.Wait()
}

func indexOf(s []int, i int) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			err = r
		default:
			panic(r)
		}
	}()
	s[i]++
	return nil
}

// HoldsRecoveredIndex returns, as there is no such item.
func HoldsRecoveredIndex() int {
	ch := make(chan int)
	if indexOf(nil, 1) != nil {
		return 0
	}
	return <-ch
}

// first and second call each other, and first fails where there is no item.
func first(s []int, n int) int {
	if n > 0 {
		second(s, n-1)
	}
	return s[n]
}

func second(s []int, n int) int {
	if n > 0 {
		return first(s, n-1)
	}
	return 0
}

func caughtFirst(s []int) (failed bool) {
	defer func() { failed = recover() != nil }()
	if len(s) > 100 {
		panic("too long")
	}
	first(s, 1)
	return false
}

func caughtSecond(s []int) (failed bool) {
	defer func() { failed = recover() != nil }()
	if len(s) > 100 {
		panic("too long")
	}
	second(s, 1)
	return false
}

// HoldsRecoveredCycle recovers from what a function does that is called in a cycle of calls, twice.
func HoldsRecoveredCycle() int {
	ch := make(chan int)
	if caughtFirst(nil) && caughtSecond(nil) {
		return 0
	}
	return <-ch
}

// A ringOne and a ringTwo embed values that hold each other, so that the method that go/ssa makes for one calls that of
// the other: who recovers is found all the same.
type ringer interface{ close() }

type ringOne struct{ ringer }

type ringTwo struct{ ringer }

func HoldsRing(often bool) {
	one, other := &ringOne{}, &ringTwo{}
	one.ringer, other.ringer = other, one
	c := make(chan int, 1)
	if often {
		c <- 1
		return
	}
	defer one.close()
	c <- 1
}
