// Package partial has goroutines that can never move again while others go on: Leak.. by mistake, Meant.. as long as
// the service runs. In Fixed.. each can move again.
package partial

import (
	"context"
	"sync"
	"time"
)

// Nobody has the other end.
func LeakReceive() {
	go func() { <-make(chan int) }()
	for range time.Tick(time.Second) {
	}
}

// Who asked does not wait for the answer, and goes on.
func LeakAnswer() {
	answer := make(chan int)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
	for range time.Tick(time.Second) {
	}
}

// A buffer of one takes the answer.
func FixedAnswer() {
	answer := make(chan int, 1)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
	for range time.Tick(time.Second) {
	}
}

// The loop holds the lock for ever.
func LeakLock() {
	var mu sync.Mutex
	go func() {
		mu.Lock()
		for range time.Tick(time.Second) {
		}
	}()
	time.Sleep(time.Second)
	mu.Lock()
	mu.Unlock()
}

// The loop takes the lock for each turn.
func FixedLock() {
	var mu sync.Mutex
	go func() {
		for range time.Tick(time.Second) {
			mu.Lock()
			mu.Unlock()
		}
	}()
	time.Sleep(time.Second)
	mu.Lock()
	mu.Unlock()
}

// Two goroutines send each other messages without end, a third one is left behind.
func LeakPlayers() {
	ball, end := make(chan int), make(chan int)
	play := func() {
		for {
			ball <- <-ball
		}
	}
	go play()
	go play()
	go func() { end <- 1 }()
	ball <- 1
}

// A worker ends without Done.
func LeakDone(early bool) {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		if early {
			return
		}
		wg.Done()
	}()
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	wg.Wait()
}

// The goroutine that ends the others is left behind with its lock, too.
func LeakTwice() {
	var mu sync.Mutex
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	go func() {
		mu.Lock()
		mu.Lock()
	}()
}

// A worker waits for work: there is none for now.
func MeantWork() {
	jobs := make(chan int)
	go func() {
		for range jobs {
		}
	}()
	jobs <- 1
	for range time.Tick(time.Second) {
		if len(jobs) > 3 {
			jobs <- 2
		}
	}
}

// The root waits for a service that does not end.
func MeantService() {
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for range time.Tick(time.Second) {
		}
	}()
	wg.Wait()
}

// The same with a channel.
func MeantDone() {
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range time.Tick(time.Second) {
		}
	}()
	<-done
}

// main waits for ever, the others work.
func MeantPark() {
	go func() {
		for range time.Tick(time.Second) {
		}
	}()
	select {}
}

// server ends when somebody calls Stop: not here.
type server struct{ stop chan struct{} }

func (s *server) Stop() { close(s.stop) }

func MeantStop() {
	s := &server{stop: make(chan struct{})}
	go func() { <-s.stop }()
	for range time.Tick(time.Second) {
	}
}

// The context does not end here.
func MeantContext() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() { <-ctx.Done() }()
	for range time.Tick(time.Second) {
	}
}

// A ticker wakes the goroutine, again and again.
func FixedTicker() {
	c := make(chan int)
	go func() {
		for range time.Tick(time.Second) {
			c <- 1
		}
	}()
	for range c {
	}
}

// The break leaves the select and not the loop, so the goroutine receives from quit again and again.
func LeakBreak() {
	in, quit, done := make(chan int), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-in:
			case <-quit:
				break
			}
		}
	}()
	close(quit)
	<-done
}

// The same with a channel of values, whose end is not noticed.
func LeakClosed() {
	in, done := make(chan int), make(chan struct{})
	go func() {
		defer close(done)
		for {
			if _, ok := <-in; !ok {
				continue
			}
		}
	}()
	in <- 1
	close(in)
	<-done
}

// The same with a context.
func LeakCanceled() {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-ctx.Done():
				break
			}
		}
	}()
	cancel()
	<-done
}

// The closed channel is a gate that is open, behind which the service works as long as it runs.
func MeantGate() {
	ready, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for range time.Tick(time.Second) {
			<-ready
		}
	}()
	close(ready)
	<-done
}
