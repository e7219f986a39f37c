// Package pairs has functions in which a goroutine is blocked for ever, and for each the
// same function without the mistake.
package pairs

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"sync"
	"time"
)

// A result that nobody takes after a timeout.
func LeakTimeout() error {
	done := make(chan bool)
	go func() { done <- true }()
	select {
	case <-done:
		return nil
	case <-time.After(time.Second):
		return errors.New("late")
	}
}

func FixedTimeout() error {
	done := make(chan bool, 1)
	go func() { done <- true }()
	select {
	case <-done:
		return nil
	case <-time.After(time.Second):
		return errors.New("late")
	}
}

// Two locks in two orders.
type account struct {
	mu    sync.Mutex
	money int
}

func (a *account) give(b *account) {
	a.mu.Lock()
	defer a.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	a.money--
	b.money++
}

func LeakOrder() {
	a, b := &account{}, &account{}
	go a.give(b)
	go b.give(a)
}

func FixedOrder() {
	a, b := &account{}, &account{}
	go a.give(b)
	go a.give(b)
}

// A lock that is taken again by a method that the holder calls.
type counter struct {
	sync.Mutex
	n      int
	report func(int)
}

func (c *counter) get() int {
	c.Lock()
	defer c.Unlock()
	return c.n
}

func (c *counter) add() {
	c.Lock()
	defer c.Unlock()
	c.n++
	c.report(c.n)
}

func LeakCallback() {
	c := &counter{}
	c.report = func(int) { _ = c.get() }
	c.add()
}

func FixedCallback() {
	c := &counter{}
	c.report = func(int) {}
	c.add()
	_ = c.get()
}

// A loop over a channel that nobody closes.
func LeakRange() {
	items := make(chan int)
	go func() {
		for range items {
		}
	}()
	for i := range 3 {
		items <- i
	}
}

func FixedRange() {
	items := make(chan int)
	go func() {
		for range items {
		}
	}()
	for i := range 3 {
		items <- i
	}
	close(items)
}

// A context that nobody ends.
func worker(ctx context.Context, in <-chan int) {
	for {
		select {
		case <-in:
		case <-ctx.Done():
			return
		}
	}
}

func LeakContext() {
	ctx, cancel := context.WithCancel(context.Background())
	in := make(chan int)
	go worker(ctx, in)
	in <- 1
	_ = cancel
}

func FixedContext() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	in := make(chan int)
	go worker(ctx, in)
	in <- 1
}

// A reader that comes back for the lock while a writer waits.
type table struct {
	mu   sync.RWMutex
	data map[string]int
}

func (t *table) size() int {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return len(t.data)
}

func (t *table) full() bool {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.size() > 10
}

func (t *table) put(k string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data[k]++
}

func LeakReaders() {
	t := &table{data: map[string]int{}}
	go t.put("a")
	t.full()
}

func FixedReaders() {
	t := &table{data: map[string]int{}}
	go t.put("a")
	t.size()
}

// A channel that is nil.
type source struct{ items chan int }

func LeakNil() {
	s := &source{}
	go func() { <-s.items }()
}

func FixedNil() {
	s := &source{items: make(chan int)}
	go func() { <-s.items }()
	s.items <- 1
}

// A flag under a lock decides who closes: without it, a second close would panic.
type server struct {
	mu      sync.Mutex
	stopped bool
	quit    chan struct{}
	done    chan struct{}
}

func (s *server) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.stopped {
		s.stopped = true
		close(s.quit)
	}
}

func (s *server) run() {
	<-s.quit
	close(s.done)
}

func FixedStop() {
	s := &server{quit: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	go s.stop()
	s.stop()
	<-s.done
}

// The sender may find the channel closed.
func PanicStop() {
	s := &server{quit: make(chan struct{}), done: make(chan struct{})}
	go s.run()
	s.stop()
	s.done <- struct{}{}
}

// A field that is nil once the channel is closed.
type framer struct {
	mu    sync.Mutex
	reset chan bool
}

func (f *framer) close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	close(f.reset)
	f.reset = nil
}

func (f *framer) write() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.reset == nil {
		return
	}
	select {
	case f.reset <- true:
	default:
	}
}

func FixedField() {
	f := &framer{reset: make(chan bool)}
	go f.write()
	f.close()
}

// A method of an interface that the library calls.
type pipe struct{ c chan byte }

func (p *pipe) Read(b []byte) (int, error) {
	b[0] = <-p.c
	return 1, nil
}

func LeakLibrary() {
	p := &pipe{make(chan byte)}
	go io.ReadFull(p, make([]byte, 1))
}

// A choice between two objects, the same for all that is done with it.
func FixedChoice(first bool) {
	var a, b sync.Mutex
	m := &a
	if first {
		m = &b
	}
	m.Lock()
	m.Unlock()
	m.Lock()
	m.Unlock()
}

