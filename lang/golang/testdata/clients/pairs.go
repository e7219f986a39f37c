// Package clients has types that nobody calls: Bug.. with a mistake, which callers meet, and Fixed.. without it. Late..
// have a mistake that is not found yet, and Right.. are right for a reason of data.
package clients

import (
	"context"
	"errors"
	"sync"
	"time"
)

// An error path forgets to unlock.

type BugUnlock struct {
	mu    sync.Mutex
	items map[string]int
}

func (b *BugUnlock) Take(k string, ask func() error) error {
	b.mu.Lock()
	if err := ask(); err != nil {
		return err
	}
	delete(b.items, k)
	b.mu.Unlock()
	return nil
}

type FixedUnlock struct {
	mu    sync.Mutex
	items map[string]int
}

func (b *FixedUnlock) Take(k string, ask func() error) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := ask(); err != nil {
		return err
	}
	delete(b.items, k)
	return nil
}

// The answer comes after nobody waits for it any more.

type BugLate struct{ ask func() error }

func (b *BugLate) Ask(limit time.Duration) error {
	answer := make(chan error)
	go func() { answer <- b.ask() }()
	select {
	case err := <-answer:
		return err
	case <-time.After(limit):
		return errors.New("late")
	}
}

type FixedLate struct{ ask func() error }

func (b *FixedLate) Ask(limit time.Duration) error {
	answer := make(chan error, 1)
	go func() { answer <- b.ask() }()
	select {
	case err := <-answer:
		return err
	case <-time.After(limit):
		return errors.New("late")
	}
}

// Two locks in two orders.

type BugOrder struct {
	in, out        sync.Mutex
	received, sent int
}

func (b *BugOrder) Receive() {
	b.in.Lock()
	defer b.in.Unlock()
	b.received++
	b.out.Lock()
	b.sent--
	b.out.Unlock()
}

func (b *BugOrder) Send() {
	b.out.Lock()
	defer b.out.Unlock()
	b.sent++
	b.in.Lock()
	b.received--
	b.in.Unlock()
}

type FixedOrder struct {
	in, out        sync.Mutex
	received, sent int
}

func (b *FixedOrder) Receive() {
	b.in.Lock()
	defer b.in.Unlock()
	b.received++
	b.out.Lock()
	b.sent--
	b.out.Unlock()
}

func (b *FixedOrder) Send() {
	b.in.Lock()
	defer b.in.Unlock()
	b.received--
	b.out.Lock()
	b.sent++
	b.out.Unlock()
}

// What Close closes, Fail closes, too.

type BugClosedTwice struct{ done chan struct{} }

func NewBugClosedTwice() *BugClosedTwice { return &BugClosedTwice{done: make(chan struct{})} }

func (b *BugClosedTwice) Fail()  { close(b.done) }
func (b *BugClosedTwice) Close() { close(b.done) }

type FixedClosedTwice struct {
	once sync.Once
	done chan struct{}
}

func NewFixedClosedTwice() *FixedClosedTwice { return &FixedClosedTwice{done: make(chan struct{})} }

func (b *FixedClosedTwice) Fail()  { b.once.Do(func() { close(b.done) }) }
func (b *FixedClosedTwice) Close() { b.once.Do(func() { close(b.done) }) }

// Wait is called with a lock held that those need who are waited for.

type BugWaitLocked struct {
	mu sync.Mutex
	n  int
}

func (b *BugWaitLocked) Run() {
	var wg sync.WaitGroup
	b.mu.Lock()
	defer b.mu.Unlock()
	wg.Add(1)
	go func() {
		defer wg.Done()
		b.mu.Lock()
		b.n++
		b.mu.Unlock()
	}()
	wg.Wait()
}

type FixedWaitLocked struct {
	mu sync.Mutex
	n  int
}

func (b *FixedWaitLocked) Run() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		b.mu.Lock()
		b.n++
		b.mu.Unlock()
	}()
	wg.Wait()
}

// A condition is never signalled where it comes true.

