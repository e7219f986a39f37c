package extract

import (
	"flavers/lang/golang/slice"
	"flavers/lang/golang/track"
	"flavers/report/ledger"
)

// Entries of ledgers: B bounds what is looked at, A takes in more than there is, U leaves
// out what is not modelled.
const (
	someGoroutines = "B01"
	oneForMany     = "U06" // an object that is made again and again is one
	unknownBuffer  = "B08"
	anyOfSeveral   = "A03"
	unknownAdd     = "B09"
	exits          = "A05"
	endlessLoop    = "A06"
	tryLock        = "A07"
	pollingLoop    = "A11"
	recovers       = ledger.Recovered
	timers         = "U09"
	recoversSome   = slice.Unrecovered
	madeBefore     = "B11" // heap notes B12
	boundedBuffer  = "B06"
	boundedLoop    = "B07"
	deferredOnce   = "B05"
	otherTests     = "B14"
	unknownChan    = "U01"
	unknownLock    = "U03"
	jumpIntoLoop   = "U04"
	keptChan       = "U10" // heap notes U11 to U15
)

// harmless are the codes that do not stand for anything that may wait. The program of a root that has no part in
// synchronization is worth no more than its ledger: with any other entry, something that waits may have been left out.
//
//   - A03, A06, A08 and A11 take in more executions, and leave out none that waits: a loop that is taken to end has an
//     exit, and functions that share their contexts do not synchronize.
//   - U09 has a function called that is not called in every execution.
var harmless = []string{anyOfSeveral, endlessLoop, pollingLoop, slice.Shared, timers}

// Guessing lists ledger codes under which an execution of the model may be none of the package:
// where a lock may be waited for that is only tried, where a loop ends before others let it, where an object outlives
// the root, and where something is left out that another may wait for.
var Guessing = []string{tryLock, pollingLoop, slice.Shared, track.Outlives, "B02", "B03", "B04", deferredOnce, boundedBuffer,
	unknownBuffer, unknownAdd}

// Cut lists ledger codes of loops that were cut short; see Program.Apart.
var Cut = []string{someGoroutines, boundedLoop}
