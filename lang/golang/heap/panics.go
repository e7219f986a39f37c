package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A panic that nobody recovers ends the program, but first the runtime prints what was given to panic: it calls the
// method Error of an error, or String.

// printsPanic notes that the runtime may call a method, which synchronizes, of what is given to a panic, or of what
// that holds.
func (w *World) printPanic(in *Instance, p *ssa.Panic, l Loc) {
	switch l.Obj.Kind {
	case Unknown: // perhaps an error that holds one of the package's
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

// printsHeld looks for errors and the like in exported fields of a value of the library, as Err of an os.PathError: its
// method Error asks them for their texts.
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

// printsFor is the method of a value in a box that the runtime calls to print it, if it may synchronize.
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

// PanicCalls reports whether the runtime calls a method that may synchronize for what is given to a panic.
func (w *World) PanicCalls(in *Instance, p *ssa.Panic) bool {
	return w.printing[siteKey{in: in, site: p}]
}
