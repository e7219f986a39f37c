package roots

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// calling is what names of written functions begin with that are written for one call, as call_Get for Get.
const calling = "call_"

// Called returns the method, or the function of the package, that a written function calls; nil: it calls none.
// Operands of the call may be made by calls, too, which come before it. So of a function that is written for one call
// it is the one that the function is named after, and else the first one of its package.
func (ps *Packages) Called(fn *ssa.Function) *types.Func {
	var own, any *types.Func
	name, named := strings.CutPrefix(fn.Name(), calling)
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			site, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			to := ps.calls(site.Common())
			switch {
			case to == nil:
				continue
			case named && (to.Name() == name || strings.HasPrefix(name, to.Name()+"_")):
				return to
			case own == nil && fn.Pkg != nil && to.Pkg() == fn.Pkg.Pkg:
				own = to
			case any == nil:
				any = to
			}
		}
	}
	if own != nil {
		return own
	}
	return any
}

// calls returns the function, not a written one, that a call in a written function calls; nil: it is not known.
func (ps *Packages) calls(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil || ps.Written(fn) {
		return nil
	}
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	to, _ := fn.Object().(*types.Func)
	return to
}

// Starts returns the function of the package that a go statement of a written function starts, perhaps by a written one
// that calls it; nil: it starts none.
func (ps *Packages) Starts(g *ssa.Go) *types.Func {
	if to := ps.calls(&g.Call); to != nil {
		return to
	}
	if fn := g.Call.StaticCallee(); fn != nil && ps.Written(fn) {
		return ps.Called(fn)
	}
	return nil
}
