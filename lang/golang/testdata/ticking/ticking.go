// Package ticking has goroutines that go on while others are blocked. Each function unlocks only what it has locked,
// but for those that give a lock back for another one: package data has such.
package ticking

import (
	"net"
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

// LeakListening is blocked, too, whoever connects or not.
func LeakListening() {
	var mu sync.Mutex
	l, _ := net.Listen("tcp", "localhost:0")
	go l.Accept()
	mu.Lock()
	mu.Lock()
}

// HoldsListening waits for who connects.
func HoldsListening() {
	c := make(chan int)
	l, _ := net.Listen("tcp", "localhost:0")
	go func() {
		l.Accept()
		c <- 1
	}()
	<-c
}

// HoldsLent waits for a lock that a goroutine holds which waits for who connects.
func HoldsLent() {
	var mu sync.Mutex
	l, _ := net.Listen("tcp", "localhost:0")
	go func() {
		mu.Lock()
		defer mu.Unlock()
		l.Accept()
	}()
	mu.Lock()
	mu.Unlock()
}

// LeakEnded waits for a lock that a goroutine has kept which has ended.
func LeakEnded() {
	var mu sync.Mutex
	done := make(chan struct{})
	go func() {
		mu.Lock()
		close(done)
	}()
	<-done
	n := 0
	go func() {
		for range time.Tick(time.Millisecond) {
			if n++; n > 1000 {
				return
			}
		}
	}()
	mu.Lock()
}

// shelf has a lock that is another one at times.
type shelf struct{ mu *sync.Mutex }

func (s *shelf) take(mu *sync.Mutex) { s.mu = mu }

// HoldsSwapped waits for a lock that it holds itself. From time to time the other goroutine unlocks it, by a field that
// it has locked another one by.
func HoldsSwapped() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		n := 0
		for range time.Tick(time.Millisecond) {
			s := &shelf{mu: new(sync.Mutex)}
			s.mu.Lock()
			if n++; n%1000 == 1 {
				s.take(&mu)
			}
			s.mu.Unlock()
		}
	}()
	mu.Lock()
	mu.Lock()
}
