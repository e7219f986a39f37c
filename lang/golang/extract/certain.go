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

// This file makes the *certain program* of a root. It is a variant of the program that has only executions of the
// package: where the program begins to differ from the package, the certain program ends instead (exit). So a
// violation of the certain program is one of the package (theory.md, 14).
//
// Why a program of its own? A search ends with the first violation that it finds. In the program that may be a
// doubtful one, which hides another one that is certain. For example, of
//
//	for _, c := range checks {
//		go c.run()
//	}
//
// the program starts two goroutines only. The certain program ends where it would start a third.
//
// It ends at
//
//   - calls that a limit forbids (B02, B03, B04; World.Beyond);
//   - turns of loops that are not told apart (B01), if a variable counts turns;
//   - operations on channels that are not known (U01);
//   - a statement that makes a second object, if the program has one object for all of them (U06);
//   - sides of branches on data that are not known to be possible (condition.free).
//
// May err towards: fewer executions.

// doubtful returns the end of the certain program, at a place where the program would begin to differ from the
// package. In the program itself it returns nothing.
func (x *extractor) doubtful(pos token.Pos) []write.Line {
	if !x.certain {
		return nil
	}
	return exit(pos)
}

// turnLeft returns what the certain program does on the way from the head of a loop into its body: it ends if all
// turns that are told apart are over.
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

// headAsks reports whether the head of a loop ends with a branch between another turn and the way out.
func (x *extractor) headAsks(head *ssa.BasicBlock) bool {
	return len(head.Succs) == 2 && x.w.InBody(head, head.Succs[0]) != x.w.InBody(head, head.Succs[1])
}

// makesOne returns what the certain program does at a statement v whose objects are one in the program: it ends when
// the statement is executed a second time.
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

// unneeded lists the codes of ledger entries that do not make executions of the certain program doubtful: it ends
// where these entries begin to matter. A code is left out if some entry with it is of another kind.
func (x *extractor) unneeded() []string {
	if !x.certain {
		return nil
	}
	allCounted := x.shortened() != nil // variables count the turns of all loops that are cut short
	out := []string{"B02", "B03", "B04", someGoroutines, boundedLoop, unknownChan, oneForMany,
		unknownBuffer}
	return slices.DeleteFunc(out, func(code string) bool {
		return slices.ContainsFunc(x.w.Notes, func(n heap.Note) bool {
			switch {
			case n.Code != code:
				return false
			case code == someGoroutines || code == boundedLoop:
				return !allCounted
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

// anyNumber reports whether callers or the machine choose a number freely, so that it may be any that is not
// negative.
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

// onlyStored reports whether at least one statement assigns to a field, and such holds for the values of all of them.
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

// Texts of ledger entries. unneeded tells by them whether the certain program ends where the entry matters.
const (
	leftOut       = "this channel is not known: the step is left out"
	callersBuffer = "the buffer's size is for callers or the machine to choose: 1"
	madeInLoop    = "made in a loop: all of them are one object"
)

// sides returns the vertices where the two sides of a branch on data lead: yes and no, but in the certain program the
// end for a side that is not known to be possible. c is the condition, or nil if it is not known; negated: the branch
// asks for the contrary of c.
func (g *graph) sides(c *condition, negated bool, yes, no int, pos token.Pos) (yesTo, noTo int) {
	if !g.x.certain {
		return yes, no
	}
	side := func(to int, taken bool) int {
		if c != nil && c.free[index(taken != negated)] {
			return to
		}
		return g.add(write.Vertex{Lines: exit(pos), Kind: write.Halt})
	}
	return side(yes, true), side(no, false)
}
