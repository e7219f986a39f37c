package hook

import (
	"runtime"
	"sync"
)

// Hook is for other packages: none that is followed assigns to it.
var Hook func(*sync.Mutex)

// Done is closed by other packages.
var Done chan struct{}

var unexported func(*sync.Mutex)

// deadlock unknown
// ledger U10
func CallHook() {
	var mu sync.Mutex
	Hook(&mu)
	mu.Lock()
	mu.Unlock()
}

// deadlock holds
// ledger
func CallUnexported() {
	var mu sync.Mutex
	if unexported != nil {
		unexported(&mu)
	}
	mu.Lock()
}

// deadlock unknown
// ledger U01
func Wait() {
	c := make(chan int, 1)
	c <- 1
	<-Done
}

type guarded struct {
	mu sync.Mutex
	N  int
}

type open struct{ Mu sync.Mutex }

// An address of a lock that is lent may be used; a lock in a field that others cannot name is not.

// idle
func LendGuarded() {
	g := &guarded{}
	runtime.SetFinalizer(g, nil)
	g.mu.Lock() // quiet
	g.N++
	g.mu.Unlock()
}

// busy
// ledger U10
func LendOpen() {
	o := &open{}
	runtime.SetFinalizer(o, nil)
	o.Mu.Lock() // loud
	o.Mu.Unlock()
}
