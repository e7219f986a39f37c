package heap

import "context"

// A context that is made in a loop stands for all that are made there, and so does its channel: where the first one
// ends, the second does not.
//
// deadlock unknown
// ledger A06 U06
func ContextsOfLoop() {
	var ends []context.CancelFunc
	var all []context.Context
	for range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		ends, all = append(ends, cancel), append(all, ctx)
	}
	ends[0]()
	<-all[1].Done()
}

// Nobody waits for contexts of this loop.
//
// deadlock holds
// ledger
func ContextsOfNobody() {
	for range 2 {
		_, cancel := context.WithCancel(context.Background())
		cancel()
	}
}
