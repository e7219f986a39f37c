package extract

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// The *certain program* of a root has the executions of its program that stay within all bounds: where the program
// begins to differ from the package, it comes to a loop without an exit. What it violates before that is violated by
// the package, too (theory.md, 14). A search ends with the first violation that it finds. Here that is no doubtful one,
// which would hide one that is certain:
//
//	for _, c := range checks {
//		go c.run() // the program starts two goroutines at most, and then waits for a third
//	}
//
// The certain program leaves out
//
//   - calls that a limit forbids (B02, B03, B04): World.Beyond;
//   - turns of loops that are not told apart (B01), if a variable counts turns;
//   - steps on channels that are not known (U01);
//   - the second object that a statement makes, if all of them are one in the program (U06);
//   - ways of branches on data that are not known to be possible (condition.free).
//
// May err towards: fewer executions.

// doubtful is where the certain program ends, and nothing in the program itself.
func (x *extractor) doubtful(pos token.Pos) []write.Line {
	if !x.certain {
		return nil
	}
	return exit(pos)
}

// turnLeft is what the certain program does at an edge into the body of a loop: there are no more turns than are told
// apart.
func (g *graph) turnLeft(from, to *ssa.BasicBlock) []write.Line {
	x := g.x
	if !x.certain || !x.counted[varKey{g.in, from}] || !x.w.InBody(from, to) {
		return nil
	}
	n, exact := x.w.Turns(g.in, from)
	if exact {
		return nil
	}
	pos := from.Instrs[0].Pos()
	return write.Block(pos, fmt.Sprintf("if %s == %d", x.turn(g.in, from), n), exit(pos))
}

// headAsks reports whether a loop is left, or goes on with another turn, at the end of its head.
func (x *extractor) headAsks(head *ssa.BasicBlock) bool {
	return len(head.Succs) == 2 && x.w.InBody(head, head.Succs[0]) != x.w.InBody(head, head.Succs[1])
}

// makesOne is what the certain program does where an object is made that stands for all that the statement makes.
func (x *extractor) makesOne(in *heap.Instance, v ssa.Value) []write.Line {
	if !x.certain || !heap.Carries(v.Type(), nil) {
		return nil
	}
	many := func(l heap.Loc) bool { return l.Obj.Many && l.Obj.In == in && l.Obj.Site == v }
	if !slices.ContainsFunc(x.w.Objects(in, v), many) {
		return nil
	}
	made := x.declare("shared", x.taken.Unique("made", "made"), varKey{in, v})
	out := write.Block(v.Pos(), "if "+made, exit(v.Pos()))
	return append(out, write.At(made+" = true", v.Pos()))
}

// unneeded lists the codes of the ledger that executions of the certain program do not depend on.
func (x *extractor) unneeded() []string {
	if !x.certain {
		return nil
	}
	turns := x.shortened() != nil
	out := []string{"B02", "B03", "B04", someGoroutines, boundedLoop, unknownChan, oneForMany,
		unknownBuffer}
	return slices.DeleteFunc(out, func(code string) bool {
		return slices.ContainsFunc(x.w.Notes, func(n heap.Note) bool {
			switch {
			case n.Code != code:
				return false
			case code == someGoroutines || code == boundedLoop:
				return !turns
			case code == unknownChan:
				return n.Text != leftOut
			case code == oneForMany:
				return n.Text != madeInLoop
			case code == unknownBuffer:
				return n.Text != callersBuffer
			}
			return false
		})
	})
}

// anyNumber reports whether a number may be any that is not negative, as callers, or the machine, choose it.
func (x *extractor) anyNumber(in *heap.Instance, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		arg, ok := heap.Argument(in, v)
		return ok && x.anyNumber(in.Parent, arg)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return heap.AnyValue(fn) || fn != nil && fn.RelString(nil) == "runtime.NumCPU"
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.FieldAddr)
		return ok && v.Op == token.MUL && x.onlyStored(fieldOf(a), x.anyNumber)
	}
	return false
}

// onlyStored reports whether some statement assigns to a field, and all of them assign such values.
func (x *extractor) onlyStored(f *types.Var, such func(*heap.Instance, ssa.Value) bool) bool {
	found := false
	for _, u := range x.usesOf(f) {
		if store, ok := u.i.(*ssa.Store); ok {
			if !such(u.in, store.Val) {
				return false
			}
			found = true
		}
	}
	return found
}

// Texts of notes about what the certain program leaves out.
const (
	leftOut       = "this channel is not known: the step is left out"
	callersBuffer = "the buffer's size is for callers or the machine to choose: 1"
	madeInLoop    = "made in a loop: all of them are one object"
)

// sides are the ways of a branch on data, as vertices: in the certain program those that are known to be possible.
func (g *graph) sides(c *condition, negated bool, yes, no int, pos token.Pos) (int, int) {
	if !g.x.certain {
		return yes, no
	}
	end := func(to int, way bool) int {
		if c != nil && c.free[map[bool]int{true: 1}[way != negated]] {
			return to
		}
		return g.add(write.Vertex{Lines: exit(pos), Kind: write.Halt})
	}
	return end(yes, true), end(no, false)
}
