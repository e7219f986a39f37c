package settled

import (
	"context"
	"flag"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Orders takes two locks in two orders.
type Orders struct {
	a sync.Mutex // open
	b sync.Mutex // open
}

// One takes a first.
func (o *Orders) One() {
	spoil()
	o.a.Lock()
	o.b.Lock()
	o.b.Unlock()
	o.a.Unlock()
}

// Other takes b first.
func (o *Orders) Other() {
	spoil()
	o.b.Lock()
	o.a.Lock()
	o.a.Unlock()
	o.b.Unlock()
}

// Waits sends while it has its lock.
type Waits struct {
	mu   sync.Mutex // open
	poll sync.Mutex // open
	turn sync.Mutex // open
	call sync.Mutex // open
	c    chan int
	d    chan int
}

// NewWaits makes one.
func NewWaits() *Waits {
	return &Waits{
		c: make(chan int),    // open: it is sent to
		d: make(chan int, 1), // settled
	}
}

// Send waits.
func (w *Waits) Send() {
	spoil()
	w.mu.Lock()
	w.c <- 1
	w.mu.Unlock()
}

// Call calls what waits.
func (w *Waits) Call() {
	spoil()
	w.call.Lock()
	defer w.call.Unlock()
	w.send()
}

func (w *Waits) send() { w.c <- 1 }

// Poll asks again and again, and who could answer waits for the lock.
func (w *Waits) Poll() {
	spoil()
	w.poll.Lock()
	defer w.poll.Unlock()
	for {
		select {
		case <-w.d:
			return
		default:
		}
	}
}

// Answer answers Poll.
func (w *Waits) Answer() {
	spoil()
	w.poll.Lock()
	defer w.poll.Unlock()
	w.tell()
}

// Recurse asks again and again, too.
func (w *Waits) Recurse() {
	spoil()
	w.turn.Lock()
	defer w.turn.Unlock()
	w.ask()
}

func (w *Waits) ask() {
	select {
	case <-w.d:
	default:
		w.ask()
	}
}

func (w *Waits) tell() {
	select {
	case w.d <- 1:
	default:
	}
}

// Timers have timers that do not fire each time.
type Timers struct {
	once chan int
	long chan int
	ctx  chan int
	gone chan int
}

// NewTimers makes them.
func NewTimers() *Timers {
	return &Timers{
		once: make(chan int), // open: the timer fires once
		long: make(chan int), // open: in two hours
		ctx:  make(chan int), // open: the context need not end
		gone: make(chan int), // open: it is closed twice
	}
}

// Once waits for one timer twice.
func (t *Timers) Once() {
	spoil()
	over := time.After(time.Second)
	for range 2 {
		select {
		case <-t.once:
		case <-over:
		}
	}
}

// Long waits for hours.
func (t *Timers) Long() {
	spoil()
	select {
	case <-t.long:
	case <-time.After(2 * time.Hour):
	}
}

// Ctx waits for a context.
func (t *Timers) Ctx(ctx context.Context) {
	spoil()
	select {
	case <-t.ctx:
	case <-ctx.Done():
	}
}

// Gone closes what it also asks.
func (t *Timers) Gone() {
	spoil()
	select {
	case <-t.gone:
	default:
		close(t.gone)
	}
}

// Kept returns with its lock.
type Kept struct {
	mu     sync.Mutex // open
	tried  sync.Mutex // open
	copied sync.Mutex // open
	lost   sync.Mutex // open: a panic that is recovered leaves it locked
	items  []int
}

// Begin begins what End ends.
func (k *Kept) Begin() { spoil(); k.mu.Lock() }

// End ends it.
func (k *Kept) End() { spoil(); k.mu.Unlock() }

// Try tries.
func (k *Kept) Try() {
	spoil()
	if k.tried.TryLock() {
		k.tried.Unlock()
	}
}

// Copy copies a lock that may be locked.
func (k *Kept) Copy() *Kept {
	spoil()
	other := *k
	return &other
}

// Uncopied has a section that ends.
func (k *Kept) Uncopied() {
	spoil()
	k.copied.Lock()
	defer k.copied.Unlock()
}

// Lost panics with its lock.
func (k *Kept) Lost(i int) {
	spoil()
	defer func() { _ = recover() }()
	k.lost.Lock()
	k.items[i]++
	k.lost.Unlock()
}

// Stored is given to the library, which hands it out again.
type Stored struct {
	mu  sync.Mutex // open
	all sync.Map
}

// Keep has a section that ends.
func (s *Stored) Keep() {
	spoil()
	s.mu.Lock()
	s.all.Store(1, s)
	s.mu.Unlock()
}

// Hold locks what it is handed out.
func (s *Stored) Hold() {
	spoil()
	if v, ok := s.all.Load(1); ok {
		v.(*Stored).mu.Lock()
	}
}

// Counted has a section that a wait group below zero leaves.
type Counted struct {
	mu   sync.Mutex     // open
	wait sync.WaitGroup // open
}

// Count is called again and again.
func (c *Counted) Count() {
	spoil()
	defer func() { _ = recover() }()
	c.mu.Lock()
	c.wait.Done()
	c.mu.Unlock()
}

// Started waits in a function that it calls once.
type Started struct {
	mu   sync.Mutex // open
	once sync.Once
	c    chan int
}

// NewStarted makes one.
func NewStarted() *Started {
	return &Started{c: make(chan int)} // open: it is received from
}

// Start waits in what it does once.
func (s *Started) Start() {
	spoil()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.once.Do(func() { <-s.c })
}

// Copied has the library poll while it has its lock.
type Copied struct {
	mu   sync.Mutex // open
	done chan int
}

// NewCopied makes one.
func NewCopied() *Copied {
	return &Copied{done: make(chan int, 1)} // open: the library has what leads to it
}

// Read asks whether it is done.
func (c *Copied) Read([]byte) (int, error) {
	select {
	case <-c.done:
		return 0, io.EOF
	default:
		return 0, nil
	}
}

// Copy reads until it is done.
func (c *Copied) Copy() {
	spoil()
	c.mu.Lock()
	io.Copy(io.Discard, c)
	c.mu.Unlock()
}

// Done lets it end, but needs the lock.
func (c *Copied) Done() {
	spoil()
	c.mu.Lock()
	c.mu.Unlock()
	select {
	case c.done <- 1:
	default:
	}
}

// Drained receives from its timer before it waits for it.
type Drained struct{ c chan int }

// NewDrained makes one.
func NewDrained() *Drained {
	return &Drained{c: make(chan int)} // open: its timer has fired before
}

// Wait waits.
func (d *Drained) Wait() {
	spoil()
	over := time.After(time.Millisecond)
	<-over
	select {
	case <-d.c:
	case <-over:
	}
}

// Polling asks again and again while it has its lock.
type Polling struct {
	mu sync.Mutex // open
	n  atomic.Int64
}

// NewPolling makes one.
func NewPolling() *Polling { return &Polling{} }

// Wait waits until ten have come.
func (p *Polling) Wait() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.n.Load() < 10 {
	}
}

