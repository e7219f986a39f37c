// Package callers has no roots: its mistakes show when its types are used.
package callers

import "sync"

// Streams counts what is read of each stream.
type Streams struct {
	mu   sync.Mutex
	read map[int]int
}

// Open adds a stream.
func (s *Streams) Open(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read[id] = 0
}

// Progress leaves the lock locked if there is no such stream.
func (s *Streams) Progress(id int) bool {
	s.mu.Lock() // want `deadlock: s.mu stays locked, if s.read\[id\] is not there \(.*\), if Progress is called .* \(an execution of this package alone\)`
	if _, ok := s.read[id]; !ok {
		return false
	}
	s.read[id]++
	s.mu.Unlock()
	return true
}

// Mended does not.
type Mended struct {
	mu   sync.Mutex
	read map[int]int
}

// Open adds a stream.
func (s *Mended) Open(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.read[id] = 0
}

// Progress unlocks it on each way.
func (s *Mended) Progress(id int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.read[id]; !ok {
		return false
	}
	s.read[id]++
	return true
}
