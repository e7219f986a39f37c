package extract

import (
	"flavers/lang/golang/slice"
	"flavers/lang/golang/track"
	"flavers/report/ledger"
)

// Codes of ledger entries, which docs/codes.md explains. B: the program is bounded. A: it has more executions than
// the package. U: something is not modelled, and left out.
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

// harmless lists the codes of entries that leave out nothing that may wait. If the program of a root does nothing,
// and its ledger has only these codes, then nothing in the root waits (Program.Empty). With any other entry,
// something that waits may have been left out.
//
//   - A03, A06, A08 and A11 add executions, and remove none that waits: a loop that is taken to end has an exit, and
//     functions that share a calling context do not synchronize.
//   - U09 adds calls of a timer's function.
var harmless = []string{anyOfSeveral, endlessLoop, pollingLoop, slice.Shared, timers}

// Guessing lists the codes of entries with which an execution of the program may be none of the package: a lock that
// is only tried may be waited for, a loop may end before others let it, an object may outlive the root, or something
// that others wait for is left out.
var Guessing = []string{tryLock, pollingLoop, slice.Shared, track.Outlives, "B02", "B03", "B04", deferredOnce, boundedBuffer,
	unknownBuffer, unknownAdd}

// Cut lists the codes of entries about loops that were cut short; see Program.Apart.
var Cut = []string{someGoroutines, boundedLoop}