type BugSilent struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

func NewBugSilent() *BugSilent {
	b := &BugSilent{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *BugSilent) Await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.ready {
		b.cond.Wait()
	}
}

func (b *BugSilent) Ready() {
	b.mu.Lock()
	b.ready = true
	b.mu.Unlock()
}

type FixedSilent struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
}

func NewFixedSilent() *FixedSilent {
	b := &FixedSilent{}
	b.cond = sync.NewCond(&b.mu)
	return b
}

func (b *FixedSilent) Await() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for !b.ready {
		b.cond.Wait()
	}
}

func (b *FixedSilent) Ready() {
	b.mu.Lock()
	b.ready = true
	b.cond.Broadcast()
	b.mu.Unlock()
}

// A reader reads again while a writer waits.

type BugReread struct {
	mu sync.RWMutex
	m  map[string]int
}

func (b *BugReread) Get(k string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.m[k]
}

func (b *BugReread) Both(k, l string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.Get(k) + b.Get(l)
}

func (b *BugReread) Put(k string) {
	b.mu.Lock()
	b.m[k]++
	b.mu.Unlock()
}

type FixedReread struct {
	mu sync.RWMutex
	m  map[string]int
}

func (b *FixedReread) Get(k string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.m[k]
}

func (b *FixedReread) Both(k, l string) int {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.m[k] + b.m[l]
}

func (b *FixedReread) Put(k string) {
	b.mu.Lock()
	b.m[k]++
	b.mu.Unlock()
}

// A lock is unlocked that is not locked.

type BugFree struct {
	mu sync.Mutex
	n  int
}

func (b *BugFree) Inc(ask func() bool) {
	if ask() {
		b.mu.Lock()
	}
	b.n++
	b.mu.Unlock()
}

type FixedFree struct {
	mu sync.Mutex
	n  int
}

func (b *FixedFree) Inc(ask func() bool) {
	locked := ask()
	if locked {
		b.mu.Lock()
	}
	b.n++
	if locked {
		b.mu.Unlock()
	}
}

// Nobody closes the channel over which a goroutine ranges.

type BugRange struct{}

func (b *BugRange) Sum(vs []int) int {
	c := make(chan int)
	total := make(chan int, 1)
	go func() {
		sum := 0
		for v := range c {
			sum += v
		}
		total <- sum
	}()
	c <- len(vs)
	return <-total
}

type FixedRange struct{}

func (b *FixedRange) Sum(vs []int) int {
	c := make(chan int)
	total := make(chan int, 1)
	go func() {
		sum := 0
		for v := range c {
			sum += v
		}
		total <- sum
	}()
	c <- len(vs)
	close(c)
	return <-total
}

// Stop does not end the goroutine of a ticker.

type LateTicker struct {
	stop chan struct{}
	gone chan struct{}
}

func NewLateTicker(tick func()) *LateTicker {
	b := &LateTicker{stop: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		t := time.NewTicker(time.Second)
		defer close(b.gone)
		for range t.C {
			tick()
		}
	}()
	return b
}

func (b *LateTicker) Stop() {
	close(b.stop)
	<-b.gone
}

type FixedTicker struct {
	stop chan struct{}
	gone chan struct{}
}

func NewFixedTicker(tick func()) *FixedTicker {
	b := &FixedTicker{stop: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		t := time.NewTicker(time.Second)
		defer t.Stop()
		defer close(b.gone)
		for {
			select {
			case <-t.C:
				tick()
			case <-b.stop:
				return
			}
		}
	}()
	return b
}

func (b *FixedTicker) Stop() {
	close(b.stop)
	<-b.gone
}

// A channel is closed while others send to it.

type ContractSenders struct{ events chan int }

func NewContractSenders() *ContractSenders { return &ContractSenders{events: make(chan int, 64)} }

func (b *ContractSenders) Send(v int) {
	select {
	case b.events <- v:
	default:
	}
}

func (b *ContractSenders) Close() { close(b.events) }

