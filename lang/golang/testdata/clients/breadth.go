package clients

import (
	"errors"
	"sync"
)

// What callers meet in other forms than structs: generic types, types behind an interface, variables of the package,
// functions with two objects, channels, wait groups and callbacks of callers.

// A generic type.

type BugGeneric[K comparable, V any] struct {
	mu    sync.Mutex
	items map[K]V
}

func NewBugGeneric[K comparable, V any]() *BugGeneric[K, V] {
	return &BugGeneric[K, V]{items: map[K]V{}}
}

func (g *BugGeneric[K, V]) Get(k K) (V, bool) {
	g.mu.Lock()
	v, ok := g.items[k]
	if !ok {
		return v, false
	}
	g.mu.Unlock()
	return v, true
}

type FixedGeneric[K comparable, V any] struct {
	mu    sync.Mutex
	items map[K]V
}

func NewFixedGeneric[K comparable, V any]() *FixedGeneric[K, V] {
	return &FixedGeneric[K, V]{items: map[K]V{}}
}

func (g *FixedGeneric[K, V]) Get(k K) (V, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v, ok := g.items[k]
	return v, ok
}

// A constraint with methods, which a type of the package satisfies.

type keyed interface{ Key() string }

type item struct{ name string }

func (i item) Key() string { return i.name }

type BugConstraint[T keyed] struct {
	mu   sync.Mutex
	last T
}

func (c *BugConstraint[T]) Put(t T, check func(T) error) error {
	c.mu.Lock()
	if err := check(t); err != nil {
		return err
	}
	c.last = t
	c.mu.Unlock()
	return nil
}

// A generic function.

func BugAny[T any](calls ...func() T) T {
	out := make(chan T)
	for _, f := range calls {
		go func() { out <- f() }()
	}
	return <-out
}

func FixedAny[T any](calls ...func() T) T {
	out := make(chan T, len(calls))
	for _, f := range calls {
		go func() { out <- f() }()
	}
	return <-out
}

// A type that callers cannot name.

type Opener interface{ Take(n int) error }

type bugHidden struct {
	mu   sync.Mutex
	left int
}

func OpenBugHidden(left int) Opener { return &bugHidden{left: left} }

func (h *bugHidden) Take(n int) error {
	h.mu.Lock()
	if n < 0 {
		return errors.New("negative")
	}
	h.left -= n
	h.mu.Unlock()
	return nil
}

type fixedHidden struct {
	mu   sync.Mutex
	left int
}

func OpenFixedHidden(left int) Opener { return &fixedHidden{left: left} }

func (h *fixedHidden) Take(n int) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if n < 0 {
		return errors.New("negative")
	}
	h.left -= n
	return nil
}

// Variables of the package.

var (
	bugMu, fixedMu     sync.Mutex
	bugKnown, fixedOne = map[string]int{}, map[string]int{}
)

func BugKnown(name string) bool {
	bugMu.Lock()
	if _, ok := bugKnown[name]; ok {
		return true
	}
	bugKnown[name] = 1
	bugMu.Unlock()
	return false
}

func FixedKnown(name string) bool {
	fixedMu.Lock()
	defer fixedMu.Unlock()
	if _, ok := fixedOne[name]; ok {
		return true
	}
	fixedOne[name] = 1
	return false
}

// Two objects, in two orders.

type Purse struct {
	mu    sync.Mutex
	coins int
}

func BugMove(from, to *Purse, n int) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
	from.coins -= n
	to.coins += n
}

func FixedMove(from, to *Purse, n int) {
	from.mu.Lock()
	from.coins -= n
	from.mu.Unlock()
	to.mu.Lock()
	to.coins += n
	to.mu.Unlock()
}

// A wait group of callers.

func BugWork(wg *sync.WaitGroup, f func() error) error {
	if err := f(); err != nil {
		return err
	}
	wg.Done()
	return nil
}

func FixedWork(wg *sync.WaitGroup, f func() error) error {
	defer wg.Done()
	return f()
}

// A channel of callers, which they close.

func BugDrain(in chan int, out chan<- int) {
	done := make(chan bool)
	go func() {
		for v := range in {
			out <- v
		}
	}()
	<-done
}

func FixedDrain(in chan int, out chan<- int) {
	done := make(chan bool)
	go func() {
		for v := range in {
			out <- v
		}
		close(done)
	}()
	<-done
}

// A type that is a channel, and one that is a function.

type BugTickets chan int

func (t BugTickets) Use(f func() error) error {
	t <- 1
	if err := f(); err != nil {
		return err
	}
	<-t
	return nil
}

type FixedTickets chan int

func (t FixedTickets) Use(f func() error) error {
	t <- 1
	defer func() { <-t }()
	return f()
}

type BugCheck func() error

func (c BugCheck) Both(other func() error) error {
	errs := make(chan error)
	go func() { errs <- c() }()
	go func() { errs <- other() }()
	if err := <-errs; err != nil {
		return err
	}
	return <-errs
}

type FixedCheck func() error

func (c FixedCheck) Both(other func() error) error {
	errs := make(chan error, 2)
	go func() { errs <- c() }()
	go func() { errs <- other() }()
	if err := <-errs; err != nil {
		return err
	}
	return <-errs
}

// Workers, as many as callers want, whose channel is closed while a value is sent.

type BugWorkers struct {
	mu   sync.Mutex
	down bool
	jobs chan int
}

func NewBugWorkers(n int) *BugWorkers {
	w := &BugWorkers{jobs: make(chan int)}
	for range n {
		go func() {
			for range w.jobs {
			}
		}()
	}
	return w
}

func (w *BugWorkers) Add(job int) {
	w.mu.Lock()
	down := w.down
	w.mu.Unlock()
	if !down {
		w.jobs <- job
	}
}

func (w *BugWorkers) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.down = true
	close(w.jobs)
}
