package traps

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

func HoldsChanOfChan() {
	reqs := make(chan chan int)
	go func() {
		for r := range reqs {
			r <- 1
		}
	}()
	r := make(chan int)
	reqs <- r
	<-r
	close(reqs)
}

func LeakChanOfChan() {
	reqs := make(chan chan int)
	go func() {
		r := <-reqs
		_ = r
	}()
	r := make(chan int)
	reqs <- r
	<-r
}

type svc struct {
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
}

func newSvc() *svc {
	s := &svc{done: make(chan struct{})}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	return s
}

func (s *svc) loop() {
	defer close(s.done)
	<-s.ctx.Done()
}

func HoldsSvc() {
	s := newSvc()
	go s.loop()
	s.cancel()
	<-s.done
}

func LeakSvc() {
	s := newSvc()
	go s.loop()
	<-s.done
	s.cancel()
}

func HoldsBreak() {
	c := make(chan int, 3)
	c <- 1
	c <- 2
	close(c)
	for v := range c {
		if v == 1 {
			break
		}
	}
}

func LeakBreak() {
	c := make(chan int)
	go func() {
		defer close(c)
		for i := range 3 {
			c <- i
		}
	}()
	for range c {
		break
	}
}

func HoldsWgPtr() {
	var wg sync.WaitGroup
	f := func(wg *sync.WaitGroup) { defer wg.Done() }
	wg.Add(2)
	go f(&wg)
	go f(&wg)
	wg.Wait()
}

func LeakDefault() {
	c := make(chan int)
	done := make(chan bool)
	go func() {
		select {
		case c <- 1:
		default:
		}
		close(done)
	}()
	<-done
	<-c
}

func HoldsRetry() {
	var mu sync.Mutex
	for i := 0; i < 3; i++ {
		if mu.TryLock() {
			mu.Unlock()
			break
		}
	}
}

func LeakTry() {
	var mu sync.Mutex
	mu.Lock()
	if !mu.TryLock() {
		mu.Lock()
	}
}

func HoldsTry() {
	var mu sync.Mutex
	if mu.TryLock() {
		defer mu.Unlock()
	}
}

func fib(n int, c chan int) {
	if n < 2 {
		c <- n
		return
	}
	d := make(chan int, 2)
	go fib(n-1, d)
	go fib(n-2, d)
	c <- (<-d) + (<-d)
}

func HoldsFib() {
	c := make(chan int, 1)
	go fib(3, c)
	<-c
}

func HoldsTimerReset() {
	t := time.NewTimer(time.Second)
	<-t.C
	t.Reset(time.Second)
	<-t.C
}

func LeakTimerTwice() {
	t := time.NewTimer(time.Second)
	<-t.C
	<-t.C
}

func HoldsErr() (err error) {
	var mu sync.Mutex
	mu.Lock()
	defer func() {
		mu.Unlock()
		if err != nil {
			err = fmt.Errorf("x: %w", err)
		}
	}()
	return errors.New("no")
}

type opt func(*cfg)
type cfg struct{ ch chan int }

func with(c chan int) opt { return func(f *cfg) { f.ch = c } }
func newCfg(opts ...opt) *cfg {
	f := &cfg{}
	for _, o := range opts {
		o(f)
	}
	return f
}

func HoldsOpts() {
	c := make(chan int, 1)
	f := newCfg(with(c))
	f.ch <- 1
	<-c
}

func LeakOpts() {
	f := newCfg()
	f.ch <- 1
}

func LeakNested() {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		a.Lock()
		defer a.Unlock()
		func() {
			b.Lock()
			defer b.Unlock()
		}()
	}()
	go func() {
		defer wg.Done()
		b.Lock()
		defer b.Unlock()
		a.Lock()
		a.Unlock()
	}()
	wg.Wait()
}

func HoldsHandOff() {
	var mu sync.Mutex
	c := make(chan bool)
	mu.Lock()
	go func() {
		mu.Unlock()
		close(c)
	}()
	<-c
	mu.Lock()
}

func PanicUnlock() {
	var mu sync.Mutex
	go mu.Unlock()
}

func PanicWg() {
	var wg sync.WaitGroup
	wg.Done()
}

func PanicNilClose() {
	var c chan int
	close(c)
}

func LeakOnceErr() {
	var once sync.Once
	c := make(chan int)
	for range 2 {
		once.Do(func() { go func() { c <- 1 }() })
	}
	<-c
	<-c
}

func LeakRangeNil() {
	var c chan int
	for range c {
	}
}

func LeakSelectAll() {
	a, b := make(chan int), make(chan int)
	select {
	case <-a:
	case b <- 1:
	}
}

func LeakEmpty() { select {} }

type pool struct {
	mu   sync.Mutex
	free []*conn
	cond *sync.Cond
}
type conn struct{}

func (p *pool) get() *conn {
	p.mu.Lock()
	for len(p.free) == 0 {
		p.cond.Wait()
	}
	c := p.free[0]
	p.free = p.free[1:]
	p.mu.Unlock()
	return c
}

func LeakPool() {
	p := &pool{}
	p.cond = sync.NewCond(&p.mu)
	p.get()
}

func HoldsAfterFunc() {
	c := make(chan int)
	time.AfterFunc(time.Millisecond, func() { c <- 1 })
	<-c
}

func LeakAfterStop() {
	c := make(chan int)
	t := time.AfterFunc(time.Hour, func() { c <- 1 })
	t.Stop()
	<-c
}

func HoldsTwoWaits() {
	c := make(chan struct{})
	go func() { <-c }()
	go func() { <-c }()
	close(c)
}

func LeakTwoWaits() {
	c := make(chan struct{})
	go func() { <-c }()
	go func() { <-c }()
	c <- struct{}{}
}

func LeakPanicGoroutineLock() {
	var mu sync.Mutex
	done := make(chan bool)
	go func() {
		defer close(done)
		mu.Lock()
	}()
	<-done
	mu.Lock()
}

func HoldsStruct() {
	type pair struct{ a, b chan int }
	p := pair{make(chan int, 1), make(chan int, 1)}
	q := p
	p.a <- 1
	<-q.a
}

func LeakStruct() {
	type pair struct{ a, b chan int }
	p := pair{make(chan int, 1), make(chan int, 1)}
	q := p
	p.a <- 1
	<-q.b
}
