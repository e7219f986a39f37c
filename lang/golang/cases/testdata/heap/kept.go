package heap

import (
	"os/signal"
	"runtime"
	"sort"
)

// What a function keeps that is not followed, it may use later.

// keeps box(*int) box(chan_int) make@14 new@15
// ledger U10
func Kept() {
	c := make(chan int)
	runtime.SetFinalizer(new(int), c)
	<-c
}

// keeps
// ledger U13
func NotKept() {
	c := make([]int, 3)
	sort.Ints(c)
	signal.Reset()
}
