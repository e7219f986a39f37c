package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// Locks, wait groups and the like that are copied or overwritten: then they are not the ones that others wait for.

// copies reports whether a load copies a lock, a wait group or the like, which is then another one in whatever state
// that was. A composite literal is moved, not copied.
func copies(load *ssa.UnOp) bool {
	if a, ok := load.X.(*ssa.Alloc); ok && a.Comment == "complit" && !a.Heap {
		return false
	}
	return load.Op == token.MUL && hasLock(load.Type())
}

// overwrites reports whether a store gives a new value to a lock, a wait group or the like that is in use, perhaps: not
// where its object is made.
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

// Moves reports whether an instruction copies or overwrites a lock, a wait group or the like: the copy is not the one
// that others wait for.
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
		// What is not followed may sort the items, or copy them to a larger array, as slices.Grow does.
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

// First are the stores in the block of an object that come after it is made, and before anything else knows the object
// or a place in it, as those of a literal. None comes after a load of its place, so that all loads get what is stored.
// A result is known from the beginning to a function that recovers: it returns what that is then. All are found in one
// pass: a literal may have thousands of items.
func First(made *ssa.Alloc) map[*ssa.Store]bool {
	fn := made.Parent()
	returned := func(r ssa.Instruction) bool { return r.Block() == fn.Recover }
	if fn.Recover != nil && mayRecover(fn) && slices.ContainsFunc(*made.Referrers(), returned) {
		return nil
	}
	instrs := made.Block().Instrs
	first, places, seen := map[*ssa.Store]bool{}, map[ssa.Value]string{made: "."}, loaded{}
	for _, i := range instrs[slices.Index(instrs, ssa.Instruction(made))+1:] {
		switch i := i.(type) {
		case *ssa.FieldAddr:
			if at := places[i.X]; at != "" {
				places[i] = at + strconv.Itoa(i.Field) + "."
			}
			continue
		case *ssa.IndexAddr:
			if at := places[i.X]; at != "" {
				places[i] = at + "i."
			}
			continue
		case *ssa.UnOp:
			if i.Op == token.MUL {
				seen.put(places[i.X])
			}
			continue
		case *ssa.DebugRef:
			continue
		case *ssa.Store:
			if first[i] = !seen.has(places[i.Addr]); places[i.Val] == "" {
				continue
			}
		}
		if slices.ContainsFunc(i.Operands(nil), func(v *ssa.Value) bool { return places[*v] != "" }) {
			return first
		}
	}
	return first
}

// loaded are the places of an object that were loaded, and those that these are parts of. False: only such a part was.
type loaded map[string]bool

func (l loaded) put(place string) {
	if place == "" {
		return
	}
	l[place] = true
	for at, c := range place {
		if _, known := l[place[:at+1]]; c == '.' && !known {
			l[place[:at+1]] = false
		}
	}
}

// has reports whether a place, a part of it, or something that it is part of was loaded.
func (l loaded) has(place string) bool {
	if _, known := l[place]; known {
		return true
	}
	for at, c := range place {
		if c == '.' && l[place[:at+1]] {
			return true
		}
	}
	return false
}
