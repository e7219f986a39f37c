// Package unwind has blocks that look as if no execution came to them.
package unwind

import (
	"log"
	"os"
	"sync"
)

// A select without cases waits, also on a branch: go/ssa puts a panic behind it, as behind a select that has matched
// no case.

// deadlock violated
// ledger
func EmptySelect() {
	select {}
}

// deadlock possible
// busy
func EmptySelectOnBranch(b bool) {
	d := make(chan int)
	go func() {
		if len(os.Args) == 1 {
			select {}
		}
		d <- 1
	}()
	<-d
}

// deadlock violated
// ledger
func EmptySelectIfError() {
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := os.Open("/nonexistent"); err != nil {
			log.Print("giving up: ", err)
			select {}
		}
	})
	wg.Wait()
}

// deadlock holds
// ledger
func BlockingSelect() {
	c, d := make(chan int, 1), make(chan int, 1)
	c <- 1
	select {
	case <-c:
	case <-d:
	}
}

// deadlock violated
// ledger
func EmptySelectInCase() {
	c, d := make(chan int, 1), make(chan int, 1)
	c <- 1
	select {
	case <-c:
		select {}
	case <-d:
	}
}

// deadlock holds
// ledger
func RangeOverFunc() {
	c := make(chan int, 2)
	for i := range two {
		c <- i
	}
	<-c
}

func two(yield func(int) bool) {
	if yield(1) {
		yield(2)
	}
}

// deadlock violated
// ledger
func RangeOverFuncWaits() {
	for range two {
		select {}
	}
}
