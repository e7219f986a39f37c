// Package races has a flag that two goroutines access without a lock, and one with.
package races

import "sync"

type server struct {
	mu      sync.Mutex
	stopped bool
	done    chan int
}

func Race() {
	s := &server{done: make(chan int)}
	go func() {
		s.mu.Lock()
		if s.stopped {
			close(s.done)
		}
		s.mu.Unlock()
	}()
	s.stopped = true // want `data race: Race writes it .* in races.Race`
}

func Held() {
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
