// Package heap has rules of the points-to analysis.
package heap

import "sync"

// Calls of different functions are followed as deep as they are.

// pointed to by the last one of the chain
//
// deadlock violated
// ledger
func Chain() {
	chain0(make(chan int)) // make@13
}

func chain0(c chan int) { chain1(c) }
func chain1(c chan int) { chain2(c) }
func chain2(c chan int) { <-c }

// Recursion is followed twice if nothing says how deep it is.

// deadlock possible
// ledger B02
// busy
func Data(n int) {
	data(n, make(chan int))
}

func data(n int, c chan int) {
	if n == 3 {
		<-c
		return
	}
	data(n-1, c)
}

// It is followed to its end if numbers that it is given say where that is.

// deadlock violated
// ledger
func Counted() {
	data(9, make(chan int))
}

// deadlock violated
// ledger
func Mutual() {
	even(6, make(chan int))
}

func even(n int, c chan int) {
	if n == 0 {
		<-c
		return
	}
	odd(n-1, c)
}

func odd(n int, c chan int) {
	if n > 0 {
		even(n-1, c)
	}
}

// deadlock possible
// ledger A03
func Items() {
	var a, b, c sync.Mutex
	all([]*sync.Mutex{&a, &b, &c, &b})
}

func all(locks []*sync.Mutex) {
	if len(locks) == 0 {
		return
	}
	locks[0].Lock()
	all(locks[1:])
}

// deadlock violated
// ledger
func Literal() {
	c := make(chan int)
	var down func(int)
	down = func(n int) {
		if n <= 0 {
			<-c
		} else {
			down(n - 2)
		}
	}
	down(7)
}

// deadlock violated
// ledger
func Goroutines() {
	c := make(chan int)
	go starts(5, c)
	<-c
}

func starts(n int, c chan int) {
	if n > 0 {
		go starts(n-1, c)
	}
}

// More than 64 times, it is followed twice only.

// deadlock within
// ledger B02
func TooDeep() {
	data(99, make(chan int))
}

// The same function with other captured variables is no recursion.

// deadlock violated
// ledger
func Middlewares() {
	c := make(chan int)
	f := func() { <-c }
	wrap(wrap(wrap(wrap(f))))()
}

func wrap(next func()) func() {
	return func() { next() }
}

// A constant above the largest int64 is no number that is known: no branch is left out for it.

// deadlock possible
// ledger
func Large() {
	below(5, make(chan int))
}

func below(n uint64, c chan int) {
	if n < 1<<63 {
		<-c
		return
	}
	println("large")
}
