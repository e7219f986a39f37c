package roots

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// RuntimeName returns the name of a function as stack traces of goroutines have it: "main.(*Server).run",
// "main.main.func1".
func RuntimeName(fn *ssa.Function) string {
	name := fn.Name()
	top := fn
	for top.Parent() != nil {
		top = top.Parent()
	}
	parts := strings.Split(name, "$") // go/ssa calls the first literal in main main$1
	if len(parts) > 1 && fn.Parent() != nil {
		name = parts[0] + ".func" + strings.Join(parts[1:], ".")
	}
	if recv := top.Signature.Recv(); recv != nil {
		t, star := recv.Type(), ""
		if p, ok := t.(*types.Pointer); ok {
			t, star = p.Elem(), "*"
		}
		if n, ok := t.(*types.Named); ok {
			if t := n.Obj().Name(); star != "" {
				name = "(*" + t + ")." + name
			} else {
				name = t + "." + name
			}
		}
	}
	if top.Pkg != nil {
		name = top.Pkg.Pkg.Name() + "." + name
	}
	return name
}
