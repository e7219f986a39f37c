package values

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Number returns the value of an integer operand that is the same in every execution; ok is false for others.
func (f *Facts) Number(in *heap.Instance, v ssa.Value) (n int64, ok bool) {
	return heap.Number(in, v, f.known)
}

// Trips returns how often a loop with a counter is executed at most in an instance. from is the value of the counter
// in the first turn, and to the first value with which there is no turn. ok is false if these are not known.
func (f *Facts) Trips(in *heap.Instance, c *heap.Counter) (from, to, trips int64, ok bool) {
	return c.Trips(in, f.known)
}

// known returns what a load of a package variable or a field yields in every execution; false if that is not known.
func (f *Facts) known(in *heap.Instance, load *ssa.UnOp) (heap.Loaded, bool) {
	if g, ok := load.X.(*ssa.Global); ok && load.Op == token.MUL {
		n, ok := f.global(g)
		return heap.Loaded{N: n}, ok && heap.IsInteger(load.Type())
	}
	val, at, _, ok := f.Loaded(in, load)
	return heap.Loaded{Val: val, In: at}, ok
}
