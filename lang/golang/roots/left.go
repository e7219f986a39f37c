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
// them that a test calls by their names. A lock is left behind by a function in which a way leads from where it is
// locked to where the function, or the test (t.Fatal), ends, and unlocks it nowhere; any operation on a wait group or
// a channel may leave something behind. May err towards: it is left behind, but for what is reached by pointers,
// interface values and function values.

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
		locked := map[*ssa.Global]bool{}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				todo = operation(i, uses, left, locked, todo)
			}
		}
		for g := range locked {
			left[g] = left[g] || staysLocked(f, g)
		}
	}
	return uses, left
}

// staysLocked reports whether a way through a function locks a variable, and ends without unlocking it. What is
// deferred unlocks it where it is deferred, and what a go statement starts may unlock it too late; a call that may end
// the test is an end. A panic that nobody recovers ends the process. Errs the wrong way where only a caller recovers.
func staysLocked(f *ssa.Function, g *ssa.Global) bool {
	type at struct {
		block *ssa.BasicBlock
		held  bool
	}
	seen := map[at]bool{}
	todo := []at{{f.Blocks[0], false}}
	for len(todo) > 0 {
		here := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[here] {
			continue
		}
		seen[here] = true
		held := here.held
		for _, i := range here.block.Instrs {
			switch call, _ := i.(ssa.CallInstruction); {
			case call != nil && locks(call, g):
				held = true
			case call != nil && unlocks(call, g):
				held = false
			case held && (call != nil && (f.Recover != nil || endsTest(call)) || isReturn(i)):
				return true // with a deferred function that recovers, a panic of any call is such a way, too
			}
		}
		for _, next := range here.block.Succs {
			todo = append(todo, at{next, held})
		}
	}
	return false
}

func isReturn(i ssa.Instruction) bool {
	_, ok := i.(*ssa.Return)
	return ok
}

// locks reports whether a call locks a variable: a try may, too.
func locks(call ssa.CallInstruction, g *ssa.Global) bool {
	callee := call.Common().StaticCallee()
	return callee != nil && typeOfSync(callee) != "" && strings.HasSuffix(callee.Name(), "Lock") &&
		variable(call.Common().Args[0]) == g
}

// unlocks reports whether a call unlocks a variable, itself or in a function literal.
func unlocks(call ssa.CallInstruction, g *ssa.Global) bool {
	callee := call.Common().StaticCallee()
	if _, later := call.(*ssa.Go); later || callee == nil {
		return false
	}
	if typeOfSync(callee) != "" {
		return strings.HasSuffix(callee.Name(), "Unlock") && variable(call.Common().Args[0]) == g
	}
	if callee.Parent() == nil || len(callee.Blocks) != 1 { // a literal with branches may not unlock it
		return false
	}
	return slices.ContainsFunc(callee.Blocks[0].Instrs, func(i ssa.Instruction) bool {
		inner, ok := i.(*ssa.Call)
		if !ok || inner.Common().StaticCallee() == nil {
			return false
		}
		return typeOfSync(inner.Common().StaticCallee()) != "" && unlocks(inner, g)
	})
}

// endsTest reports whether a call may end the goroutine: functions of package testing that do, runtime.Goexit, and what
// a test is given to.
func endsTest(call ssa.CallInstruction) bool {
	c := call.Common()
	if c.IsInvoke() {
		return isTest(c.Value.Type())
	}
	callee := c.StaticCallee()
	if callee != nil && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "testing" {
		return slices.Contains([]string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"}, callee.Name())
	}
	if callee != nil && callee.String() == "runtime.Goexit" {
		return true
	}
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return isTest(v.Type()) })
}

// isTest reports whether a type is one of package testing, as *testing.T and testing.TB are.
func isTest(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing"
}

// operation puts the variable that an instruction operates on, and adds what it calls to todo.
func operation(i ssa.Instruction, uses, left, locked map[*ssa.Global]bool,
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
