// Package written has types of which clients were written that did not compile.
package written

import "sync"

// T is used by others that are made with it.
type T struct {
	mu sync.Mutex
	n  int
}

func New() *T { return &T{} }

func (t *T) Use() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

// View has no method that a client calls.
type View struct{ t *T }

func NewView(t *T) *View { return &View{t} }

// Other needs an operand that no client knows.
type Other struct {
	t *T
	c chan int
}

func NewOther(t *T, c chan int) *Other { return &Other{t, c} }

func (o *Other) Use() {
	o.t.mu.Lock()
	o.t.mu.Unlock()
}

// Value is a value with a method of which no client knows an operand.
type Value struct{ done chan struct{} }

func NewValue(n int) Value { return Value{make(chan struct{}, n)} }

func (v Value) Put() { v.done <- struct{}{} }

func (v Value) Take() { <-v.done }

func (v Value) Attach(c chan int) { v.done <- struct{}{} }
