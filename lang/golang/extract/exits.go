package extract

import (
	"fmt"
	"go/token"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
	"flavers/report/ledger"
)

// A Go program ends when main returns, by os.Exit, or by a panic that nothing recovers. All its goroutines end then.
// The task language cannot end other tasks, so these go on, and the task that ended the program moves for ever:
//
//	event exits_program
//	loop { skip }
//
// Therefore no execution deadlocks once the Go program has ended. Any other violation after the event may not be one
// of the package, and is reported as possible only (report.Qualify).

// exit returns the statements for the end of the Go program.
func exit(pos token.Pos) []write.Line {
	return append(write.One("event "+ledger.Exit, pos), write.Block(pos, "loop", write.One("skip", pos))...)
}

// uncaught returns the end of the Go program after the first function of a goroutine, or that of a subtest, if a
// panic may leave it. For other instances it returns nothing.
func (x *extractor) uncaught(in *heap.Instance) []write.Line {
	outermost := in.Parent == nil || in.Spawned || x.leaves.OfTest(in)
	if !outermost || !x.mayPanic(in) {
		return nil
	}
	pos := in.Fn.Pos()
	return write.Block(pos, fmt.Sprintf("if %s >= %d", x.unwinding(in), panicking), exit(pos))
}

// mayPanic reports whether a panic may leave an instance, and its task may end by one.
func (x *extractor) mayPanic(in *heap.Instance) bool {
	return x.leaves.Unwinds(in) && x.panicked[in.Owner()]
}
