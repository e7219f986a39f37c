// Package values finds out which values are the same in every execution: numbers, the fields of objects that are given
// them where the objects are made, and results of code outside of which either value is possible.
//
//	facts := values.Of(world, packages.FixedGlobal)
//	if n, ok := facts.Number(in, v); ok {
//		fmt.Println(v.Name(), "is always", n)
//	}
package values

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Fields that have the same value in every execution: those of an object that is made once, and
// that is given its value where it is made, or never.

// Initial is what is known of the values that a place gets.
type Initial struct {
	In    *heap.Instance
	Val   ssa.Value
	Store *ssa.Store
	More  bool // it gets several, or a struct is copied there
}

// Given is what is known of the values that a place gets; nil if it gets none.
func (f *Facts) Given(l heap.Loc) *Initial { return f.given[l] }

// Facts are what is known of the values of a root.
type Facts struct {
	w      *heap.World
	global func(*ssa.Global) (int64, bool)
	given  map[heap.Loc]*Initial
	copied map[*heap.Object][]string
}

// Of collects all assignments of a world; global is the value of a variable of a package that never changes.
func Of(w *heap.World, global func(*ssa.Global) (int64, bool)) *Facts {
	f := &Facts{w: w, global: global, given: map[heap.Loc]*Initial{}, copied: map[*heap.Object][]string{}}
	for _, in := range f.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				s, ok := i.(*ssa.Store)
				if !ok {
					continue
				}
				locs := f.w.Objects(in, s.Addr)
				_, whole := s.Val.Type().Underlying().(*types.Struct)
				for _, l := range locs {
					if whole {
						f.copied[l.Obj] = append(f.copied[l.Obj], l.Path)
						continue
					}
					if known := f.given[l]; known != nil {
						known.More = true
						continue
					}
					f.given[l] = &Initial{In: in, Val: s.Val, Store: s, More: len(locs) > 1}
				}
			}
		}
	}
	return f
}

// Copied tells whether a struct is copied to a place, or to one that it is part of.
func (f *Facts) Copied(l heap.Loc) bool {
	return slices.ContainsFunc(f.copied[l.Obj], func(path string) bool { return strings.HasPrefix(l.Path, path) })
}

// Constant is the value that a place always has; nil stands for zero. ok is false if it may change.
func (f *Facts) Constant(l heap.Loc) (val ssa.Value, in *heap.Instance, ok bool) {
	if !Once(l) || f.Copied(l) {
		return nil, nil, false
	}
	known := f.given[l]
	if known == nil {
		return nil, nil, true
	}
	made := l.Obj.Site.(*ssa.Alloc)
	if known.More || known.In != l.Obj.In || !heap.First(made, known.Store) {
		return nil, nil, false
	}
	return known.Val, known.In, true
}

// Made tells whether a place has its value from where its object is made.
func (f *Facts) Made(l heap.Loc) bool {
	site, ok := l.Obj.Site.(*ssa.Alloc)
	if !ok || l.Obj.Kind != heap.Memory {
		return true // what a function has captured, say
	}
	if f.Copied(l) {
		return false
	}
	known := f.given[l]
	if known == nil {
		return Once(l) // it is nil
	}
	return known.In == l.Obj.In && heap.First(site, known.Store) && (!known.More || strings.Contains(l.Path, "["))
}

// Loaded is the value of a load that is the same in every execution: zero, or what val is in
// another instance.
func (f *Facts) Loaded(in *heap.Instance, v *ssa.UnOp) (val ssa.Value, at *heap.Instance, zero, ok bool) {
	locs := f.w.Objects(in, v.X)
	if v.Op != token.MUL || len(locs) != 1 {
		return nil, nil, false, false
	}
	val, at, ok = f.Constant(locs[0])
	return val, at, ok && val == nil, ok
}
