// Package slice has rules of functions without a part in synchronization.
package slice

import "sync"

var mu, nu, loud sync.Mutex

// A lock that is given back by who takes it, and in whose sections nothing waits, keeps nobody waiting.

// idle
// deadlock none
func Section() {
	mu.Lock() // quiet
	n := 1
	_ = n
	mu.Unlock() // quiet
}

func section() {
	mu.Lock()   // quiet
	mu.Unlock() // quiet
}

// idle
func Nested() {
	nu.Lock() // quiet
	defer nu.Unlock()
	section()
}

// busy
func Twice() {
	loud.Lock() // loud
	loud.Lock() // loud
}

// busy
func OnlyOnOneWay(b bool) {
	loud.Lock() // loud
	if !b {
		loud.Unlock() // loud
	}
}

// What is behind a limit of other analyses is seen.

// busy
func Deep(n int) {
	if n > 0 {
		go Deep(n - 1)
		return
	}
	<-make(chan int)
}
