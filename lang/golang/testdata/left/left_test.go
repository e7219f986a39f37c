// Package left has tests that leave package variables behind for the next ones. Each holds alone.
package left

import (
	"os"
	"sync"
	"testing"
)

var (
	locked sync.Mutex
	right  sync.Mutex
	sent   = make(chan int, 1)
	counts counter
	early  sync.Mutex
	fatal  sync.Mutex
	once   sync.Mutex
	always sync.Mutex
	late   sync.Mutex
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

// It stays locked where there is no such file.
func TestEarly(t *testing.T) {
	early.Lock()
	if _, err := os.Stat("a"); err != nil {
		return
	}
	early.Unlock()
}

func TestWithinEarly(t *testing.T) {
	early.Lock()
	early.Unlock()
}

func TestFatal(t *testing.T) {
	fatal.Lock()
	if _, err := os.Stat("a"); err != nil {
		t.Fatal(err)
	}
	fatal.Unlock()
}

func TestWithinFatal(t *testing.T) {
	fatal.Lock()
	fatal.Unlock()
}

func TestRecovers(t *testing.T) {
	defer func() { recover() }()
	once.Lock()
	os.Stat("a")
	once.Unlock()
}

func TestWithinRecovered(t *testing.T) {
	once.Lock()
	once.Unlock()
}

func TestDefers(t *testing.T) {
	always.Lock()
	defer func() { always.Unlock() }()
	if _, err := os.Stat("a"); err != nil {
		t.Fatal(err)
	}
}

func TestDeferred(t *testing.T) {
	always.Lock()
	always.Unlock()
}

// It is unlocked at some time, perhaps never before the next test ends.
func TestUnlocksLate(t *testing.T) {
	late.Lock()
	go func() {
		os.Stat("a")
		late.Unlock()
	}()
}

func TestWithinLate(t *testing.T) {
	late.Lock()
	late.Unlock()
}
