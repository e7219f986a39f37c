package heap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Turns of a loop that starts goroutines are told apart, all of a counted loop of few, and else Limits.Copies: what
// a site in such a loop makes in different turns are different objects, and a call in it has an
// instance for each turn. What a goroutine is given in one turn was made in that turn or
// before the loop; so objects of other turns of the same loop are not passed on.

// loop is a natural loop: all blocks from which an edge back to its head can be reached
// without passing that.
type loop struct {
	head   *ssa.BasicBlock
	body   map[*ssa.BasicBlock]bool
	starts bool // a goroutine
}

// naturalLoops lists the loops of a function.
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

// startsByCalls reports whether a loop calls functions that start goroutines, and is one of few turns and little work,
// whoever calls its function: then its turns are told apart, too.
func (w *World) startsByCalls(l *loop) bool {
	c := w.Counter(l.head)
	if c == nil {
		return false
	}
	_, _, trips, ok := c.Trips(nil, nil)
	if !ok || trips > severalTurns || w.effort(l.head)*int(trips) > mostWork {
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

// Turning is the head of the innermost loop around a block, if that starts goroutines; else
// nil.
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

// All turns of a loop are told apart if there are no more than four; or than ten, if all of them are no more than
// mostWork calls and steps with channels: each turn may double the states of the program.
const (
	fewTurns     = 4
	severalTurns = 10
	mostWork     = 120
)

// InBody reports whether a block belongs to the loop with a head.
func (w *World) InBody(head, b *ssa.BasicBlock) bool {
	l := w.loopOf(head)
	return l != nil && l.body[b]
}

// Turns is how many turns of the loop with a head are told apart in an instance; exact: it has no more.
func (w *World) Turns(in *Instance, head *ssa.BasicBlock) (n int, exact bool) {
	if c := w.Counter(head); c != nil {
		if _, _, trips, ok := c.Trips(in, nil); ok && w.allTurnsApart(head, trips) {
			return int(max(1, trips)), true
		}
	}
	return w.Limits.Copies, false
}

// apart reports whether all turns of a loop are told apart that has so many.
func (w *World) allTurnsApart(head *ssa.BasicBlock, trips int64) bool {
	return trips <= fewTurns || trips <= severalTurns && w.effort(head)*int(trips) <= mostWork
}

// effort is how many calls and steps with channels there are in a loop, and in the functions that it calls and starts;
// no more than mostWork are counted.
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

// walk visits the instructions of a loop, and of the functions that it calls and makes, as long as each wants more.
func (w *World) walk(l *loop, each func(ssa.Instruction) bool) {
	var visit func(b *ssa.BasicBlock, depth int) bool
	inside := func(fn *ssa.Function, depth int) bool {
		if fn == nil || depth > 8 || !w.Inside(fn) {
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

// Controls reports whether the loop with a head ends where a test fails, and is tested in each turn.
func (w *World) Controls(test *ssa.BinOp, head *ssa.BasicBlock) bool {
	b := test.Block()
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != test || b != head && (b.Succs[0] != head || len(head.Preds) != 2) {
		return false
	}
	l := w.loopOf(head)
	return l != nil && l.body[b] && l.body[b.Succs[0]] && !l.body[b.Succs[1]]
}

// loopOf is the loop with a head; nil if there is none.
func (w *World) loopOf(head *ssa.BasicBlock) *loop {
	for _, l := range w.naturalLoops(head.Parent()) {
		if l.head == head {
			return l
		}
	}
	return nil
}

// Repeats is how often a block of an instance is executed in its goroutine at most, for the loops around it, also
// those of callers and of code that is not analysed, but for those whose turns have instances of their own; exact: it
// is no more. but is the head of a loop that does not count.
func (w *World) Repeats(in *Instance, b, but *ssa.BasicBlock) (n int, exact bool) {
	n, exact = 1, true
	for {
		for _, l := range w.naturalLoops(in.Fn) {
			if l.body[b] && l.head != but {
				turns, all := w.Turns(in, l.head)
				n, exact = min(n*turns, 1000), exact && all
			}
		}
		if in.Again {
			n, exact = min(n*w.Limits.Copies, 1000), false
		}
		if in.Parent == nil || in.Spawned {
			break
		}
		b, in = in.Site.Block(), in.Parent
		but = w.Turning(b)
	}
	if n > 2*fewTurns {
		return w.Limits.Copies, false
	}
	return n, exact
}

// outside reports whether a loop of an instance is itself executed again.
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

// nested reports whether the loop with a head is part of another one of its function.
func (w *World) nested(head *ssa.BasicBlock) bool {
	return slices.ContainsFunc(w.naturalLoops(head.Parent()), func(l *loop) bool { return l.body[head] && l.head != head })
}

// calling is how a call executes a function.
type calling uint8

const (
	directly  calling = iota
	byLibrary         // a function of the library does
	anyTimes          // code that is not analysed does, perhaps, and any number of times
)

func callingOf(maybe bool) calling {
	if maybe {
		return anyTimes
	}
	return byLibrary
}

// eachTurn reports whether a direct call has an instance for each turn of the loop around it. Where it may be of a
// function of the library that calls one itself, the model may have one instance for all.
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

// Turn is the turn of a loop of an instance in which an object was made; -1 if that was
// elsewhere.
func (w *World) Turn(in *Instance, head *ssa.BasicBlock, o *Object) int {
	if o.In == in && o.Loop == head {
		return o.Turn
	}
	for at := o.In; at != nil && at.Parent != nil; at = at.Parent {
		if at.Parent == in && w.Turning(at.Site.Block()) == head {
			return at.Copy
		}
	}
	return -1
}

// fits reports whether a location may be what a turn passes on.
func (w *World) fitsTurn(in *Instance, site ssa.Instruction, copy int, l Loc) bool {
	head := w.Turning(site.Block())
	if head == nil {
		return true
	}
	w.filterSites[siteKey{in: in, site: site}] = true
	t := w.Turn(in, head, l.Obj)
	return t < 0 || t == copy
}

// pass is an edge for what fits.
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

// OfTurn reports whether a register gets, in each turn of the loop around its block, what was
// made in that turn: it is the head of the loop, or nil.
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

// keep stores an operand of the site of an object in that, of the turn of the object.
func (w *World) storeOfTurn(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc) {
	w.storeOfGivenTurn(t, in, site, v, to, to.Obj.Turn)
}

func (w *World) storeOfGivenTurn(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc, turn int) {
	for _, leaf := range w.leaves(t) {
		w.turnEdge(in, site, turn, w.reg(in, v, leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}
