// Package sometimes has functions that are blocked for ever in some runs, and end in others.
package sometimes

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Orders of two or three goroutines in which one is too late, or too early.

// Lost wakeup: the flag is read without the lock.
func FlagWithoutLock() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var ready atomic.Bool
	go func() { ready.Store(true); c.Broadcast() }()
	if !ready.Load() {
		mu.Lock()
		c.Wait()
		mu.Unlock()
	}
}

// Signal wakes the wrong waiter.
func WrongWaiter() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	a, b := false, false
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		mu.Lock()
		for !a {
			c.Wait()
		}
		b = true
		c.Signal()
		mu.Unlock()
		wg.Done()
	}()
	go func() {
		mu.Lock()
		for !b {
			c.Wait()
		}
		mu.Unlock()
		wg.Done()
	}()
	mu.Lock()
	a = true
	c.Signal()
	mu.Unlock()
	wg.Wait()
}

// Len of a channel asked, then received by another.
func LenThenReceive() {
	c := make(chan int, 1)
	c <- 1
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if len(c) > 0 {
				<-c
			}
		})
	}
	wg.Wait()
}

// Select takes the quit although a value waits.
func QuitBesideValue() {
	c, q := make(chan int), make(chan int)
	close(q)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { defer wg.Done(); c <- 1 }()
	select {
	case <-c:
	case <-q:
	}
	wg.Wait()
}

// TryLock fails, and nobody tells.
func TryLockSilent() {
	var mu sync.Mutex
	c := make(chan int)
	mu.Lock()
	go func() {
		if mu.TryLock() {
			c <- 1
		}
	}()
	mu.Unlock()
	<-c
}

// Default taken before the receiver is there.
func TryBeforeReceiver() {
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
		default:
		}
	}()
	<-c
}

// Peterson with one flag missing: both wait.
func TwoOrders() {
	var a, b sync.Mutex
	var turn atomic.Int32
	var wg sync.WaitGroup
	wg.Go(func() {
		turn.Store(1)
		if turn.Load() == 1 {
			a.Lock()
			b.Lock()
			b.Unlock()
			a.Unlock()
		}
	})
	wg.Go(func() {
		turn.Store(2)
		if turn.Load() == 2 {
			b.Lock()
			a.Lock()
			a.Unlock()
			b.Unlock()
		}
	})
	wg.Wait()
}

// The cancel comes before the send.
func CancelBeforeSend() {
	ctx, end := context.WithCancel(context.Background())
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
		case <-ctx.Done():
		}
	}()
	go end()
	<-c
}

// A double check that reads twice.
func CheckTwice() {
	var n atomic.Int32
	c := make(chan int, 1)
	for range 2 {
		go func() {
			if n.Load() == 0 {
				n.Add(1)
				c <- 1
			}
		}()
	}
	time.Sleep(0)
}

// Two readers of one, a writer between.
func ReadTwiceWithWriter() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	wg.Go(func() {
		mu.RLock()
		func() {
			mu.RLock()
			mu.RUnlock()
		}()
		mu.RUnlock()
	})
	wg.Go(func() { mu.Lock(); mu.Unlock() })
	wg.Wait()
}

// Worker leaves on the first error, the feeder goes on.
func WorkerLeaves() {
	jobs, errs := make(chan int), make(chan error, 1)
	go func() {
		for j := range jobs {
			if j == 1 {
				errs <- errors.New("x")
				return
			}
		}
	}()
	for j := range 3 {
		select {
		case <-errs:
			return
		case jobs <- j:
		}
		if j == 1 {
			jobs <- 7
		}
	}
}

// Add within the goroutine: the wait passes, then nobody receives.
func AddTooLate() {
	var wg sync.WaitGroup
	c := make(chan int)
	go func() {
		wg.Add(1)
		defer wg.Done()
		c <- 1
	}()
	wg.Wait()
	select {
	case <-c:
	default:
	}
}

