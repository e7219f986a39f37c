package values

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// TwoValued reports whether values of a type are true or false, or nil or not.
func TwoValued(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Bool || u.Kind() == types.UntypedBool
	case *types.Pointer, *types.Chan, *types.Signature, *types.Interface:
		return true
	}
	return false
}

// Once reports whether a place is a single variable: it is no item of an array, slice or map, its object is made once
// by a function, and no unanalysed code has the object.
func Once(l heap.Loc) bool {
	if l.Obj.Kind != heap.Memory || l.Obj.Many || l.Obj.Exposed || strings.Contains(l.Path, "[") {
		return false
	}
	_, ok := l.Obj.Site.(*ssa.Alloc)
	return ok
}

// Origin returns the struct that operand v is a field of, perhaps through other structs, or the pointer to that
// struct. If that is a parameter, it goes on with the operand of the caller. If v is not a field, it returns v.
func Origin(in *heap.Instance, v ssa.Value) (*heap.Instance, ssa.Value) {
	for {
		switch u := v.(type) {
		case *ssa.FieldAddr:
			v = u.X
			continue
		case *ssa.ChangeType:
			v = u.X
			continue
		case *ssa.Parameter:
			if arg, ok := heap.Argument(in, u); ok && !in.Spawned {
				in, v = in.Parent, arg
				continue
			}
		}
		return in, v
	}
}

// Bare returns the value that an interface value is made of, as far as registers show it.
func Bare(v ssa.Value) ssa.Value {
	for {
		switch u := v.(type) {
		case *ssa.MakeInterface:
			v = u.X
		case *ssa.ChangeInterface:
			v = u.X
		default:
			return v
		}
	}
}

// Unchanged returns a value before conversions to types with the same representation (ssa.ChangeType).
func Unchanged(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.ChangeType)
		if !ok {
			return v
		}
		v = c.X
	}
}

// Branched returns whether a register is not nil ("true") or is nil ("false") in a block, because all ways to the
// block go through a branch that has compared it with nil. ok is false if there is no such branch.
func Branched(v ssa.Value, b *ssa.BasicBlock) (notNil string, ok bool) {
	for at := b; at.Idom() != nil; at = at.Idom() {
		from := at.Idom()
		test, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
		if !ok || len(at.Preds) != 1 || from.Succs[0] == from.Succs[1] {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || cond.X != v || cond.Op != token.EQL && cond.Op != token.NEQ {
			continue
		}
		if c, ok := cond.Y.(*ssa.Const); ok && c.Value == nil {
			if (cond.Op == token.NEQ) == (at == from.Succs[0]) {
				return "true", true
			}
			return "false", true
		}
	}
	return "", false
}
