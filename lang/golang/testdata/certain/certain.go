// Package certain has types without a mistake, whose models have one: what these leave out lets their goroutines go on.
package certain

import (
	"container/list"
	"sync"
)

// Passed receives what it has sent itself, from a channel of which nothing is known.
type Passed struct {
	mu sync.Mutex
	l  list.List
}

func NewPassed() *Passed { return &Passed{} }

func (x *Passed) Wait() {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := make(chan int)
	x.l.PushBack(c)
	go func() { c <- 1 }()
	<-x.l.Back().Value.(chan int)
}

// Answered sends its answer behind more calls than are followed.
type Answered struct{ c chan int }

func NewAnswered() *Answered { return &Answered{c: make(chan int)} }

func (x *Answered) Run() {
	go x.down(1000)
	<-x.c
}

func (x *Answered) down(n int) {
	if n == 0 {
		x.c <- 1
		return
	}
	x.down(n - 1)
}
