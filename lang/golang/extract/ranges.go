package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// This file decides where integers of Go may be written as integers of the task language. Those of Go overflow:
// uint8(255)+1 is 0. Those of the task language are unbounded. So a sum or a conversion is translated only if each
// value that it may have fits its type in Go.

// span returns the least and the largest value that an integer may have in the program; ok is false if these are not
// known, or do not fit its type. counter returns the counter of a loop that a value is, or nil (graph.counter); it
// may be nil itself.
func (x *extractor) span(in *heap.Instance, v ssa.Value, counter func(ssa.Value) *counter) (low, high int64, ok bool) {
	if n, ok := x.values.Number(in, v); ok {
		return n, n, true
	}
	if counter != nil {
		if c := counter(v); c != nil {
			return c.from, max(c.most, c.from) + 1, true // v may be the register of the next turn
		}
	}
	switch v := v.(type) {
	case *ssa.Convert:
		low, high, ok = x.span(in, v.X, counter)
	case *ssa.ChangeType:
		return x.span(in, v.X, counter)
	case *ssa.BinOp:
		a, b, known := x.span(in, v.X, counter)
		c, d, too := x.span(in, v.Y, counter)
		switch ok = known && too; v.Op {
		case token.ADD:
			low, high = a+c, b+d
		case token.SUB:
			low, high = a-d, b-c
		default:
			ok = false
		}
	case *ssa.Call:
		w := x.seen(in, v)
		if w == nil || w.kind != numberWord {
			return 0, 0, false
		}
		low, high, ok = w.lo, w.hi, true
	}
	return low, high, ok && heap.Fits(low, v.Type()) && heap.Fits(high, v.Type())
}

// exact reports whether a sum, a difference or a conversion of integers never overflows.
func (x *extractor) exact(in *heap.Instance, v ssa.Value, counter func(ssa.Value) *counter) bool {
	_, _, ok := x.span(in, v, counter)
	return ok && heap.IsInteger(v.Type())
}
