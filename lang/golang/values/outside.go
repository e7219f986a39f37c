package values

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// This file finds values that the world outside chooses. Whether os.Open returns an error depends on the file system,
// so in every execution both answers are possible. The same holds of a boolean parameter of the root. A branch on
// such a value makes an execution no less certain, as the program may really go either way.

// outside are packages of the library whose functions ask the world outside.
var outside = map[string]bool{"database/sql": true, "net": true, "net/http": true, "os": true, "os/exec": true}

// inside has beginnings of names of functions in these packages whose results depend on their operands alone.
var inside = []string{"New", "Parse", "Split"}

// Outside reports whether a value is a result of a function that asks the world outside.
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

// AsksOutside reports whether a condition compares an error of such a function with nil.
func AsksOutside(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ || b.X.Type().String() != "error" {
		return false
	}
	c, ok := b.Y.(*ssa.Const)
	return ok && c.Value == nil && Outside(b.X)
}

// Free reports whether a parameter is a boolean that the caller of the root chooses.
func Free(in *heap.Instance, p *ssa.Parameter) bool {
	b, ok := p.Type().Underlying().(*types.Basic)
	return in.Parent == nil && ok && b.Kind() == types.Bool && len(*p.Referrers()) > 0
}
