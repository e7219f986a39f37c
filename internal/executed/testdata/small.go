// Package small has operations for the tests of the comparison: which lines are which, the tests know by the comments.
package small

import (
	"context"
	"sync"
)

func root(ctx context.Context, cancel func(), mu *sync.Mutex, c, d chan int) {
	defer cancel() // cancels
	mu.Lock()      // locks
	defer mu.Unlock()
	go func() { // goes
		c <- 1 // sends
	}()
	select { // selects
	case <-c: // arm
	case d <- 1:
		close(d) // closes
	}
	recurse(
		3,
		c) // recurses
} // returns

func recurse(n int, c chan int) { // declared
	if n > 0 {
		recurse(n-1, c) // again
		return
	}
	<-c // receives
}
