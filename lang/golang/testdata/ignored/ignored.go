// Package ignored has mistakes, and comments that ask to ignore them.
package ignored

import (
	"sync"
	"time"
)

// Late leaves its goroutine behind when the time is over.
func Late() {
	answer := make(chan int)
	go func() {
		//flavers:ignore deadlock the process ends soon after
		answer <- 1
	}()
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
}

// Function is ignored as a whole.
//
//nolint:flavers // an example of what not to do
func Function() {
	c := make(chan int)
	go func() { c <- 1 }()
}

// Twice closes a channel again, where nobody looks.
func Twice() {
	c := make(chan int)
	close(c)
	close(c) //flavers:ignore runtime-errors recovered by the caller
}

// Orders takes two locks in two orders: a comment at one of them is enough, as each waits for the other.
func Orders() {
	var a, b sync.Mutex
	go func() {
		a.Lock()
		b.Lock() //nolint:govet,flavers
		b.Unlock()
		a.Unlock()
	}()
	b.Lock()
	a.Lock()
	a.Unlock()
	b.Unlock()
}

// Other has a comment for another check: it stays.
func Other() {
	c := make(chan int)
	c <- 1 //flavers:ignore runtime-errors this is no run-time error
}

// Half has two goroutines that stay behind, for reasons of their own, and a comment at one.
func Half() {
	c, d := make(chan int), make(chan int)
	go func() { d <- 1 }()
	c <- 1 //flavers:ignore deadlock nobody calls it
}

// Right has no mistake, and a comment that asks to ignore one.
func Right() {
	c := make(chan int, 1)
	c <- 1 //nolint:flavers
}