// Once: the second returns only after the first, which waits for the second.
func OnceWaitsForSecond() {
	var o sync.Once
	c := make(chan int)
	f := func(v int) func() {
		return func() {
			o.Do(func() { <-c })
			select {
			case c <- v:
			default:
			}
		}
	}
	go f(1)()
	f(2)()
}

// Atomic handoff: swapped to nil between.
func TakenTwice() {
	var p atomic.Pointer[chan int]
	c := make(chan int, 1)
	c <- 1
	p.Store(&c)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if q := p.Load(); q != nil {
				<-*q
				p.Store(nil)
			}
		})
	}
	wg.Wait()
}

// Barrier that is used again.
func BarrierAgain() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	n := 0
	bar := func() {
		mu.Lock()
		defer mu.Unlock()
		n++
		if n == 2 {
			n = 0
			c.Broadcast()
			return
		}
		for n != 0 {
			c.Wait()
		}
	}
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { bar(); bar() })
	}
	wg.Wait()
}

// The timer wins, the answer has nobody.
func TimerWins() {
	c := make(chan int)
	go func() { c <- 1 }()
	t := time.NewTimer(time.Millisecond)
	defer t.Stop()
	select {
	case <-c:
	case <-t.C:
	}
}

// AfterFunc and Stop: waits for one that was stopped.
func StoppedTimer() {
	c := make(chan int)
	t := time.AfterFunc(time.Microsecond, func() { close(c) })
	t.Stop()
	<-c
}

// Results counted by an atomic that two read.
func CountReadTwice() {
	var n atomic.Int32
	done := make(chan int)
	for range 2 {
		go func() {
			n.Add(1)
			if n.Load() == 1 {
				done <- 1
			}
		}()
	}
	<-done
}

// Errgroup by hand: the first error is kept, the second sends to nobody.
func SecondError() {
	errs := make(chan error)
	for i := range 2 {
		go func() { errs <- fmt.Errorf("%d", i) }()
	}
	if err := <-errs; err != nil {
		return
	}
	<-errs
}

// Philosophers by arrays.
func Philosophers() {
	var f [3]sync.Mutex
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			f[i].Lock()
			f[(i+1)%3].Lock()
			f[(i+1)%3].Unlock()
			f[i].Unlock()
		})
	}
	wg.Wait()
}

// A semaphore of one taken by two in halves.
func HalvesOfSemaphore() {
	s := make(chan int, 2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			s <- 1
			s <- 1
			<-s
			<-s
		})
	}
	wg.Wait()
}

// Closed while it is asked: the second phase waits for one that left.
func PhaseLeft() {
	a, b := make(chan int), make(chan int)
	go func() {
		select {
		case <-a:
			b <- 1
		case <-b:
		}
	}()
	select {
	case a <- 1:
	case b <- 1:
		<-b
	}
}

// Handoff by a pointer in a lock: empty when asked first.
func EmptyWhenAsked() {
	var mu sync.Mutex
	var f func()
	c := make(chan int)
	go func() { mu.Lock(); f = func() { close(c) }; mu.Unlock() }()
	mu.Lock()
	g := f
	mu.Unlock()
	if g != nil {
		g()
	}
	<-c
}

// A queue by a slice and a cond with a Signal before it is filled.
func SignalBeforeItem() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	var q []int
	go func() {
		c.Signal()
		mu.Lock()
		q = append(q, 1)
		mu.Unlock()
	}()
	mu.Lock()
	for len(q) == 0 {
		c.Wait()
	}
	mu.Unlock()
}

// Two close guards.
func LoserWaits() {
	var closed atomic.Bool
	c, d := make(chan int), make(chan int)
	for range 2 {
		go func() {
			if closed.CompareAndSwap(false, true) {
				close(c)
				return
			}
			d <- 1
		}()
	}
	<-c
}

