package conditions

import "sync"

// Keyed has no item of the key that it asks for: the two conditions on it exclude each other.
type Keyed struct {
	mu    sync.Mutex
	items map[int]bool
	c     chan int
}

func NewKeyed() *Keyed { return &Keyed{items: map[int]bool{}, c: make(chan int)} }

func (x *Keyed) Put() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.items[3] = true
}

func (x *Keyed) Get(k int) {
	x.mu.Lock()
	_, ok := x.items[k]
	x.mu.Unlock()
	if ok {
		if k == 5 {
			x.c <- 1
		}
	}
}

// Never has no item at all.
type Never struct {
	items map[int]bool
	c     chan int
}

func NewNever() *Never { return &Never{items: map[int]bool{}, c: make(chan int)} }

func (x *Never) Get(k int) {
	if _, ok := x.items[k]; ok {
		x.c <- 1
	}
}

// Made makes a channel in each turn: each takes one value.
type Made struct{ list []chan int }

func NewMade() *Made { return &Made{} }

func (x *Made) Fill(n int) {
	for range n {
		c := make(chan int, 1)
		c <- 1
		x.list = append(x.list, c)
	}
}
