// Package asked has a context of its own, which package context asks in the goroutine that calls it.
package asked

import (
	"context"
	"sync"
	"time"
)

// asking is a context that calls functions when it ends, as package context asks of it.
type asking struct {
	mu   sync.Mutex
	done chan struct{}
	err  error
}

func (c *asking) Deadline() (time.Time, bool) { return time.Time{}, false }

func (c *asking) Done() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done == nil {
		c.done = make(chan struct{})
	}
	return c.done
}

func (c *asking) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

func (c *asking) Value(any) any { return nil }

func (c *asking) AfterFunc(f func()) func() bool {
	return func() bool { return true }
}

func (c *asking) cancel(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return
	}
	c.err = err
	if c.done != nil {
		close(c.done)
	}
}

// Nothing is known of a program that cannot be read.
//
// deadlock possible
// ledger U02 U06
func After() {
	c := &asking{}
	ended := make(chan int)
	context.AfterFunc(c, func() { close(ended) })
	c.cancel(context.Canceled)
	<-ended
}
