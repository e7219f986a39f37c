package values

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Part returns what is assigned, in every execution, to the field at path of a struct value v: a register, and its
// instance. v is loaded from where it was just made, or a followed function returns it, as New does here:
//
//	func New() T { return T{c: make(chan int)} } // ".c" is the register of make
//
// ok is false for other values.
func (f *Facts) Part(in *heap.Instance, v ssa.Value, path string) (val ssa.Value, at *heap.Instance, ok bool) {
	return f.part(in, v, path, 0)
}

// part is Part for a value that is returned through depth calls.
func (f *Facts) part(in *heap.Instance, v ssa.Value, path string, depth int) (ssa.Value, *heap.Instance, bool) {
	switch v := v.(type) {
	case *ssa.UnOp:
		locs := f.w.Objects(in, v.X)
		if v.Op != token.MUL || len(locs) != 1 {
			return nil, nil, false
		}
		l := heap.Loc{Obj: locs[0].Obj, Path: locs[0].Path + path}
		given := f.given[l]
		switch {
		case given == nil || given.More || given.In != in || !heap.Before(given.Store, v):
			return nil, nil, false
		case l.Obj.Many || l.Obj.Exposed || l.Obj.In != in || f.Copied(l):
			return nil, nil, false
		}
		return given.Val, in, true
	case *ssa.Call:
		return f.returned(in, v, 0, path, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.returned(in, call, v.Index, path, depth)
		}
	}
	return nil, nil, false
}

// deepestCall bounds through how many calls part follows a value.
const deepestCall = 5

// returned is Part for a result of a call of a function with a single return statement.
func (f *Facts) returned(in *heap.Instance, call *ssa.Call, index int, path string,
	depth int) (ssa.Value, *heap.Instance, bool) {
	targets := f.w.Targets(in, call, 0)
	if depth > deepestCall || f.w.Copies(in, call) != 1 || len(targets) != 1 || targets[0].Inst == nil ||
		targets[0].Maybe || targets[0].Inst.Shared {
		return nil, nil, false
	}
	var only *ssa.Return
	for _, b := range targets[0].Inst.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if only != nil {
				return nil, nil, false
			}
			only = r
		}
	}
	if only == nil || index >= len(only.Results) {
		return nil, nil, false
	}
	return f.part(targets[0].Inst, only.Results[index], path, depth+1)
}