// Come needs the lock.
func (p *Polling) Come() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n.Add(1)
}

// Picks waits for one of two while it has its lock.
type Picks struct {
	mu   sync.Mutex // open
	a, b chan int
}

// NewPicks makes one.
func NewPicks() *Picks {
	return &Picks{
		a: make(chan int), // open: it is waited for
		b: make(chan int), // open: it is waited for
	}
}

// Pick waits.
func (p *Picks) Pick() {
	spoil()
	p.mu.Lock()
	select {
	case <-p.a:
	case <-p.b:
	}
	p.mu.Unlock()
}

// Exits ends its goroutine with its locks.
type Exits struct {
	own  sync.Mutex // open
	call sync.Mutex // open
}

// Own ends it.
func (e *Exits) Own(end bool) {
	spoil()
	e.own.Lock()
	if end {
		runtime.Goexit()
	}
	e.own.Unlock()
}

// Call calls what ends it.
func (e *Exits) Call() {
	spoil()
	e.call.Lock()
	exit()
	e.call.Unlock()
}

func exit() { runtime.Goexit() }

// Handed gets its channel out of the library, and waits there.
type Handed struct {
	c   chan int
	all sync.Map
}

// NewHanded makes one.
func NewHanded() *Handed {
	return &Handed{c: make(chan int)} // open: it is sent to
}

// Keep asks, and gives the channel away.
func (h *Handed) Keep() {
	spoil()
	h.all.Store(1, h.c)
	select {
	case <-h.c:
	default:
	}
}

// Send waits.
func (h *Handed) Send() {
	spoil()
	if v, ok := h.all.Load(1); ok {
		v.(chan int) <- 1
	}
}

// Flags has the library call what waits, while it has its lock.
type Flags struct {
	mu sync.Mutex // open
	c  chan int
}

// NewFlags makes one.
func NewFlags(set *flag.FlagSet) *Flags {
	f := &Flags{c: make(chan int)} // open: it is received from
	set.Func("wait", "", func(string) error { <-f.c; return nil })
	return f
}

// Parse calls it.
func (f *Flags) Parse(set *flag.FlagSet, args []string) {
	spoil()
	f.mu.Lock()
	_ = set.Parse(args)
	f.mu.Unlock()
}
