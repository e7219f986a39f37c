// Package values has rules of numbers that decide branches.
package values

import "sync/atomic"

// A number after the largest of its type is the smallest. What goes beyond the type is not known.

// deadlock possible
// ledger
func Wraps() {
	x := uint8(255)
	x++
	if x == 0 {
		select {}
	}
}

// deadlock none
// ledger
func Adds() {
	x := uint8(100)
	x++
	if x == 0 {
		select {}
	}
}

// deadlock possible
// ledger
func Converted() {
	x := 256
	if uint8(x) == 0 {
		select {}
	}
}

// deadlock possible
// ledger A06
func CounterConverted() {
	for i := 255; i < 258; i++ {
		if uint8(i) == 1 {
			select {}
		}
	}
}

// deadlock holds
// ledger
func CounterInRange() {
	c := make(chan int)
	for i := range 3 {
		if uint8(i) == 7 {
			<-c
		}
	}
}

// deadlock possible
// ledger A06
func CounterBelowZero() {
	for i := range uint(3) {
		if i-1 > 100 {
			select {}
		}
	}
}

// deadlock possible
// ledger
func AtomicConverted() {
	var n atomic.Int32
	n.Store(200)
	if int8(n.Load()) < 0 {
		select {}
	}
}

// What a function of package atomic stores, a load without it sees.

// deadlock possible
// ledger
func AtomicThenPlain() {
	var n int32
	atomic.StoreInt32(&n, 1)
	if n == 1 {
		select {}
	}
}

// deadlock within
// ledger B08
func AtomicThenBuffer() {
	n := int32(1)
	atomic.StoreInt32(&n, 0)
	c := make(chan int, n)
	c <- 1
}
