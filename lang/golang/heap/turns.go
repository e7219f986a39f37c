package heap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Loops that start goroutines: their turns are told apart. In
//
//	for i := 0; i < 3; i++ {
//		c := make(chan int)
//		go send(c)
//		<-c
//	}
//
// the make statement makes three objects, one for each turn, and the go statement starts three instances of send. The
// instance of turn 1 gets the object of turn 1 only: what a turn passes on was made in that turn or before the loop
// (fitsTurn; carried.go notes where this is not so). All turns are told apart if the loop counts to a small number, and
// otherwise Limits.Copies turns, of which the last stands for all later ones.

// loop is a natural loop (Aho, Lam, Sethi, Ullman 2006, section 9.6): its head dominates the body, which has all blocks
// that lead to an edge back to the head without passing the head.
type loop struct {
	head   *ssa.BasicBlock
	body   map[*ssa.BasicBlock]bool // with the head
	starts bool                     // a turn starts a goroutine, so turns are told apart
}

// naturalLoops lists the loops of a function. Loops with the same head are one.
func (w *World) naturalLoops(fn *ssa.Function) []*loop {
	if known, ok := w.natural[fn]; ok {
		return known
	}
	var out []*loop
	byHead := map[*ssa.BasicBlock]*loop{}
	for _, b := range fn.Blocks {
		for _, h := range b.Succs {
			if !h.Dominates(b) {
				continue
			}
			l := byHead[h]
			if l == nil {
				l = &loop{head: h, body: map[*ssa.BasicBlock]bool{h: true}}
				byHead[h] = l
				out = append(out, l)
			}
			for todo := []*ssa.BasicBlock{b}; len(todo) > 0; {
				c := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if !l.body[c] {
					l.body[c] = true
					todo = append(todo, c.Preds...)
				}
			}
		}
	}
	for _, l := range out {
		for b := range l.body {
			for _, i := range b.Instrs {
				if _, ok := i.(*ssa.Go); ok || w.starts(i) {
					l.starts = true
				}
			}
		}
	}
	w.natural[fn] = out
	for _, l := range out {
		l.starts = l.starts || w.startsByCalls(l)
	}
	return out
}

// startsByCalls reports whether functions that a loop calls start goroutines, and the loop has few turns and little
// work in every calling context: then its turns are told apart, too.
func (w *World) startsByCalls(l *loop) bool {
	c := w.Counter(l.head)
	if c == nil {
		return false
	}
	_, _, trips, ok := c.Trips(nil, nil)
	if fewAndShort := ok && trips <= severalTurns && w.effort(l.head)*int(trips) <= mostWork; !fewAndShort {
		return false
	}
	starts := false
	w.walk(l, func(i ssa.Instruction) bool {
		_, isGo := i.(*ssa.Go)
		starts = starts || isGo || w.starts(i)
		return !starts
	})
	return starts
}

// Turning returns the head of the innermost loop around a block if the turns of that loop are told apart; else nil.
func (w *World) Turning(b *ssa.BasicBlock) *ssa.BasicBlock {
	var inner *loop
	for _, l := range w.naturalLoops(b.Parent()) {
		if l.body[b] && (inner == nil || len(l.body) < len(inner.body)) {
			inner = l
		}
	}
	if inner == nil || !inner.starts {
		return nil
	}
	return inner.head
}

// All turns of a loop are told apart if there are at most fewTurns, or at most severalTurns with mostWork calls and
// channel operations in all of them together: each turn may double the states of the program.
const (
	fewTurns     = 4
	severalTurns = 10
	mostWork     = 120
)

// InBody reports whether block b belongs to the loop with the given head.
func (w *World) InBody(head, b *ssa.BasicBlock) bool {
	l := w.loopOf(head)
	return l != nil && l.body[b]
}

// Turns returns how many turns of the loop with the given head are told apart in an instance. exact reports that the
// loop has no more turns.
func (w *World) Turns(in *Instance, head *ssa.BasicBlock) (n int, exact bool) {
	if c := w.Counter(head); c != nil {
		if _, _, trips, ok := c.Trips(in, nil); ok && w.allTurnsApart(head, trips) {
			return int(max(1, trips)), true
		}
	}
	return w.Limits.Copies, false
}

