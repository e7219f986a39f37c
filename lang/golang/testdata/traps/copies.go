package traps

import "sync"

// Locks that are copied or overwritten while somebody has them, and locks under other names.

type guard struct {
	mu   sync.Mutex
	once sync.Once
	n    int
}

func LeakCopyHeld() {
	g := &guard{}
	g.mu.Lock()
	defer g.mu.Unlock()
	h := *g
	h.mu.Lock()
	h.mu.Unlock()
}

func heldGuard() guard {
	var g guard
	g.mu.Lock()
	defer g.mu.Unlock()
	return g
}

func LeakCopyReturned() {
	g := heldGuard()
	g.mu.Lock()
	g.mu.Unlock()
}

type mutex = sync.Mutex

func LeakCopyAlias() {
	type aliased struct{ mu mutex }
	a := &aliased{}
	a.mu.Lock()
	b := *a
	b.mu.Lock()
	b.mu.Unlock()
	a.mu.Unlock()
}

func LeakCopyGrown() {
	s := make([]guard, 1, 1)
	g := &s[0]
	g.mu.Lock()
	s = append(s, guard{})
	g.mu.Unlock()
	s[0].mu.Lock()
	s[0].mu.Unlock()
}

func PanicReset() {
	g := &guard{}
	g.mu.Lock()
	*g = guard{}
	g.mu.Unlock()
}

func PanicResetVariable() {
	var mu sync.Mutex
	mu.Lock()
	mu = sync.Mutex{}
	mu.Unlock()
}

func PanicResetOnce() {
	g := &guard{}
	g.mu.Lock()
	g.mu.Unlock()
	g.once.Do(func() { *g = guard{} })
}

func HoldsLiterals() {
	g := &guard{mu: sync.Mutex{}, n: 1}
	g.mu.Lock()
	defer g.mu.Unlock()
	h := guard{n: 2}
	h.mu.Lock()
	h.mu.Unlock()
}

type embedding struct{ sync.Mutex }

func LeakEmbeddedLocker() {
	e := &embedding{}
	var l sync.Locker = e
	l.Lock()
	e.Lock()
	e.Unlock()
	l.Unlock()
}

func HoldsEmbeddedLocker() {
	e := &embedding{}
	var l sync.Locker = e
	l.Lock()
	e.Unlock()
	e.Lock()
	l.Unlock()
}

func LeakMethodExpression() {
	e := &embedding{}
	lock := (*embedding).Lock
	lock(e)
	e.Lock()
	e.Unlock()
}

func LeakFunctionValue() {
	var mu sync.Mutex
	lock := (*sync.Mutex).Lock
	lock(&mu)
	lock(&mu)
}

func LeakLocker() {
	var mu sync.Mutex
	var l sync.Locker = &mu
	l.Lock()
	mu.Lock()
	mu.Unlock()
	l.Unlock()
}

// A variable that is assigned once may be zero before.
func LeakSizeLater() {
	var size int
	set := func() { size = 1 }
	c := make(chan int, size)
	c <- 1
	set()
}

func PanicOther() {
	a, b := &guard{}, &guard{}
	var p *guard
	set := func(g *guard) { p = g }
	set(a)
	p.mu.Lock()
	set(b)
	p.mu.Unlock()
}

func LeakDeferInner() {
	c := make(chan int)
	for range seq(1) {
		defer func() { <-c }()
	}
}

func HoldsDeferInner() {
	var mu sync.Mutex
	func() {
		for range seq(1) {
			mu.Lock()
			defer mu.Unlock()
		}
	}()
	mu.Lock()
}

func LeakLoaded() {
	var m sync.Map
	m.Store(1, &guard{})
	g, _ := m.Load(1)
	g.(*guard).mu.Lock()
	h, _ := m.Load(1)
	h.(*guard).mu.Lock()
}

func HoldsLoaded() {
	var m sync.Map
	m.Store(1, make(chan int, 1))
	c, _ := m.Load(1)
	c.(chan int) <- 1
}

// Channels that are nil: items of maps and arrays.
func LeakDeleted() {
	m := map[string]chan int{"a": make(chan int, 1)}
	delete(m, "a")
	m["a"] <- 1
}

func LeakMissing() {
	m := map[string]chan int{"a": make(chan int, 1)}
	c, _ := m["b"]
	c <- 1
}

func LeakEmptyItem() {
	var a [2]chan int
	a[0] = make(chan int, 1)
	a[1] <- 1
}

func LeakItemAgain() {
	a := [...]chan int{make(chan int, 1)}
	a[0] = nil
	a[0] <- 1
}

func HoldsItems() {
	for _, t := range []struct{ c chan int }{{make(chan int, 1)}, {make(chan int, 1)}} {
		t.c <- 1
	}
}

type line struct{ c chan int }

func (l *line) cut() { l.c = nil }

func LeakCut() {
	l := &line{make(chan int, 1)}
	l.cut()
	l.c <- 1
}

func LeakPanicked() {
	var mu sync.Mutex
	defer func() {
		l := recover().(*line)
		l.c <- 1
		l.c <- 1
		mu.Lock()
	}()
	mu.Lock()
	mu.Unlock()
	panic(&line{make(chan int, 1)})
}

// deepLock has a lock at some depth.
type deepLock struct {
	in struct {
		in struct {
			in struct {
				in struct {
					in struct {
						in struct {
							in struct{ in struct{ sync.Mutex } }
						}
					}
				}
			}
		}
	}
}

func LeakDeepCopy() {
	var first deepLock
	first.in.in.in.in.in.in.in.in.Lock()
	second := first
	second.in.in.in.in.in.in.in.in.Lock()
}
