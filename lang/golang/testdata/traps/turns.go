package traps

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
)

// the test of the counter does not end the loop
func LeakUncontrolled() {
	c := make(chan int)
	for i := 0; ; i++ {
		if i < 2 {
			go func() { c <- 1 }()
		} else {
			<-c
		}
	}
}

func HoldsCountOnly() {
	c := make(chan int, 1)
	for i := 0; ; i++ {
		if i < 2 {
			c <- 1
		} else {
			return
		}
		<-c
	}
}

// four goroutines start one each
func HoldsFamily() {
	c := make(chan int)
	worker := func() { go func() { c <- 1 }() }
	for range 2 {
		for range 2 {
			go worker()
		}
	}
	for range 4 {
		<-c
	}
}

// no execution comes to the end of the loop, so no goroutine comes to its locks
func HoldsTurnsExit() {
	quit, stop := make(chan bool), make(chan bool)
	for i := 0; i < 1000; i++ {
		var a sync.Mutex
		go func() {
			select {
			case <-quit:
				a.Lock()
				a.Lock()
			case <-stop:
			}
		}()
		if i == 5 {
			close(stop)
			return
		}
	}
	close(quit)
}

type carrier struct{ c chan int }

// the field may be nil when it is used
func LeakExposedField() {
	b := &carrier{}
	fmt.Println(b)
	go func() { b.c <- 1 }()
	b.c = make(chan int)
	<-b.c
}

// so may one whose address is known
func LeakExposedPlace() {
	b := &carrier{}
	at := []*chan int{&b.c}
	go func() { *at[0] <- 1 }()
	b.c = make(chan int)
	<-b.c
}

// an unrecovered panic ends the program
func HoldsUnrecovered(late bool) {
	done := make(chan bool)
	go func() {
		if !late {
			panic("early")
		}
		defer func() { _ = recover() }()
		close(done)
	}()
	<-done
}

// the request cannot be wrong
func HoldsRequest() error {
	var mu sync.Mutex
	mu.Lock()
	_, err := http.NewRequest("GET", "http://localhost/", nil)
	if err != nil {
		return errors.Join(err, func() error { mu.Lock(); return nil }())
	}
	mu.Unlock()
	return nil
}

// the context of a group ends with an error, and there is none
func LeakGroupContext() error {
	g, ctx := errgroup.WithContext(context.Background())
	g.Go(func() error { <-ctx.Done(); return nil })
	return g.Wait()
}

func LeakSemaphore() {
	s := semaphore.NewWeighted(1)
	s.Acquire(context.Background(), 1)
	s.Acquire(context.Background(), 1)
}

func LeakLimit() {
	var g errgroup.Group
	g.SetLimit(1)
	g.Go(func() error {
		g.Go(func() error { return nil })
		return nil
	})
	g.Wait()
}