// allTurnsApart reports whether all turns of a loop with that many turns (trips) are told apart.
func (w *World) allTurnsApart(head *ssa.BasicBlock, trips int64) bool {
	return trips <= fewTurns || trips <= severalTurns && w.effort(head)*int(trips) <= mostWork
}

// effort counts the calls and channel operations in one turn of a loop, also in the functions that it calls and starts.
// It stops counting above mostWork.
func (w *World) effort(head *ssa.BasicBlock) int {
	n, known := w.efforts[head]
	if known {
		return n
	}
	w.walk(w.loopOf(head), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Send, *ssa.Select:
			n++
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				n++
			}
		case ssa.CallInstruction:
			switch i.Common().Value.(type) {
			case *ssa.Builtin:
				return true
			case *ssa.MakeClosure, *ssa.Function:
			default: // a method, or a function value: as much as a small function
				n += fewTurns
			}
			n++
		}
		return n <= mostWork
	})
	w.efforts[head] = n
	return n
}

// walk calls each with the instructions of a loop, and of the functions that it calls or makes closures of, until each
// returns false. It follows calls of calls to a depth of mostDepth.
func (w *World) walk(l *loop, each func(ssa.Instruction) bool) {
	var visit func(b *ssa.BasicBlock, depth int) bool
	inside := func(fn *ssa.Function, depth int) bool {
		if fn == nil || depth > mostDepth || !w.Inside(fn) {
			return true
		}
		return !slices.ContainsFunc(fn.Blocks, func(b *ssa.BasicBlock) bool { return !visit(b, depth+1) })
	}
	visit = func(b *ssa.BasicBlock, depth int) bool {
		for _, i := range b.Instrs {
			if !each(i) {
				return false
			}
			switch i := i.(type) {
			case *ssa.MakeClosure: // also if a function of the library calls it
				if !inside(i.Fn.(*ssa.Function), depth) {
					return false
				}
			case ssa.CallInstruction:
				if fn, ok := i.Common().Value.(*ssa.Function); ok && !inside(fn, depth) {
					return false
				}
			}
		}
		return true
	}
	for _, b := range l.head.Parent().Blocks {
		if l.body[b] && !visit(b, 0) {
			return
		}
	}
}

// mostDepth bounds walk, which visits a function once for each call.
const mostDepth = 8

// Controls reports whether each turn of the loop with the given head makes a test, and the loop ends where it fails.
func (w *World) Controls(test *ssa.BinOp, head *ssa.BasicBlock) bool {
	b := test.Block()
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != test {
		return false
	}
	// Else the test is at the end of the only way back to the head.
	everyTurn := b == head || b.Succs[0] == head && len(head.Preds) == 2
	if !everyTurn {
		return false
	}
	l := w.loopOf(head)
	return l != nil && l.body[b] && l.body[b.Succs[0]] && !l.body[b.Succs[1]]
}

// loopOf returns the loop with the given head; nil if there is none.
func (w *World) loopOf(head *ssa.BasicBlock) *loop {
	for _, l := range w.naturalLoops(head.Parent()) {
		if l.head == head {
			return l
		}
	}
	return nil
}

// Repeats returns how often the goroutine of an instance executes block b at most: the product of the turns of the
// loops around it, in the function and in its callers. Loops whose turns have instances of their own do not count, nor
// does the loop with head except, which may be nil. exact reports that it is never more; without, n is a bound of the
// model.
func (w *World) Repeats(in *Instance, b, except *ssa.BasicBlock) (n int, exact bool) {
	n, exact = 1, true
	for {
		for _, l := range w.naturalLoops(in.Fn) {
			if l.body[b] && l.head != except {
				turns, all := w.Turns(in, l.head)
				n, exact = min(n*turns, mostRepeats), exact && all
			}
		}
		if in.Again {
			n, exact = min(n*w.Limits.Copies, mostRepeats), false
		}
		if in.Parent == nil || in.Spawned {
			break
		}
		b, in = in.Site.Block(), in.Parent
		except = w.Turning(b)
	}
	if n > 2*fewTurns {
		return w.Limits.Copies, false
	}
	return n, exact
}

// mostRepeats keeps products of turns from overflowing; it only has to be more than 2*fewTurns.
const mostRepeats = 1000

