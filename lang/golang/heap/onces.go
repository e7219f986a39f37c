package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file is about calls of (*sync.Once).Do with a function that does not synchronize. They can be left out if
// every call on the same sync.Once passes that function. If another call passes one that does synchronize, they
// matter: they wait for it, and it is not called after them.

// onlyFor reports whether all calls of Do on a package variable, or on a field, pass function fn: its package uses
// the sync.Once in no other way, and no other package sees it. May err towards: no.
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

// nameOf returns the package variable or field whose address addr is, and whether other packages see it; nil for
// other addresses.
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

// isOperand reports whether v is an operand of an instruction.
func isOperand(i ssa.Instruction, v ssa.Value) bool {
	for _, o := range i.Operands(nil) {
		if *o == v {
			return true
		}
	}
	return false
}

// onlyCallsDo reports whether each of some instructions calls Do on an address and passes fn.
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

// doOnce is the full name of the method Do.
const doOnce = "(*sync.Once).Do"

// functionOf returns the function that an operand is, perhaps with captured variables; nil if it may be several.
func functionOf(v ssa.Value) *ssa.Function {
	if closure, ok := v.(*ssa.MakeClosure); ok {
		v = closure.Fn
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

// functions lists the functions, methods and function literals in the source of a package.
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
