package extract

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Loops that poll end when another goroutine has changed what they ask for (heap.World.Polls).
//
//	for len(c) == 0 {
//		runtime.Gosched()
//	}
//
// Where what is asked for is in the program, so is the loop. Otherwise it is taken to end at any time (A06), also
// before the other goroutine has done its part: of what comes after that, a violation is only possible (A11). Or it
// goes on for ever, if the other goroutine waits for this one. Then this one lets nobody go on any more, as if it
// had ended, but that it has returned from nothing (theory.md, Lemma 12.9):
//
//	choose { stop } or { break }
//
// Of other loops that is not said: a loop that counts, or goes along a list, ends by itself, whatever others do.

// polls reports whether a loop polls for something that the program has not.
func (g *graph) polls(head *ssa.BasicBlock) bool {
	known, ok := g.polling[head]
	if ok {
		return known
	}
	known = g.x.w.Polls(g.in, head) && !g.modelled(head)
	g.polling[head] = known
	return known
}

// modelled reports whether the program has all branches that leave a loop as the package has them, and comes to one of
// them in each turn, whatever it chooses at others; nor does the loop itself change what these ask for, which the
// program may choose at any time.
func (g *graph) modelled(head *ssa.BasicBlock) bool {
	if g.x.w.Helped(g.in, head) {
		return false
	}
	always := false
	for _, b := range g.in.Fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !g.x.w.InBody(head, b) || g.x.w.InBody(head, b.Succs[0]) == g.x.w.InBody(head, b.Succs[1]) {
			continue
		}
		if to := g.in.Decided(b); to != nil && g.x.w.InBody(head, to) {
			continue
		}
		if s, _ := heap.Alternative(branch); s != nil {
			continue
		}
		_, known := g.expr(branch.Cond)
		if !known || g.neverClosed(branch.Cond) || answered(branch.Cond) && !g.x.w.Tells(g.in, branch.Cond) {
			return false
		}
		misses := func(p *ssa.BasicBlock) bool { return g.x.w.InBody(head, p) && !b.Dominates(p) }
		always = always || !slices.ContainsFunc(head.Preds, misses)
	}
	return always
}

// answered reports whether a condition depends on what a call returns, which the program may guess each time, though it
// has a variable for it.
func answered(cond ssa.Value) bool {
	switch v := cond.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && answered(v.X)
	case *ssa.BinOp:
		return answered(v.X) || answered(v.Y)
	case *ssa.Extract:
		return answered(v.Tuple)
	case *ssa.Convert:
		return answered(v.X)
	case *ssa.ChangeType:
		return answered(v.X)
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		return fn == nil || fn.Blocks != nil
	}
	return false
}

// neverClosed reports whether a condition asks whether a channel is closed that nobody closes, as that of a ticker.
func (g *graph) neverClosed(cond ssa.Value) bool {
	e, ok := cond.(*ssa.Extract)
	if !ok {
		return false
	}
	r, ok := e.Tuple.(*ssa.UnOp)
	return ok && !slices.ContainsFunc(g.x.w.Objects(g.in, r.X), func(l heap.Loc) bool {
		return l.Obj.Closed || l.Obj.Kind == heap.Unknown
	})
}

// pollsSome reports whether a loop of the function polls, and others may wait for this goroutine.
func (g *graph) pollsSome() bool {
	for _, b := range g.in.Fn.Blocks {
		if g.x.outside.several && g.entered(b) && g.polls(b) {
			return true
		}
	}
	return false
}

// perhapsForEver returns where an edge goes on: to a vertex, or, if it begins another turn of a loop that polls,
// perhaps to no other one ever.
func (g *graph) perhapsForEver(from, to *ssa.BasicBlock, target int) int {
	if !g.x.outside.several || g.x.certain || !g.x.w.InBody(to, from) {
		return target
	}
	if !g.polls(to) {
		return g.perhapsFed(from, to, target)
	}
	stop := g.add(write.Vertex{Kind: write.Stop, Pos: placeOf(from)})
	if g.x.bound != nil { // what it has left open is no mistake of what is bound
		g.V[stop] = write.Vertex{Kind: write.Jump, Pos: placeOf(from), Lines: write.One("skip", placeOf(from)),
			Succ: []int{stop}}
	}
	g.turning = append(g.turning, turning{stop, to, from})
	return g.add(write.Vertex{Kind: write.Choice, Succ: []int{target, stop}, Pos: placeOf(from)})
}

// perhapsFed is perhapsForEver for a loop whose turns wait: others may let it go on again and again, and never change
// what it asks for.
//
//	for p.len() == 0 {
//		<-tick
//	}
//
// Then it waits as before, and does nothing else: choose { loop { <-tick } } or { .. }.
func (g *graph) perhapsFed(from, to *ssa.BasicBlock, target int) int {
	lines := g.waits(from, to)
	if len(lines) == 0 || !g.x.w.LeftByOthers(g.in, to) || g.modelled(to) {
		return target
	}
	at := g.add(write.Vertex{Kind: write.Jump, Pos: placeOf(from), Lines: lines})
	g.V[at].Succ = []int{at}
	return g.add(write.Vertex{Kind: write.Choice, Succ: []int{target, at}, Pos: placeOf(from)})
}

