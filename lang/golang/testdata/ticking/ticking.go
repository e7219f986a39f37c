// Package ticking has goroutines that go on while others are blocked. Each function unlocks only what it has locked, but
// for those that give a lock back for another one: package data has such.
package ticking

import (
	"net/http"
	"sync"
	"time"
)

// LeakTicking is blocked at its own lock, whatever the goroutine does that looks after it each second.
func LeakTicking() {
	var mu sync.Mutex
	n := 0
	go func() {
		for range time.Tick(time.Millisecond) {
			if n++; n > 1000 {
				return
			}
		}
	}()
	mu.Lock()
	mu.Lock()
}

// LeakServed is blocked, too, whatever is asked of the server.
func LeakServed() {
	var mu sync.Mutex
	go http.ListenAndServe("localhost:0", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		mu.Lock()
		defer mu.Unlock()
	}))
	mu.Lock()
	mu.Lock()
}

// HoldsServed waits for what somebody may ask of the server.
func HoldsServed() {
	c := make(chan int)
	go http.ListenAndServe("localhost:0", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { c <- 1 }))
	<-c
}

// HoldsTicking has a lock for some ticks.
func HoldsTicking() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		mu.Lock()
		defer mu.Unlock()
	}()
	n := 0
	for range time.Tick(time.Millisecond) {
		if n++; n > 50 {
			break
		}
	}
	mu.Unlock()
}
