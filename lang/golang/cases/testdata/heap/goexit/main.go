// Command goexit ends its main goroutine, and no other is left: the runtime calls that a deadlock.
package main

import "runtime"

// deadlock unknown
// ledger A05 U13
func main() { runtime.Goexit() }
