// Package near has locks in whose sections nothing waits, though code that is not followed has functions that wait,
// panics are recovered, and files may be pipes. What is not settled is in wrong.go.
package near

import (
	"fmt"
	"reflect"
	"sort"
	"sync"
)

// Pointer has its lock behind a pointer to which only its constructor assigns.
type Pointer struct {
	lock *sync.Mutex
	n    int
}

// NewPointer makes one.
func NewPointer() *Pointer { return &Pointer{lock: new(sync.Mutex)} } // settled

// Add has a section in which the pointer is loaded twice.
func (p *Pointer) Add() {
	p.lock.Lock()
	p.n++
	p.lock.Unlock()
}

type inner struct {
	sync.RWMutex // settled
	n            int
}

// Outer has a lock in a struct behind a pointer.
type Outer struct {
	in *inner
}

// NewOuter makes one.
func NewOuter() *Outer { return &Outer{in: &inner{}} }

// Get reads.
func (o *Outer) Get() int {
	o.in.RLock()
	defer o.in.RUnlock()
	return o.in.n
}

// Set writes.
func (o *Outer) Set(n int) {
	o.in.Lock()
	o.in.n = n
	o.in.Unlock()
}

// Bounds may panic for an index or a nil pointer while it has its lock.
type Bounds struct {
	mu    sync.Mutex // settled
	items []int
	next  *Bounds
}

// At is called with recovery, by Guard.
func (b *Bounds) At(i int) int {
	b.mu.Lock()
	n := b.items[i] + b.next.items[i] + b.other(i)
	b.mu.Unlock()
	return n
}

func (b *Bounds) other(i int) int { return b.next.next.items[i] }

// Calm calls what calls nothing of the program, or only what it is given here.
type Calm struct {
	mu    sync.Mutex // settled
	items []*Calm
	by    sync.Map
	n     int
}

// Same compares.
func (c *Calm) Same(other *Calm) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return reflect.DeepEqual(c.items, other.items)
}

// Text formats what has no methods.
func (c *Calm) Text(name string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Errorf("%s: %d", name, c.n)
}

// Sort sorts by a function of its own.
func (c *Calm) Sort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	sort.Slice(c.items, func(i, j int) bool { return c.items[i].n < c.items[j].n })
}

// Put keeps something.
func (c *Calm) Put(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.by.LoadOrStore(name, c.n)
}

// Kept is given to code that is not followed, which may hand it out; what wrong.go locks for ever of what it hands out
// is a field with another name.
type Kept struct {
	own sync.Mutex // settled
	n   int
}

// Use puts it into a map of the library.
func (k *Kept) Use() {
	registry.Store(k, k)
	k.own.Lock()
	k.n++
	k.own.Unlock()
}

// Guard calls with recovery.
func Guard() {
	defer func() { recover() }()
	NewBounds().At(2)
	d := NewDanger()
	d.Close()
	d.Nested()
	d.Done()
	d.Try()
}

// NewBounds makes one.
func NewBounds() *Bounds { return &Bounds{next: &Bounds{next: &Bounds{}}} }
