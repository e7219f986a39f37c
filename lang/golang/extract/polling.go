package extract

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Loops that poll: they change nothing, and end when another goroutine has changed what they ask for.
//
//	for len(c) == 0 {
//		runtime.Gosched()
//	}
//
// Where what is asked for is in the program, so is the loop. Otherwise it is taken to end at any time (A06), also
// before the other goroutine has done its part: of what comes after that, a violation is only possible (A11). Of other
// loops that is not said: a loop that counts, or goes along a list, ends by itself, whatever others do.

// polled are the places of the branches of all loops that poll in a function, as write.Graph.Endless is told of them.
func (g *graph) polled() map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, head := range g.in.Fn.Blocks {
		if !g.x.w.InBody(head, head) {
			continue
		}
		var body []*ssa.BasicBlock
		for _, b := range g.in.Fn.Blocks {
			if g.x.w.InBody(head, b) {
				body = append(body, b)
			}
		}
		if polls(body) {
			for _, b := range body {
				out[placeOf(b)] = true
			}
		}
	}
	return out
}

// polls reports whether a loop changes nothing, and each branch that leaves it asks for what others may change.
// May err towards: it does not.
func polls(body []*ssa.BasicBlock) bool {
	asks := false
	for _, b := range body {
		for _, i := range b.Instrs {
			if !passive(i) {
				return false
			}
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || slices.Contains(body, b.Succs[0]) && slices.Contains(body, b.Succs[1]) {
			continue
		}
		if !shared(branch.Cond, body, map[ssa.Value]bool{}) {
			return false
		}
		asks = true
	}
	return asks
}

// passive reports whether an instruction changes nothing that a later turn may ask for.
func passive(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.Next:
		return false
	case *ssa.UnOp:
		return i.Op != token.ARROW
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			return b.Name() == "len" || b.Name() == "cap"
		}
		fn := i.Call.StaticCallee() // what followed functions return is a branch on data, if the program has it not
		return fn != nil && (loads(fn) || slices.Contains([]string{"runtime.Gosched", "time.Sleep"}, heap.FullName(fn)))
	}
	return true
}

// loads reports whether a function of the library returns what others may have changed: an atomic variable, or how
// many goroutines there are. A comparison that fails has changed nothing.
func loads(fn *ssa.Function) bool {
	name := heap.FullName(fn)
	return name == "runtime.NumGoroutine" || strings.Contains(name, "sync/atomic.") &&
		(strings.HasPrefix(fn.Name(), "Load") || strings.HasPrefix(fn.Name(), "CompareAndSwap"))
}

// shared reports whether a value comes from memory or from a channel, and not from an earlier turn of the loop.
func shared(v ssa.Value, body []*ssa.BasicBlock, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	i, ok := v.(ssa.Instruction)
	if !ok || !slices.Contains(body, i.Block()) {
		return false // known before the loop
	}
	switch i := v.(type) {
	case *ssa.Phi:
		return false
	case *ssa.Call:
		return true
	case *ssa.UnOp:
		if i.Op == token.MUL {
			return true
		}
	}
	return slices.ContainsFunc(i.Operands(nil), func(x *ssa.Value) bool {
		return *x != nil && shared(*x, body, seen)
	})
}

// placeOf is the place of the branch at the end of a block.
func placeOf(b *ssa.BasicBlock) token.Pos {
	pos := b.Instrs[len(b.Instrs)-1].Pos()
	if !pos.IsValid() && len(b.Instrs) > 1 {
		pos = b.Instrs[len(b.Instrs)-2].Pos()
	}
	return pos
}
