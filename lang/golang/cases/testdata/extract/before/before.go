// Package before waits while it is initialized.
package before

var c = make(chan int, 1)

func init() {
	c <- 1
	go func() { <-c }()
}

// What comes before a root is in its program.

// deadlock holds
// ledger
func Fill() {
	c <- 2
}

// deadlock violated
// ledger
func FillTwice() {
	c <- 2
	c <- 3
}
