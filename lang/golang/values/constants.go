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
				whole := false
				switch s.Val.Type().Underlying().(type) {
				case *types.Struct, *types.Array:
					whole = true
				}
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
	whole := !known.More
	if at, field, item := strings.Cut(l.Path, "[]"); item {
		whole = at == "" && filled(site, field)
	}
	return whole && known.In == l.Obj.In && heap.First(site, known.Store)
}

// filled tells whether each item of an array, or a field of it, is given its value where the array is made, and only
// there.
func filled(array *ssa.Alloc, field string) bool {
	t, ok := array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return false
	}
	given := map[int64]bool{}
	for _, r := range *array.Referrers() {
		item, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		at, constant := item.Index.(*ssa.Const)
		for _, place := range places(item, t.Elem(), field) {
			for _, r := range *place.Referrers() {
				s, ok := r.(*ssa.Store)
				switch {
				case !ok:
				case s.Addr != place || !constant || given[at.Int64()] || !heap.First(array, s):
					return false
				default:
					given[at.Int64()] = true
				}
			}
		}
	}
	return int64(len(given)) == t.Len()
}

// places are the addresses of a field of an item, or of the item itself.
func places(item *ssa.IndexAddr, t types.Type, field string) []ssa.Value {
	if field == "" {
		return []ssa.Value{item}
	}
	var out []ssa.Value
	s, ok := t.Underlying().(*types.Struct)
	for _, r := range *item.Referrers() {
		if f, is := r.(*ssa.FieldAddr); is && ok && "."+s.Field(f.Field).Name() == field {
			out = append(out, f)
		}
	}
	return out
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
