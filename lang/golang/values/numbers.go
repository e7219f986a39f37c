package values

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Number is the value of an operand that is the same in every execution.
func (f *Facts) Number(in *heap.Instance, v ssa.Value) (int64, bool) {
	return heap.Number(in, v, f.known)
}

// Trips is how often a loop with a counter is executed at most in an instance: from is the first value of the counter,
// and to the first that it does not have in a turn.
func (f *Facts) Trips(in *heap.Instance, c *heap.Counter) (from, to, trips int64, ok bool) {
	return c.Trips(in, f.known)
}

// known is what a load gives in every execution: of a variable of a package, or of a field.
func (f *Facts) known(in *heap.Instance, load *ssa.UnOp) (heap.Loaded, bool) {
	if g, ok := load.X.(*ssa.Global); ok && load.Op == token.MUL {
		n, ok := f.global(g)
		return heap.Loaded{N: n}, ok && heap.IsInteger(load.Type())
	}
	val, at, _, ok := f.Loaded(in, load)
	return heap.Loaded{Val: val, In: at}, ok
}
