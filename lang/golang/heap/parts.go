package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file lists the methods that unanalysed code may call of a value that it keeps.

// KeptMethods lists the exported methods of the interface value o. If the value was given away as one of type any
// (Deep), it also lists those of its parts, which reflection finds.
func (w *World) KeptMethods(o *Object) []*ssa.Function {
	// Package testing has models of its own.
	if o.Kind != Box || types.IsInterface(o.Type) || IsTesting(o.Type) {
		return nil
	}
	out := w.exported(o.Type, nil)
	if o.Deep {
		out = w.partMethods(o.Type, map[types.Type]bool{}, out)
	}
	return out
}

// exported appends the exported methods of a type to out.
func (w *World) exported(t types.Type, out []*ssa.Function) []*ssa.Function {
	for m := range w.Prog.MethodSets.MethodSet(t).Methods() {
		if fn := w.Prog.MethodValue(m); fn != nil && m.Obj().Exported() {
			out = append(out, fn)
		}
	}
	return out
}

// partMethods appends to out the exported methods of the parts of a type: items, and fields that other packages see.
func (w *World) partMethods(t types.Type, seen map[types.Type]bool, out []*ssa.Function) []*ssa.Function {
	part := func(t types.Type) {
		if n, ok := types.Unalias(t).(*types.Named); ok && !types.IsInterface(t) && !seen[t] {
			out = w.exported(w.pointer(n), out)
		}
		out = w.partMethods(t, seen, out)
	}
	if seen[t] {
		return out
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Slice:
		part(u.Elem())
	case *types.Array:
		part(u.Elem())
	case *types.Map:
		part(u.Key())
		part(u.Elem())
	case *types.Pointer:
		out = w.partMethods(u.Elem(), seen, out) // the methods of Elem are listed with those of the pointer
	case *types.Struct:
		for f := range fieldsSeen(u) {
			part(f.Type())
		}
	}
	return out
}

// deepen sets Deep for value l, which unanalysed code keeps as an operand of type t, if t is any, or a slice of it:
// the code may look into the value by reflection.
func (w *World) deepen(l Loc, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if u.NumMethods() == 0 && l.Obj.Kind == Box {
			l.Obj.Deep = true
		}
	case *types.Slice:
		if types.IsInterface(u.Elem()) {
			w.forEach(w.cell(Loc{l.Obj, l.Path + items}), func(l Loc) { w.deepen(l, u.Elem()) })
		}
	}
}
