package roots

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file is about *written* functions: those that package clients wrote. It finds what they call of the package.

// calling begins the names of written functions that make one call, as call_Get does for Get.
const calling = "call_"

// Called returns the method or function of the package that a written function calls; nil if it calls none. A written
// function may also make operands by calls. If it is named after a call (calling), the result is that one; else it is
// the first call of the package.
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

// calls returns the function that a call in a written function calls; nil if that is a written one, or not known.
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

// Starts returns the function of the package that a go statement of a written function starts, itself or by a written
// function that calls it; nil if there is none.
func (ps *Packages) Starts(g *ssa.Go) *types.Func {
	if to := ps.calls(&g.Call); to != nil {
		return to
	}
	if fn := g.Call.StaticCallee(); fn != nil && ps.Written(fn) {
		return ps.Called(fn)
	}
	return nil
}
