// Package conditions has types whose methods block under conditions on data. Those of Never.. cannot be true, or not
// together, or may not be known to be.
package conditions

import (
	"sync"
	"testing"
)

// Kind keeps its lock for one kind of callers.
type Kind struct{ mu sync.Mutex }

// Do is called with any kind.
func (k *Kind) Do(kind string) {
	k.mu.Lock()
	if kind == "count" {
		return
	}
	k.mu.Unlock()
}

// Full locks again when it is full.
type Full struct {
	mu    sync.Mutex
	lines []string
	limit int
}

// Add adds a line.
func (f *Full) Add(line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = append(f.lines, line)
	if len(f.lines) >= f.limit {
		f.Flush()
	}
}

// Flush takes all lines.
func (f *Full) Flush() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lines = nil
}

// Lookup keeps its lock where an item is not there.
type Lookup struct {
	mu    sync.Mutex
	items map[string]int
}

// Get returns an item.
func (l *Lookup) Get(k string) int {
	l.mu.Lock()
	n, ok := l.items[k]
	if !ok {
		return 0
	}
	l.mu.Unlock()
	return n
}

// Each locks again for each item.
type Each struct {
	mu   sync.Mutex
	subs map[int]bool
}

// Add adds an item.
func (e *Each) Add(k int) {
	e.mu.Lock()
	e.subs[k] = true
	e.mu.Unlock()
}

// All drops all items.
func (e *Each) All() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for k := range e.subs {
		e.drop(k)
	}
}

func (e *Each) drop(k int) {
	e.mu.Lock()
	delete(e.subs, k)
	e.mu.Unlock()
}

// Loop waits for one goroutine more than it starts, whatever the number is.
type Loop struct{ ask func() error }

// Run starts a goroutine for each name.
func (l *Loop) Run(names []string) {
	var wg sync.WaitGroup
	for range names {
		wg.Add(1)
		go func() {
			if l.ask() == nil {
				wg.Done()
			}
		}()
	}
	wg.Wait()
}

// Captured is asked about a variable that a function has, too.
type Captured struct{ mu sync.Mutex }

// Do calls f if it is of the kind 1.
func (c *Captured) Do(kind int) {
	f := func() int { return kind }
	c.mu.Lock()
	if kind == 1 {
		f()
		c.mu.Unlock()
	}
}

// NeverTogether needs two kinds at once.
type NeverTogether struct{ mu sync.Mutex }

// Do is called with any kind.
func (n *NeverTogether) Do(kind string) {
	if kind == "a" {
		n.mu.Lock()
	}
	if kind == "b" {
		n.mu.Lock()
		n.mu.Unlock()
	}
	if kind == "a" {
		n.mu.Unlock()
	}
}

// NeverEmpty is not empty after something was put into it.
type NeverEmpty struct {
	mu    sync.Mutex
	items map[string]int
}

// Put puts an item, and looks whether it is there.
func (n *NeverEmpty) Put(k string) {
	n.mu.Lock()
	n.items[k] = 1
	if _, ok := n.items[k]; !ok {
		return
	}
	n.mu.Unlock()
}

// NeverSet has a limit that is always zero.
type NeverSet struct {
	mu    sync.Mutex
	limit int
}

// NewNeverSet makes one.
func NewNeverSet() *NeverSet { return &NeverSet{} }

// Do keeps the lock where there is a limit.
func (n *NeverSet) Do() {
	n.mu.Lock()
	if n.limit > 0 {
		return
	}
	n.mu.Unlock()
}

// NeverItems has no items, as nothing puts one in.
type NeverItems struct {
	mu    sync.Mutex
	items map[string]int
}

// NewNeverItems makes one.
func NewNeverItems() *NeverItems { return &NeverItems{items: map[string]int{}} }

// All locks again for each item.
func (n *NeverItems) All() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for range n.items {
		n.mu.Lock()
	}
}

// NeverTwice has the same length twice.
type NeverTwice struct{}

// Sum receives as many as are sent.
func (n *NeverTwice) Sum(in []int) {
	parts := make(chan int)
	for range in {
		go func() { parts <- 1 }()
	}
	for i := 0; i < len(in); i++ {
		<-parts
	}
}

// Upgrade locks for writing what it has locked for reading.
type Upgrade struct {
	mu    sync.RWMutex
	items map[string]int
}

// Get returns an item, and makes it if it is not there.
func (u *Upgrade) Get(k string) int {
	u.mu.RLock()
	defer u.mu.RUnlock()
	n, ok := u.items[k]
	if !ok {
		u.mu.Lock()
		u.items[k] = 1
		u.mu.Unlock()
	}
	return n
}

// NeverNone sends to its workers. It has at least one.
type NeverNone struct{ work chan int }

// NewNeverNone makes one with n workers.
func NewNeverNone(n int) *NeverNone {
	v := &NeverNone{work: make(chan int)}
	for i := 0; i < n; i++ {
		go func() {
			for range v.work {
			}
		}()
	}
	return v
}

