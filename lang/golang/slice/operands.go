package slice

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// This file lists the operations of roots with the objects that they may be on: operations on channels, and calls of
// the library. Reports count by it which objects of the packages were answered.

// Places lists, sorted, the places of the operations that a root may execute.
func (f *Facts) Places(root roots.Root) []token.Pos {
	known := map[token.Pos]bool{}
	for in := range reach(f.callees, f.begins[root.Fn]) {
		f.each(in, func(i ssa.Instruction) bool {
			f.operands(in, i, func(at token.Pos, _ []heap.Loc) { known[at] = true })
			return false
		})
	}
	return slices.Sorted(maps.Keys(known))
}

// Operands calls yield with each operation of all roots, and the places that its operand may be. An operation is
// yielded once for each instance of its function. In the place of an unknown operand of a function of package sync,
// yield gets those that it may be.
func (f *Facts) Operands(yield func(at token.Pos, of []heap.Loc)) {
	which := &handedPlaces{f: f}
	for _, in := range f.w.Instances {
		f.each(in, func(i ssa.Instruction) bool {
			f.operands(in, i, func(at token.Pos, of []heap.Loc) {
				if slices.ContainsFunc(of, unknown) {
					of = which.operand(in, i, of)
				}
				yield(at, of)
			})
			return false
		})
	}
}

// Made lists the places of all channels, and of all that has a type of package sync.
func (f *Facts) Made() (out []heap.Loc) {
	for _, o := range f.w.All() {
		if o.Kind == heap.Chan {
			out = append(out, heap.Loc{Obj: o})
		}
		for path := range o.SyncPlaces() {
			out = append(out, heap.Loc{Obj: o, Path: path})
		}
	}
	return out
}

// Lent returns a function that reports whether unanalysed code may have an object: the code was given the object, or
// something that leads to it.
func (f *Facts) Lent() func(heap.Loc) bool {
	kept := f.w.Reach(keeps(f.w.Instances))
	return func(l heap.Loc) bool { return kept[l.Obj] || f.w.Lent(l) }
}

// Whole reports whether no limit of the analysis (B02, B03, B04) has left calls out.
func (f *Facts) Whole() bool { return !f.w.Noted("B02", "B03", "B04") }

// operands calls yield with the operations of an instruction: on channels, and by calls of functions of the library.
func (f *Facts) operands(in *heap.Instance, i ssa.Instruction, yield func(token.Pos, []heap.Loc)) {
	switch i := i.(type) {
	case *ssa.Send:
		yield(i.Pos(), f.w.Objects(in, i.Chan))
	case *ssa.Select:
		for _, s := range i.States {
			at := s.Pos
			if !at.IsValid() {
				at = i.Pos()
			}
			yield(at, f.w.Objects(in, s.Chan))
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			yield(i.Pos(), f.w.Objects(in, i.X))
		}
	case *ssa.MakeClosure: // a method as a value
		if len(i.Bindings) > 0 {
			if _, pointer := i.Bindings[0].Type().Underlying().(*types.Pointer); pointer {
				yield(i.Pos(), f.w.Objects(in, i.Bindings[0]))
			}
		}
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok {
			if b.Name() == "close" {
				yield(i.Pos(), f.w.Objects(in, i.Common().Args[0]))
			}
			return
		}
		var of []heap.Loc
		for _, t := range f.targets(in, i) {
			if t.Model != "" && len(t.Args) > 0 {
				of = append(of, f.w.Unboxed(t.Args[0])...)
			}
		}
		yield(i.Pos(), of)
	}
}