type FixedSenders struct {
	mu     sync.Mutex
	closed bool
	events chan int
}

func NewFixedSenders() *FixedSenders { return &FixedSenders{events: make(chan int, 64)} }

func (b *FixedSenders) Send(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	select {
	case b.events <- v:
	default:
	}
}

func (b *FixedSenders) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed {
		b.closed = true
		close(b.events)
	}
}

// A function of the callers is called with a lock held, and the package's own asks for it.

type BugHook struct {
	mu    sync.Mutex
	hooks []func()
	n     int
}

func (b *BugHook) Count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func (b *BugHook) Watch() {
	f := func() { b.Count() }
	b.mu.Lock()
	defer b.mu.Unlock()
	b.n++
	f()
}

type FixedHook struct {
	mu sync.Mutex
	n  int
}

func (b *FixedHook) Count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.n
}

func (b *FixedHook) Watch() {
	f := func() { b.Count() }
	b.mu.Lock()
	b.n++
	b.mu.Unlock()
	f()
}

// The first error is returned, and the second one is sent to nobody.

type BugFirst struct{ ask func() error }

func (b *BugFirst) Both() error {
	errs := make(chan error)
	go func() { errs <- b.ask() }()
	go func() { errs <- b.ask() }()
	return <-errs
}

type FixedFirst struct{ ask func() error }

func (b *FixedFirst) Both() error {
	errs := make(chan error, 2)
	go func() { errs <- b.ask() }()
	go func() { errs <- b.ask() }()
	return <-errs
}

// A context that has ended leaves the goroutine behind that waits to send.

type BugLeft struct{ ask func() int }

func (b *BugLeft) Get(ctx context.Context) (int, error) {
	got := make(chan int)
	go func() { got <- b.ask() }()
	select {
	case v := <-got:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

type FixedLeft struct{ ask func() int }

func (b *FixedLeft) Get(ctx context.Context) (int, error) {
	got := make(chan int)
	go func() {
		select {
		case got <- b.ask():
		case <-ctx.Done():
		}
	}()
	select {
	case v := <-got:
		return v, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

// Done is missing on one path.

type BugDone struct{ ask func() error }

func (b *BugDone) Run() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if b.ask() != nil {
			return
		}
		wg.Done()
	}()
	wg.Wait()
}

type FixedDone struct{ ask func() error }

func (b *FixedDone) Run() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		if b.ask() != nil {
			return
		}
	}()
	wg.Wait()
}

// A slot is kept where the work fails.

type BugSlot struct{ slots chan struct{} }

func NewBugSlot() *BugSlot { return &BugSlot{slots: make(chan struct{}, 1)} }

func (b *BugSlot) Run(work func() error) error {
	b.slots <- struct{}{}
	if err := work(); err != nil {
		return err
	}
	<-b.slots
	return nil
}

type FixedSlot struct{ slots chan struct{} }

func NewFixedSlot() *FixedSlot { return &FixedSlot{slots: make(chan struct{}, 1)} }

func (b *FixedSlot) Run(work func() error) error {
	b.slots <- struct{}{}
	defer func() { <-b.slots }()
	return work()
}

// A method that holds the lock calls one that takes it.

type BugAgain struct {
	mu    sync.Mutex
	items map[string]int
}

func NewBugAgain() *BugAgain { return &BugAgain{items: map[string]int{}} }

func (b *BugAgain) Size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items)
}

func (b *BugAgain) Drop(k string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.items, k)
	return b.Size()
}

type FixedAgain struct {
	mu    sync.Mutex
	items map[string]int
}

func NewFixedAgain() *FixedAgain { return &FixedAgain{items: map[string]int{}} }

func (b *FixedAgain) Size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items)
}

func (b *FixedAgain) Drop(k string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.items, k)
	return len(b.items)
}

// Stop tells a worker to end that waits for the lock which Stop holds.

type BugStop struct {
	mu   sync.Mutex
	n    int
	stop chan struct{}
	gone chan struct{}
}

