package heap

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file finds the places whose addresses unanalysed code has. It matters for locks: such code may lock one, and
// never unlock it.

// Lent reports whether unanalysed code may keep the address of place l: it was given the address, or can get it by
// exported fields from what it was given. Captured variables do not count, as only their function uses them. All sets
// must be solved.
func (w *World) Lent(l Loc) bool {
	if w.reachableLent == nil {
		w.findReachableLent()
	}
	for path := l.Path; ; { // the place itself, and then the structs around it
		if w.reachableLent[Loc{l.Obj, path}] && allExported(l.Path[len(path):]) {
			return true
		}
		if path == "" {
			return false
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// findReachableLent computes w.reachableLent.
func (w *World) findReachableLent() {
	w.reachableLent = map[Loc]bool{}
	held := map[*Object]map[string]node{} // the contents of an object, by path
	for key, n := range w.nodes {
		place, ok := key.(Loc)
		if !ok || len(w.lists[n]) == 0 || place.Obj.Kind == Func {
			continue
		}
		if held[place.Obj] == nil {
			held[place.Obj] = map[string]node{}
		}
		held[place.Obj][place.Path] = n
	}
	for todo := w.lentPlaces; len(todo) > 0; {
		l := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; w.reachableLent[l] {
			continue
		}
		w.reachableLent[l] = true
		for path, n := range held[l.Obj] {
			if rest, below := strings.CutPrefix(path, l.Path); below && allExported(rest) {
				todo = append(todo, w.lists[n]...)
			}
		}
	}
}

// allExported reports whether all fields of a path are exported.
func allExported(path string) bool {
	for _, step := range strings.Split(path, ".")[1:] {
		if !token.IsExported(step) {
			return false
		}
	}
	return true
}

// Hooks adds something unknown to each exported package variable to which no followed code assigns: packages that
// import this one may. It reports whether there are such variables; then the sets must be solved again.
func (w *World) Hooks() bool {
	some := false
	for _, o := range w.objects {
		g, ok := o.Site.(*ssa.Global)
		if !ok || o.Foreign || g.Object() == nil || !g.Object().Exported() || g.Pkg.Pkg.Name() == "main" {
			continue
		}
		for _, leaf := range w.leaves(o.Type) {
			if n := w.cell(Loc{o, leaf}); allExported(leaf) && len(w.lists[n]) == 0 {
				w.add(n, w.unknown())
				some = true
			}
		}
	}
	return some
}

// Pointed returns the places whose addresses some objects hold, and those whose addresses unanalysed code was given.
// Such code may hand out these addresses. All sets must be solved.
func (w *World) Pointed(by map[*Object]bool) map[Loc]bool {
	out := map[Loc]bool{}
	put := func(of []Loc) {
		for _, l := range of {
			out[l] = true
		}
	}
	put(w.lentPlaces)
	put(w.handedLocs)
	for key, n := range w.nodes {
		if place, ok := key.(Loc); ok && by[place.Obj] {
			put(w.lists[n])
		}
	}
	return out
}

// SyncPlaces returns the paths of what has a type of package sync in an object, with these types.
func (o *Object) SyncPlaces() map[string]*types.Named {
	out := map[string]*types.Named{}
	if o.Kind == Memory && o.Type != nil {
		syncPlaces(o.Type, "", out)
	}
	return out
}

// syncPlaces adds to out the places of SyncPlaces in a value of type t that is at a path.
func syncPlaces(t types.Type, path string, out map[string]*types.Named) {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		out[path] = n
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			syncPlaces(f.Type(), path+"."+f.Name(), out)
		}
	case *types.Array:
		syncPlaces(u.Elem(), path+items, out)
	case *types.Slice:
		if path == "" { // the object is what the slice leads to
			syncPlaces(u.Elem(), items, out)
		}
	}
}
