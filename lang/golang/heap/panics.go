package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// When a panic ends the program, the runtime first prints the value that was passed to panic: it calls the method
// Error or String of the value. This file finds panics for which such a method may synchronize.

// printPanic records that the runtime may call a method of value l, which is passed to panic p, or of what the value
// holds, if the method may synchronize.
func (w *World) printPanic(in *Instance, p *ssa.Panic, l Loc) {
	switch l.Obj.Kind {
	case Unknown: // it may be an error that wraps one of the package
		w.callsUnknown = true
	case Context:
		w.printHeld(in, p, w.contextTexts())
	case Box:
		if fn := w.printMethod(l); fn != nil {
			w.Note("U11", p.Pos(), "the runtime calls "+fn.Name()+" of this value, unless the panic is recovered")
			w.printing[siteKey{in: in, site: p}] = true
		}
		w.printHeld(in, p, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}})
	}
}

// printHeld is printPanic for the values in exported fields of a struct of the library, as Err of an os.PathError,
// whose method Error calls that of Err.
func (w *World) printHeld(in *Instance, p *ssa.Panic, a Arg) {
	key := foundKey{siteKey{in: in, site: p}, w.argNode(a, ""), a.Type}
	if w.found[key] || !w.carries(a.Type) {
		return
	}
	w.found[key] = true
	switch u := a.Type.Underlying().(type) {
	case *types.Interface:
		w.forEachPossible(w.argNode(a, ""), u, func(l Loc) { w.printPanic(in, p, l) })
	case *types.Pointer:
		w.forEach(w.argNode(a, ""), func(l Loc) { w.printHeld(in, p, Arg{Type: u.Elem(), cell: &l}) })
	case *types.Struct:
		if !w.ofLibrary(a.Type) {
			return
		}
		for f := range fieldsSeen(u) {
			w.printHeld(in, p, Arg{Type: f.Type(), cell: &Loc{a.cell.Obj, a.cell.Path + "." + f.Name()}})
		}
	}
}

// printMethod returns the method that the runtime calls to print the interface value at l, if it may synchronize;
// else nil.
func (w *World) printMethod(l Loc) *ssa.Function {
	for _, name := range []string{"Error", "String"} {
		fn := w.Method(l.Obj.Type, nil, name)
		if fn == nil || signature(fn.Signature) != "func() string" {
			continue
		}
		if w.leads(fn) {
			return fn
		}
		return nil
	}
	return nil
}

// PanicCalls reports whether the runtime calls a method that may synchronize to print the value of a panic.
func (w *World) PanicCalls(in *Instance, p *ssa.Panic) bool {
	return w.printing[siteKey{in: in, site: p}]
}
