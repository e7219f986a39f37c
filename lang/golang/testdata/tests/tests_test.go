// Package tests has tests: with functions that are called after them, with contexts, and in parallel. Those of
// TestHolds.. and BenchmarkHolds.. have no mistake, those of TestLeak.. leave a goroutine blocked for ever, and those of
// TestPanic.. panic.
package tests

import (
	"context"
	"os"
	"sync"
	"testing"
)

func TestHoldsCleanup(t *testing.T) {
	c := make(chan int)
	t.Cleanup(func() { <-c })
	go func() { c <- 1 }()
}

func TestLeakCleanup(t *testing.T) {
	c := make(chan int)
	t.Cleanup(func() { <-c })
}

// The last one first: the lock is free when it is taken again.
func TestHoldsOrder(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	t.Cleanup(func() { mu.Lock() })
	t.Cleanup(mu.Unlock)
}

func TestLeakOrder(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	t.Cleanup(mu.Unlock)
	t.Cleanup(func() { mu.Lock() })
}

// Cleanup functions come after deferred ones.
func TestHoldsDeferred(t *testing.T) {
	c := make(chan int, 1)
	t.Cleanup(func() { <-c })
	defer func() { c <- 1 }()
}

func TestLeakDeferred(t *testing.T) {
	c := make(chan int, 1)
	defer func() { <-c }()
	t.Cleanup(func() { c <- 1 })
}

func open(t *testing.T) chan int {
	t.Helper()
	c := make(chan int)
	done := make(chan int)
	go func() {
		for range c {
		}
		close(done)
	}()
	t.Cleanup(func() {
		close(c)
		<-done
	})
	return c
}

func TestHoldsHelper(t *testing.T) {
	c := open(t)
	c <- 1
}

func TestPanicHelper(t *testing.T) {
	c := open(t)
	close(c)
}

// A test that fails has its functions called, too.
func TestHoldsFatal(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
	t.Cleanup(func() { close(c) })
	if os.Getenv("X") == "" {
		t.Fatal("no X")
	}
	t.Log("X")
}

func TestLeakFatal(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
	t.Fatal("no X")
	t.Cleanup(func() { close(c) })
}

// A function given to Cleanup that ends the goroutine does not keep others from being called.
func TestHoldsFatalCleanup(t *testing.T) {
	c := make(chan int)
	go func() { <-c }()
	t.Cleanup(func() { close(c) })
	t.Cleanup(func() { t.Fatal("no") })
}

func TestHoldsNested(t *testing.T) {
	c := make(chan int, 1)
	t.Cleanup(func() { <-c })
	t.Cleanup(func() {
		t.Cleanup(func() { c <- 1 })
	})
}

func TestLeakNested(t *testing.T) {
	c := make(chan int, 1)
	t.Cleanup(func() { c <- 1 })
	t.Cleanup(func() {
		t.Cleanup(func() { <-c })
	})
}

func TestHoldsCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() { <-ctx.Done() }()
}

func TestLeakCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	<-ctx.Done()
}

// The context of a test ends before its functions are called.
func TestHoldsContext(t *testing.T) {
	ctx := t.Context()
	c := make(chan int)
	go func() {
		<-ctx.Done()
		close(c)
	}()
	t.Cleanup(func() { <-c })
}

func TestLeakContext(t *testing.T) {
	ctx := t.Context()
	c := make(chan int)
	go func() {
		<-ctx.Done()
		close(c)
	}()
	defer func() { <-c }()
}

func TestHoldsDerived(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { <-ctx.Done() }()
}

func serve(tb testing.TB, c chan int) {
	tb.Cleanup(func() { close(c) })
	go func() { <-c }()
}

func TestHoldsInterface(t *testing.T) { serve(t, make(chan int)) }

func TestPanicInterface(t *testing.T) {
	c := make(chan int)
	serve(t, c)
	serve(t, c)
}

// Functions of a subtest are called when that ends.
func TestHoldsSubtest(t *testing.T) {
	c := make(chan int, 1)
	t.Run("a", func(t *testing.T) {
		t.Cleanup(func() { c <- 1 })
	})
	<-c
}

func TestLeakSubtest(t *testing.T) {
	c := make(chan int, 1)
	t.Run("a", func(*testing.T) {
		t.Cleanup(func() { c <- 1 })
	})
	<-c
}

// Parallel subtests go on when the function of their test has returned.
func TestHoldsParallel(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
	t.Run("b", func(t *testing.T) {
		t.Parallel()
		<-c
	})
	t.Cleanup(func() { close(c) })
}

func TestLeakParallel(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
	<-c
}

// A subtest waits for the next one, which comes when it has ended.
func TestLeakInTurn(t *testing.T) {
	c := make(chan int)
	t.Run("a", func(t *testing.T) { c <- 1 })
	t.Run("b", func(t *testing.T) { <-c })
}

// What is deferred is too early for parallel subtests.
func TestPanicTooEarly(t *testing.T) {
	c := make(chan int, 1)
	defer close(c)
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
}

func TestHoldsInTime(t *testing.T) {
	c := make(chan int, 1)
	t.Cleanup(func() { close(c) })
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		c <- 1
	})
}

func TestHoldsGroup(t *testing.T) {
	c := make(chan int)
	t.Run("group", func(t *testing.T) {
		t.Run("a", func(t *testing.T) {
			t.Parallel()
			c <- 1
		})
		t.Run("b", func(t *testing.T) {
			t.Parallel()
			<-c
		})
	})
	close(c)
}

func TestHoldsTable(t *testing.T) {
	var mu sync.Mutex
	for _, n := range []int{1, 2, 3} {
		t.Run("n", func(t *testing.T) {
			t.Parallel()
			mu.Lock()
			defer mu.Unlock()
			if n == 4 {
				t.Fatal(n)
			}
		})
	}
}

func TestLeakTable(t *testing.T) {
	var mu sync.Mutex
	for range 2 {
		t.Run("n", func(t *testing.T) {
			t.Parallel()
			mu.Lock()
		})
	}
}

func BenchmarkHoldsParallel(b *testing.B) {
	var mu sync.Mutex
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			mu.Lock()
			mu.Unlock()
		}
	})
}

func BenchmarkLeakParallel(b *testing.B) {
	var m, n sync.Mutex
	first := make(chan bool, 1)
	first <- true
	b.RunParallel(func(pb *testing.PB) {
		select {
		case <-first:
			m.Lock()
			n.Lock()
			n.Unlock()
			m.Unlock()
		default:
			n.Lock()
			m.Lock()
			m.Unlock()
			n.Unlock()
		}
	})
}
