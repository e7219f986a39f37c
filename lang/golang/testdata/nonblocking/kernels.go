// Package nonblocking has mistakes of order and misuse of the kinds of GoBench's kernels that block nobody.
package nonblocking

import (
	"context"
	"errors"
	"sync"
	"time"
)

// A stream has a goroutine that sends on a channel, which stopping closes.
type stream struct {
	msgs chan int
	done chan bool
}

// SendOnClosed closes the channel before the goroutine has sent.
func SendOnClosed() {
	s := &stream{msgs: make(chan int, 1), done: make(chan bool)}
	go func() {
		s.msgs <- 1
		close(s.done)
	}()
	close(s.msgs)
	<-s.done
}

func SendOnClosedFixed() {
	s := &stream{msgs: make(chan int, 1), done: make(chan bool)}
	go func() {
		s.msgs <- 1
		close(s.done)
	}()
	<-s.done
	close(s.msgs)
}

// Two goroutines find a connection open, and both close it.
type conn struct {
	mu     sync.Mutex
	closed bool
	gone   chan bool
}

func (c *conn) close() {
	select {
	case <-c.gone:
	default:
		close(c.gone)
	}
}

func DoubleClose() {
	c := &conn{gone: make(chan bool)}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { defer wg.Done(); c.close() }()
	}
	wg.Wait()
}

func (c *conn) closeOnce() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.closed = true
		close(c.gone)
	}
}

func DoubleCloseFixed() {
	c := &conn{gone: make(chan bool)}
	var wg sync.WaitGroup
	wg.Add(2)
	for range 2 {
		go func() { defer wg.Done(); c.closeOnce() }()
	}
	wg.Wait()
}

// LateAdd adds in the goroutines, which may be after Wait has returned.
func LateAdd() {
	var wg sync.WaitGroup
	done := make(chan bool, 2)
	for range 2 {
		go func() {
			wg.Add(1)
			defer wg.Done()
			done <- true
		}()
	}
	wg.Wait()
	<-done
	<-done
}

// NegativeGroup calls Done once more on the path of an error.
func NegativeGroup(fails bool) error {
	var wg sync.WaitGroup
	wg.Add(1)
	var err error
	func() {
		defer wg.Done()
		if fails {
			err = errors.New("failed")
			wg.Done()
		}
	}()
	wg.Wait()
	return err
}

// As in istio 8967, the channel is set to nil while a goroutine still selects on it.
type watcher struct{ stop chan bool }

func (w *watcher) Close() {
	close(w.stop)
	w.stop = nil
}

func NilAfterClose() {
	w := &watcher{stop: make(chan bool)}
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			select {
			case <-w.stop:
				return
			case <-time.After(time.Second):
			}
		}
	}()
	w.Close()
	<-done
}

// A message is handled after the worker was stopped.
type worker struct {
	stopper chan bool
	jobs    chan int
}

func handle(int) {}
func stopped()   {}

func HandledAfterStop() {
	w := &worker{make(chan bool), make(chan int, 1)}
	ended := make(chan bool)
	go func() {
		defer close(ended)
		for {
			select {
			case j := <-w.jobs:
				handle(j)
			case <-w.stopper:
				return
			}
		}
	}()
	w.jobs <- 1
	close(w.stopper)
	stopped()
	<-ended
}

// CancelledTooEarly ends a context that a goroutine still needs, which answers with the error of the context.
func CancelledTooEarly(fast bool) error {
	ctx, cancel := context.WithCancel(context.Background())
	out := make(chan error, 1)
	go func() {
		select {
		case <-ctx.Done():
			out <- ctx.Err()
		case <-time.After(time.Second):
			out <- nil
		}
	}()
	if fast {
		cancel()
	}
	err := <-out
	cancel()
	return err
}
