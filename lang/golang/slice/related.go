package slice

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
)

// This file finds the objects that have a part in synchronization, and the functions that handle them. Only these
// functions need calling contexts of their own in a large root (share.go).

// relate computes f.related: the objects that synchronize, and those from which one of them can be reached.
func (f *Facts) relate() {
	from := map[*heap.Object]bool{}
	for _, o := range f.w.All() {
		switch o.Kind {
		case heap.Chan, heap.Context, heap.Cancel, heap.Timer, heap.RLocker:
			from[o] = o.Name != heap.Background
		case heap.Func:
			from[o] = slices.ContainsFunc(f.of[o.Fn], func(in *heap.Instance) bool { return f.waits[in] })
		case heap.Box:
			from[o] = f.methods(o.Type, func(fn *ssa.Function) bool {
				return slices.ContainsFunc(f.of[fn], func(in *heap.Instance) bool { return f.waits[in] })
			})
		default:
			from[o] = o.Made
		}
	}
	for _, in := range f.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				if f.quiet[operation{in, i}] {
					continue
				}
				for _, t := range f.targets(in, i) {
					if t.Model == "" || ignored(t.Model) || len(t.Args) == 0 {
						continue
					}
					for _, l := range f.w.Unboxed(t.Args[0]) {
						from[l.Obj] = l.Obj.Kind != heap.Test
					}
				}
			}
		}
	}
	f.related = f.w.Holders(from)
}

// methods reports whether such holds for some method of a type.
func (f *Facts) methods(t types.Type, such func(*ssa.Function) bool) bool {
	if types.IsInterface(t) {
		return false
	}
	for m := range f.w.Prog.MethodSets.MethodSet(t).Methods() {
		if fn := f.w.Prog.MethodValue(m); fn != nil && such(fn) {
			return true
		}
	}
	return false
}

// handles reports whether an instruction makes, stores or returns an object that has a part in synchronization,
// operates on one, or ends the goroutine.
func (f *Facts) handles(in *heap.Instance, i ssa.Instruction) bool {
	related := func(v ssa.Value) bool {
		return v != nil && slices.ContainsFunc(f.w.Parts(in, v), func(l heap.Loc) bool { return f.related[l.Obj] })
	}
	switch i := i.(type) {
	case *ssa.Store: // nil, too, where there was one
		before := func(l heap.Loc) bool { return f.related[l.Obj] }
		return related(i.Val) || slices.ContainsFunc(f.w.Held(in, i.Addr, i.Val.Type()), before)
	case *ssa.MapUpdate:
		return related(i.Value) || related(i.Key)
	case *ssa.Return:
		return slices.ContainsFunc(i.Results, related)
	case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap, *ssa.MakeSlice:
		return related(i.(ssa.Value))
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok {
			return (b.Name() == "append" || b.Name() == "copy") && slices.ContainsFunc(i.Common().Args, related)
		}
		for _, t := range f.targets(in, i) {
			if t.Model != "" && !ignored(t.Model) && !f.quiet[operation{in, i}] {
				return true
			}
		}
		return i.Value() != nil && f.made(in, i)
	}
	return false
}

// ignored reports whether a function of the library needs no object: it only loads, or ends the program.
func ignored(model string) bool {
	verb, _, atomic := heap.Atomic(model)
	return model == heap.ModelFn || atomic && verb == "Load" || ending(model) || unwind.Panics(model)
}

// made reports whether a call of the library makes an object that has a part in synchronization.
func (f *Facts) made(in *heap.Instance, site ssa.CallInstruction) bool {
	follows := slices.ContainsFunc(f.targets(in, site), func(t heap.Target) bool { return t.Inst != nil && !t.Maybe })
	if follows {
		return false // the followed function makes it
	}
	return slices.ContainsFunc(f.w.Parts(in, site.Value()), func(l heap.Loc) bool { return f.related[l.Obj] })
}

// later reports whether unanalysed code that has some objects may use a channel at any time, or call something that
// waits: a function among the objects or in what they hold, or an exported method of one of them.
func (f *Facts) later(kept map[*heap.Object]bool) bool {
	for o := range f.w.Reach(kept) {
		if o.Kind == heap.Chan {
			return true
		}
		for _, fn := range f.callable(o) {
			waits := func(in *heap.Instance) bool { return f.lasting.waits[in] || f.lasting.joins[in] }
			if slices.ContainsFunc(f.lasting.of[fn], waits) {
				return true
			}
		}
	}
	return false
}

// callable lists the functions that code with an object may call: the function itself, or the methods of the object.
func (f *Facts) callable(o *heap.Object) []*ssa.Function {
	switch o.Kind {
	case heap.Func:
		return []*ssa.Function{o.Fn}
	case heap.Box:
		return f.w.KeptMethods(o)
	}
	return nil
}
