//go:build go1.21

package traps

import "sync"

// As of Go 1.21, all turns of a loop share its variable.

func HoldsShared() {
	var wg sync.WaitGroup
	for i := 17; i <= 21; i++ {
		wg.Add(1)
		go func() { defer wg.Done(); println(i) }()
	}
	wg.Wait()
}

func LeakShared() {
	c := make(chan int)
	for i := 0; i < 3; i++ {
		go func() { c <- i }()
	}
	<-c
	<-c
}

// a goroutine changes the variable of all turns
func LeakSharedChanged() {
	c := make(chan int, 5)
	for i := 0; i < 5; i++ {
		go func() { i++ }()
		go func() { c <- 1 }()
	}
	for k := 0; k < 5; k++ {
		<-c
	}
}

// the inner loop counts on
func LeakSharedInner() {
	c := make(chan int, 6)
	for i := 0; i < 6; i++ {
		go func() { c <- i }()
		for k := 0; k < 2; k++ {
			i++
		}
	}
	for k := 0; k < 6; k++ {
		<-c
	}
}

// counted twice on one way
func LeakSharedBranch(some bool) {
	c := make(chan int, 4)
	for i := 0; i < 4; i++ {
		go func() { c <- i }()
		if some {
			i++
		}
	}
	for k := 0; k < 4; k++ {
		<-c
	}
}
