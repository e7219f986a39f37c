package traps

import (
	"sync"
	"sync/atomic"
)

// What functions without synchronization do to those that have a part in it.

type switchboard struct {
	done    chan int
	options struct{ closed bool }
	stopped bool
	n       int32
}

func setTrue(p *bool) { *p = true }

func increase(p *int32) { atomic.AddInt32(p, 1) }

func LeakByPointer() {
	s := &switchboard{done: make(chan int)}
	setTrue(&s.stopped)
	if s.stopped {
		<-s.done
	}
}

func LeakByPart() {
	s := &switchboard{done: make(chan int)}
	o := &s.options
	setTrue(&o.closed)
	if s.options.closed {
		<-s.done
	}
}

func LeakByItem() {
	s := &switchboard{done: make(chan int)}
	for _, p := range []*bool{&s.stopped} {
		*p = true
	}
	if s.stopped {
		<-s.done
	}
}

func LeakByCounter() {
	s := &switchboard{done: make(chan int)}
	increase(&s.n)
	if atomic.LoadInt32(&s.n) == 1 {
		<-s.done
	}
}

func hang() {
	for n := 0; ; n++ {
	}
}

func maybeHang(bad bool) {
	if bad {
		hang()
	}
}

func LeakBehindSpin(bad bool) {
	var mu sync.Mutex
	locked := make(chan int)
	go func() {
		mu.Lock()
		locked <- 1
		maybeHang(bad)
		mu.Unlock()
	}()
	<-locked
	mu.Lock()
}

func fail() { panic("failed") }

func maybeFail(bad bool) {
	if bad {
		fail()
	}
}

func LeakBehindPanic(bad bool) {
	done := make(chan int)
	go func() {
		defer func() { recover() }()
		maybeFail(bad)
		done <- 1
	}()
	<-done
}
