// Package left has tests that leave package variables behind for the next ones. Each holds alone.
package left

import (
	"sync"
	"testing"
)

var (
	locked sync.Mutex
	right  sync.Mutex
	sent   = make(chan int, 1)
	counts counter
)

type counter struct {
	sync.Mutex
	n int
}

func (c *counter) add() {
	c.Lock()
	defer c.Unlock()
	c.n++
}

func TestLocks(t *testing.T) { locked.Lock() }

func TestWithinLocked(t *testing.T) {
	locked.Lock()
	locked.Unlock()
}

func TestWithinSends(t *testing.T) { sent <- 1 }

func TestWithinReceives(t *testing.T) {
	sent <- 1
	<-sent
}

func TestCounts(t *testing.T) {
	if counts.Lock(); counts.n == 0 {
		return
	}
}

func TestWithinCounted(t *testing.T) { counts.add() }

func TestRight(t *testing.T) {
	right.Lock()
	defer right.Unlock()
}

func TestAlsoRight(t *testing.T) {
	right.Lock()
	right.Unlock()
}
