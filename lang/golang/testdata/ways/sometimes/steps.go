package sometimes

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// What looks like one step are two: another goroutine comes between them.

func LostUpdate() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n.Store(n.Load() + 1) })
	}
	wg.Wait()
	if n.Load() == 1 {
		select {}
	}
}
func LostToggle() {
	var b atomic.Bool
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { b.Store(!b.Load()) })
	}
	wg.Wait()
	if b.Load() {
		select {}
	}
}
func TwoLoads() {
	var b atomic.Bool
	go func() { b.Store(true) }()
	if b.Load() != b.Load() {
		select {}
	}
}
func TwoLoadsLess() {
	var n atomic.Int32
	go func() { n.Store(1) }()
	if n.Load() < n.Load() {
		select {}
	}
}
func AddThenLoad() {
	var n atomic.Int32
	go func() { n.Add(1) }()
	if n.Add(1) != n.Load() {
		select {}
	}
}
func PointerGone() {
	var p atomic.Pointer[int]
	p.Store(new(int))
	go p.Store(nil)
	if p.Load() != nil && p.Load() == nil {
		select {}
	}
}
func SwapOfLoad() {
	var a, b atomic.Bool
	b.Store(true)
	go func() { b.Store(false); a.Store(true) }()
	if a.Swap(b.Load()) && a.Load() {
		select {}
	}
}
func TwoArguments() {
	var n atomic.Int32
	go func() { n.Store(2) }()
	f := func(x, y int32) {
		if x == 0 && y == 2 {
			select {}
		}
	}
	f(n.Load(), n.Load())
}
func TwoAssigned() {
	var n atomic.Int32
	go func() { n.Store(1) }()
	x, y := n.Load(), n.Load()
	if y > x {
		select {}
	}
}
func LoopBound() {
	var n atomic.Int32
	c := make(chan int, 1)
	go func() { n.Store(1) }()
	for i := int32(0); i <= n.Load(); i++ {
		c <- 1
	}
}

// The child is ended after its parent.
func ChildAfterParent() {
	p, end := context.WithCancel(context.Background())
	c, end2 := context.WithCancel(p)
	defer end2()
	go end()
	<-p.Done()
	select {
	case <-c.Done():
	default:
		select {}
	}
}

// Err of the child, too.
func ErrAfterParent() {
	p, end := context.WithCancel(context.Background())
	c, end2 := context.WithCancel(p)
	defer end2()
	go end()
	<-p.Done()
	if c.Err() == nil {
		select {}
	}
}

// CompareAndSwap of what was loaded.
func CompareLoaded() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if !n.CompareAndSwap(n.Load(), n.Load()+1) {
				select {}
			}
		})
	}
	wg.Wait()
}

// Three steps under two locks.
func ToggleByTwoLocks() {
	var mu sync.Mutex
	n := false
	get := func() bool { mu.Lock(); defer mu.Unlock(); return n }
	set := func(b bool) { mu.Lock(); n = b; mu.Unlock() }
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { set(!get()) })
	}
	wg.Wait()
	if get() {
		select {}
	}
}

// Read under the lock, decided outside.
func DecidedOutside() {
	var mu sync.Mutex
	closed := false
	c := make(chan int)
	go func() { mu.Lock(); closed = true; mu.Unlock() }()
	mu.Lock()
	k := closed
	mu.Unlock()
	mu.Lock()
	if k != closed {
		mu.Unlock()
		<-c
	}
	mu.Unlock()
}

// The value to send is taken before the send.
func SentIsOld() {
	var b atomic.Bool
	c := make(chan bool)
	go func() { c <- b.Load() }()
	go func() { b.Store(true) }()
	if v := <-c; v != b.Load() {
		select {}
	}
}

// Go evaluates first.
func GoEvaluates() {
	var b atomic.Bool
	done := make(chan int)
	go func() { b.Store(true) }()
	go func(v bool) {
		if v != b.Load() {
			select {}
		}
		close(done)
	}(b.Load())
	<-done
}

// Defer evaluates first.
func DeferEvaluates() {
	var b atomic.Bool
	go func() { b.Store(true) }()
	defer func(v bool) {
		if v != b.Load() {
			select {}
		}
	}(b.Load())
}

