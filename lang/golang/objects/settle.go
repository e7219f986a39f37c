package objects

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Settle fills Use.Ends: the objects at which a use keeps nobody waiting for ever, in whatever root (docs/theory.md,
// 12.5). ends says so by the position of the use and that of the object. A lock that is copied is never settled: a
// copy of a locked one stays locked.
func (l *List) Settle(ends map[string]map[string]bool) {
	for i := range l.Uses {
		u := &l.Uses[i]
		for _, n := range u.Of {
			if !l.All[n].Copied && ends[u.Pos][l.All[n].Pos] {
				u.Ends = append(u.Ends, n)
			}
		}
	}
}

// moves marks the lock fields in values that an instruction copies. If it copies a lock that is no field, all objects
// of that type count as copied.
func (f *finder) moves(i ssa.Instruction) {
	if !heap.Moves(i) {
		return
	}
	for _, v := range i.Operands(nil) {
		if *v == nil {
			continue
		}
		t := (*v).Type()
		if box, ok := (*v).(*ssa.MakeInterface); ok {
			t = box.X.Type()
		}
		for { // from pointers and slices to what is in them
			of, ok := t.Underlying().(interface{ Elem() types.Type })
			if !ok {
				break
			}
			t = of.Elem()
		}
		f.movedIn(t)
	}
}

// movedIn marks the locks in a type because some statement copies a value of it.
func (f *finder) movedIn(t types.Type) {
	if kind, of := ofSync(types.NewPointer(t)); kind != "" {
		f.copied[of.String()] = true
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		f.movedIn(u.Elem())
	case *types.Struct:
		for v := range u.Fields() {
			if kind, _ := ofSync(types.NewPointer(v.Type())); kind != "" {
				f.copied[f.ps.Where(v.Origin().Pos()).String()] = true
			} else {
				f.movedIn(v.Type())
			}
		}
	}
}

// isCopied reports whether the packages copy an object, which is a lock or the like.
func (f *finder) isCopied(s site) bool {
	return f.copied[s.Pos] || s.Kind != Channel && s.Kind != Condition && s.of != nil && f.copied[s.of.String()]
}

// common returns the numbers that are in both lists, in the order of the first.
func common(a, b []int) []int {
	return slices.DeleteFunc(a, func(n int) bool { return !slices.Contains(b, n) })
}
