package execute

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file has hash functions of packages that cannot be executed, as they read the memory of texts or have no body.
//
// A sharded map finds the lock of a key by such a function. Callers choose the keys, so two keys may share a lock or
// not. An execution therefore gives each key a number of its own, drawn by machine.salt.

// hash returns the result of a call if the function is a hash function that cannot be executed, and false for any other
// function. Equal operands have equal numbers in an execution. A function counts as one if its name says so, if it only
// computes, and if a part of it cannot be executed (computesUnseen). Its operands must be texts that callers pass: any
// other text has one number, which is not known here.
func (m *machine) hash(fn *ssa.Function, args []value) (value, bool) {
	results := fn.Signature.Results()
	if m.root.Client == nil || !hashes(fn) || results.Len() != 1 {
		return nil, false
	}
	if fn.Signature.Recv() != nil { // the receiver does not count: two objects may hash alike
		args = args[1:]
	}
	b, ok := results.At(0).Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsUnsigned == 0 {
		return nil, false
	}
	h, text := fnv.New64a(), false
	fmt.Fprint(h, m.salt)
	for _, a := range args {
		switch a := a.(type) {
		case string:
			if !slices.Contains(callersTexts, a) {
				return nil, false
			}
			text = true
			fmt.Fprintf(h, "%q,", a)
		case int64, uint64:
			n, _ := integer(a)
			text = text || n > 0 && n <= callersNumbers && len(args) == 1
			fmt.Fprintf(h, "%d,", a)
		default:
			return nil, false
		}
	}
	if !text {
		return nil, false
	}
	pure, unseen := computesUnseen(fn, 0)
	// The last bit of an FNV hash is the parity of the last bits of the text, whatever the salt is. With two
	// buckets, two texts would share one in all executions or in none. So the bits are mixed.
	n := h.Sum64()
	n = (n ^ n>>32) * 0x9e3779b97f4a7c15
	return wrap(n^n>>32, b), pure && unseen
}

// hashes reports whether a function is a hash function by its name.
func hashes(fn *ssa.Function) bool { return strings.Contains(strings.ToLower(fn.Name()), "hash") }

// computesUnseen reports whether a function writes to nothing but variables of its own and waits for nothing (pure),
// and whether some part of it cannot be executed (unseen). level is the depth of calls from the function asked of;
// beyond 3 the answer is no.
func computesUnseen(fn *ssa.Function, level int) (pure, unseen bool) {
	if fn.Blocks == nil {
		return hashes(fn), true
	}
	if level > 3 {
		return false, false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Send, *ssa.Go, *ssa.Defer, *ssa.Select, *ssa.MapUpdate, *ssa.Panic:
				return false, false
			case *ssa.Store:
				at := i.Addr
				if f, part := at.(*ssa.FieldAddr); part {
					at = f.X
				}
				if _, own := at.(*ssa.Alloc); !own {
					return false, false
				}
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					return false, false
				}
			case *ssa.Convert:
				t, basic := i.X.Type().Underlying().(*types.Basic)
				unseen = unseen || basic && t.Kind() == types.UnsafePointer
			case *ssa.Call:
				if b, builtin := i.Call.Value.(*ssa.Builtin); builtin {
					unseen = unseen || slices.Contains([]string{"StringData", "SliceData", "Slice", "String"}, b.Name())
					continue
				}
				callee := i.Call.StaticCallee()
				if callee == nil {
					return false, false
				}
				inner, hidden := computesUnseen(callee, level+1)
				if !inner {
					return false, false
				}
				unseen = unseen || hidden
			}
		}
	}
	return true, unseen
}
