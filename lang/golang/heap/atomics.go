package heap

import (
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file adds the constraints of operations of package sync/atomic. Each is a target under its full name, so that
// package extract can translate it. Pointers and interface values in an atomic.Pointer or atomic.Value are the
// content of its place ".v": a Store adds to that, and a Load reads it.

// Atomic reports whether a function is an operation of sync/atomic, and returns what it does, "Load", "Store",
// "Swap", "CompareAndSwap", "Add", "And" or "Or", and to which type of variable: "Bool", "Int32", .., "Pointer",
// "Value". The functions on unsafe pointers have the type "unsafe.Pointer".
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

// atomicValue is the path of what an atomic variable holds.
const atomicValue = ".v"

// atomicCall adds the constraints of a call of a function with a name, if that is an operation of sync/atomic; else
// it returns false, also for functions on unsafe pointers.
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