// Do has a worker work.
func (n *NeverNone) Do(v int) { n.work <- v }

// NeverGone sends to what is not taken out.
type NeverGone struct {
	mu   sync.Mutex
	subs map[int]chan int
}

// NewNeverGone makes one.
func NewNeverGone() *NeverGone { return &NeverGone{subs: map[int]chan int{}} }

// Add adds a channel; the function takes it out.
func (n *NeverGone) Add(id int) func() {
	n.mu.Lock()
	defer n.mu.Unlock()
	c := make(chan int, 1)
	n.subs[id] = c
	return func() {
		n.mu.Lock()
		delete(n.subs, id)
		close(c)
		n.mu.Unlock()
	}
}

// Send sends to all.
func (n *NeverGone) Send(v int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range n.subs {
		select {
		case c <- v:
		default:
		}
	}
}

// NeverFlip locks if it has a limit, and then unlocks, too.
type NeverFlip struct {
	mu    sync.Mutex
	limit int
}

// NewNeverFlip makes one with a limit, or one without.
func NewNeverFlip(limit int) *NeverFlip { return &NeverFlip{limit: limit} }

// turn locks or unlocks.
func (n *NeverFlip) turn(lock bool) {
	if n.limit <= 0 {
		return
	}
	if lock {
		n.mu.Lock()
	} else {
		n.mu.Unlock()
	}
}

// Do does nothing with the lock.
func (n *NeverFlip) Do() {
	n.turn(true)
	n.turn(false)
}

// NeverTurn locks if callers say so, and then unlocks, too.
type NeverTurn struct{ mu sync.Mutex }

// turn locks or unlocks.
func (n *NeverTurn) turn(limit int, lock bool) {
	if limit <= 0 {
		return
	}
	if lock {
		n.mu.Lock()
	} else {
		n.mu.Unlock()
	}
}

// Do does nothing with the lock.
func (n *NeverTurn) Do(limit int) {
	n.turn(limit, true)
	n.turn(limit, false)
}

// A struct that is passed as it is, and that callers get of a function of the package: the channel in it is there.

type Limits struct {
	most int
	sem  chan struct{}
}

func NewLimits() Limits { return Limits{2, make(chan struct{}, 2)} }

func Limited(l Limits) {
	l.sem <- struct{}{}
	<-l.sem
}

func Overfull(l Limits) {
	l.sem <- struct{}{}
	l.sem <- struct{}{}
	l.sem <- struct{}{}
}

// Both methods ask whether it runs, so that it may be started again. The second Stop finds the buffer full.

type Pump struct {
	mu      sync.Mutex
	running bool
	stopped chan struct{}
}

func NewPump() *Pump { return &Pump{stopped: make(chan struct{}, 1)} }

func (p *Pump) set(running bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = running
}

func (p *Pump) on() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running
}

func (p *Pump) StartAsync() {
	if !p.on() {
		p.set(true)
	}
}

func (p *Pump) Stop() {
	if p.on() {
		p.set(false)
		p.stopped <- struct{}{}
	}
}

// Fan takes back what Stop has put in.
type Fan struct {
	mu      sync.Mutex
	running bool
	stopped chan struct{}
}

func NewFan() *Fan { return &Fan{stopped: make(chan struct{}, 1)} }

func (f *Fan) Start() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.running {
		return
	}
	f.running = true
	select {
	case <-f.stopped:
	default:
	}
}

func (f *Fan) Stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.running {
		f.running = false
		f.stopped <- struct{}{}
	}
}

// GetOrPut keeps the lock if the item came meanwhile. Who calls it and another method once each does not see that.

type Shelf struct {
	mu    sync.RWMutex
	items map[string]int
}

func NewShelf() *Shelf { return &Shelf{items: map[string]int{}} }

func (s *Shelf) Get(k string) (int, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.items[k]
	return v, ok
}

func (s *Shelf) Put(k string, v int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.items[k] = v
}

func (s *Shelf) GetOrPut(k string, v int) int {
	if old, ok := s.Get(k); ok {
		return old
	}
	s.mu.Lock()
	if old, ok := s.items[k]; ok {
		return old
	}
	s.items[k] = v
	s.mu.Unlock()
	return v
}

func (s *Shelf) Delete(k string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.items, k)
}

func (s *Shelf) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.items)
}

// NeverShort locks and unlocks by what the library says the same of in each call.
type NeverShort struct{ mu sync.Mutex }

func (r *NeverShort) Do() {
	if testing.Short() {
		r.mu.Lock()
	}
	if testing.Short() {
		r.mu.Unlock()
	}
	r.mu.Lock()
	r.mu.Unlock()
}

// NeverNamed calls a function that a map has under a constant.
type NeverNamed struct{ mu sync.Mutex }

func (r *NeverNamed) Do() {
	do := map[string]func(){"lock": r.mu.Lock, "unlock": r.mu.Unlock}
	do["lock"]()
	do["unlock"]()
}