// Once: a second one passes while a flag is not set yet.
func OncePasses() {
	var o sync.Once
	var b atomic.Bool
	go o.Do(func() {})
	go func() { o.Do(func() {}); b.Store(true) }()
	o.Do(func() {})
	if !b.Load() {
		select {}
	}
}

// AfterFunc goes on after the stop that came too late.
func StopTooLate() {
	ctx, end := context.WithCancel(context.Background())
	var b atomic.Bool
	stop := context.AfterFunc(ctx, func() { b.Store(true) })
	end()
	if !stop() && !b.Load() {
		select {}
	}
}

// The same of a timer.
func TimerStopTooLate() {
	var b atomic.Bool
	t := time.AfterFunc(0, func() { b.Store(true) })
	if !t.Stop() && !b.Load() {
		select {}
	}
}

// A wait group reaches zero twice.
func DoneThenMore() {
	var wg sync.WaitGroup
	var n atomic.Int32
	wg.Add(1)
	go func() { n.Add(1); wg.Done(); n.Add(1) }()
	wg.Wait()
	if n.Load() == 1 {
		select {}
	}
}

// Unlock, then the flag.
func UnlockThenFlag() {
	var mu sync.Mutex
	var b atomic.Bool
	mu.Lock()
	go func() { mu.Unlock(); b.Store(true) }()
	mu.Lock()
	if !b.Load() {
		select {}
	}
}

// The receiver goes on before the sender.
func ReceiverFirst() {
	c := make(chan int)
	var b atomic.Bool
	go func() { c <- 1; b.Store(true) }()
	<-c
	if !b.Load() {
		select {}
	}
}

// And the other way round.
func SenderFirst() {
	c := make(chan int)
	var b atomic.Bool
	go func() { <-c; b.Store(true) }()
	c <- 1
	if !b.Load() {
		select {}
	}
}

// Close goes on first.
func CloseFirst() {
	c := make(chan int)
	var b atomic.Bool
	go func() { <-c; b.Store(true) }()
	close(c)
	if !b.Load() {
		select {}
	}
}

// Broadcast wakes, the woken has not the lock yet.
func WokenNotYet() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var ready, woken bool
	go func() {
		mu.Lock()
		for !ready {
			c.Wait()
		}
		woken = true
		mu.Unlock()
	}()
	mu.Lock()
	ready = true
	c.Broadcast()
	mu.Unlock()
	mu.Lock()
	if !woken {
		mu.Unlock()
		select {}
	}
	mu.Unlock()
}

// The reader is barred, or not.
func ReaderBarred() {
	var mu sync.RWMutex
	var b atomic.Bool
	go func() { mu.Lock(); b.Store(true); mu.Unlock() }()
	mu.RLock()
	if b.Load() {
		mu.RLock()
		mu.Lock()
	}
	mu.RUnlock()
}

// Two loads in a switch.
func SwitchTwice() {
	var n atomic.Int32
	go func() { n.Store(1) }()
	switch {
	case n.Load() == 1:
	case n.Load() == 1:
		select {}
	}
}

// A flag in a struct by method, twice.
func ToggleAgain() {
	var s struct {
		sync.Mutex
		on bool
	}
	toggle := func() bool { s.Lock(); defer s.Unlock(); s.on = !s.on; return s.on }
	go toggle()
	if !toggle() {
		select {}
	}
}

// Swap in a chain.
func SwapChain() {
	var a, b atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() { a.Store(true); b.Store(true) })
	wg.Go(func() {
		if b.Swap(false) && !a.Swap(false) {
			select {}
		}
	})
	wg.Go(func() { a.Store(false) })
	wg.Wait()
}

// Length, twice.
func LenTwice() {
	c := make(chan int, 1)
	go func() { c <- 1 }()
	if len(c) != len(c) {
		select {}
	}
}

// Length, then a send.
func LenThenSend() {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if len(c) < cap(c) {
				c <- 1
			}
		})
	}
	wg.Wait()
}

// Cap, by a helper.
func FullTwice() {
	c := make(chan int, 1)
	full := func() bool { return len(c) == cap(c) }
	go func() { c <- 1 }()
	if !full() && full() {
		c <- 1
	}
}

