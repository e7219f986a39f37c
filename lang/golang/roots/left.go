package roots

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// What tests of a package leave behind for the next ones. Each test is a root of its own, but the go command executes
// them one after the other in one process:
//
//	var mu sync.Mutex
//
//	func TestFirst(t *testing.T)  { mu.Lock() }
//	func TestSecond(t *testing.T) { mu.Lock() } // waits for ever, but not alone
//
// Looked at are locks, wait groups and channels that are package variables, or fields of such, where functions name
// them that a test calls by their names. A lock is left behind by a function that locks it and never unlocks it; any
// operation on a wait group or a channel may leave something behind. May err towards: it is left behind, but for what
// is reached by pointers, interface values and function values.

// Left returns the place of the first variable that a root operates on and that another test of its package may leave
// behind, and whether there is one.
func (ps *Packages) Left(root Root) (pos token.Pos, some bool) {
	if !ps.IsTest(root.Fn) {
		return token.NoPos, false
	}
	uses, _ := operated(root.Fn)
	if len(uses) == 0 {
		return token.NoPos, false
	}
	for _, m := range root.Fn.Pkg.Members {
		other, ok := m.(*ssa.Function)
		if !ok || other == root.Fn || !ps.IsTest(other) {
			continue
		}
		_, left := operated(other)
		for g := range uses {
			if left[g] && (!pos.IsValid() || g.Pos() < pos) {
				pos = g.Pos()
			}
		}
	}
	return pos, pos.IsValid()
}

// operated are the package variables that a function operates on, with those that it calls by their names, and those
// of them that it may leave behind.
func operated(fn *ssa.Function) (uses, left map[*ssa.Global]bool) {
	uses, left = map[*ssa.Global]bool{}, map[*ssa.Global]bool{}
	seen := map[*ssa.Function]bool{}
	for todo := []*ssa.Function{fn}; len(todo) > 0; {
		f := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[f] {
			continue
		}
		seen[f] = true
		todo = append(todo, f.AnonFuncs...)
		locked, unlocked := map[*ssa.Global]bool{}, map[*ssa.Global]bool{}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				todo = operation(i, uses, left, locked, unlocked, todo)
			}
		}
		for g := range locked {
			left[g] = left[g] || !unlocked[g]
		}
	}
	return uses, left
}

// operation puts the variable that an instruction operates on, and adds what it calls to todo.
func operation(i ssa.Instruction, uses, left, locked, unlocked map[*ssa.Global]bool,
	todo []*ssa.Function) []*ssa.Function {
	touch := func(v ssa.Value) {
		if g := variable(v); g != nil {
			uses[g], left[g] = true, true
		}
	}
	switch i := i.(type) {
	case *ssa.Send:
		touch(i.Chan)
	case *ssa.Select:
		for _, s := range i.States {
			touch(s.Chan)
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			touch(i.X)
		}
	case ssa.CallInstruction:
		c := i.Common()
		if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "close" {
			touch(c.Args[0])
		}
		callee := c.StaticCallee()
		if callee == nil {
			return todo
		}
		of := typeOfSync(callee)
		if of == "" {
			for _, v := range c.Args { // which it may operate on
				if g := variable(v); g != nil {
					uses[g] = true
				}
			}
			return append(todo, callee)
		}
		g := variable(c.Args[0])
		switch name := callee.Name(); {
		case g == nil:
		case of == "WaitGroup":
			uses[g], left[g] = true, true
		case strings.HasSuffix(name, "Unlock"):
			unlocked[g] = true
		case strings.HasSuffix(name, "Lock"):
			uses[g], locked[g] = true, true
		}
	}
	return todo
}

// typeOfSync is the type of package sync that a function is a method of: a lock or a wait group; "" if it is none.
func typeOfSync(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "sync" {
		return ""
	}
	p, ok := types.Unalias(recv.Type()).(*types.Pointer)
	if !ok {
		return ""
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || !slices.Contains([]string{"Mutex", "RWMutex", "WaitGroup"}, n.Obj().Name()) {
		return ""
	}
	return n.Obj().Name()
}

// variable is the package variable that a value is the address of, or in which it is found; nil if it is in none.
func variable(v ssa.Value) *ssa.Global {
	for {
		switch x := v.(type) {
		case *ssa.Global:
			return x
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return nil
			}
			v = x.X
		default:
			return nil
		}
	}
}
