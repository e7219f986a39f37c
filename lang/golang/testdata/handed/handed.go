// Package handed has a goroutine that gives back, after many ticks, a lock which another one has locked.
package handed

import (
	"sync"
	"time"
)

// HoldsHanded waits for a lock that it holds itself, until the goroutine gives it back.
func HoldsHanded() {
	var mu sync.Mutex
	mu.Lock()
	go func() {
		n := 0
		for range time.Tick(time.Millisecond) {
			if n++; n > 1000 {
				mu.Unlock()
				return
			}
		}
	}()
	mu.Lock()
	mu.Unlock()
}
