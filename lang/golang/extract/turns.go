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

// A loop that starts goroutines has its first turns told apart (heap.World.Turning), so that the goroutines of each
// turn have objects of their own. A variable counts the turns:
//
//	for { ch := make(chan int); go f(ch); <-ch }
//
//	turn = 0
//	loop { if turn < 2 { if turn == 0 { spawn f } else { spawn f_2 } } ..; if turn < 2 { turn = turn + 1 } }
//
// All later turns are like the last one that is told apart, but start no goroutine.

// turn returns the variable that counts the turns of the loop with a head.
func (x *extractor) turn(in *heap.Instance, head *ssa.BasicBlock) string {
	n, _ := x.w.Turns(in, head)
	return x.variable(in, head, "turn", fmt.Sprintf("0..%d", n))
}

// turned returns what counts the turns of a loop on the way from a block to its head: from before the loop it assigns
// 0, and from within it adds 1.
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
		n-- // the certain program does not begin the turn that stands for all later ones
	}
	out := write.Block(pos, fmt.Sprintf("if %s < %d", name, n), write.One(name+" = "+name+" + 1", pos))
	if !exact && x.certain && !x.headAsks(head) {
		return append(out[:len(out)-1], append(append(write.One("} else {", pos), exit(pos)...), write.At("}", pos))...)
	}
	return out
}

// turns returns a choice by the number of the turn, of what do makes of each turn; nothing if do makes nothing of
// any.
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

// merged adds to the ledger the loops with turns that are not told apart, as far as startAll has not done so: their
// goroutines do nothing.
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

// shortened returns the variables that count the turns of loops which are cut short, with the number of the turn that
// stands for all later ones (Program.turns). It returns nil if anything else is cut short that no variable shows.
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

// start returns the position of a loop; that of its function if it is not known.
func start(head *ssa.BasicBlock) token.Pos {
	for _, i := range head.Instrs {
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return head.Parent().Pos()
}

// byTurn returns the head of the loop whose turn decides which of several objects value v is, and for each object the
// number of the turn that makes it. It returns nil if the turn does not decide that.
func (x *extractor) byTurn(in *heap.Instance, v ssa.Value, objects []heap.Loc) (head *ssa.BasicBlock, turnOf []int) {
	if head = x.w.OfTurn(in, v); head == nil || x.w.Carried(in, head, v) {
		return nil, nil
	}
	for _, l := range objects {
		t := x.w.Turn(in, head, l.Obj)
		if t < 0 {
			return nil, nil
		}
		turnOf = append(turnOf, t)
	}
	x.counted[varKey{in, head}] = true
	return head, turnOf
}

// inTurn returns what a call does. In a loop whose turns are told apart, each turn calls an instance of its own.
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
