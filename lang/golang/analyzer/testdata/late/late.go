package late

import (
	"sync"
	"time"

	"example.com/analyzed/other"
)

func Ask() {
	answer := make(chan int)
	go func() { answer <- 1 }() // want `deadlock: Ask.func1 waits at answer <- 1 for ever in late.Ask \(an execution of this package alone\)`
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
}

// Both roots lead to one mistake: it is told once.
func First()  { misuse() }
func Second() { misuse() }

func misuse() {
	var mu sync.Mutex
	mu.Unlock() // want `run-time error: .*in late.First, late.Second`
}

func Right() {
	c := make(chan int, 1)
	c <- 1
	<-c
}

func Calls() {
	c := make(chan int)
	go other.Take(c)
	c <- 1
}

func Ignored() {
	c := make(chan int)
	c <- 1 //nolint:flavers // an example
}
