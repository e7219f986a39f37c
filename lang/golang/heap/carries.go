package heap

import "go/types"

// Which values lead to what synchronizes, by their types.

// Carries reports whether a value of a type may lead to what synchronizes: a channel, a function, an interface value,
// memory of any type, or a lock or the like of package sync. Structs of the library are looked into for some levels
// only, and not for locks: what they hold is used by their methods, which are calls of the library. library reports
// which packages these are.
func Carries(t types.Type, library func(*types.Package) bool) bool {
	c := carrier{library: library, visited: map[types.Type]bool{}}
	return c.carries(t, 0)
}

// levels is how deep structs of the library are looked into.
const levels = 3

type carrier struct {
	library func(*types.Package) bool
	visited map[types.Type]bool // that are being looked at, or carry nothing
}

// carries is Carries at a number of levels below a type of the library; 0: there is none.
func (c *carrier) carries(t types.Type, level int) bool {
	if c.visited[t] || level > levels {
		return false
	}
	if level == 0 { // deeper, the answer depends on the level
		c.visited[t] = true
	}
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil {
		switch _, basic := n.Underlying().(*types.Basic); {
		case n.Obj().Pkg().Path() == "sync" && level == 0:
			return true
		case level == 0 && !basic && c.library != nil && c.library(n.Obj().Pkg()):
			level = 1
		}
	}
	if level > 0 {
		level++
	}
	switch u := t.Underlying().(type) {
	case *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer && level == 0
	case *types.Pointer:
		return c.carries(u.Elem(), level)
	case *types.Slice:
		return c.carries(u.Elem(), level)
	case *types.Array:
		return c.carries(u.Elem(), level)
	case *types.Map:
		return c.carries(u.Key(), level) || c.carries(u.Elem(), level)
	case *types.Tuple:
		for v := range u.Variables() {
			if c.carries(v.Type(), level) {
				return true
			}
		}
	case *types.Struct:
		for f := range u.Fields() {
			if c.carries(f.Type(), level) {
				return true
			}
		}
	}
	return false
}

// carries is Carries of the packages of w.
func (w *World) carries(t types.Type) bool {
	known, ok := w.carriesMemo[t]
	if !ok {
		known = Carries(t, w.Library)
		w.carriesMemo[t] = known
	}
	return known
}
