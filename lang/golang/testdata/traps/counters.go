package traps

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// The loops of these functions count, in variables that functions capture, up to numbers that callers pass.

func HoldsCaptured() {
	var wg sync.WaitGroup
	for i := 0; i < 7; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); fmt.Println(i) }()
	}
	wg.Wait()
}

// one is missing
func LeakCaptured() {
	var wg sync.WaitGroup
	wg.Add(8)
	for i := 1; i <= 7; i++ {
		go func() { defer wg.Done(); fmt.Println(i) }()
	}
	wg.Wait()
}

// the function changes the variable, so that there are two turns
func LeakCountedTwice() {
	c := make(chan int, 4)
	for i := 0; i < 4; i++ {
		func() { i++ }()
		go func() { c <- i }()
	}
	for range 4 {
		<-c
	}
}

// somebody else has the address
func LeakCountedBy() {
	c := make(chan int, 4)
	for i := 0; i < 4; i++ {
		skip(&i)
		go func() { c <- i }()
	}
	for range 4 {
		<-c
	}
}

func skip(n *int) { *n++ }

func HoldsContinued() {
	c := make(chan int)
	for i := 0; i < 3; i++ {
		f := func() int { return i }
		if i == 1 {
			continue
		}
		go func() { c <- f() }()
	}
	<-c
	<-c
}

func HoldsPassed() { workers(3, func() {}) }

func HoldsPassedTwice() {
	workers(2, func() {})
	workers(5, func() {})
}

func workers(n int, f func()) {
	var wg sync.WaitGroup
	wg.Add(n)
	for i := 0; i < n; i++ {
		go func() { defer wg.Done(); f() }()
	}
	wg.Wait()
}

// two are started, and three are waited for
func LeakPassed() { startSome(2, 3) }

func HoldsPassedBoth() { startSome(3, 3) }

func startSome(start, await int) {
	c := make(chan int)
	for range start {
		go func() { c <- 1 }()
	}
	for i := 1; i <= await; i++ {
		<-c
	}
}

type starter interface{ start(n int, c chan int) }

type one struct{}

func (one) start(n int, c chan int) {
	for range n {
		go func() { c <- n }()
	}
}

// by a method of an interface value
func LeakPassedMethod() {
	c := make(chan int)
	var s starter = one{}
	s.start(3, c)
	<-c
	<-c
}

// the number depends on data
func LeakEither(a bool) {
	n := 2
	if a {
		n = 3
	}
	startSome(n, 3)
}

type link struct {
	mu   sync.Mutex
	done chan int
}

func dial() *link { return &link{done: make(chan int, 1)} }

func (l *link) use() {
	l.mu.Lock()
	l.done <- 1
	l.mu.Unlock()
}

// each turn dials a link of its own
func HoldsDialled() {
	for range 3 {
		l := dial()
		go l.use()
	}
}

// the second use of a link waits for ever
func LeakDialled() {
	for range 3 {
		l := dial()
		go l.use()
		go l.use()
	}
}

// goroutines that do nothing: each turn has a channel of its own
func HoldsIdleClose() {
	for {
		c := make(chan int, 1)
		go func() {}()
		close(c)
		time.Sleep(1)
	}
}

func HoldsIdleSend() {
	for {
		c := make(chan int, 1)
		go func() { fmt.Println() }()
		c <- 1
		time.Sleep(1)
	}
}

// a lock that the goroutines have, too: what later turns do is not left out
func HoldsLastTurn() {
	var mu sync.Mutex
	for {
		c := make(chan int, 1)
		go func() {
			mu.Lock()
			fmt.Println()
			mu.Unlock()
		}()
		c <- 1
	}
}

// three turns add three
func LeakAdded(turns int) {
	var n atomic.Int32
	c := make(chan int)
	for range turns {
		go func() { c <- 1 }()
		addOne(&n)
		<-c
	}
	if n.Load() == 3 {
		<-c
	}
}

func addOne(n *atomic.Int32) { n.Add(1) }

func HoldsSmallType() {
	c := make(chan int)
	for range small(258) {
		go func() { c <- 1 }()
	}
	<-c
	<-c
}

func small(n int) uint8 { return uint8(n) }

// the numbers are larger than those of the task language
func HoldsLong() { retry(15*time.Minute, 1<<40) }

func retry(most time.Duration, n int) {
	c := make(chan int)
	if most > 0 && n != 7 {
		go func() { c <- 1 }()
	}
	if most > time.Second {
		<-c
	}
}

// the loop never ends: after 255 comes 0
func HoldsOverflow() {
	c := make(chan int)
	for i := uint8(254); i <= 255; i++ {
		go func() { c <- int(i) }()
		<-c
	}
	<-c
}

type worker struct {
	in chan int
	wg sync.WaitGroup
}

func newWorker() *worker { return &worker{in: make(chan int)} }

func (w *worker) start() {
	w.wg.Add(1)
	go func() {
		defer w.wg.Done()
		for range w.in {
		}
	}()
}

// the loop starts goroutines by calls: each turn has a worker of its own
func HoldsWorkers() {
	for range 3 {
		w := newWorker()
		w.start()
		w.in <- 1
		close(w.in)
		w.wg.Wait()
	}
}

func LeakWorkers() {
	for range 3 {
		w := newWorker()
		w.start()
		w.in <- 1
	}
}

// one of three is not stopped
func LeakWorker() {
	for i := range 3 {
		w := newWorker()
		w.start()
		if i != 1 {
			close(w.in)
		}
	}
}

func DoubleWorkers() {
	for i := range 2 {
		w := newWorker()
		w.start()
		close(w.in)
		if i == 1 {
			close(w.in)
		}
	}
}
