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
	inner  sync.Mutex
	index  sync.Mutex
	got    sync.Mutex
	lender sync.Locker = &sync.Mutex{}
	bound  sync.Mutex
	shop   = &store{work: make(chan int, 1)}
	fine   = &store{}
	flags  = &switches{}
)

type store struct {
	mu   sync.Mutex
	work chan int
}

func (s *store) lock() { s.mu.Lock() }

func (s *store) both() {
	s.mu.Lock()
	defer s.mu.Unlock()
}

type switches struct{ on bool }

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

// The other one counts, too, which this one asks.
func TestWithinCounts(t *testing.T) {
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

// Only a caller recovers.
func fails() {
	inner.Lock()
	os.Stat("a")
	inner.Unlock()
}

func TestCallerRecovers(t *testing.T) {
	defer func() { recover() }()
	fails()
}

func TestWithinCallerRecovered(t *testing.T) {
	inner.Lock()
	inner.Unlock()
}

func TestIndex(t *testing.T) {
	defer func() { recover() }()
	func(list []int) {
		index.Lock()
		list[3] = 1
		index.Unlock()
	}(nil)
}

func TestWithinIndexed(t *testing.T) {
	index.Lock()
	index.Unlock()
}

// Locks that are reached by methods, results, interface values and function values.
func TestStore(t *testing.T) { shop.lock() }

func TestWithinStore(t *testing.T) { shop.both() }

func TestFine(t *testing.T) { fine.both() }

func TestAlsoFine(t *testing.T) { fine.both() }

func get() *sync.Mutex { return &got }

func TestGets(t *testing.T) { get().Lock() }

func TestWithinGot(t *testing.T) {
	got.Lock()
	got.Unlock()
}

func TestLends(t *testing.T) { lender.Lock() }

func TestWithinLent(t *testing.T) {
	lender.Lock()
	lender.Unlock()
}

func TestBinds(t *testing.T) {
	lock := bound.Lock
	lock()
}

func TestWithinBound(t *testing.T) {
	bound.Lock()
	bound.Unlock()
}

// A field that was false.
func TestSwitches(t *testing.T) { flags.on = true }

func TestWithinSwitched(t *testing.T) {
	if done := make(chan int); flags.on {
		<-done
	}
}
