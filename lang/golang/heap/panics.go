package heap

import (
	"golang.org/x/tools/go/ssa"
)

// A panic that nobody recovers ends the program, but first the runtime prints what was given to panic: it calls the
// method Error of an error, or String.

// printsPanic notes that the runtime may call a method, which synchronizes, of what is given to a panic.
func (w *World) printsPanic(p *ssa.Panic, l Loc) {
	switch l.Obj.Kind {
	case Unknown: // perhaps an error that holds one of the package's
		w.asked = true
	case Box:
		if fn := w.printsFor(l); fn != nil {
			w.Note("U11", p.Pos(), "the runtime calls "+fn.Name()+" of this value, unless the panic is recovered")
		}
	}
}

// printsFor is the method of a value in a box that the runtime calls to print it, if it may synchronize.
func (w *World) printsFor(l Loc) *ssa.Function {
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
	for _, l := range w.Objects(in, p.X) {
		if l.Obj.Kind == Box && w.printsFor(l) != nil {
			return true
		}
	}
	return false
}