// A function that is passed through an interface and a map.
type handler interface{ handle(chan int) }

type sender struct{}

func (sender) handle(c chan int) { c <- 1 }

type receiver struct{}

func (receiver) handle(c chan int) { <-c }

func LeakHandlers() {
	c := make(chan int)
	var h handler = sender{}
	go h.handle(c)
	go h.handle(c)
	receiver{}.handle(c)
}

func FixedHandlers() {
	c := make(chan int)
	var h handler = sender{}
	go h.handle(c)
	go h.handle(c)
	receiver{}.handle(c)
	receiver{}.handle(c)
}

// A group of workers, of which one more is waited for than are started.
func work(wg *sync.WaitGroup) { defer wg.Done() }

func LeakGroup() {
	var wg sync.WaitGroup
	wg.Add(3)
	go work(&wg)
	go work(&wg)
	wg.Wait()
}

func FixedGroup() {
	var wg sync.WaitGroup
	wg.Add(2)
	go work(&wg)
	go work(&wg)
	wg.Wait()
}

// A signal that comes before anybody waits for it.
type mailbox struct {
	mu   sync.Mutex
	cond *sync.Cond
	full bool
}

func LeakSignal() {
	m := &mailbox{}
	m.cond = sync.NewCond(&m.mu)
	go func() {
		m.mu.Lock()
		m.cond.Wait()
		m.mu.Unlock()
	}()
	m.cond.Signal()
}

func FixedSignal() {
	m := &mailbox{}
	m.cond = sync.NewCond(&m.mu)
	go func() {
		m.mu.Lock()
		for !m.full {
			m.cond.Wait()
		}
		m.mu.Unlock()
	}()
	m.mu.Lock()
	m.full = true
	m.cond.Signal()
	m.mu.Unlock()
}

// Closing twice, and once only.
func FixedOnce() {
	var once sync.Once
	quit := make(chan bool)
	stop := func() { close(quit) }
	go once.Do(stop)
	once.Do(stop)
	<-quit
}

func LeakOnce() {
	var once sync.Once
	once.Do(func() { once.Do(func() { time.Sleep(1) }); <-make(chan bool) })
}

// What the library is given it may change: none of these flags is known.
type options struct{ wait, deep bool }

type holder struct{ inner *options }

func decode(b []byte, v any) { _ = json.Unmarshal(b, v) }

func UnknownFlag() {
	o := &options{}
	decode(nil, o)
	c := make(chan bool)
	if o.wait {
		<-c
	}
}

func UnknownInner() {
	h := &holder{inner: &options{}}
	decode(nil, h)
	c := make(chan bool)
	if h.inner.deep {
		<-c
	}
}

// A flag that nobody sets.
func FixedFlag() {
	o := &options{}
	c := make(chan bool)
	if o.wait {
		<-c
	}
}

// A goroutine that ends before it answers.
func LeakGoexit() {
	done := make(chan bool)
	go func() {
		runtime.Goexit()
		done <- true
	}()
	<-done
}

func FixedGoexit() {
	var mu sync.Mutex
	done := make(chan bool)
	stop := func() {
		mu.Lock()
		defer mu.Unlock()
		runtime.Goexit()
	}
	go func() {
		defer close(done)
		stop()
	}()
	<-done
	mu.Lock()
	mu.Unlock()
}

// A panic that is recovered while a lock is held.
func refuse(n int) {
	if n != 0 {
		panic("no")
	}
}

func LeakRecover() {
	var mu sync.Mutex
	func() {
		defer func() {
			if r := recover(); r != nil {
				return
			}
			mu.Unlock()
		}()
		mu.Lock()
		refuse(1)
	}()
	mu.Lock()
}

func BoundedRecover() {
	var mu sync.Mutex
	func() {
		defer func() { _ = recover() }()
		mu.Lock()
		defer mu.Unlock()
		refuse(1)
	}()
	mu.Lock()
	mu.Unlock()
}

// A group for each turn of a loop, each of which starts goroutines in a loop.
func FixedGroups() {
	for range 2 {
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {})
		}
		wg.Wait()
	}
}

func LeakGroups() {
	for range 2 {
		var wg sync.WaitGroup
		wg.Add(1)
		for range 2 {
			wg.Go(func() {})
		}
		wg.Wait()
	}
}

// Goroutines of a loop in a loop.
func FixedNested() {
	done := make(chan bool)
	for range 2 {
		for range 3 {
			go func() { done <- true }()
		}
	}
	for range 6 {
		<-done
	}
}

func LeakNested() {
	done := make(chan bool)
	for range 2 {
		for range 3 {
			go func() { done <- true }()
		}
	}
	for range 5 {
		<-done
	}
}
