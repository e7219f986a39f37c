package heap

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Operations of package sync/atomic: they are targets under their full names. What an atomic.Pointer or atomic.Value
// holds is in the cell ".v" of it.

// Atomic reports whether a function is an operation of sync/atomic, and what it does: "Load", "Store", "Swap",
// "CompareAndSwap", "Add", "And" or "Or", to a variable of a type "Bool", "Int32", .., "Pointer", "Value".
func Atomic(name string) (verb, typ string, ok bool) {
	if method, ok := strings.CutPrefix(name, "(*sync/atomic."); ok {
		typ, verb, ok = strings.Cut(method, ").")
		typ, _, _ = strings.Cut(typ, "[")
		return verb, typ, ok
	}
	function, ok := strings.CutPrefix(name, "sync/atomic.")
	if !ok {
		return "", "", false
	}
	for _, verb := range []string{"Load", "Store", "Swap", "CompareAndSwap", "Add", "And", "Or"} {
		if typ, ok := strings.CutPrefix(function, verb); ok {
			if typ == "Pointer" {
				typ = "unsafe.Pointer"
			}
			return verb, typ, true
		}
	}
	return "", "", false
}

const atomicValue = ".v"

// atomic is a call of an operation of sync/atomic, but for those of unsafe pointers.
func (w *World) atomicCall(in *Instance, site ssa.CallInstruction, copy int, name string, args []Arg) bool {
	verb, typ, ok := Atomic(name)
	if !ok || typ == "unsafe.Pointer" {
		return false
	}
	w.target(in, site, copy, Target{Model: name, Args: args})
	if typ != "Pointer" && typ != "Value" {
		return true
	}
	x := site.Value()
	w.forEach(w.argNode(args[0], ""), func(l Loc) {
		cell := Loc{l.Obj, l.Path + atomicValue}
		if verb != "Load" && l.Obj.Kind != Unknown {
			w.turnEdge(in, site, copy, w.argNode(args[len(args)-1], ""), w.cell(cell))
		}
		switch {
		case x == nil || verb != "Load" && verb != "Swap":
		case l.Obj.Kind == Unknown:
			w.spread(in, x, x.Type(), "")
		default:
			w.edge(w.cell(cell), w.reg(in, x, ""))
		}
	})
	return true
}

// assigns reports whether a function is an operation of sync/atomic that changes a variable.
func assigns(name string) bool {
	verb, _, ok := Atomic(name)
	return ok && verb != "Load"
}
