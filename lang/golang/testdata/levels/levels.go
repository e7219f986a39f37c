// Package levels has branches on integer variables in memory. Leak.. block in some execution, and Right.. in none.
package levels

import (
	"fmt"
	"sync"
	"sync/atomic"
)

type state int

const (
	idle state = iota
	running
	stopped
)

type worker struct {
	mu    sync.Mutex
	state state
	old   state
	quit  chan int
}

func (w *worker) start() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.state != idle {
		return
	}
	w.state = running
	go func() { <-w.quit }()
}

// stop sends to the goroutine of start, which takes one order.
func (w *worker) stop() {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch w.state {
	case running:
		w.state = stopped
		w.quit <- 1
	case idle, stopped:
	}
}

func RightStates() {
	w := &worker{quit: make(chan int)}
	w.start()
	w.start()
	w.stop()
	w.stop()
}

// The state is put back too early.
func LeakStates() {
	w := &worker{quit: make(chan int)}
	w.start()
	w.stop()
	w.state = running
	w.stop()
}

// Nobody has started it.
func LeakFirst() {
	w := &worker{quit: make(chan int), state: running}
	w.stop()
}

type pool struct {
	mu   sync.Mutex
	cond *sync.Cond
	free int
}

func newPool(free int) *pool {
	p := &pool{free: free}
	p.cond = sync.NewCond(&p.mu)
	return p
}

func (p *pool) take() {
	p.mu.Lock()
	for p.free <= 0 {
		p.cond.Wait()
	}
	p.free--
	p.mu.Unlock()
}

func (p *pool) give() {
	p.mu.Lock()
	p.free++
	p.mu.Unlock()
	p.cond.Signal()
}

func RightPool() {
	p := newPool(1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			p.take()
			p.give()
		})
	}
	wg.Wait()
}

func LeakPool() {
	p := newPool(1)
	p.take()
	p.take()
}

// Two updates without a lock: one may be lost.
func LeakLost() {
	n := 0
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { n++ })
	}
	wg.Wait()
	if n == 1 {
		select {}
	}
}

func RightCounted() {
	n := 0
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n++
		})
	}
	wg.Wait()
	if n != 2 {
		select {}
	}
}

// step adds to a variable that other functions have.
func step(n *int, by int) {
	if by == 1 {
		*n++
	} else {
		*n -= 10
	}
}

func RightStep() {
	n := 1
	wait := func() {
		if n == 1 {
			select {}
		}
	}
	step(&n, 1)
	wait()
}

func LeakStep() {
	n := 0
	wait := func() {
		if n == 1 {
			select {}
		}
	}
	step(&n, 1)
	wait()
}

// What is above the range comes back into it.
func LeakAbove() {
	n := 0
	wait := func() {
		if n == 0 {
			select {}
		}
	}
	n += 10
	n -= 5
	n -= 5
	wait()
}

// And what is below it.
func LeakBelow() {
	n := 0
	wait := func() {
		if n == 0 {
			select {}
		}
	}
	n -= 10
	n += 10
	wait()
}

// An unsigned number below zero is large.
func LeakUnsigned() {
	var n uint
	wait := func() {
		if n > 2 {
			select {}
		}
	}
	n--
	wait()
}

func RightUnsigned() {
	var n uint
	wait := func() {
		if n != 1 {
			select {}
		}
	}
	n += 2
	n--
	wait()
}

// A short number becomes negative.
func LeakOverflow() {
	var n int8
	wait := func() {
		if n < 0 {
			select {}
		}
	}
	n += 16
	n += 16
	n += 16
	n += 16
	n += 16
	n += 16
	n += 16
	n += 16
	wait()
}

// And a short one without a sign becomes zero.
func LeakRound() {
	n := uint8(1)
	wait := func() {
		if n == 0 {
			select {}
		}
	}
	n -= 2
	n++
	wait()
}

// A function of sync/atomic adds, too.
func LeakAtomic() {
	var n int32
	wait := func() {
		if n == 2 {
			select {}
		}
	}
	n++
	atomic.AddInt32(&n, 1)
	wait()
}

// The library assigns.
func LeakScanned() {
	n := 0
	wait := func() {
		if n == 5 {
			select {}
		}
	}
	fmt.Sscan("5", &n)
	wait()
}

// A copy of the whole assigns.
func LeakCopied() {
	w := &worker{quit: make(chan int)}
	*w = worker{quit: w.quit, state: running}
	w.stop()
}

// What is assigned is another variable.
func LeakOld() {
	w := &worker{quit: make(chan int), old: running}
	w.state = w.old
	w.stop()
}

// The sum is of another variable.
func LeakOther() {
	w := &worker{quit: make(chan int), old: idle}
	w.state = w.old + 1
	w.stop()
}

// One of two.
func LeakEither(one bool) {
	a, b := &worker{quit: make(chan int)}, &worker{quit: make(chan int)}
	w := a
	if one {
		w = b
	}
	w.state = running
	b.stop()
}

func RightEither(one bool) {
	a, b := &worker{quit: make(chan int)}, &worker{quit: make(chan int)}
	w := a
	if one {
		w = b
	}
	w.state = stopped
	w.state++
	if w.state == running {
		w.quit <- 1
	}
}

// Constants far from each other.
func LeakFar() {
	n := 0
	wait := func() {
		if n >= 1000 {
			select {}
		}
	}
	n = 2000
	wait()
}

// The constant is on the left.
func RightLeft() {
	w := &worker{quit: make(chan int), state: stopped}
	func() {
		if running >= w.state {
			w.quit <- 1
		}
	}()
	w.state = idle
}

func LeakLeft() {
	w := &worker{quit: make(chan int), state: stopped}
	func() {
		if running <= w.state {
			w.quit <- 1
		}
	}()
	w.state = idle
}

// plain has nothing to wait for.
type plain struct{ state, old int }

func (p *plain) set(n int) { p.state = n }

func stay(p *plain, n int) {
	if p.state == n {
		select {}
	}
}

// A function that waits for nothing assigns.
func LeakHidden() {
	p := &plain{}
	p.set(1)
	stay(p, 1)
}

// A copy of the whole assigns, of a struct without locks.
func LeakWhole() {
	p := &plain{}
	*p = plain{state: 1}
	stay(p, 1)
}

// The sum is of a number beyond the range of the other variable.
func LeakBeyond() {
	p := &plain{}
	func() {
		if p.old == 0 {
			p.old += 10
		}
	}()
	p.state = p.old + 1
	stay(p, 11)
}

// Nine steps down from zero are above zero.
func LeakUnder() {
	var n int8
	wait := func() {
		if n > 0 {
			select {}
		}
	}
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	n -= 16
	wait()
}

// One of two with ranges of their own.
func RightRanges(one bool) {
	a, b := &plain{}, &plain{state: 9}
	p := a
	if one {
		p = b
	}
	func() {
		if a.state == 1 {
			select {}
		}
		if b.state == 8 {
			select {}
		}
		if p.state == 2 {
			select {}
		}
	}()
	a.state, b.state = 0, 9
}
