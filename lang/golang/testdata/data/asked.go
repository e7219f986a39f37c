package data

import (
	"flag"
	"os"
	"runtime"
	"sync"
	"testing"
)

// What is asked twice has one answer: functions of the library without operands, and the same call of the same values.

// FixedAlways asks twice what is the same in each execution.
func FixedAlways() {
	var mu sync.Mutex
	if testing.Short() {
		mu.Lock()
	}
	if testing.Short() {
		mu.Unlock()
	}
	mu.Lock()
	mu.Unlock()
}

// FixedAsked asks twice the same of one error.
func FixedAsked(name string) {
	var mu sync.Mutex
	_, err := os.Stat(name)
	if os.IsNotExist(err) {
		mu.Lock()
	}
	if os.IsNotExist(err) {
		mu.Unlock()
	}
	mu.Lock()
	mu.Unlock()
}

// FixedLookup asks an object of the library twice, once by !=.
func FixedLookup(name string) {
	var mu sync.Mutex
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	if f.Lookup(name) == nil {
		mu.Lock()
	}
	if f.Lookup(name) != nil {
		mu.Lock()
	}
	mu.Unlock()
}

// Loops that poll end when others have done their part.

func taken(c chan int) {
	select {
	case <-c:
	default:
		select {}
	}
}

// FixedPoll waits until a channel has an item.
func FixedPoll() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	for len(c) == 0 {
		runtime.Gosched()
	}
	taken(c)
}

// FixedCount waits until it is alone.
func FixedCount() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	for runtime.NumGoroutine() > 1 {
		runtime.Gosched()
	}
	taken(c)
}