// waits returns the statements at which each turn of a loop waits, up to a block that leads back to its head:
// sends and receives, or a Wait of a condition, if the loop has no other call, so that its lock is held before
// each. Nil if there are others.
func (g *graph) waits(from, head *ssa.BasicBlock) []write.Line {
	var out []write.Line
	blocks := slices.DeleteFunc(slices.Clone(g.in.Fn.Blocks), func(b *ssa.BasicBlock) bool {
		return !g.x.w.InBody(head, b) || !b.Dominates(from)
	})
	slices.SortFunc(blocks, func(a, b *ssa.BasicBlock) int { // each dominates the next one
		switch {
		case a == b:
			return 0
		case a.Dominates(b):
			return -1
		}
		return 1
	})
	calls, conditions := 0, 0
	for _, b := range blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Select:
				return nil
			case *ssa.UnOp:
				if i.Op != token.ARROW {
					continue
				}
			case *ssa.Send:
			case *ssa.Call:
				if calls++; i.Call.StaticCallee() == nil || heap.FullName(i.Call.StaticCallee()) != "(*sync.Cond).Wait" {
					continue
				}
				conditions++
			default:
				continue
			}
			out = append(out, g.x.instr(g.in, i)...)
		}
	}
	if conditions > 0 && calls > 1 {
		return nil
	}
	return out
}

// turning is a vertex at which a loop that polls is taken to go on for ever, from a block that leads back to its head.
type turning struct {
	at         int
	head, from *ssa.BasicBlock
}

// lasts gives the loops that are taken to go on for ever what may still end them: the alternatives of the selects that
// each turn comes to.
//
//	again: loop { select { case <-stop: .. else: continue again } }
//
// Timers are left out, as they lead to another turn (heap.World.Polls).
func (g *graph) lasts() {
	for _, t := range g.turning {
		v := write.Vertex{Kind: write.Pick, Pos: g.V[t.at].Pos}
		for _, b := range g.in.Fn.Blocks {
			at, ok := g.block[b]
			if !ok || g.V[at].Kind != write.Pick || !g.x.w.InBody(t.head, b) || !b.Dominates(t.from) {
				continue
			}
			for _, k := range g.lasting[b] {
				v.Arms, v.At = append(v.Arms, g.V[at].Arms[k]), append(v.At, g.V[at].At[k])
				v.Succ = append(v.Succ, g.V[at].Succ[k])
			}
		}
		if len(v.Arms) > 0 {
			v.Arms, v.At, v.Succ = append(v.Arms, "else:"), append(v.At, v.Pos), append(v.Succ, t.at)
			g.V[t.at] = v
		}
	}
}

// polled returns the places of the branches of all loops that poll in a function, as write.Graph.Endless is told
// of them.
func (g *graph) polled() map[token.Pos]bool {
	out := map[token.Pos]bool{}
	for _, head := range g.in.Fn.Blocks {
		if !g.polls(head) {
			continue
		}
		for _, b := range g.in.Fn.Blocks {
			if g.x.w.InBody(head, b) {
				out[placeOf(b)] = true
			}
		}
	}
	return out
}

// placeOf returns the place of the branch at the end of a block.
func placeOf(b *ssa.BasicBlock) token.Pos {
	pos := b.Instrs[len(b.Instrs)-1].Pos()
	if !pos.IsValid() && len(b.Instrs) > 1 {
		pos = b.Instrs[len(b.Instrs)-2].Pos()
	}
	return pos
}

// libraryPolls is what a call does of code that is not followed and polls by functions of the package: it returns, or
// goes on for ever.
func (x *extractor) libraryPolls(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	if !x.outside.several || x.certain || !x.w.CallPolls(in, site) {
		return nil
	}
	pos := site.Pos()
	x.w.Note(endlessLoop, pos, "the library may go on for ever here, as it calls what others have to let return")
	return write.Alternatives([][]write.Line{x.forEver(pos), nil}, pos)
}

// forEver returns a goroutine that goes on for ever, and lets nobody go on any more.
func (x *extractor) forEver(pos token.Pos) []write.Line {
	if x.bound != nil {
		return write.Block(pos, "loop", write.One("skip", pos))
	}
	return write.One("stop", pos)
}

// unstopped has loops without an exit in place of ends of the task: in the function of a sync.Once, whose others wait
// for its end.
func unstopped(lines []write.Line) []write.Line {
	var out []write.Line
	for _, l := range lines {
		if l.Text == "stop" {
			out = append(out, write.Block(l.Pos, "loop", write.One("skip", l.Pos))...)
			continue
		}
		out = append(out, l)
	}
	return out
}
