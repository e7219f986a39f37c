package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
	"flavers/lang/golang/write"
)

// Whether an operand is the object that it may be, or nil. Where the model does not know, either is.

// ifThere does something if an operand is not nil.
func (x *extractor) ifThere(in *heap.Instance, v ssa.Value, lines []write.Line, pos token.Pos) []write.Line {
	if len(lines) == 0 || x.notNil(in, v, 0) {
		return lines
	}
	if e, ok := x.truth(in, v); ok && !x.bound.Detach {
		switch e {
		case "true":
			return lines
		case "false":
			return nil
		}
		return write.Block(pos, "if "+e, lines)
	}
	x.w.Note(anyOfSeveral, pos, "this operand may be nil, or not")
	return write.Alternatives([][]write.Line{lines, nil}, pos)
}

// ifReturned does something if a result of a call of followed functions is not nil.
func (x *extractor) ifReturned(in *heap.Instance, site ssa.CallInstruction, index int,
	lines []write.Line) []write.Line {
	call, ok := site.(*ssa.Call)
	if !ok || !x.follows(in, site) {
		return lines
	}
	t := call.Call.Signature().Results().At(index).Type()
	if !values.TwoValued(t) {
		return lines
	}
	switch e, ok := x.answer(in, call, index); {
	case !ok:
		return write.Alternatives([][]write.Line{lines, nil}, site.Pos())
	case e == "true":
		return lines
	default:
		return write.Block(site.Pos(), "if "+e, lines)
	}
}

// notNil tells whether an operand is not nil, if the object has been made that it may be.
func (x *extractor) notNil(in *heap.Instance, v ssa.Value, depth int) bool {
	if depth > 20 {
		return false
	}
	depth++
	switch u := v.(type) {
	case *ssa.Extract:
		call, ok := u.Tuple.(*ssa.Call)
		return ok && x.makesAt(in, call, u.Index)
	case *ssa.Call:
		return x.makesAt(in, u, 0)
	case *ssa.MakeInterface:
		return x.notNil(in, u.X, depth)
	case *ssa.ChangeInterface:
		return x.notNil(in, u.X, depth)
	case *ssa.ChangeType:
		return x.notNil(in, u.X, depth)
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Alloc, *ssa.Global, *ssa.Function, *ssa.MakeClosure:
		return true
	case *ssa.Phi:
		for _, e := range u.Edges {
			if !x.notNil(in, e, depth) {
				return false
			}
		}
		return true
	case *ssa.Parameter:
		arg, ok := values.Argument(in, u)
		return ok && x.notNil(in.Parent, arg, depth)
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
				return x.notNil(in.Self.In, mk.Bindings[i], depth)
			}
		}
	case *ssa.UnOp:
		return u.Op == token.MUL && x.assignedBefore(in, u, depth)
	case *ssa.Field: // of a struct that is loaded
		if load, ok := u.X.(*ssa.UnOp); ok && load.Op == token.MUL {
			name := u.X.Type().Underlying().(*types.Struct).Field(u.Field).Name()
			return x.givenNotNil(x.w.Objects(in, load.X), "."+name, depth)
		}
	}
	return false
}

// makesAt tells whether a call makes an object as one of its results, in code that is not followed.
func (x *extractor) makesAt(in *heap.Instance, call *ssa.Call, index int) bool {
	if x.follows(in, call) {
		return false
	}
	ways, _ := x.bound.Ways(in, call)
	for _, w := range ways {
		for _, m := range w.Matches {
			if m.Makes && m.Place.Index == index {
				return true
			}
		}
	}
	return false
}

// assignedBefore tells whether a load is of a place that has got its only value, which is not nil: in a literal, or
// before the function that loads it was made.
func (x *extractor) assignedBefore(in *heap.Instance, load *ssa.UnOp, depth int) bool {
	if f, ok := load.X.(*ssa.FreeVar); ok && in.Self != nil {
		mk, ok := in.Self.Site.(*ssa.MakeClosure)
		if !ok {
			return false
		}
		for i, g := range in.Fn.FreeVars {
			a, isAlloc := mk.Bindings[i].(*ssa.Alloc)
			var only *ssa.Store
			if g == f && isAlloc && values.Stores(a, &only) == 1 && only.Parent() == mk.Parent() && values.Before(only, mk) {
				return x.notNil(in.Self.In, only.Val, depth)
			}
		}
		return false
	}
	if a, ok := load.X.(*ssa.Alloc); ok {
		var only *ssa.Store
		if values.Stores(a, &only) == 1 && only.Parent() == load.Parent() && values.Before(only, load) {
			return x.notNil(in, only.Val, depth)
		}
	}
	return x.givenNotNil(x.w.Objects(in, load.X), "", depth)
}

// givenNotNil tells whether a field of some places was given its only value where their objects are made, which is not
// nil.
func (x *extractor) givenNotNil(locs []heap.Loc, field string, depth int) bool {
	for _, l := range locs {
		l.Path += field
		known := x.values.Given(l)
		if known == nil || known.More || !x.values.Made(l) || !x.notNil(known.In, known.Val, depth) {
			return false
		}
	}
	return len(locs) > 0
}

// askOperands asks whether the operands of events are nil, and the results of calls that make objects.
func (x *extractor) askOperands(in *heap.Instance, site ssa.CallInstruction) {
	ways, _ := x.bound.Ways(in, site)
	for _, w := range ways {
		for _, m := range w.Matches {
			call, isCall := site.(*ssa.Call)
			switch {
			case m.Makes && isCall && x.follows(in, site):
				x.askCall(in, call, m.Place.Index)
			case m.Object && !m.Makes && m.Place.Path == "":
				for _, v := range x.bound.Operands(site, w, m) {
					if v = values.Bare(v); !x.notNil(in, v, 0) {
						x.ask(in, v)
					}
				}
			}
			if at := bind.ErrorOf(site.Common().Signature()); m.OK && at >= 0 && isCall {
				x.askCall(in, call, at)
			}
		}
	}
}
