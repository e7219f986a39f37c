package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/track"
)

// This file finds the call that made the object of an event, if it is certain which one that is:
//
//	f, err := os.Open(name) // event open, which makes f
//	f.Close()               // event close, of the f that this call of os.Open made last
//
// It follows the operand back, through registers, parameters, fields, and variables that are assigned once.

// making is a call of an instance.
type making struct {
	in   *heap.Instance
	call *ssa.Call
}

// maxSteps bounds how far madeBy follows an operand back; beyond that it gives up.
const maxSteps = 50

// madeBy returns the call whose last execution made the object that operand v of event m is. ok is false if that is
// not certain, or if another goroutine may execute the call.
func (x *extractor) madeBy(in *heap.Instance, v ssa.Value, m bind.Match) (by making, ok bool) {
	if x.bound.Detach || !m.Spec.Makes {
		return making{}, false
	}
	path := m.Place.Path
	made := func(call *ssa.Call, index int) (making, bool) {
		ways, _ := x.bound.Ways(in, call)
		for _, w := range ways {
			for _, n := range w.Matches {
				if n.Makes && n.Spec == m.Spec && n.Place.Index == index && n.Place.Path == path {
					return making{in, call}, true
				}
			}
		}
		return making{}, false
	}
	for range maxSteps {
		switch u := v.(type) {
		case *ssa.Extract:
			call, ok := u.Tuple.(*ssa.Call)
			if !ok {
				return making{}, false
			}
			return made(call, u.Index)
		case *ssa.Call:
			return made(u, 0)
		case *ssa.MakeInterface:
			v = u.X
		case *ssa.ChangeInterface:
			v = u.X
		case *ssa.ChangeType:
			v = u.X
		case *ssa.Parameter:
			arg, ok := heap.Argument(in, u)
			if !ok || in.Spawned {
				return making{}, false
			}
			v, in = arg, in.Parent
		case *ssa.UnOp:
			if u.Op != token.MUL {
				return making{}, false
			}
			if f, ok := u.X.(*ssa.FieldAddr); ok {
				v, path = f.X, "."+track.FieldName(f)+path
				continue
			}
			var ok bool
			if v, in, ok = x.kept(in, u.X); !ok {
				return making{}, false
			}
		default:
			return making{}, false
		}
	}
	return making{}, false
}

// kept returns the only value that is ever assigned to the variable at addr, and the instance that assigns it. The
// variable is one of the function itself, or one that a function literal captures from the function which calls it.
// ok is false for other variables, and if the value is not assigned right where it is computed.
func (x *extractor) kept(in *heap.Instance, addr ssa.Value) (v ssa.Value, at *heap.Instance, ok bool) {
	for {
		switch a := addr.(type) {
		case *ssa.FreeVar:
			if in.Self == nil || in.Spawned || in.Parent == nil || in.Self.In != in.Parent {
				return nil, nil, false
			}
			mk, ok := in.Self.Site.(*ssa.MakeClosure)
			site, called := in.Site.(ssa.CallInstruction)
			if !ok || !called || site.Common().Value != mk {
				return nil, nil, false
			}
			if _, deferred := site.(*ssa.Defer); deferred && x.w.InLoop(mk.Block()) {
				return nil, nil, false
			}
			for i, f := range in.Fn.FreeVars {
				if f == a {
					addr = mk.Bindings[i]
				}
			}
			in = in.Parent
		case *ssa.Alloc:
			only := heap.OnlyStore(a)
			if only == nil || only.Parent() != in.Fn {
				return nil, nil, false
			}
			def, ok := only.Val.(ssa.Instruction)
			return only.Val, in, ok && def.Block() == only.Block()
		default:
			return nil, nil, false
		}
	}
}
