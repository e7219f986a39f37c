package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// Copies of locks, wait groups and the like. In
//
//	var a, b struct{ mu sync.Mutex }
//	a.mu.Lock()
//	b = a // b.mu is locked, and is another lock
//
// b.mu gets the state of a.mu. The model has no such assignment, so each copy is noted.

// copies reports whether a load copies a lock, a wait group or the like. A composite literal is moved, not copied.
func copies(load *ssa.UnOp) bool {
	if a, ok := load.X.(*ssa.Alloc); ok && a.Comment == "complit" && !a.Heap {
		return false
	}
	return load.Op == token.MUL && hasLock(load.Type())
}

// overwrites reports whether a store gives a new value to a lock, a wait group or the like that may be in use: not
// where its object is made (First).
func overwrites(s *ssa.Store) bool {
	base := s.Addr
	for {
		switch x := base.(type) {
		case *ssa.FieldAddr:
			base = x.X
			continue
		case *ssa.IndexAddr:
			base = x.X
			continue
		}
		break
	}
	if _, global := base.(*ssa.Global); global && s.Parent().Synthetic == initializer {
		return false // nobody has it yet
	}
	a, ok := base.(*ssa.Alloc)
	return hasLock(s.Val.Type()) && !(ok && First(a)[s])
}

// Moves reports whether an instruction copies or overwrites a lock, a wait group or the like.
func Moves(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return copies(i)
	case *ssa.Store:
		return overwrites(i)
	case ssa.CallInstruction:
		c := i.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok {
			return slices.Contains([]string{"append", "copy", "clear"}, b.Name()) && hasLocks(c.Args[0])
		}
		// Code that is not followed may sort the items, or copy them to a larger array, as slices.Grow does.
		callee := c.StaticCallee()
		return callee != nil && callee.Blocks == nil && slices.ContainsFunc(c.Args, hasLocks)
	}
	return false
}

// hasLocks reports whether a value is a slice or a map of values with a lock or the like, perhaps in an interface.
func hasLocks(v ssa.Value) bool {
	if box, ok := v.(*ssa.MakeInterface); ok {
		v = box.X
	}
	switch t := v.Type().Underlying().(type) {
	case *types.Slice:
		return hasLock(t.Elem())
	case *types.Map:
		return hasLock(t.Elem())
	}
	return false
}

// hasLock reports whether a value of a type has a lock or the like in it, however deep: structs and arrays cannot be in
// themselves.
func hasLock(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return slices.Contains([]string{"Mutex", "RWMutex", "WaitGroup", "Once", "Cond"}, n.Obj().Name())
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if hasLock(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return hasLock(u.Elem())
	}
	return false
}

// First returns the stores that initialize a new object, as those of a literal: they are in the block that makes it,
// before anything else gets its address or that of a place in it, and none comes after a load of its place. So all
// loads get what is stored. If a function recovers, it may return a named result at any time, so that has no such
// stores. All are found in one pass, as a literal may have thousands of items.
func First(made *ssa.Alloc) map[*ssa.Store]bool {
	fn := made.Parent()
	whenRecovered := func(r ssa.Instruction) bool { return r.Block() == fn.Recover }
	if fn.Recover != nil && mayRecover(fn) && slices.ContainsFunc(*made.Referrers(), whenRecovered) {
		return nil // a named result
	}
	instrs := made.Block().Instrs
	first, seen := map[*ssa.Store]bool{}, loaded{}
	places := map[ssa.Value]string{made: "."} // of each address in the object its path of fields: ".0.2."
	for _, i := range instrs[slices.Index(instrs, ssa.Instruction(made))+1:] {
		switch i := i.(type) {
		case *ssa.FieldAddr:
			if base := places[i.X]; base != "" {
				places[i] = base + strconv.Itoa(i.Field) + "."
			}
			continue
		case *ssa.IndexAddr:
			if base := places[i.X]; base != "" {
				places[i] = base + "i." // all items of an array are one place
			}
			continue
		case *ssa.UnOp:
			if i.Op == token.MUL {
				seen.add(places[i.X])
			}
			continue
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			first[i] = !seen.overlaps(places[i.Addr])
			if addressStored := places[i.Val] != ""; !addressStored {
				continue
			}
		}
		if slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return places[*v] != "" }) {
			return first
		}
	}
	return first
}

// loaded maps paths of places in one object to whether the place itself was loaded. If only a part of a place was
// loaded, the value is false: after a load of ".a.b", ".a.b" is true and ".a" is false.
type loaded map[string]bool

// add notes that a place was loaded; "" is no place.
func (l loaded) add(place string) {
	if place == "" {
		return
	}
	l[place] = true
	for i, c := range place {
		if _, known := l[place[:i+1]]; c == '.' && !known {
			l[place[:i+1]] = false
		}
	}
}

// overlaps reports whether a place, a part of it, or something that it is part of was loaded.
func (l loaded) overlaps(place string) bool {
	if _, known := l[place]; known {
		return true
	}
	for i, c := range place {
		if c == '.' && l[place[:i+1]] {
			return true
		}
	}
	return false
}
