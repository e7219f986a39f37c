package traps

import (
	"container/list"
	"os"
	"runtime"
)

// The program ends, and with it who waits.
func HoldsExit() {
	c := make(chan int)
	go func() { os.Exit(1) }()
	<-c
}

func LeakBesideExit(fail bool) {
	c := make(chan int)
	go func() {
		if fail {
			os.Exit(1)
		}
	}()
	<-c
}

func HoldsPanic() {
	c := make(chan int)
	go func() { panic("no") }()
	<-c
}

// A panic of a function that is called in a goroutine which recovers only in a branch.
func HoldsSometimes(b bool) {
	c := make(chan int)
	go func() {
		if b {
			defer func() { _ = recover(); close(c) }()
		}
		panic("no")
	}()
	<-c
}

func LeakSometimes(b bool) {
	c := make(chan int)
	go func() {
		if b {
			defer func() { _ = recover() }()
		}
		panic("no")
	}()
	<-c
}

// What recover might handle does not happen.
func HoldsClosedOnce() {
	c := make(chan int)
	func() {
		defer func() { _ = recover() }()
		close(c)
	}()
	<-c
}

// What recover handles: the second close panics.
func LeakClosedTwice() {
	c, d := make(chan int), make(chan int)
	func() {
		defer func() { _ = recover() }()
		close(c)
		close(c)
		close(d)
	}()
	<-d
}

var size, grown = 1, 0

func grow() { grown = 1 }

// The buffer has the size that a variable of the package always has.
func HoldsSize() {
	c := make(chan int, size)
	c <- 1
}

func LeakSize() {
	c := make(chan int, size)
	c <- 1
	c <- 2
}

// That of a variable which changes is not known.
func LeakGrown() {
	c := make(chan int, grown)
	c <- 1
	grow()
}

// Channels that wait in a list.
func HoldsList() {
	var l list.List
	c := make(chan int, 1)
	l.PushBack(c)
	for e := l.Front(); e != nil; e = e.Next() {
		e.Value.(chan int) <- 1
	}
}

func LeakList() {
	var l list.List
	c := make(chan int)
	l.PushBack(c)
	l.Front().Value.(chan int) <- 1
}

func endFirst(n int) {
	if n > 0 {
		endSecond(n - 1)
	}
}

func endSecond(n int) {
	endFirst(n)
	runtime.Goexit()
}

// LeakEndsCycle ends its goroutine in a function that is called in a cycle of calls.
func LeakEndsCycle() {
	ch := make(chan int)
	go func() {
		defer func() { ch <- 1 }()
		defer endFirst(2)
	}()
}
