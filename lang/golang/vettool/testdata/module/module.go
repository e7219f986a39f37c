// Package module has a mistake of its own, and one that is in a package that it calls.
package module

import (
	"time"

	"example.com/module/inner"
)

func Late() {
	answer := make(chan int)
	go func() { answer <- 1 }()
	select {
	case <-answer:
	case <-time.After(time.Second):
	}
}

// Meant is not reported.
func Meant() {
	c := make(chan int)
	c <- 1 //flavers:ignore deadlock an example
}

// Calls is blocked in another package, whose body is not seen.
func Calls() {
	inner.Wait(make(chan int))
}

// Maybe is blocked if data is so that it is: only possible.
func Maybe(n int) {
	c := make(chan int, 1)
	if n*n == 7 {
		c <- 1
	}
	c <- 2
}
