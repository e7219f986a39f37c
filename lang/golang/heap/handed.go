package heap

import (
	"go/types"
	"slices"
)

// This file is about values that unanalysed code hands out again. A value from such code is Unknown. It may be one
// that the package gave away earlier, or one that can be reached from there:
//
//	m.Store(1, stringer{}) // m is a sync.Map
//	v, _ := m.Load(1)      // v is Unknown
//	fmt.Println(v)         // but calls the method String of stringer
//
// If the package itself uses v, the ledger says that it is unknown. If the package passes v to the library, as here,
// the library is taken to get all values of the right type that were given away.

// handedNode is the node of all values that unanalysed code may hand out.
const handedNode = "handed out"

// noteHandedOut records that unanalysed code may return a value later, or pass it to a function.
func (w *World) noteHandedOut(l Loc) {
	w.handedLocs = append(w.handedLocs, l)
	w.add(w.node(handedNode), l)
}

// forEachPossible is forEach for an operand, of type t, that unanalysed code gets. If the operand may be unknown, it
// calls f also with all values of the type that may be handed out.
func (w *World) forEachPossible(n node, t types.Type, f func(Loc)) {
	known := false
	w.forEach(n, func(l Loc) {
		f(l)
		if known || !w.holdsUnknown(l) {
			return
		}
		known = true
		w.forEach(w.node(handedNode), func(l Loc) {
			if ofType(l, t) {
				f(l)
			}
		})
	})
}

// foreignCell returns the node of the content of place l, which unanalysed code may look into. The content of
// something unknown is unknown.
func (w *World) foreignCell(l Loc) node {
	n := w.cell(l)
	if w.holdsUnknown(l) {
		w.add(n, w.unknown())
	}
	return n
}

// ofType reports whether location l may be a value of type t, an interface or function type. May err towards: it may.
func ofType(l Loc, t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return l.Obj.Kind == Context || l.Obj.Kind == Box && types.Implements(l.Obj.Type, u)
	case *types.Signature:
		return l.Obj.Kind == Func && types.Identical(l.Obj.Fn.Signature, u)
	}
	return false // its parts are looked for by their types
}

// handOut adds to the values that may be handed out those that can be reached from them, but not through captured
// variables, which only their function uses. It reports whether something is new.
func (w *World) handOut() bool {
	n := w.node(handedNode)
	before := len(w.lists[n])
	if len(w.watchers[n]) == 0 || before == 0 {
		return false
	}
	out := w.reachable(w.lists[n])
	for _, o := range w.objects { // in their order: that of maps differs from run to run
		if out[o] && (o.Kind == Box || o.Kind == Func || o.Kind == Context) {
			w.add(n, Loc{o, ""})
		}
	}
	return len(w.lists[n]) > before
}

// reachable returns the objects that can be reached from some places, but not through the captured variables of
// functions.
func (w *World) reachable(from []Loc) map[*Object]bool {
	holds := map[*Object][]node{}
	for key, held := range w.nodes {
		if place, ok := key.(Loc); ok && place.Obj.Kind != Func && place.Obj.Kind != Unknown {
			holds[place.Obj] = append(holds[place.Obj], held)
		}
	}
	out := map[*Object]bool{}
	for todo := slices.Clone(from); len(todo) > 0; {
		o := todo[len(todo)-1].Obj
		todo = todo[:len(todo)-1]
		if out[o] {
			continue
		}
		out[o] = true
		for _, held := range holds[o] {
			todo = append(todo, w.lists[held]...)
		}
	}
	return out
}

// HandedOut lists the objects of a type that an unknown value may be: unanalysed code was given them, or something
// that leads to them, and may hand them out.
func (w *World) HandedOut(t types.Type) (out []*Object) {
	w.Look()
	if w.handedOut == nil {
		w.handedOut = w.reachable(w.handedLocs)
	}
	for _, o := range w.objects {
		if w.handedOut[o] && o.Type != nil && types.Identical(o.Type.Underlying(), t.Underlying()) {
			out = append(out, o)
		}
	}
	return out
}