// executedAgain reports whether the goroutine of an instance may execute the whole loop with the given head again.
func (w *World) executedAgain(in *Instance, head *ssa.BasicBlock) bool {
	if w.nested(head) || in.Again {
		return true
	}
	if in.Parent == nil || in.Spawned {
		return false
	}
	if b := in.Site.Block(); in.ofTurn {
		return w.executedAgain(in.Parent, w.Turning(b))
	} else {
		return w.again(in.Parent, b, false)
	}
}

// nested reports whether the loop with the given head is inside another loop of its function.
func (w *World) nested(head *ssa.BasicBlock) bool {
	return slices.ContainsFunc(w.naturalLoops(head.Parent()), func(l *loop) bool { return l.body[head] && l.head != head })
}

// calling says who executes the function of an instance at its site.
type calling uint8

const (
	directly  calling = iota // the call itself
	byLibrary                // a modelled function of the library, once
	anyTimes                 // unanalysed code, any number of times or never
)

// callingOf returns who calls a function value that a call is given (callBack).
func callingOf(maybe bool) calling {
	if maybe {
		return anyTimes
	}
	return byLibrary
}

// eachTurn reports whether a direct call has an instance for each turn of the loop around it. A call that may be of a
// function of the library which is given a function may have one instance for all turns.
func (w *World) eachTurn(site ssa.Instruction) bool {
	call, ok := site.(*ssa.Call)
	if !ok || w.Turning(call.Block()) == nil {
		return false
	}
	if call.Call.StaticCallee() != nil {
		return true
	}
	return !slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool {
		_, function := v.Type().Underlying().(*types.Signature)
		return function
	})
}

// Turn returns the turn of a loop of an instance in which object o is made, by the instance or by what that turn calls;
// -1 if o is made elsewhere.
func (w *World) Turn(in *Instance, head *ssa.BasicBlock, o *Object) int {
	if o.In == in && o.Loop == head {
		return o.Turn
	}
	for callee := o.In; callee != nil && callee.Parent != nil; callee = callee.Parent {
		if callee.Parent == in && w.Turning(callee.Site.Block()) == head {
			return callee.Copy
		}
	}
	return -1
}

// fitsTurn reports whether a call at site may pass on l in turn copy of the loop around it: another turn has not made
// it.
func (w *World) fitsTurn(in *Instance, site ssa.Instruction, copy int, l Loc) bool {
	head := w.Turning(site.Block())
	if head == nil {
		return true
	}
	w.filterSites[siteKey{in: in, site: site}] = true
	t := w.Turn(in, head, l.Obj)
	return t < 0 || t == copy
}

// turnEdge is an edge for those locations that fit a turn (fitsTurn).
func (w *World) turnEdge(in *Instance, site ssa.Instruction, copy int, from, to node) {
	if w.Turning(site.Block()) == nil {
		w.edge(from, to)
		return
	}
	w.filterSites[siteKey{in: in, site: site}] = true
	w.turnEdges[from] = append(w.turnEdges[from], to)
	w.forEach(from, func(l Loc) {
		if w.fitsTurn(in, site, copy, l) {
			w.add(to, l)
		}
	})
}

// OfTurn returns the head of the loop around a register's block if in each turn the register holds what that turn has
// made, or a part of it; else nil.
func (w *World) OfTurn(in *Instance, v ssa.Value) *ssa.BasicBlock {
	i, ok := v.(ssa.Instruction)
	if !ok || i.Parent() != in.Fn {
		return nil
	}
	head := w.Turning(i.Block())
	if head == nil {
		return nil
	}
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.Call:
		return head
	case *ssa.MakeInterface:
		return head
	case *ssa.FieldAddr:
		return w.OfTurn(in, v.X)
	case *ssa.Extract:
		return w.OfTurn(in, v.Tuple)
	case *ssa.ChangeType:
		return w.OfTurn(in, v.X)
	case *ssa.UnOp:
		return w.OfTurn(in, v.X)
	}
	return nil
}

// storeOfTurn stores operand v of an instruction in place to of the object that the instruction makes in one turn: only
// what fits that turn.
func (w *World) storeOfTurn(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc) {
	w.storeOfGivenTurn(t, in, site, v, to, to.Obj.Turn)
}

// storeOfGivenTurn stores operand v of an instruction in place to: only what fits the given turn.
func (w *World) storeOfGivenTurn(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc, turn int) {
	for _, leaf := range w.leaves(t) {
		w.turnEdge(in, site, turn, w.reg(in, v, leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}
