package values

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// This file finds operands that are never nil.

// NotNil reports whether an operand is never nil: it leads back to something that is made, or to a result of a call
// for which makes holds. makes gets the instance, the call, and the index of the result.
func (f *Facts) NotNil(in *heap.Instance, v ssa.Value, makes func(*heap.Instance, *ssa.Call, int) bool) bool {
	return pointers{f, makes}.notNil(in, v, 0)
}

// pointers is one question of NotNil.
type pointers struct {
	*Facts
	makes func(*heap.Instance, *ssa.Call, int) bool
}

// deepest bounds how far notNil follows a value back; beyond that, the value may be nil.
const deepest = 20

// notNil is NotNil for a value that is depth steps away from the operand.
func (p pointers) notNil(in *heap.Instance, v ssa.Value, depth int) bool {
	if depth > deepest {
		return false
	}
	depth++
	switch u := v.(type) {
	case *ssa.Extract:
		call, ok := u.Tuple.(*ssa.Call)
		return ok && p.makes(in, call, u.Index)
	case *ssa.Call:
		return p.makes(in, u, 0)
	case *ssa.MakeInterface:
		return p.notNil(in, u.X, depth)
	case *ssa.ChangeInterface:
		return p.notNil(in, u.X, depth)
	case *ssa.ChangeType:
		return p.notNil(in, u.X, depth)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Alloc, *ssa.Global, *ssa.Function, *ssa.MakeClosure:
		return true
	case *ssa.Phi:
		for _, e := range u.Edges {
			if !p.notNil(in, e, depth) {
				return false
			}
		}
		return true
	case *ssa.Parameter:
		arg, ok := heap.Argument(in, u)
		return ok && p.notNil(in.Parent, arg, depth)
	case *ssa.FreeVar: // a captured variable's address, or the receiver of a method value
		if in.Self == nil {
			return false
		}
		mk, ok := in.Self.Site.(*ssa.MakeClosure)
		if !ok {
			return false
		}
		for i, f := range in.Fn.FreeVars {
			if f == u {
				return p.notNil(in.Self.In, mk.Bindings[i], depth)
			}
		}
	case *ssa.UnOp:
		return u.Op == token.MUL && p.assignedBefore(in, u, depth)
	case *ssa.Field: // of a struct that is loaded
		if load, ok := u.X.(*ssa.UnOp); ok && load.Op == token.MUL {
			name := u.X.Type().Underlying().(*types.Struct).Field(u.Field).Name()
			return p.givenNotNil(p.w.Objects(in, load.X), "."+name, depth)
		}
	}
	return false
}

// assignedBefore reports whether the place of a load has one value only, which is not nil and is assigned before the
// load: in a literal, or, of a captured variable, before the function value is made that loads it.
func (p pointers) assignedBefore(in *heap.Instance, load *ssa.UnOp, depth int) bool {
	if f, ok := load.X.(*ssa.FreeVar); ok && in.Self != nil {
		mk, ok := in.Self.Site.(*ssa.MakeClosure)
		if !ok {
			return false
		}
		for i, g := range in.Fn.FreeVars {
			a, isAlloc := mk.Bindings[i].(*ssa.Alloc)
			if g != f || !isAlloc {
				continue
			}
			if only := heap.OnlyStore(a); only != nil && only.Parent() == mk.Parent() && heap.Before(only, mk) {
				return p.notNil(in.Self.In, only.Val, depth)
			}
		}
		return false
	}
	if a, ok := load.X.(*ssa.Alloc); ok {
		if only := heap.OnlyStore(a); only != nil && only.Parent() == load.Parent() && heap.Before(only, load) {
			return p.notNil(in, only.Val, depth)
		}
	}
	return p.givenNotNil(p.w.Objects(in, load.X), "", depth)
}

// givenNotNil reports whether a field ("": none) of all places gets its only value where its object is made, and that
// is not nil.
func (p pointers) givenNotNil(locs []heap.Loc, field string, depth int) bool {
	for _, l := range locs {
		l.Path += field
		known := p.Given(l)
		if known == nil || known.More || !p.Made(l) || !p.notNil(known.In, known.Val, depth) {
			return false
		}
	}
	return len(locs) > 0
}
