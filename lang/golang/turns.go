package golang

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Loops that start goroutines have a variable that counts their turns, as far as turns are
// told apart; later ones are as the last of these, but start nothing.

// turn is the variable of the loop with a head.
func (x *extractor) turn(in *heap.Instance, head *ssa.BasicBlock) string {
	return x.variable(in, head, "turn", fmt.Sprintf("0..%d", x.w.Limits.Copies))
}

// turned counts at an edge to the head of a loop.
func (x *extractor) turned(in *heap.Instance, from, head *ssa.BasicBlock) []line {
	if !x.counted[varKey{in, head}] {
		return nil
	}
	name, pos := x.turn(in, head), head.Instrs[0].Pos()
	if !head.Dominates(from) {
		return one(name+" = 0", pos)
	}
	return block(pos, fmt.Sprintf("if %s < %d", name, x.w.Limits.Copies), one(name+" = "+name+" + 1", pos))
}

// turns does something in each turn that is told apart, and nothing if that does nothing.
func (x *extractor) turns(turn string, pos token.Pos, do func(t int) []line) []line {
	var out []line
	some := false
	for t := range x.w.Limits.Copies {
		lines := do(t)
		some = some || len(lines) > 0
		switch {
		case t == 0:
			out = append(out, line{fmt.Sprintf("if %s == 0 {", turn), pos})
		case t == x.w.Limits.Copies-1:
			out = append(out, line{"} else {", pos})
		default:
			out = append(out, line{fmt.Sprintf("} else if %s == %d {", turn, t), pos})
		}
		out = append(out, lines...)
	}
	if !some {
		return nil
	}
	return append(out, line{"}", pos})
}

// byTurn is the turn variable that decides which of several objects a value is, and the turn
// of each; "" if none does.
func (x *extractor) byTurn(in *heap.Instance, v ssa.Value, objects []heap.Loc) (turn string, of []int) {
	head := x.w.OfTurn(in, v)
	if head == nil {
		return "", nil
	}
	for _, l := range objects {
		t := x.w.Turn(in, head, l.Obj)
		if t < 0 {
			return "", nil
		}
		of = append(of, t)
	}
	x.counted[varKey{in, head}] = true
	return x.turn(in, head), of
}

// inTurn executes a call of a loop that starts goroutines: the instance of the turn.
func (x *extractor) inTurn(in *heap.Instance, site ssa.CallInstruction) []line {
	head := x.w.Turning(site.Block())
	if _, ok := site.(*ssa.Call); !ok || head == nil {
		return x.call(in, site, 0)
	}
	if b, ok := site.Common().Value.(*ssa.Builtin); ok && b.Name() != "" {
		return x.call(in, site, 0)
	}
	if x.ofModel(in, site, 0) {
		return x.call(in, site, 0)
	}
	out := x.turns(x.turn(in, head), site.Pos(), func(t int) []line { return x.call(in, site, t) })
	if len(out) > 0 {
		x.counted[varKey{in, head}] = true
	}
	return out
}
