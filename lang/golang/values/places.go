package values

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// TwoValued reports whether a variable is true or false, or nil or not.
func TwoValued(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.Bool || u.Kind() == types.UntypedBool
	case *types.Pointer, *types.Chan, *types.Signature, *types.Interface:
		return true
	}
	return false
}

// Once reports whether a place is one variable: not an item, and in an object that is made once and that
// only code has which is analysed.
func Once(l heap.Loc) bool {
	if l.Obj.Kind != heap.Memory || l.Obj.Many || l.Obj.Exposed || strings.Contains(l.Path, "[") {
		return false
	}
	_, ok := l.Obj.Site.(*ssa.Alloc)
	return ok
}

// Origin is what an operand is a field of, in the caller if it was passed as it is.
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

// Bare is what an interface value is made of.
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

// Unchanged is a value before conversions to types with the same representation.
func Unchanged(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.ChangeType)
		if !ok {
			return v
		}
		v = c.X
	}
}

// Branched is whether a register is not nil in a block, where the branches that lead there have asked for that: "true"
// or "false".
func Branched(v ssa.Value, b *ssa.BasicBlock) (string, bool) {
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
