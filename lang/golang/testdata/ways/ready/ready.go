// Package ready has functions with a select that has a default: which is taken also if another goroutine has come to the
// other side of a channel, and does not wait there yet. Some run of each is blocked for ever, but for those of Right..,
// which always end.
package ready

import (
	"context"
	"sync"
)

// Nobody waits for the value yet.
func TriesSend() {
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
		default:
		}
	}()
	<-c
}

func TriesReceive() {
	c := make(chan int)
	go func() { c <- 1 }()
	select {
	case <-c:
	default:
	}
}

// The first turn of the loop finds nobody.
func TriesTwice() {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 2 {
			<-c
		}
	})
	for range 2 {
		select {
		case c <- 1:
		default:
		}
	}
	wg.Wait()
}

// The other alternative is one of a context, which needs no partner.
func BesideContext() {
	ctx, end := context.WithCancel(context.Background())
	c := make(chan int)
	go func() {
		c <- 1
		end()
	}()
	select {
	case <-c:
	case <-ctx.Done():
	default:
	}
	<-ctx.Done()
}

// The other alternative is one with a buffer.
func BesideBuffer() {
	b := make(chan int, 1)
	c := make(chan int)
	go func() {
		b <- 1
		c <- 1
	}()
	select {
	case <-c:
	case <-b:
		<-c
	default:
		<-b
	}
}

// The channel is closed, too, when its value was taken.
func SentThenClosed() {
	c := make(chan int)
	d := make(chan int)
	go func() {
		c <- 1
		close(c)
	}()
	select {
	case <-c:
	default:
		d <- 1
	}
}

// Who tries gives its value to a receive that waits, and the sender that waits finds nobody.
func TriesForAnother() {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() { c <- 1 })
	wg.Go(func() {
		select {
		case c <- 1:
		default:
		}
	})
	select {
	case <-c:
	default:
		<-c
	}
	wg.Wait()
}

// Two that try never meet.
func RightBothTry() {
	c := make(chan int)
	go func() {
		select {
		case c <- 1:
			select {}
		default:
		}
	}()
	select {
	case <-c:
		select {}
	default:
	}
}

// A channel that is closed keeps from the default, whoever sends to it and recovers.
func RightClosed() {
	c := make(chan int)
	var wg sync.WaitGroup
	wg.Go(func() {
		select {
		case c <- 1:
		case <-c:
		}
	})
	close(c)
	select {
	case <-c:
	default:
		select {}
	}
	wg.Wait()
}

// The same where two try: one receives until the channel is closed.
func RightClosedAndTried() {
	c, done := make(chan int), make(chan int)
	go func() {
		for {
			select {
			case _, ok := <-c:
				if !ok {
					close(done)
					return
				}
			default:
			}
		}
	}()
	select {
	case c <- 1:
	default:
	}
	close(c)
	<-done
}

// A buffer with a value keeps from the default, beside an alternative that has no partner yet.
func RightBuffer() {
	b, c := make(chan int, 1), make(chan int)
	go func() {
		for range c {
		}
	}()
	b <- 1
	select {
	case <-b:
	case c <- 1:
	default:
		select {}
	}
	close(c)
}