// Context.AfterFunc: stopped or not.
func StopOrRun() {
	ctx, end := context.WithCancel(context.Background())
	c := make(chan int)
	stop := context.AfterFunc(ctx, func() { c <- 1 })
	end()
	if !stop() {
		return
	}
	<-c
}

// One of two receivers gets nothing.
func OneValueForTwo() {
	c := make(chan int, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for range c {
				return
			}
		})
	}
	c <- 1
	wg.Wait()
}

// RWMutex: TryRLock fails as a writer waits.
func TryReadBehindWriter() {
	var mu sync.RWMutex
	c := make(chan int)
	go func() { mu.Lock(); mu.Unlock(); <-c }()
	if mu.TryRLock() {
		mu.RUnlock()
		c <- 1
	}
}

// Goexit in one of two.
func OneEnds() {
	c := make(chan int)
	var n atomic.Int32
	for range 2 {
		go func() {
			if n.Add(1) == 2 {
				runtime.Goexit()
			}
			c <- 1
		}()
	}
	<-c
	<-c
}

// Swap of locks decides the order.
func OrderBySwap() {
	a, b := new(sync.Mutex), new(sync.Mutex)
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			x, y := a, b
			if n.Add(1) == 2 {
				x, y = y, x
			}
			x.Lock()
			y.Lock()
			y.Unlock()
			x.Unlock()
		})
	}
	wg.Wait()
}

// The pump stops after quit while a client waits for its answer.
func PumpStops() {
	type req struct{ r chan int }
	in, quit := make(chan req), make(chan int)
	go func() {
		for {
			select {
			case q := <-in:
				select {
				case q.r <- 1:
				case <-quit:
					return
				}
			case <-quit:
				return
			}
		}
	}()
	go close(quit)
	r := req{make(chan int)}
	select {
	case in <- r:
		<-r.r
	case <-quit:
	}
}

// Broadcast between the check and the wait, the check in another lock.
func OtherLock() {
	var a, b sync.Mutex
	c := sync.NewCond(&b)
	ok := false
	go func() {
		a.Lock()
		ok = true
		a.Unlock()
		c.Broadcast()
	}()
	a.Lock()
	k := ok
	a.Unlock()
	if !k {
		b.Lock()
		c.Wait()
		b.Unlock()
	}
}

// Sync.Map: LoadAndDelete by two, the loser waits.
func LoserOfMap() {
	var m sync.Map
	m.Store(1, 1)
	c := make(chan int)
	for range 2 {
		go func() {
			if _, ok := m.LoadAndDelete(1); ok {
				c <- 1
			} else {
				<-c
				<-c
			}
		}()
	}
	time.Sleep(0)
}

// Close as a broadcast, but a send may come first.
func SendBeforeClose() {
	c := make(chan int)
	go func() { close(c) }()
	go func() {
		defer func() { recover() }()
		c <- 1
	}()
	if _, ok := <-c; ok {
		<-c
		return
	}
	<-make(chan int)
}

// A flag set by the loser.
func AskedTwice() {
	var flag atomic.Bool
	c := make(chan int)
	go func() { flag.Store(true) }()
	if flag.Load() {
		return
	}
	if flag.Load() {
		<-c
	}
}

// The same by a plain field under a lock.
func FieldAskedTwice() {
	var s struct {
		sync.Mutex
		b bool
	}
	get := func() bool { s.Lock(); defer s.Unlock(); return s.b }
	go func() { s.Lock(); s.b = true; s.Unlock() }()
	if get() != get() {
		select {}
	}
}

// CAS loop leaves one increment out.
func LostIncrement() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { v := n.Load(); n.CompareAndSwap(v, v+1) })
	}
	wg.Wait()
	if n.Load() == 1 {
		select {}
	}
}

// Generation counter.
func Generation() {
	var gen atomic.Int32
	c := make(chan int)
	g := gen.Load()
	go func() { gen.Add(1); close(c) }()
	if gen.Load() == g {
		<-c
	} else {
		<-make(chan int)
	}
}

