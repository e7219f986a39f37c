package heap

import (
	"go/types"
	"slices"
)

// What code that is not analysed hands out again. A value that comes from such code is Unknown: it may be what the
// package gave away earlier, to a sync.Map say, or what can be reached from there. Where the package itself uses it,
// there is a note. Where the package gives it back to the library, this calls its methods as it calls those of a
// value that is known:
//
//	m.Store(1, stringer{})
//	v, _ := m.Load(1)
//	fmt.Println(v)

// handed is the node of all that such code may hand out.
const handedNode = "handed out"

// hands notes that such code may return a value, or give it to a function.
func (w *World) noteHandedOut(l Loc) {
	w.handedLocs = append(w.handedLocs, l)
	w.add(w.node(handedNode), l)
}

// onAny is on for an operand of a type, of a call of code that is not analysed: for something unknown it calls f also
// for all that may be handed out and is of the type.
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

// inside is the node of a place that such code may look into: in something unknown, everything is unknown.
func (w *World) foreignCell(l Loc) node {
	n := w.cell(l)
	if w.holdsUnknown(l) {
		w.add(n, w.unknown())
	}
	return n
}

// ofType reports whether a value of a type may be a location. May err towards: it may.
func ofType(l Loc, t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return l.Obj.Kind == Context || l.Obj.Kind == Box && types.Implements(l.Obj.Type, u)
	case *types.Signature:
		return l.Obj.Kind == Func && types.Identical(l.Obj.Fn.Signature, u)
	}
	return false // its parts are looked for by their types
}

// handOut adds to what may be handed out what can be reached from there, but for what functions have captured: only
// they use that. It reports whether something is new.
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

// reachable is the set of objects that can be reached from some places, but for what functions have captured.
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

// HandedOut lists the objects of a type that something unknown may be: code that is not analysed was given them, or
// what leads to them, and may hand them out again.
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
