package values

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Whether a file can be opened or a connection is made depends on the world outside: both answers are possible in
// every execution. So are the values of a parameter of the root. A branch on such an answer is no guess: a
// violation that takes one is not only possible.

// outside are packages of the library whose functions ask the world outside.
var outside = map[string]bool{"database/sql": true, "net": true, "net/http": true, "os": true, "os/exec": true}

// inside are the first words of the names of their functions whose errors depend on the operands alone.
var inside = []string{"New", "Parse", "Split"}

// Outside reports whether a value is one that a function of these packages returns.
func Outside(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || call.Call.StaticCallee() == nil {
		return false
	}
	fn := call.Call.StaticCallee()
	named := func(prefix string) bool { return strings.HasPrefix(fn.Name(), prefix) }
	return fn.Pkg != nil && outside[fn.Pkg.Pkg.Path()] && fn.Blocks == nil && !slices.ContainsFunc(inside, named)
}

// AsksOutside reports whether a condition compares such an error with nil.
func AsksOutside(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ || b.X.Type().String() != "error" {
		return false
	}
	c, ok := b.Y.(*ssa.Const)
	return ok && c.Value == nil && Outside(b.X)
}

// Free reports whether a parameter is true or false as who calls the root likes.
func Free(in *heap.Instance, p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	return in.Parent == nil && ok && b.Kind() == types.Bool && len(*p.Referrers()) > 0
}