// Two selects, either may be chosen at both ends.
func EitherEnd() {
	a, b := make(chan int), make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case a <- 1:
			a <- 2
		case b <- 1:
			b <- 2
		}
	})
	wg.Go(func() {
		select {
		case <-a:
			<-a
		case <-b:
			<-a
		}
	})
	wg.Wait()
}

// Wait group reached zero early: the second phase is not waited for, then sends.
func SecondPhase() {
	var wg sync.WaitGroup
	c := make(chan int, 1)
	wg.Add(1)
	go func() {
		wg.Done()
		c <- 1
		c <- 2
	}()
	wg.Wait()
	select {
	case <-c:
	default:
	}
}

// Lock ping-pong with a token that is lost.
func LostToken() {
	tok := make(chan int, 1)
	tok <- 1
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			select {
			case <-tok:
			default:
				tok <- 2
				tok <- 3
			}
		})
	}
	wg.Wait()
}

// A lazily made channel is made twice.
func MadeTwice() {
	var p atomic.Pointer[chan int]
	get := func() chan int {
		if c := p.Load(); c != nil {
			return *c
		}
		c := make(chan int)
		p.Store(&c)
		return c
	}
	go func() { close(get()) }()
	<-get()
}

// The same with a plain field, by a lock that is given back too early.
func MadeTwiceByField() {
	var mu sync.Mutex
	var s struct{ c chan int }
	get := func() chan int {
		mu.Lock()
		c := s.c
		mu.Unlock()
		if c == nil {
			c = make(chan int)
			mu.Lock()
			s.c = c
			mu.Unlock()
		}
		return c
	}
	go func() { close(get()) }()
	<-get()
}

// The same with a map.
func MadeTwiceByMap() {
	var mu sync.Mutex
	m := map[string]chan int{}
	get := func(k string) chan int {
		mu.Lock()
		c := m[k]
		mu.Unlock()
		if c == nil {
			c = make(chan int)
			mu.Lock()
			m[k] = c
			mu.Unlock()
		}
		return c
	}
	go func() { close(get("a")) }()
	<-get("a")
}

// A pool gives the same or another channel.
func PooledOrNew() {
	p := sync.Pool{New: func() any { return make(chan int, 1) }}
	c := p.Get().(chan int)
	c <- 1
	p.Put(c)
	d := p.Get().(chan int)
	d <- 1
}

// Time.After against a ready channel.
func TimerBesideValue() {
	c := make(chan int, 1)
	c <- 1
	select {
	case <-c:
	case <-time.After(0):
		c <- 1
	}
}

// Ticker twice.
func TickAfterStop() {
	t := time.NewTicker(time.Microsecond)
	q := make(chan int)
	go func() { time.Sleep(time.Microsecond); t.Stop(); close(q) }()
	<-t.C
	<-q
	<-t.C
}

// Select with a nil after the first.
func SwitchedOff() {
	a, b := make(chan int, 1), make(chan int, 1)
	a <- 1
	b <- 1
	for a != nil || b != nil {
		select {
		case <-a:
			a = nil
		case <-b:
			b = nil
			a = nil
			<-b
		}
	}
}

// Map iteration order decides.
func MapOrder() {
	m := map[int]chan int{1: make(chan int, 1), 2: make(chan int)}
	for _, c := range m {
		c <- 1
		break
	}
}

// Two conds with one lock.
func TwoConditions() {
	var mu sync.Mutex
	full, empty := sync.NewCond(&mu), sync.NewCond(&mu)
	has := false
	put := func() {
		mu.Lock()
		for has {
			empty.Wait()
		}
		has = true
		full.Signal()
		mu.Unlock()
	}
	get := func() {
		mu.Lock()
		for !has {
			full.Wait()
		}
		has = false
		mu.Unlock()
	}
	var wg sync.WaitGroup
	wg.Go(func() { put(); put() })
	wg.Go(func() { get(); get() })
	wg.Wait()
}
