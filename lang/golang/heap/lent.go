package heap

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Places that code has which is not analysed: a lock of which it has the address it may lock, and never unlock.

// Lent reports whether code that is not analysed may keep the address of a place: it was given that, or finds it from
// what it was given, by exported fields. What functions have captured only they can use. All sets are known.
func (w *World) Lent(l Loc) bool {
	if w.reachableLent == nil {
		w.findReachableLent()
	}
	for path := l.Path; ; {
		if w.reachableLent[Loc{l.Obj, path}] && allExported(l.Path[len(path):]) {
			return true
		}
		if path == "" {
			return false
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// lend follows what was given.
func (w *World) findReachableLent() {
	w.reachableLent = map[Loc]bool{}
	held := map[*Object]map[string]node{}
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

// open reports whether all fields of a path are exported.
func allExported(path string) bool {
	for _, step := range strings.Split(path, ".")[1:] {
		if !token.IsExported(step) {
			return false
		}
	}
	return true
}

// Hooks adds something unknown to exported variables of packages to which nothing assigns that is followed, as those
// may that import the packages. It reports whether there are such variables.
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
