package unwind

import "runtime"

// What a deferred call does while its function is left: by a panic, or by the end of the goroutine.

func ends(b bool) {
	if b {
		runtime.Goexit()
	}
}

func recovers() { _ = recover() }

func recovered() {
	defer recovers()
	panic(2)
}

// The end of the goroutine stops the panic: the program goes on.

// deadlock violated
// ledger A05 B10
func GoexitStopsPanic() {
	c := make(chan int)
	go func() {
		defer func() { <-c }()
		defer runtime.Goexit()
		panic(1)
	}()
	<-c
}

// deadlock violated
// ledger A05 B10
func GoexitMayStopPanic(b bool) {
	c := make(chan int)
	go func() {
		defer func() { <-c }()
		defer func() { ends(b) }()
		panic(1)
	}()
	<-c
}

// The functions around are left, too.

// deadlock violated
// ledger A05 B10
func GoexitLeavesCallers() {
	c := make(chan int)
	go func() {
		func() {
			defer func() { runtime.Goexit() }()
			panic(1)
		}()
		c <- 1
	}()
	<-c
}

// deadlock violated
// ledger B10
func GoexitInDeferredLeavesCallers() {
	c := make(chan int)
	go func() {
		func() {
			defer func() { ends(true) }()
		}()
		c <- 1
	}()
	<-c
}

// A call in a deferred call that might end the goroutine, and does not, is no reason to leave the deferred call.

// deadlock violated
// ledger B10
func CallInDeferred() {
	c := make(chan int)
	go func() {
		defer func() {
			ends(false)
			<-c
		}()
		runtime.Goexit()
	}()
}

// deadlock within
// ledger B10
func CallInDeferredReturns() {
	c := make(chan int)
	go func() {
		defer func() {
			recovered()
			c <- 1
		}()
		runtime.Goexit()
	}()
	<-c
}

// A panic in a deferred call that is recovered there leaves alone what is pending.

// deadlock violated
// ledger B10
func RecoveredInDeferred() {
	c := make(chan int)
	go func() {
		defer recovers()
		func() {
			defer func() { recovered() }()
			panic(1)
		}()
		c <- 1
	}()
	<-c
}

// deadlock within
// ledger B10
func BothRecovered() {
	c := make(chan int)
	go func() {
		func() {
			defer recovers()
			defer func() { recovered() }()
			panic(1)
		}()
		c <- 1
	}()
	<-c
}

// When a panic is recovered in a goroutine that ends, it still ends.

// deadlock violated
// ledger A05 B10
func RecoveredAtEnd() {
	c := make(chan int)
	go func() {
		func() {
			defer recovers()
			defer func() { panic(1) }()
			runtime.Goexit()
		}()
		c <- 1
	}()
	<-c
}

// A function that was left by a panic has nothing pending when it returns the next time.

// deadlock within
// ledger B10
func LeftOnce() {
	b := true
	left := func() {
		defer func() {
			recovered()
			if !b && recover() != nil {
				select {}
			}
		}()
		if b {
			panic(1)
		}
	}
	for range 2 {
		func() {
			defer recovers()
			left()
		}()
		b = false
	}
}
