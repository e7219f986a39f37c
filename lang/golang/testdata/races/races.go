// Package races has functions Race.. with a data race on a variable that a branch asks for, and Held.. without.
package races

import (
	"sync"
	"sync/atomic"
)

type server struct {
	mu      sync.Mutex
	stopped bool
	done    chan int
}

// RaceField stops a server without its lock.
func RaceField() {
	s := &server{done: make(chan int)}
	go func() {
		s.mu.Lock()
		if s.stopped {
			close(s.done)
		}
		s.mu.Unlock()
	}()
	s.stopped = true
}

// HeldField stops it with the lock.
func HeldField() {
	s := &server{done: make(chan int)}
	go func() {
		s.mu.Lock()
		if s.stopped {
			close(s.done)
		}
		s.mu.Unlock()
	}()
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
}

// RaceEarly looks before the goroutine has ended.
func RaceEarly() {
	var wg sync.WaitGroup
	failed := false
	wg.Add(1)
	go func() {
		defer wg.Done()
		failed = true
	}()
	if failed {
		close(make(chan int))
	}
	wg.Wait()
}

// HeldWait looks after it has ended.
func HeldWait() {
	var wg sync.WaitGroup
	failed := false
	wg.Add(1)
	go func() {
		defer wg.Done()
		failed = true
	}()
	wg.Wait()
	if failed {
		close(make(chan int))
	}
}

// HeldOnce has one goroutine assign, and all look later.
func HeldOnce() {
	var once sync.Once
	ready := false
	use := func() {
		once.Do(func() { ready = true })
		if !ready {
			close(make(chan int))
		}
	}
	go use()
	use()
}

// RaceTwice has the second look outside of the once.
func RaceTwice() {
	var once sync.Once
	ready := false
	use := func() {
		if ready {
			close(make(chan int))
		}
		once.Do(func() { ready = true })
	}
	go use()
	use()
}

// HeldSent has the assignment before a message.
func HeldSent() {
	c := make(chan int)
	ready := false
	go func() {
		ready = true
		c <- 0
	}()
	<-c
	if ready {
		close(c)
	}
}

// RaceCond tests without the lock of the condition.
func RaceCond() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	full := false
	go func() {
		mu.Lock()
		full = true
		mu.Unlock()
		c.Signal()
	}()
	if !full {
		mu.Lock()
		c.Signal()
		mu.Unlock()
	}
}

// HeldAtomic stops by an atomic variable.
func HeldAtomic() {
	var stopped atomic.Bool
	done := make(chan int)
	go func() {
		if stopped.Load() {
			close(done)
		}
	}()
	stopped.Store(true)
}

// HeldIgnored has a race that a comment sets aside.
func HeldIgnored() {
	seen := false
	go func() { seen = true }()
	if seen { //flavers:ignore race a late look is as good
		close(make(chan int))
	}
}
