package traps

import (
	"net/http"
	"sync"
	"sync/atomic"
)

func HoldsAtomicOnce() {
	var closed atomic.Bool
	var wg sync.WaitGroup
	c := make(chan int)
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if closed.CompareAndSwap(false, true) {
				close(c)
			}
		}()
	}
	wg.Wait()
	<-c
}

func PanicAtomicTwice() {
	var closed atomic.Bool
	c := make(chan int)
	for range 2 {
		go func() {
			if !closed.Load() {
				closed.Store(true)
				close(c)
			}
		}()
	}
}

type door struct {
	state int32
	gone  chan int
}

const (
	open = iota
	closing
	shut
)

func (d *door) isShut() bool { return atomic.LoadInt32(&d.state) == shut }

func (d *door) shut() {
	if atomic.CompareAndSwapInt32(&d.state, open, closing) {
		atomic.StoreInt32(&d.state, shut)
		close(d.gone)
	}
}

func HoldsState() {
	d := &door{gone: make(chan int)}
	go d.shut()
	go d.shut()
	<-d.gone
	if !d.isShut() {
		<-make(chan int)
	}
}

func LeakState() {
	d := &door{gone: make(chan int)}
	d.state = closing
	d.shut()
	<-d.gone
}

func HoldsCount() {
	var left atomic.Int32
	left.Store(2)
	done := make(chan int)
	for range 2 {
		go func() {
			if left.Add(-1) == 0 {
				close(done)
			}
		}()
	}
	<-done
}

func PanicCount() {
	var left atomic.Int32
	left.Store(2)
	done := make(chan int)
	for range 2 {
		go func() {
			left.Add(-1)
			if left.Load() == 0 {
				close(done)
			}
		}()
	}
	<-done
}

func LeakCount() {
	var left atomic.Int32
	left.Store(3)
	done := make(chan int)
	for range 2 {
		go func() {
			if left.Add(-1) == 0 {
				close(done)
			}
		}()
	}
	<-done
}

func HoldsFirst() {
	var first atomic.Uint32
	c := make(chan int, 1)
	for range 2 {
		go func() {
			if first.Swap(1) == 0 {
				c <- 1
			}
		}()
	}
	<-c
}

func LeakFirst() {
	var first atomic.Uint32
	c := make(chan int)
	for range 2 {
		go func() {
			if first.Swap(1) == 0 {
				c <- 1
			}
		}()
	}
	<-c
	<-c
}

type listener struct{ c chan int }

func HoldsPointer() {
	var p atomic.Pointer[listener]
	done := make(chan int)
	go func() {
		defer close(done)
		if l := p.Load(); l != nil {
			<-l.c
		}
	}()
	l := &listener{make(chan int, 1)}
	p.Store(l)
	l.c <- 1
	<-done
}

func LeakPointer() {
	var p atomic.Pointer[listener]
	p.Store(&listener{make(chan int)})
	if l := p.Load(); l != nil {
		<-l.c
	}
}

// Nobody spins for ever, as the flag is set; the one who waits for the lock gets it.
func HoldsSpin() {
	var ready atomic.Bool
	var mu sync.Mutex
	go func() {
		mu.Lock()
		defer mu.Unlock()
		ready.Store(true)
	}()
	for !ready.Load() {
	}
	mu.Lock()
	mu.Unlock()
}

func LeakSpin() {
	var ready atomic.Bool
	var mu sync.Mutex
	go func() {
		mu.Lock()
		ready.Store(true)
	}()
	for !ready.Load() {
	}
	mu.Lock()
}

// A number that grows in a loop is any.
func LeakGrows(n int) {
	var seen atomic.Int64
	for range n {
		seen.Add(1)
	}
	if seen.Load() > 2 {
		<-make(chan int)
	}
}

// A flag that code which is not followed may set.
func LeakKeptFlag() {
	var stop atomic.Bool
	keep(func() { stop.Store(true) })
	if stop.Load() {
		<-make(chan int)
	}
}

var running atomic.Int32

func HoldsRunning() {
	c := make(chan int, 1)
	if running.Add(1) > 1 {
		<-c
	}
	running.Add(-1)
}

func LeakRunning() {
	c := make(chan int)
	if running.Add(1) == 1 {
		<-c
	}
}

// Negative numbers.
func HoldsNegative() {
	var n atomic.Int64
	n.Store(-1)
	if n.Load() != -1 {
		<-make(chan int)
	}
}

func LeakNegative() {
	var n atomic.Int64
	n.Store(-1)
	if n.Load() < 0 {
		<-make(chan int)
	}
}

// What is compared with a value that is not known.
func LeakUnknownOld(old int32) {
	var n atomic.Int32
	if n.CompareAndSwap(old, 1) {
		<-make(chan int)
	}
}

func LeakPointerSwap() {
	var p atomic.Pointer[listener]
	a, b := &listener{}, &listener{}
	p.Store(a)
	if !p.CompareAndSwap(b, a) {
		<-make(chan int)
	}
}

func LeakNilSwap() {
	var p atomic.Pointer[listener]
	if p.CompareAndSwap(nil, &listener{}) {
		<-make(chan int)
	}
}

func HoldsNilSwap() {
	var p atomic.Pointer[listener]
	p.Store(&listener{})
	if p.CompareAndSwap(nil, &listener{}) {
		<-make(chan int)
	}
}

// keep has a function called later.
func keep(f func()) { http.HandleFunc("/stop", func(http.ResponseWriter, *http.Request) { f() }) }
