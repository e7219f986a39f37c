// Package settled has objects at which nobody waits for ever, whoever calls what. No root of it is decided, as Spoiled
// is called by all. What is not settled is in wrong.go.
package settled

import (
	"os"
	"reflect"
	"sync"
	"time"
)

// spoil makes the answer about a root open: a channel is given to code that is not followed.
func spoil() {
	c := make(chan int, 1) // open: it is lent
	reflect.ValueOf(c).Send(reflect.ValueOf(len(os.Args)))
	<-c
}

var stop = make(chan bool) // open: it is closed

// Waker wakes others, starts a goroutine and asks a channel while it has its lock.
type Waker struct {
	mu   sync.Mutex // settled
	in   sync.Mutex // settled
	tell chan int
	done sync.WaitGroup // open: of wait groups nothing is known
}

// NewWaker makes one.
func NewWaker() *Waker {
	return &Waker{tell: make(chan int)} // settled
}

// Wake has a section with another one in it.
func (w *Waker) Wake() {
	spoil()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.done.Add(1)
	go func() {
		defer w.done.Done()
		<-stop
	}()
	select {
	case w.tell <- 1:
	default:
	}
	w.in.Lock()
	w.in.Unlock()
}

// Ask waits for a second at most.
func (w *Waker) Ask() int {
	spoil()
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case n := <-w.tell:
		return n
	case <-time.After(time.Second):
		return 0
	}
}

// End closes stop.
func (w *Waker) End() {
	spoil()
	close(stop)
	w.done.Wait()
}
