package heap

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// This file says what an unanalysed function does with its operands: what the table of package std says, and
// otherwise anything.

// anything is the row for functions about which nothing is known.
var anything = std.Row{Holds: true, Gives: true, Fills: true, Later: true}

// rowOf returns the row for an unanalysed function; fn may be nil. A function of another module is taken to assign
// nothing to its operands: the ledger says that its calls are taken to return (B12).
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

// Prompt reports whether an unanalysed function retains none of its arguments after it returns. Storing an argument
// in the library object that it returns, as bufio.NewReader does, is allowed. It also returns true if the operands,
// by their types, lead to nothing that the function could call.
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

// CallsNothing reports whether an unanalysed function calls nothing of the program before it returns, by its row.
func CallsNothing(fn *ssa.Function) bool {
	row, ok := std.Of(FullName(fn))
	return ok && (row.Looks || row.Gives && strings.HasPrefix(std.Key(FullName(fn)), "sync.Map."))
}
