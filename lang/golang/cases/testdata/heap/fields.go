package heap

import "sync"

type pair struct {
	a, b chan int
	mu   sync.Mutex
}

// Fields are told apart, and so are objects of one site in two calls.
func Fields() {
	p := newPair()
	q := newPair()
	q.a = p.b
	a, b := p.a, q.a
	print(a, b) // pointsto a: make@24
	x, y := &p.mu, q.b
	print(x, b)   // pointsto x: new@24.mu
	print(b, y)   // pointsto b: make@24
	print(p.a, y) // pointsto y: make@24
}

func newPair() *pair {
	return &pair{a: make(chan int), b: make(chan int)}
}

var global = make(chan int)

// Items of an array, slice or map are one; a channel holds what was sent to it.
func Containers() {
	c := make(chan int)
	d := make(chan int)
	s := []chan int{c}
	s = append(s, d)
	print(s[0]) // pointsto s[0]: make@31 make@32
	m := map[string]chan int{"c": c}
	m["d"] = global
	print(m["d"]) // pointsto m["d"]: make@27 make@31
	cc := make(chan chan int, 1)
	cc <- d
	e := <-cc
	print(e) // pointsto e: make@32
}

// What is in an interface value is found again by its type.
func Interfaces() {
	var any interface{} = make(chan int)
	print(any) // pointsto any: box(chan_int)
	c, ok := any.(chan int)
	print(c, ok) // pointsto c: make@47
	_, wrong := any.(chan string)
	print(wrong)
	f := (&pair{}).lock
	print(f) // pointsto f: lock$bound
}

func (p *pair) lock() { p.mu.Lock() }

// A function value is what was captured and assigned.
func Functions(b bool) {
	f := func() {}
	if b {
		f = Fields
	}
	print(f) // pointsto f: Fields func@61
}
