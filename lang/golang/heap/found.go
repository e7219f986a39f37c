package heap

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// This file adds the calls that a function of the library makes of what it finds in its operands:
//
//	io.Copy(dst, &io.LimitedReader{R: mine, N: 8}) // may call mine.Read, in the exported field R
//
// It finds functions and interface values in exported fields of structs of the library, in slices, and in the results
// of functions and methods that it calls, as a file that a file system opens. Fields that are not exported do not
// count: their content was given to another function, whose row in package std says that it is kept.

// finder is one call of a function that is not followed, with the row of package std for that function.
type finder struct {
	w    *World
	in   *Instance
	site ssa.CallInstruction
	copy int
	row  std.Row
}

// foundKey identifies something that a call has looked into.
type foundKey struct {
	siteKey
	value any        // the node of a value, or an instance whose results the call gets
	t     types.Type // of the value; nil for an instance
}

// first reports whether the call looks into something for the first time, and records that it has.
func (f finder) first(at any, t types.Type) bool {
	key := foundKey{siteKey{f.in, f.site, f.copy}, at, t}
	if f.w.found[key] {
		return false
	}
	f.w.found[key] = true
	return true
}

// value looks into a value of type t. at returns the node of a part of the value, by its path. If the call keeps the
// value, nothing is done: the value may be called at any time then (retain).
func (f finder) value(at func(leaf string) node, t types.Type) {
	w := f.w
	if !w.carries(t) || f.row.Looks || f.row.Keeps() || !f.first(at(""), t) {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		w.forEachPossible(at(""), u, func(l Loc) {
			if l.Obj.Kind != Box || IsTesting(l.Obj.Type) {
				return
			}
			for m := range u.Methods() {
				f.method(w.Method(l.Obj.Type, m.Pkg(), m.Name()), l)
			}
			if a := askSets[f.row.Asks]; a != nil {
				for _, fn := range w.methodsAsked(l.Obj.Type, a) {
					f.method(fn, l)
				}
			}
			f.boxed(l)
		})
	case *types.Signature:
		w.forEachPossible(at(""), u, f.function)
	case *types.Pointer:
		w.forEach(at(""), func(l Loc) {
			f.value(func(leaf string) node { return w.foreignCell(Loc{l.Obj, l.Path + leaf}) }, u.Elem())
		})
	case *types.Slice:
		w.forEach(at(""), func(l Loc) {
			f.value(func(leaf string) node { return w.foreignCell(Loc{l.Obj, l.Path + items + leaf}) }, u.Elem())
		})
	case *types.Struct:
		if !w.ofLibrary(t) {
			return
		}
		for v := range fieldsSeen(u) {
			f.value(func(leaf string) node { return at("." + v.Name() + leaf) }, v.Type())
		}
	}
}

// boxed looks into what an interface value holds, if that is a struct of the library.
func (f finder) boxed(l Loc) {
	f.value(func(leaf string) node { return f.w.cell(Loc{l.Obj, content + leaf}) }, l.Obj.Type)
}

// method calls a method of what an interface value holds, if it may synchronize, or return what does.
func (f finder) method(fn *ssa.Function, l Loc) {
	if fn != nil && (f.w.leads(fn) || f.w.returnsMore(fn)) {
		f.returned(f.w.method(f.in, f.site, f.copy, fn, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}, true))
	}
}

// function calls a function.
func (f finder) function(l Loc) {
	if l.Obj.Kind == Func {
		f.returned(f.w.callBack(f.in, f.site, f.copy, l.Obj, true, false))
	}
}

// returned looks into the results of a function or method that the call has called; callee may be nil.
func (f finder) returned(callee *Instance) {
	if callee == nil || f.row.Looks || !f.first(callee, nil) {
		return
	}
	for _, b := range callee.Fn.Blocks {
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range r.Results {
			if f.row.Keeps() && f.w.carries(v.Type()) {
				f.w.forEach(f.w.reg(callee, v, ""), func(l Loc) { f.w.retainFrom(f.in, l) })
			}
			f.value(func(leaf string) node { return f.w.reg(callee, v, leaf) }, v.Type())
		}
	}
}

// mayOpen reports whether a function or method may return an interface value with a method that may synchronize:
// whoever keeps the function can get that value.
func (w *World) mayOpen(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		t := v.Type()
		known, ok := w.opensMemo[t]
		if !ok {
			if i, is := t.Underlying().(*types.Interface); is {
				known = slices.ContainsFunc(w.Prog.RuntimeTypes(), func(t types.Type) bool { return w.waitsAs(t, i) })
			}
			w.opensMemo[t] = known
		}
		if known {
			return true
		}
	}
	return false
}

// waitsAs reports whether a type implements an interface by methods of which one may synchronize.
func (w *World) waitsAs(t types.Type, i *types.Interface) bool {
	if types.IsInterface(t) || !types.Implements(t, i) {
		return false
	}
	for m := range i.Methods() {
		if fn := w.Method(t, m.Pkg(), m.Name()); fn != nil && w.Synchronizing(fn) {
			return true
		}
	}
	return false
}

// ofLibrary reports whether a type is declared in the standard library, other than those of package testing.
func (w *World) ofLibrary(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && w.Library(n.Obj().Pkg()) && !IsTesting(t)
}
