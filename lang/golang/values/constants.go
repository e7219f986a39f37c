// Package values finds values that are the same in every execution of a root: numbers, fields that get their value
// where their object is made and never another one, pointers that are never nil. For
//
//	s := &server{workers: 4, jobs: make(chan int)}
//	for i := 0; i < s.workers; i++ { go s.work() }
//
// s.workers is always 4, and s.jobs is never nil:
//
//	facts := values.Of(world, packages.FixedGlobal)
//	if n, ok := facts.Number(in, v); ok {
//		fmt.Println(v.Name(), "is always", n)
//	}
//
// Values are identified by instance and register of go/ssa, as in package heap. May err towards: a value may change.
package values

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Initial is the first value that some store assigns to a place.
type Initial struct {
	In    *heap.Instance // the instance of the store
	Val   ssa.Value      // nil: a function of sync/atomic assigns it
	Store *ssa.Store     // nil: likewise
	More  bool           // other stores assign to the place as well, or the store may assign to other places
}

// Given returns what is assigned to a place, one by one; nil if nothing is. Copies of whole structs and arrays do not
// count (Copied).
func (f *Facts) Given(l heap.Loc) *Initial { return f.given[l] }

// Facts has all assignments of a root.
type Facts struct {
	w      *heap.World
	global func(*ssa.Global) (int64, bool) // the value of a package variable that never changes
	given  map[heap.Loc]*Initial
	copied map[*heap.Object][]whole           // assignments of structs and arrays to places in an object
	first  map[*ssa.Alloc]map[*ssa.Store]bool // kept results of heap.First
	filled map[fields]bool                    // kept results of fills
}

// whole is an assignment of a struct or an array.
type whole struct {
	path  string // to which place in the object
	in    *heap.Instance
	store *ssa.Store
}

// fields are the fields with a name, ".mu", of all items of an array; "": the items themselves.
type fields struct {
	array *ssa.Alloc
	name  string
}

// Of collects all assignments of a solved world. global returns the value of a package variable that never changes.
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

// store records the places to which a store assigns.
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

// atomic records the places to which a function of sync/atomic assigns. The same variable may be loaded without
// sync/atomic: after atomic.AddInt32(&n, 1), a load of n is no constant.
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

// Copied reports whether some store copies a struct or an array to a place, or to one that it is part of.
func (f *Facts) Copied(l heap.Loc) bool {
	return slices.ContainsFunc(f.copied[l.Obj], func(c whole) bool { return heap.Within(l.Path, c.path) })
}

// Constant returns the value that a place always has, and its instance; nil stands for the zero value. ok is false if
// the value may change.
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

// Made reports whether a place gets its value where its object is made, before anything loads it. A place that never
// gets a value counts, too.
func (f *Facts) Made(l heap.Loc) bool {
	site, ok := l.Obj.Site.(*ssa.Alloc)
	if !ok || l.Obj.Kind != heap.Memory {
		return true // as captured variables, which have their value from the beginning
	}
	if f.Copied(l) {
		return false
	}
	known := f.given[l]
	if known == nil {
		return Once(l)
	}
	whole := !known.More
	if at, field, item := strings.Cut(l.Path, "[]"); item {
		whole = at == "" && f.fills(fields{site, field})
	}
	return whole && known.In == l.Obj.In && f.isFirst(site, known.Store)
}

// Zero reports whether a place may be loaded before it gets a value, and so be zero. It does not ask whether that
// value may be zero itself.
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

// begins reports whether each execution makes an assignment before the root begins: in the initializer of a package,
// or on all ways through a function init.
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

// isFirst reports whether a store assigns to a new object before anything else can load from it (heap.First).
func (f *Facts) isFirst(made *ssa.Alloc, store *ssa.Store) bool {
	known, ok := f.first[made]
	if !ok {
		known = heap.First(made)
		f.first[made] = known
	}
	return known[store]
}

// fills reports whether each item of an array gets its value, or the field of its value, where the array is made, and
// only there.
func (f *Facts) fills(of fields) bool {
	known, ok := f.filled[of]
	if !ok {
		known = f.areFilled(of)
		f.filled[of] = known
	}
	return known
}

// areFilled is fills without kept results.
func (f *Facts) areFilled(of fields) bool {
	array := of.array
	t, ok := array.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return false
	}
	given := map[int64]bool{} // the indices of items that get a value
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

// places returns the addresses of a field of an item whose type is t, or, for field "", of the item itself.
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

// Loaded returns the value of a load that is the same in every execution: the zero value, or register val of instance
// at. ok is false if the value may change.
func (f *Facts) Loaded(in *heap.Instance, v *ssa.UnOp) (val ssa.Value, at *heap.Instance, zero, ok bool) {
	locs := f.w.Objects(in, v.X)
	if v.Op != token.MUL || len(locs) != 1 {
		return nil, nil, false, false
	}
	val, at, ok = f.Constant(locs[0])
	return val, at, ok && val == nil, ok
}
