// Package streams is used by others, and has a lock that one of its methods forgets.
package streams

import (
	"errors"
	"sync"
)

// Streams are channels, by name.
type Streams struct {
	mu     sync.Mutex
	closed bool
	byName map[string]chan int
}

// New makes an empty set.
func New() *Streams { return &Streams{byName: map[string]chan int{}} }

// Close ends the use of all.
func (s *Streams) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// Open makes a stream.
func (s *Streams) Open(name string) error {
	s.mu.Lock()
	if s.closed {
		return errors.New("closed")
	}
	s.byName[name] = make(chan int, 8)
	s.mu.Unlock()
	return nil
}

// Len is how many streams there are.
func (s *Streams) Len() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.byName)
}
