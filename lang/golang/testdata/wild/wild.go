// Package wild has types as packages of others have them. Callers show a mistake of those whose names begin with Bug, a
// contract of those that begin with Contract, and nothing of the others.
package wild

import (
	"bytes"
	"slices"
	"sync"
)

// What calls of others may do for who waits: with what the library hands back, by functions of the package, and by
// objects that are made with this one.

// Gate lets go whoever waits at it, by what it gets back from package slices.
type Gate struct {
	mu    sync.Mutex
	waits []*gateWait
}

type gateWait struct{ ch chan struct{} }

func (g *Gate) Until() {
	w := &gateWait{make(chan struct{})}
	g.mu.Lock()
	g.waits = append(g.waits, w)
	g.mu.Unlock()
	<-w.ch
}

func (g *Gate) Open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waits = slices.DeleteFunc(g.waits, func(w *gateWait) bool {
		close(w.ch)
		return true
	})
}

// Counter has a goroutine that gets its work by a function of the package, which finds the counter in a variable.
type Counter struct {
	mu      sync.Mutex
	n       int
	updates chan int
}

var counters = struct {
	mu sync.Mutex
	of map[string]*Counter
}{of: map[string]*Counter{}}

// CounterOf returns the counter of a name.
func CounterOf(name string) *Counter {
	counters.mu.Lock()
	defer counters.mu.Unlock()
	c := counters.of[name]
	if c == nil {
		c = &Counter{updates: make(chan int, 10)}
		go c.count()
		counters.of[name] = c
	}
	return c
}

func (c *Counter) count() {
	for n := range c.updates {
		c.mu.Lock()
		c.n += n
		c.mu.Unlock()
	}
}

func (c *Counter) Value() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.n
}

// Count has a counter go on, if it is not busy.
func Count(name string) {
	select {
	case CounterOf(name).updates <- 1:
	default:
	}
}

// Belt waits for workers, which callers make with it.
type Belt struct{ items chan int }

func NewBelt() *Belt { return &Belt{items: make(chan int)} }

func (b *Belt) Put(n int) { b.items <- n }

type Worker struct{ belt *Belt }

func NewWorker(b *Belt) *Worker { return &Worker{b} }

func (w *Worker) Work() int { return <-w.belt.items }

// ContractShop asks of its rooms whether they are closed, and not of itself: Close of the shop is for callers to know.
type ContractShop struct {
	actions chan func()
	rooms   map[string]*shopRoom
}

type shopRoom struct {
	mu     sync.Mutex
	closed bool
}

func (r *shopRoom) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.closed = true
	}
}

func NewContractShop() *ContractShop {
	s := &ContractShop{actions: make(chan func()), rooms: map[string]*shopRoom{}}
	go s.run()
	return s
}

func (s *ContractShop) run() {
	for do := range s.actions {
		do()
	}
}

func (s *ContractShop) Remove(name string) {
	done := make(chan struct{})
	var room *shopRoom
	s.actions <- func() {
		room = s.rooms[name]
		close(done)
	}
	<-done
	if room != nil {
		room.close()
	}
}

func (s *ContractShop) Close() {
	done := make(chan struct{})
	s.actions <- func() {
		for _, r := range s.rooms {
			r.close()
		}
		close(done)
	}
	<-done
	close(s.actions)
}

// Feed is of use when Start was called.
type Feed struct{ in chan int }

// Start begins the feed.
func (f *Feed) Start() {
	f.in = make(chan int)
	go func() {
		for range f.in {
		}
	}()
}

func (f *Feed) Put(n int) { f.in <- n }

func (f *Feed) Stop() { close(f.in) }

// Tasks counts what callers begin, by one method, and end, by another one.
type Tasks struct {
	wg   sync.WaitGroup
	next chan int
}

func NewTasks() *Tasks { return &Tasks{next: make(chan int, 10)} }

func (t *Tasks) Next() {
	t.wg.Add(1)
	select {
	case t.next <- 1:
	default:
		t.wg.Done()
	}
}

func (t *Tasks) Processed() { t.wg.Done() }

// Cellar has a goroutine that StopCleanup ends, which is called once.
type Cellar struct{ stop chan bool }

func NewCellar() *Cellar {
	c := &Cellar{make(chan bool)}
	go func() { <-c.stop }()
	return c
}

func (c *Cellar) StopCleanup() { c.stop <- true }

// tester stands for something in tests, which know that Init comes first.
type tester struct{ c chan int }

func (t *tester) Init() { t.c = make(chan int, 1) }

func (t *tester) Step() { t.c <- 1 }

// BugWidth computes its width once, and asks for it meanwhile.
type BugWidth struct {
	width func() int
	cells int
}

func NewBugWidth(cells int) *BugWidth {
	w := &BugWidth{cells: cells}
	w.width = sync.OnceValue(w.measure)
	return w
}

func (w *BugWidth) measure() int {
	if w.cells > 1 {
		return w.Width()
	}
	return w.cells
}

func (w *BugWidth) Width() int { return w.width() }

// BugLines keeps its lock with the second line: no write to a buffer fails before that.
type BugLines struct {
	mu    sync.Mutex
	text  bytes.Buffer
	lines int
}

func (l *BugLines) Add() error {
	l.mu.Lock()
	if err := l.text.WriteByte('x'); err != nil {
		l.mu.Unlock()
		return err
	}
	if l.lines++; l.lines == 2 {
		return nil
	}
	l.mu.Unlock()
	return nil
}

// Lines would keep its lock if a write to a buffer failed, and none does.
type Lines struct {
	mu    sync.Mutex
	text  bytes.Buffer
	lines int
}

func (l *Lines) Add() error {
	l.mu.Lock()
	if l.lines++; l.lines < 4 {
		if err := l.text.WriteByte('x'); err != nil {
			return err
		}
	}
	l.mu.Unlock()
	return nil
}

// BugDoneTwice says twice of each job that it is done: however often callers begin one, the counter gets negative.
type BugDoneTwice struct{ wg sync.WaitGroup }

// NewBugDoneTwice makes one.
func NewBugDoneTwice() *BugDoneTwice { return &BugDoneTwice{} }

// Begin begins a job.
func (j *BugDoneTwice) Begin() { j.wg.Add(1) }

// Finish ends one.
func (j *BugDoneTwice) Finish() {
	j.wg.Done()
	j.wg.Done()
}

// Wait waits for all jobs.
func (j *BugDoneTwice) Wait() { j.wg.Wait() }

// Hub hands things to who takes them: a Taker, whose constructor starts to take.
type Hub struct{ things chan int }

// NewHub makes a hub.
func NewHub() *Hub { return &Hub{things: make(chan int)} }

// Put waits for a taker.
func (h *Hub) Put(thing int) { h.things <- thing }

// Taker takes things out of a hub.
type Taker struct {
	of   *Hub
	quit chan struct{}
}

// NewTaker makes one that takes at once.
func NewTaker(h *Hub) *Taker {
	t := &Taker{h, make(chan struct{})}
	go t.run()
	return t
}

func (t *Taker) run() {
	for {
		select {
		case <-t.of.things:
		case <-t.quit:
			return
		}
	}
}

// Close ends it.
func (t *Taker) Close() { close(t.quit) }
