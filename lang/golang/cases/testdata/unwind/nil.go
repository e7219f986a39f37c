package unwind

import "os"

// A channel that a branch makes nil is there, or not: both ways are looked at.

// deadlock possible
// ledger A03
func NilByBranch() {
	c := make(chan int)
	close(c)
	if len(os.Args) == 1 {
		c = nil
	}
	<-c
}

func picked() chan int {
	if len(os.Args) == 1 {
		return nil
	}
	c := make(chan int)
	close(c)
	return c
}

// deadlock possible
// ledger A03
func NilByResult() {
	<-picked()
}

// In a select it is taken to be there, and the ledger says so.

// deadlock within
// ledger B11
func NilInSelect() {
	c, d := make(chan int), make(chan int)
	close(c)
	if len(os.Args) == 1 {
		c = nil
	}
	select {
	case <-c:
	case <-d:
	}
}
