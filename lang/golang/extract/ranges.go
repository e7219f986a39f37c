package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// The numbers that a value may be. The task language counts in integers without end, and Go in those of a type, which
// goes on with its smallest number after its largest: uint8(255)+1 is 0. So a sum or a conversion is only written as
// one where its type has all the numbers that it may be.

// span is the least and the largest number that an integer may be in the program; ok is false if that is not known.
// counter finds the counter of a loop that a register is; it may be nil.
func (x *extractor) span(in *heap.Instance, v ssa.Value, counter func(ssa.Value) *counter) (low, high int64, ok bool) {
	if n, ok := x.values.Number(in, v); ok {
		return n, n, true
	}
	if counter != nil {
		if c := counter(v); c != nil {
			return c.from, max(c.most, c.from) + 1, true // its successor is the counter, too
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

// exact reports whether a sum, a difference or a conversion of integers is the number that it would be without a limit.
func (x *extractor) exact(in *heap.Instance, v ssa.Value, counter func(ssa.Value) *counter) bool {
	_, _, ok := x.span(in, v, counter)
	return ok && heap.IsInteger(v.Type())
}
