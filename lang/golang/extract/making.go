package extract

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/track"
)

// Which call made the object of an event.

// making is a call of an instance.
type making struct {
	in   *heap.Instance
	call *ssa.Call
}

// madeBy finds the call that made the object which an operand is, in the same goroutine, the last time that it
// was executed.
func (x *extractor) madeBy(in *heap.Instance, v ssa.Value, m bind.Match) (making, bool) {
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
	for range 50 {
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

// kept is the only value that a variable ever gets, of this function or of the one that calls it as a literal;
// it is assigned where it is computed.
func (x *extractor) kept(in *heap.Instance, addr ssa.Value) (ssa.Value, *heap.Instance, bool) {
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
