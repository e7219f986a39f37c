// Package swapped has a goroutine that unlocks, after many ticks, what another one has locked, by a variable by which it
// has locked something else.
package swapped

import (
	"sync"
	"time"
)

// HoldsSwapped waits for a lock that it holds itself, until the goroutine unlocks it.
func HoldsSwapped() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		n := 0
		for range time.Tick(time.Millisecond) {
			p := new(sync.Mutex)
			p.Lock()
			if n++; n == 1000 {
				p = &mu
			}
			p.Unlock()
		}
	}()
	mu.Lock()
}
