package heap

import (
	"go/token"
	"go/types"
	"strconv"
)

// A register that holds a struct or a tuple has a node for each *leaf*: each part that may point somewhere. This file
// lists the leaves of types. For
//
//	type job struct { name string; done chan int; parent *job }
//
// they are ".done" and ".parent". Where functions share calling contexts, pointers that lead to mere data are left
// out, too (Plain).

// unknownObject is the code of ledger entries about objects that are not known.
const unknownObject = "U02"

// leaves lists the paths of the leaves of a type, as ".a.b[]"; "" is the value itself. Answers are kept.
func (w *World) leaves(t types.Type) []string {
	known, ok := w.leavesMemo[t]
	if !ok {
		known = w.leavesOf(t)
		if len(known) > mostLeaves {
			w.Note(unknownObject, token.NoPos, "a value has more than 4,096 parts that may point somewhere: the others are left out")
			known = known[:mostLeaves]
		}
		w.leavesMemo[t] = known
	}
	return known
}

// mostLeaves bounds the leaves of a type: structs of structs may have exponentially many.
const mostLeaves = 4096

// leavesOf computes the leaves of a type from the kept ones of its parts. It may return more than mostLeaves, but
// stops soon after.
func (w *World) leavesOf(t types.Type) (out []string) {
	add := func(step string, of types.Type) {
		if len(out) > mostLeaves {
			return
		}
		for _, leaf := range w.leaves(of) {
			out = append(out, step+leaf)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			add("."+f.Name(), f.Type())
		}
	case *types.Array:
		add(items, u.Elem())
	case *types.Tuple:
		for i := range u.Len() {
			add("#"+strconv.Itoa(i), u.At(i).Type())
		}
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			out = append(out, "")
		}
	default:
		if !w.Plain(t) {
			out = append(out, "")
		}
	}
	return out
}

// Plain reports whether values of a type are no leaves because they hold nothing but numbers, strings and the like.
// It is false for all types unless functions share contexts. A pointer to plain data is not plain: it may point to a
// part of an object that synchronizes, or to a flag.
func (w *World) Plain(t types.Type) bool {
	if w.Share == nil && !w.Merge || w.Makes != nil {
		return false
	}
	known, ok := w.plainMemo[t]
	if !ok {
		seen := map[types.Type]bool{}
		known = w.isData(t, seen)
		w.plainMemo[t] = known
		for u := range seen {
			if known {
				w.plainMemo[u] = true
			}
		}
	}
	return known
}

// isData reports whether values of a type, and all that they hold, are numbers, strings, and structs, slices and maps
// of these, of followed packages. seen has the types that were looked at.
func (w *World) isData(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || w.plainMemo[t] {
		return true
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if w.hasAsked(n, askForAny) { // it has a method that the library may call, as String
			return false
		}
		if _, basic := n.Underlying().(*types.Basic); !basic && (n.Obj().Pkg() == nil || !w.follows(n.Obj().Pkg())) {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() != types.UnsafePointer
	case *types.Slice:
		return w.isData(u.Elem(), seen)
	case *types.Array:
		return w.isData(u.Elem(), seen)
	case *types.Map:
		return w.isData(u.Key(), seen) && w.isData(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if !w.isData(f.Type(), seen) {
				return false
			}
		}
		return true
	}
	return false
}

// follows reports whether the functions of a package are followed.
func (w *World) follows(pkg *types.Package) bool {
	p := w.Prog.Package(pkg)
	return p != nil && p.Func("init") != nil && w.Inside(p.Func("init"))
}
