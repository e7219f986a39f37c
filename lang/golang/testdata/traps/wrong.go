package traps

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// early return without receiving
func LeakErr(fail bool) error {
	c := make(chan int)
	go func() { c <- 1 }()
	if fail {
		return errors.New("x")
	}
	<-c
	return nil
}

// lock not released on an error path
func LeakUnlock(fail bool) error {
	var mu sync.Mutex
	f := func() error {
		mu.Lock()
		if fail {
			return errors.New("x")
		}
		mu.Unlock()
		return nil
	}
	f()
	mu.Lock()
	return nil
}

type iface interface{ do(c chan int) }
type good struct{}
type bad struct{}

func (good) do(c chan int) { c <- 1 }
func (bad) do(c chan int)  {}

func LeakIface(b bool) {
	var i iface = good{}
	if b {
		i = bad{}
	}
	c := make(chan int)
	go i.do(c)
	<-c
}

func LeakMapFunc(k string) {
	c := make(chan int)
	m := map[string]func(){"a": func() { c <- 1 }, "b": func() {}}
	go m[k]()
	<-c
}

type embedded struct {
	sync.Mutex
	n int
}

func (e *embedded) inc() { e.Lock(); defer e.Unlock(); e.n++ }
func (e *embedded) twice() {
	e.Lock()
	defer e.Unlock()
	e.inc()
}
func LeakEmbedded() { (&embedded{}).twice() }

func LeakSelectSend() {
	c := make(chan int)
	quit := make(chan bool)
	go func() {
		for {
			select {
			case c <- 1:
			case <-quit:
				return
			}
		}
	}()
	<-c
}

func LeakBuffered() {
	c := make(chan int, 2)
	go func() {
		for range 3 {
			c <- 1
		}
	}()
	<-time.After(time.Millisecond)
}

func LeakWG() {
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			if i == 1 {
				return
			}
			wg.Done()
		}()
	}
	wg.Wait()
}

func LeakOnce() {
	var o sync.Once
	var f func()
	f = func() { o.Do(f) }
	o.Do(f)
}

func LeakCond() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() { c.Signal() }()
	mu.Lock()
	c.Wait()
	mu.Unlock()
}

func LeakCtx() {
	ctx, cancel := context.WithCancel(context.Background())
	_ = cancel
	child, c2 := context.WithCancel(ctx)
	defer c2()
	go func() { <-ctx.Done() }()
	go func() { <-child.Done() }()
}

func LeakRWUpgrade() {
	var mu sync.RWMutex
	mu.RLock()
	mu.Lock()
}

func LeakClosed() {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		defer close(done)
		for range c {
		}
	}()
	c <- 1
	<-done
}

func PanicDouble(b bool) {
	c := make(chan int)
	if b {
		close(c)
	}
	close(c)
}

func PanicSend() {
	c := make(chan int, 1)
	go close(c)
	c <- 1
}

func LeakAtomic() {
	var stop atomic.Bool
	c := make(chan int)
	go func() {
		for !stop.Load() {
		}
		c <- 1
	}()
	stop.Store(true)
}

type box struct{ c chan int }

func (b *box) fill() { b.c = make(chan int) }
func LeakField() {
	b := &box{}
	go func() { b.c <- 1 }()
	b.fill()
	<-b.c
}

func LeakGoto() {
	c := make(chan int, 1)
	n := 0
again:
	c <- n
	n++
	if n < 2 {
		goto again
	}
}

func LeakSwitch(k int) {
	var mu sync.Mutex
	mu.Lock()
	switch k {
	case 0:
		mu.Unlock()
	case 1:
	default:
		mu.Unlock()
	}
	mu.Lock()
}

func LeakVariadic() {
	lockAll := func(ms ...*sync.Mutex) {
		for _, m := range ms {
			m.Lock()
		}
	}
	var a, b sync.Mutex
	lockAll(&a, &b)
	lockAll(&b)
}

func LeakReturnChan() {
	mk := func() (<-chan int, func()) {
		c := make(chan int)
		return c, func() { c <- 1 }
	}
	_, send := mk()
	send()
}

func LeakMethodValue() {
	var mu sync.Mutex
	l, u := mu.Lock, mu.Unlock
	l()
	_ = u
	l()
}

func LeakDeferOrder() {
	var mu sync.Mutex
	c := make(chan int)
	func() {
		mu.Lock()
		defer mu.Unlock()
		defer func() { <-c }()
		go func() { mu.Lock(); c <- 1; mu.Unlock() }()
	}()
}

func LeakTicker() {
	t := time.NewTicker(time.Hour)
	c := make(chan int)
	go func() {
		for range t.C {
			c <- 1
		}
	}()
	t.Stop()
}

func LeakTimerStop() {
	t := time.NewTimer(time.Hour)
	t.Stop()
	<-t.C
}

type state struct {
	mu   sync.Mutex
	subs []chan int
}

func (s *state) notify() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.subs {
		c <- 1
	}
}

func LeakSubs() {
	s := &state{}
	c := make(chan int)
	s.subs = append(s.subs, c)
	go s.notify()
	s.mu.Lock()
	<-c
	s.mu.Unlock()
}
