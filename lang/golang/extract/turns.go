package extract

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/apart"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Loops that start goroutines have a variable that counts their turns, as far as turns are
// told apart; later ones are as the last of these, but start nothing.

// turn is the variable of the loop with a head.
func (x *extractor) turn(in *heap.Instance, head *ssa.BasicBlock) string {
	n, _ := x.w.Turns(in, head)
	return x.variable(in, head, "turn", fmt.Sprintf("0..%d", n))
}

// turned counts at an edge to the head of a loop.
func (x *extractor) turned(in *heap.Instance, from, head *ssa.BasicBlock) []write.Line {
	if !x.counted[varKey{in, head}] {
		return nil
	}
	name, pos := x.turn(in, head), head.Instrs[0].Pos()
	if !head.Dominates(from) {
		return write.One(name+" = 0", pos)
	}
	n, exact := x.w.Turns(in, head)
	if x.certain && !exact && !x.headAsks(head) {
		n-- // the turn that stands for more is not begun
	}
	out := write.Block(pos, fmt.Sprintf("if %s < %d", name, n), write.One(name+" = "+name+" + 1", pos))
	if !exact && x.certain && !x.headAsks(head) {
		return append(out[:len(out)-1], append(append(write.One("} else {", pos), exit(pos)...), write.At("}", pos))...)
	}
	return out
}

// turns does something in each turn that is told apart, and nothing if that does nothing.
func (x *extractor) turns(in *heap.Instance, head *ssa.BasicBlock, pos token.Pos,
	do func(t int) []write.Line) []write.Line {
	var out []write.Line
	some := false
	turn := x.turn(in, head)
	n, _ := x.w.Turns(in, head)
	if n == 1 {
		return do(0)
	}
	for t := range n {
		lines := do(t)
		some = some || len(lines) > 0
		switch {
		case t == 0:
			out = append(out, write.At(fmt.Sprintf("if %s == 0 {", turn), pos))
		case t == n-1:
			out = append(out, write.At("} else {", pos))
		default:
			out = append(out, write.At(fmt.Sprintf("} else if %s == %d {", turn, t), pos))
		}
		out = append(out, lines...)
	}
	if !some {
		return nil
	}
	return append(out, write.At("}", pos))
}

// merged notes the loops of which the last turn that is told apart stands for all later ones, where nothing else says
// so: their goroutines do nothing.
func (x *extractor) merged() {
	var heads []*ssa.BasicBlock
	for k := range x.counted {
		head := k.v.(*ssa.BasicBlock)
		_, exact := x.w.Turns(k.in, head)
		known := exact || slices.ContainsFunc(x.cuts, func(c apart.Cut) bool { return c.In == k.in && c.Head == head })
		if known {
			continue
		}
		x.cut(k.in, head)
		heads = append(heads, head)
	}
	slices.SortFunc(heads, func(a, b *ssa.BasicBlock) int { return cmp.Compare(start(a), start(b)) })
	for _, head := range heads {
		x.w.Note(someGoroutines, start(head), "turns of a loop that are told apart: two")
	}
}

// shortened are the variables that count turns of loops which are cut short, each with the value from which on one turn
// stands for more. It is nil if something else is cut short, too, which no variable shows.
func (x *extractor) shortened() map[string]int {
	out := map[string]int{}
	for _, c := range x.cuts {
		if c.Head == nil || !x.counted[varKey{c.In, c.Head}] {
			return nil
		}
		if _, all := x.w.Repeats(c.In, c.Head, c.Head); !all {
			return nil
		}
		n, _ := x.w.Turns(c.In, c.Head)
		out[x.turn(c.In, c.Head)] = n
	}
	for _, n := range x.w.Notes {
		loops := n.Code == someGoroutines && strings.HasSuffix(n.Text, "of a loop that are told apart: two") ||
			strings.HasPrefix(n.Text, "goroutines of a loop: at most ")
		if slices.Contains(Cut, n.Code) && (!loops || len(out) == 0) {
			return nil
		}
	}
	return out
}

// start is where a loop is, as far as that is known.
func start(head *ssa.BasicBlock) token.Pos {
	for _, i := range head.Instrs {
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return head.Parent().Pos()
}

// byTurn is the head of the loop whose turn decides which of several objects a value is, and the turn
// of each; nil if none does.
func (x *extractor) byTurn(in *heap.Instance, v ssa.Value, objects []heap.Loc) (head *ssa.BasicBlock, of []int) {
	if head = x.w.OfTurn(in, v); head == nil || x.w.Carried(in, head, v) {
		return nil, nil
	}
	for _, l := range objects {
		t := x.w.Turn(in, head, l.Obj)
		if t < 0 {
			return nil, nil
		}
		of = append(of, t)
	}
	x.counted[varKey{in, head}] = true
	return head, of
}

// inTurn executes a call of a loop that starts goroutines: the instance of the turn.
func (x *extractor) inTurn(in *heap.Instance, site ssa.CallInstruction) []write.Line {
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
	out := x.turns(in, head, site.Pos(), func(t int) []write.Line { return x.call(in, site, t) })
	if len(out) > 0 {
		x.counted[varKey{in, head}] = true
	}
	return out
}