// Select: receive in the evaluation and then again.
func ReceiveInCase() {
	c := make(chan int, 2)
	c <- 1
	go func() { c <- 2 }()
	d := make(chan int, 1)
	select {
	case d <- <-c:
	default:
	}
	d <- 1
}

// Condition variable with a counter: the first one waits, and the second one signals after it.
func RightCountedCondition() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			n++
			if n == 1 {
				c.Wait()
			}
			mu.Unlock()
			c.Signal()
		})
	}
	c.Signal()
	wg.Wait()
}

// Goexit between.
func EndHoldsLock() {
	var mu sync.Mutex
	var b atomic.Bool
	go func() {
		mu.Lock()
		if b.Load() {
			runtime.Goexit()
		}
		mu.Unlock()
	}()
	b.Store(true)
	mu.Lock()
	mu.Unlock()
}

// A context in a context's AfterFunc.
func ContextInContext() {
	ctx, end := context.WithCancel(context.Background())
	in, end2 := context.WithCancel(context.Background())
	context.AfterFunc(ctx, end2)
	end()
	if in.Err() == nil {
		select {}
	}
}

// Errgroup-like: the flag of the first error.
func FirstErrorOnly() {
	var once sync.Once
	var err error
	ctx, end := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			if i == 0 {
				once.Do(func() { err = errors.New("x"); end() })
			} else {
				once.Do(func() {})
			}
		})
	}
	wg.Wait()
	if err == nil {
		<-ctx.Done()
	}
}

// Three goroutines, each waits for the next one's flag to be unset.
func RingOfFlags() {
	var f [3]atomic.Bool
	c := make(chan int)
	for i := range 3 {
		go func() {
			f[i].Store(true)
			if f[(i+1)%3].Load() {
				<-c
			}
			f[i].Store(false)
		}()
	}
}

// Drop by a default in a loop, counted by the receiver.
func DropsInLoop() {
	c := make(chan int)
	done := make(chan int)
	go func() {
		for range 3 {
			<-c
		}
		close(done)
	}()
	for range 3 {
		select {
		case c <- 1:
		default:
		}
	}
	<-done
}

// Default in the receiver's loop: gives up after two.
func GivesUpAfterTwo() {
	c := make(chan int)
	go func() { c <- 1 }()
	for range 2 {
		select {
		case <-c:
			return
		default:
		}
	}
}

// Default then a blocking select with the same partner and a quit.
func DefaultThenSelect() {
	c, q := make(chan int), make(chan int)
	go func() {
		select {
		case c <- 1:
		case <-q:
		}
	}()
	select {
	case <-c:
		return
	default:
	}
	close(q)
	<-c
}

// Handoff: the helper tries, else does it itself under the lock of the other.
func TriesThenLocks() {
	var mu sync.Mutex
	job := make(chan func())
	go func() {
		mu.Lock()
		f := <-job
		mu.Unlock()
		f()
	}()
	f := func() {}
	select {
	case job <- f:
	default:
		mu.Lock()
		f()
		mu.Unlock()
	}
}

// Tries both ways.
func TriesBothWays() {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; b <- 1 }()
	select {
	case <-a:
		<-b
	case <-b:
		<-a
	default:
		<-b
	}
}

// Nil-able channel with a default.
func NilThenChannel() {
	var c chan int
	d := make(chan int)
	go func() { d <- 1 }()
	for range 2 {
		select {
		case <-c:
			return
		default:
			c = d
		}
	}
}

// Errgroup's TryGo by hand.
func TriesToGo() {
	sem := make(chan int)
	try := func(f func()) bool {
		select {
		case sem <- 1:
			go f()
			return true
		default:
			return false
		}
	}
	go func() { <-sem }()
	if !try(func() {}) {
		sem <- 1
		sem <- 1
	}
}

// A mailbox of one that must not be overtaken.
func MailboxOvertaken() {
	box := make(chan int, 1)
	got := make(chan int)
	go func() {
		for range 2 {
			got <- <-box
		}
	}()
	for i := range 2 {
		select {
		case box <- i:
		default:
		}
	}
	<-got
	<-got
}
