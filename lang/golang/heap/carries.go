package heap

import "go/types"

// This file decides by its type whether a value may lead to something that synchronizes. A []string does not, and a
// map[string]*Cache does if Cache has a lock. Values that do not need no sets.

// Carries reports whether a value of a type may lead to a channel, a function, an interface value, an unsafe pointer,
// or a lock or the like of package sync. Structs of the standard library are looked into for a few levels only, and
// not for locks: what they hold is used by their own methods. library reports whether a package is of the standard
// library; nil: none is.
func Carries(t types.Type, library func(*types.Package) bool) bool {
	c := carrier{library: library, visited: map[types.Type]bool{}}
	return c.carries(t, 0)
}

// levels bounds how deep structs of the standard library are looked into.
const levels = 3

// carrier is one question of Carries.
type carrier struct {
	library func(*types.Package) bool
	visited map[types.Type]bool // types that are being looked at, or that carry nothing
}

// carries is Carries for a part of the type. level counts from 1 at a type of the standard library. It returns 0
// if the part is not within such a type.
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

// carries is Carries for the packages of w; answers are kept.
func (w *World) carries(t types.Type) bool {
	known, ok := w.carriesMemo[t]
	if !ok {
		known = Carries(t, w.Library)
		w.carriesMemo[t] = known
	}
	return known
}