func NewBugStop() *BugStop {
	b := &BugStop{stop: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		defer close(b.gone)
		<-b.stop
		b.mu.Lock()
		b.n = 0
		b.mu.Unlock()
	}()
	return b
}

func (b *BugStop) Stop() {
	b.mu.Lock()
	defer b.mu.Unlock()
	close(b.stop)
	<-b.gone
}

type FixedStop struct {
	mu   sync.Mutex
	n    int
	stop chan struct{}
	gone chan struct{}
}

func NewFixedStop() *FixedStop {
	b := &FixedStop{stop: make(chan struct{}), gone: make(chan struct{})}
	go func() {
		defer close(b.gone)
		<-b.stop
		b.mu.Lock()
		b.n = 0
		b.mu.Unlock()
	}()
	return b
}

func (b *FixedStop) Stop() {
	close(b.stop)
	<-b.gone
}

// A queue whose methods wait for each other is right: callers call both.

type RightQueue struct{ items chan int }

func NewRightQueue() *RightQueue { return &RightQueue{items: make(chan int)} }

func (r *RightQueue) Put(v int) { r.items <- v }
func (r *RightQueue) Get() int  { return <-r.items }

// A worker that waits for work and for the end is right, also without callers.

type RightWorker struct {
	work chan func()
	stop chan struct{}
}

func NewRightWorker() *RightWorker {
	r := &RightWorker{work: make(chan func()), stop: make(chan struct{})}
	go func() {
		for {
			select {
			case f := <-r.work:
				f()
			case <-r.stop:
				return
			}
		}
	}()
	return r
}

func (r *RightWorker) Do(f func()) {
	select {
	case r.work <- f:
	case <-r.stop:
	}
}

func (r *RightWorker) Stop() { close(r.stop) }

// A lock that callers take and give back is right.

type RightLock struct{ c chan struct{} }

func NewRightLock() *RightLock { return &RightLock{c: make(chan struct{}, 1)} }

func (r *RightLock) Lock()   { r.c <- struct{}{} }
func (r *RightLock) Unlock() { <-r.c }

// A generator is right if callers take what it sends.

func RightNumbers(n int) <-chan int {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range n {
			c <- i
		}
	}()
	return c
}

// Get waits with the lock held that Put needs.

type BugHeld struct {
	mu   sync.Mutex
	free chan int
	out  int
}

func NewBugHeld() *BugHeld { return &BugHeld{free: make(chan int, 1)} }

func (b *BugHeld) Get() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out++
	return <-b.free
}

func (b *BugHeld) Put(v int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.out--
	b.free <- v
}

type FixedHeld struct {
	mu   sync.Mutex
	free chan int
	out  int
}

func NewFixedHeld() *FixedHeld { return &FixedHeld{free: make(chan int, 1)} }

func (b *FixedHeld) Get() int {
	b.mu.Lock()
	b.out++
	b.mu.Unlock()
	return <-b.free
}

func (b *FixedHeld) Put(v int) {
	b.mu.Lock()
	b.out--
	b.mu.Unlock()
	b.free <- v
}

// A condition that may come true again is signalled for each.

type RightEvent struct {
	mu   sync.Mutex
	cond *sync.Cond
	set  bool
}

func NewRightEvent() *RightEvent {
	r := &RightEvent{}
	r.cond = sync.NewCond(&r.mu)
	return r
}

func (r *RightEvent) Set() {
	r.mu.Lock()
	r.set = true
	r.cond.Signal()
	r.mu.Unlock()
}

func (r *RightEvent) Wait() {
	r.mu.Lock()
	for !r.set {
		r.cond.Wait()
	}
	r.set = false
	r.mu.Unlock()
}

// What RLock returns, RUnlock wants: callers have it from there only.

type RightToken struct{ mu sync.RWMutex }

func (r *RightToken) RLock() int {
	r.mu.RLock()
	return 1
}

func (r *RightToken) RUnlock(int) { r.mu.RUnlock() }
