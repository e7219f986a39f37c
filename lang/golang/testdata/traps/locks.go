package traps

import "sync"

// Locks that keep nobody waiting, and those that look like them.

func HoldsLocker() {
	var mu sync.Mutex
	var l sync.Locker = &mu
	l.Lock()
	l.Unlock()
}

func LeakOnceInItself() {
	var once sync.Once
	var f func()
	f = func() { once.Do(f) }
	once.Do(f)
}

type guarded struct{ sync.Mutex }

func (g *guarded) with(f func()) {
	g.Lock()
	defer g.Unlock()
	f()
}

func LeakGuarded() {
	g := &guarded{}
	g.with(func() { g.with(func() {}) })
}

func HoldsGuarded() {
	g := &guarded{}
	g.with(func() {})
	g.with(func() {})
}

func LeakTwoNames() {
	g := &guarded{}
	h := g
	g.Lock()
	h.Lock()
	h.Unlock()
	g.Unlock()
}
