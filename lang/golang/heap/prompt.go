package heap

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// What a function that is not followed does with its operands: what package std says of it, and otherwise anything.

// anything is the row of functions that nothing is known of.
var anything = std.Row{Holds: true, Gives: true, Fills: true, Later: true}

// does is the row of a function that is not analysed; fn may be nil. A function of another module does not know the
// types of the package, and who asks it is told that its calls are taken to return (B12): it assigns nothing.
func (w *World) rowOf(fn *ssa.Function) std.Row {
	if fn == nil {
		return anything
	}
	if row, ok := std.Of(FullName(fn)); ok {
		return row
	}
	row := anything
	pkg := packageOf(fn)
	row.Fills = pkg == nil || w.Library(pkg)
	return row
}

// Prompt reports whether an unanalysed function retains none of its arguments after it returns. Storing an argument in
// the library object that it returns, as bufio.NewReader does, is allowed. So does a function whose operands, by their
// types, lead to nothing that it could call.
func Prompt(fn *ssa.Function) bool {
	if fn == nil {
		return false
	}
	if row, ok := std.Of(FullName(fn)); ok {
		return !row.Later
	}
	sig := fn.Signature
	return !Carries(sig.Params(), nil) && (sig.Recv() == nil || !Carries(sig.Recv().Type(), nil))
}
