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
	copied map[*heap.Object][]whole
	first  map[*ssa.Alloc]map[*ssa.Store]bool // heap.First, of objects that were asked about
	filled map[fields]bool                    // of arrays that were asked about
}

// whole is an assignment of a struct or an array to a place.
type whole struct {
	path  string
	in    *heap.Instance
	store *ssa.Store
}

// fields are the fields of one name of the items of an array; "": the items themselves.
type fields struct {
	array *ssa.Alloc
	name  string
}

// Of collects all assignments of a world; global is the value of a variable of a package that never changes.
func Of(w *heap.World, global func(*ssa.Global) (int64, bool)) *Facts {
	f := &Facts{w: w, global: global, given: map[heap.Loc]*Initial{}, copied: map[*heap.Object][]whole{},
		first: map[*ssa.Alloc]map[*ssa.Store]bool{}, filled: map[fields]bool{}}
	for _, in := range f.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Store:
					f.store(in, i)
				case ssa.CallInstruction:
					f.atomic(in, i)
				}
			}
		}
	}
	return f
}

// store puts the places that an assignment gives a value.
func (f *Facts) store(in *heap.Instance, s *ssa.Store) {
	locs := f.w.Objects(in, s.Addr)
	for _, l := range locs {
		switch s.Val.Type().Underlying().(type) {
		case *types.Struct, *types.Array:
			f.copied[l.Obj] = append(f.copied[l.Obj], whole{l.Path, in, s})
			continue
		}
		if known := f.given[l]; known != nil {
			known.More = true
			continue
		}
		f.given[l] = &Initial{In: in, Val: s.Val, Store: s, More: len(locs) > 1}
	}
}

// atomic puts the places to which a function of sync/atomic assigns, as AddInt32(&n, 1): others load them as they are.
func (f *Facts) atomic(in *heap.Instance, site ssa.CallInstruction) {
	for copy := range f.w.Copies(in, site) {
		for _, t := range f.w.Targets(in, site, copy) {
			if verb, _, ok := heap.Atomic(t.Model); !ok || verb == "Load" || len(t.Args) == 0 {
				continue
			}
			for _, l := range f.w.Locs(t.Args[0]) {
				if known := f.given[l]; known != nil {
					known.More = true
				} else {
					f.given[l] = &Initial{In: in, More: true}
				}
			}
		}
	}
}

// Copied reports whether a struct is copied to a place, or to one that it is part of.
func (f *Facts) Copied(l heap.Loc) bool {
	return slices.ContainsFunc(f.copied[l.Obj], func(c whole) bool { return heap.Within(l.Path, c.path) })
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
	if known.More || known.In != l.Obj.In || !f.isFirst(made, known.Store) {
		return nil, nil, false
	}
	return known.Val, known.In, true
}

// Made reports whether a place has its value from where its object is made.
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
		whole = at == "" && f.fills(fields{site, field})
	}
	return whole && known.In == l.Obj.In && f.isFirst(site, known.Store)
}

// Zero reports whether a place may be asked before it is given a value. It does not ask what it is given.
func (f *Facts) Zero(l heap.Loc) bool {
	if l.Obj.Kind != heap.Memory {
		return false
	}
	var stores []whole
	if known := f.given[l]; known != nil && known.Store != nil {
		stores = append(stores, whole{l.Path, known.In, known.Store})
	}
	for _, c := range f.copied[l.Obj] {
		if heap.Within(l.Path, c.path) {
			stores = append(stores, c)
		}
	}
	switch site := l.Obj.Site.(type) {
	case *ssa.Alloc:
		at, field, item := strings.Cut(l.Path, "[]")
		return !(item && at == "" && f.fills(fields{site, field})) && !slices.ContainsFunc(stores, func(c whole) bool {
			return c.in == l.Obj.In && f.isFirst(site, c.store) && !strings.Contains(c.path, "[]")
		})
	case *ssa.MakeSlice:
		return true
	case *ssa.Global:
		return !slices.ContainsFunc(stores, func(c whole) bool { return !strings.Contains(c.path, "[]") && begins(c) })
	}
	return false
}

// begins reports whether an assignment is one that each execution makes before its root begins: of a package's
// initializer, or of a function init.
func begins(c whole) bool {
	fn := c.in.Fn
	if heap.Initializes(fn) {
		return true
	}
	if c.in.Parent == nil || !heap.Initializes(c.in.Parent.Fn) || c.in.Spawned || c.store.Parent() != fn {
		return false
	}
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !c.store.Block().Dominates(b) && b != fn.Recover {
			return false
		}
	}
	return true
}

// isFirst reports whether a store is one of heap.First of an object.
func (f *Facts) isFirst(made *ssa.Alloc, store *ssa.Store) bool {
	known, ok := f.first[made]
	if !ok {
		known = heap.First(made)
		f.first[made] = known
	}
	return known[store]
}

// fills reports whether each of some fields is given its value where the array is made, and only there.
func (f *Facts) fills(of fields) bool {
	known, ok := f.filled[of]
	if !ok {
		known = f.areFilled(of)
		f.filled[of] = known
	}
	return known
}

func (f *Facts) areFilled(of fields) bool {
	array := of.array
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
		for _, place := range places(item, t.Elem(), of.name) {
			for _, r := range *place.Referrers() {
				s, ok := r.(*ssa.Store)
				switch {
				case !ok:
				case s.Addr != place || !constant || given[at.Int64()] || !f.isFirst(array, s):
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
