// Package objects has objects of all kinds, of which some are answered.
package objects

import (
	"os"
	"reflect"
	"sync"
)

// Box has a lock that each of its methods gives back, a wait group, a condition, and a lock that only functions use
// which nothing calls.
type Box struct {
	mu   sync.Mutex
	full *sync.Cond
	n    int
	wait sync.WaitGroup
	lost sync.Mutex
}

// New makes a box.
func New() *Box {
	b := &Box{}
	b.full = sync.NewCond(&b.mu)
	return b
}

// Put fills the box.
func (b *Box) Put() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.full.Broadcast()
}

// Len waits for a goroutine that ends.
func (b *Box) Len() int {
	b.wait.Add(1)
	go b.wait.Done()
	b.wait.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func (b *Box) first() {
	b.lost.Lock()
	b.second()
}

func (b *Box) second() {
	b.lost.Unlock()
	b.first()
}

// Answered gives its channel to a function that others call, too.
func Answered() {
	answered := make(chan int, 1)
	send(answered)
}

// Open gives its channel to the same function, and to code that is not followed.
func Open() {
	open := make(chan int, 1)
	reflect.ValueOf(open).Send(reflect.ValueOf(len(os.Args)))
	send(open)
}

// Found waits for ever.
func Found() {
	found := make(chan string)
	<-found
}

func send(to chan int) { to <- 1 }
