package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Calls of (*sync.Once).Do with a function that does nothing: they matter if others give the same sync.Once one that
// does something, as that is not called after them, and they wait for it.

// onlyFor reports whether every call of Do on a variable of a package, or a field, gives it one function: the package
// has no other use of it, and no other package sees it. May err towards: no.
func (w *World) onlyFor(once ssa.Value, fn *ssa.Function) bool {
	key, exported := nameOf(once)
	at := fn
	for at.Parent() != nil {
		at = at.Parent()
	}
	if key == nil || exported || at.Pkg == nil || at.Origin() != nil {
		return false
	}
	for _, f := range w.functions(at.Pkg) {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				v, _ := i.(ssa.Value)
				if addr, ok := v.(*ssa.FieldAddr); ok {
					if k, _ := nameOf(addr); k == key && !onlyCallsDo(*addr.Referrers(), addr, fn) {
						return false
					}
				}
				if g, ok := key.(*ssa.Global); ok && isOperand(i, g) && !onlyCallsDo([]ssa.Instruction{i}, g, fn) {
					return false
				}
			}
		}
	}
	return true
}

// nameOf is the variable or field that an address is, and whether other packages see it; nil if it is neither.
func nameOf(addr ssa.Value) (key any, exported bool) {
	switch a := addr.(type) {
	case *ssa.Global:
		return a, a.Object() == nil || a.Object().Exported()
	case *ssa.FieldAddr:
		f := a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(a.Field)
		return f, f.Exported()
	}
	return nil, false
}

func isOperand(i ssa.Instruction, v ssa.Value) bool {
	for _, o := range i.Operands(nil) {
		if *o == v {
			return true
		}
	}
	return false
}

// onlyDoes reports whether each instruction of some calls Do on an address with a function.
func onlyCallsDo(of []ssa.Instruction, addr ssa.Value, fn *ssa.Function) bool {
	for _, i := range of {
		if _, debug := i.(*ssa.DebugRef); debug {
			continue
		}
		call, ok := i.(ssa.CallInstruction)
		if !ok || call.Common().StaticCallee() == nil || FullName(call.Common().StaticCallee()) != doOnce {
			return false
		}
		if args := call.Common().Args; args[0] != addr || functionOf(args[1]) != fn {
			return false
		}
	}
	return true
}

const doOnce = "(*sync.Once).Do"

// functionOf is the function that an operand is; nil if it may be several.
func functionOf(v ssa.Value) *ssa.Function {
	if closure, ok := v.(*ssa.MakeClosure); ok {
		v = closure.Fn
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

// functions lists the functions of a package that its source has.
func (w *World) functions(pkg *ssa.Package) []*ssa.Function {
	var out []*ssa.Function
	var put func(*ssa.Function)
	put = func(fn *ssa.Function) {
		if fn == nil {
			return
		}
		out = append(out, fn)
		for _, inner := range fn.AnonFuncs {
			put(inner)
		}
	}
	for _, m := range pkg.Members {
		switch m := m.(type) {
		case *ssa.Function:
			put(m)
		case *ssa.Type:
			if n, ok := types.Unalias(m.Type()).(*types.Named); ok {
				for method := range n.Methods() {
					put(w.Prog.FuncValue(method))
				}
			}
		}
	}
	return out
}
