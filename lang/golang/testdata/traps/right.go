// Package traps has what is easily modelled wrongly: Holds.. have no mistake, Leak.. and Panic.. have one.
package traps

import (
	"iter"
	"net/http"
	"sync"
)

var gch = make(chan int)
var gmu sync.Mutex

func HoldsGlobal() { go func() { gch <- 1 }(); <-gch }

func HoldsTwoForks() {
	var forks [3]sync.Mutex
	forks[0].Lock()
	forks[1].Lock()
	forks[1].Unlock()
	forks[0].Unlock()
}

func HoldsForksN(i int) {
	forks := make([]sync.Mutex, 5)
	forks[i].Lock()
	forks[(i+1)%5].Lock()
	forks[i].Unlock()
	forks[(i+1)%5].Unlock()
}

func HoldsChans() {
	cs := []chan int{make(chan int, 1), make(chan int, 1)}
	cs[0] <- 1
	cs[1] <- 1
	<-cs[0]
	<-cs[1]
}

func HoldsMap() {
	m := map[string]chan int{"a": make(chan int, 1), "b": make(chan int, 1)}
	m["a"] <- 1
	m["b"] <- 1
	<-m["a"]
}

func waitOn(wg sync.WaitGroup) { wg.Done() }

func LeakCopy() {
	var wg sync.WaitGroup
	wg.Add(1)
	go waitOn(wg)
	wg.Wait()
}

func seq(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func HoldsIter() {
	c := make(chan int)
	go func() {
		for range seq(3) {
			c <- 1
		}
		close(c)
	}()
	for range c {
	}
}

type Node[T any] struct {
	mu  sync.Mutex
	val T
}

func (n *Node[T]) Set(v T) { n.mu.Lock(); defer n.mu.Unlock(); n.val = v }

func HoldsGeneric() {
	a, b := &Node[int]{}, &Node[string]{}
	go a.Set(1)
	b.Set("x")
	a.Set(2)
}

type tree struct {
	mu          sync.Mutex
	left, right *tree
}

func (t *tree) walk() {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.left.walk()
	t.right.walk()
}

func HoldsTree() {
	t := &tree{left: &tree{}, right: &tree{}}
	t.walk()
}

func build(n int) *tree {
	if n == 0 {
		return nil
	}
	return &tree{left: build(n - 1), right: build(n - 1)}
}

func HoldsTreeDeep() { build(5).walk() }

func HoldsReassign() {
	c := make(chan int, 1)
	d := make(chan int, 1)
	c <- 1
	c, d = d, c
	c <- 1
	<-d
	<-c
}

func HoldsSwap(list []int) {
	var locks [2]sync.Mutex
	for i := range locks {
		locks[i].Lock()
	}
	for i := range locks {
		locks[i].Unlock()
	}
}

type msg struct{ reply chan int }

func HoldsReply() {
	req := make(chan msg)
	go func() {
		for m := range req {
			m.reply <- 1
		}
	}()
	for range 2 {
		r := make(chan int)
		req <- msg{r}
		<-r
	}
	close(req)
}

func HoldsFuture() {
	async := func(f func() int) <-chan int {
		c := make(chan int, 1)
		go func() { c <- f() }()
		return c
	}
	a := async(func() int { return 1 })
	b := async(func() int { return <-a })
	<-b
}

type actor struct {
	inbox chan func()
	done  chan struct{}
}

func (a *actor) run() {
	for f := range a.inbox {
		f()
	}
	close(a.done)
}

func HoldsActor() {
	a := &actor{make(chan func(), 1), make(chan struct{})}
	go a.run()
	res := make(chan int, 1)
	a.inbox <- func() { res <- 1 }
	<-res
	close(a.inbox)
	<-a.done
}

func HoldsNilSelect(in1, in2 int) {
	a, b := make(chan int), make(chan int)
	go func() { a <- 1; close(a) }()
	go func() { b <- 1; close(b) }()
	for a != nil || b != nil {
		select {
		case _, ok := <-a:
			if !ok {
				a = nil
			}
		case _, ok := <-b:
			if !ok {
				b = nil
			}
		}
	}
}

func HoldsLockLoop() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready := false
	go func() {
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Broadcast()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
}

func HoldsRW() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { mu.RLock(); defer mu.RUnlock() })
	}
	mu.Lock()
	mu.Unlock()
	wg.Wait()
}

func HoldsDeferLoop() {
	var a, b sync.Mutex
	for _, m := range []*sync.Mutex{&a, &b} {
		m.Lock()
		defer m.Unlock()
	}
}

// A variable of the library has the value that it has, and no other one.
func HoldsLibraryVariable() {
	if http.DefaultClient == nil {
		<-make(chan int)
	}
}
