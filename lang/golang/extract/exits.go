package extract

import (
	"fmt"
	"go/token"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// The end of the package's program: a panic that nothing recovers, os.Exit, the return of main. All goroutines end
// with it. In the model the others go on, and the one that ended the program moves for ever:
//
//	event exits_program
//	loop { skip }
//
// So no execution in which the program has ended deadlocks. What else is wrong after that event is only possible
// (report.Qualify).

// exit ends the program.
func exit(pos token.Pos) []write.Line {
	return append(write.One("event "+ledger.Exit, pos), write.Block(pos, "loop", write.One("skip", pos))...)
}

// uncaught ends the program where a panic leaves the last function of a goroutine, or a subtest.
func (x *extractor) uncaught(in *heap.Instance) []write.Line {
	if in.Parent != nil && !in.Spawned && !x.leaves.OfTest(in) || !x.mayPanic(in) {
		return nil
	}
	pos := in.Fn.Pos()
	return write.Block(pos, fmt.Sprintf("if %s >= %d", x.unwinding(in), panicking), exit(pos))
}

// mayPanic reports whether an instance may be left by a panic of the model.
func (x *extractor) mayPanic(in *heap.Instance) bool {
	return x.leaves.Unwinds(in) && x.panicked[in.Owner()]
}
