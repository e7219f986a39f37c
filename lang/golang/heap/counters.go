package heap

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Loops that count: which variable counts the turns of a loop, from where and to where. For
//
//	for i := 2; i < n; i++ { .. }
//
// the Counter has From 2, Bound n and Test i < n. Trips gives the number of turns in an instance where n is known: with
// n = 5, from = 2, to = 5 and trips = 3.

// Counter is a variable of a loop that goes up by one in each turn, and whose test ends the loop. go/ssa keeps it in a
// register, unless a function captures it: then it has a memory cell, one for all turns or, as of Go 1.22, one for
// each.
type Counter struct {
	From  []ssa.Value // its values before the first turn, one for each way into the loop
	Test  *ssa.BinOp  // counter < Bound, or with Equal counter <= Bound; the loop ends where it is false
	Bound ssa.Value
	Equal bool
	// Late: the head of the loop increments the counter and then tests it, as for range does, so its value before the loop
	// belongs to no turn.
	Late bool
	Phi  *ssa.Phi   // the register, or the address of the cell of a turn; nil with one cell for all turns
	Next *ssa.BinOp // the register that is one more, for the next turn; nil if the counter has a cell
	Cell *ssa.Alloc // the cell of all turns; else nil
}

// Captured reports whether a function has captured the variable, so that it has a cell.
func (c *Counter) Captured() bool { return c.Next == nil }

// Counter returns the variable that counts the turns of the loop with the given head; nil if none is found.
func (w *World) Counter(head *ssa.BasicBlock) *Counter {
	c, known := w.counters[head]
	if !known {
		c = w.findCounter(head)
		w.counters[head] = c
	}
	return c
}

// findCounter looks for a counter in the three forms that go/ssa gives it.
func (w *World) findCounter(head *ssa.BasicBlock) *Counter {
	for _, i := range head.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		c := inRegister(phi)
		if c == nil {
			c = ofEachTurn(phi)
		}
		if c != nil && w.tested(c, head) {
			return c
		}
	}
	branch, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return nil
	}
	if test, ok := branch.Cond.(*ssa.BinOp); ok {
		if load, ok := test.X.(*ssa.UnOp); ok && load.Op == token.MUL {
			if a, ok := load.X.(*ssa.Alloc); ok {
				if c := w.ofAllTurns(a, head); c != nil && w.tested(c, head) {
					return c
				}
			}
		}
	}
	return nil
}

// inRegister returns the counter that a register is; nil if it is none.
func inRegister(phi *ssa.Phi) *Counter {
	c := &Counter{Phi: phi}
	for i, e := range phi.Edges {
		if !phi.Block().Dominates(phi.Block().Preds[i]) {
			c.From = append(c.From, e)
			continue
		}
		next, ok := e.(*ssa.BinOp)
		if !ok || !adds(next, phi) || c.Next != nil && c.Next != next {
			return nil
		}
		c.Next = next
	}
	if len(c.From) == 0 || c.Next == nil {
		return nil
	}
	return c
}

// adds reports whether sum is register to plus one.
func adds(sum *ssa.BinOp, to ssa.Value) bool {
	step, ok := sum.Y.(*ssa.Const)
	if !ok || step.Value == nil || step.Value.Kind() != constant.Int {
		return false
	}
	return sum.Op == token.ADD && sum.X == to && step.Int64() == 1
}

// ofEachTurn returns a counter whose variable is a new one in each turn of the loop, as Go 1.22 has it. phi is the
// address of the variable; the result is nil if it is no counter. At the end of a turn, the new variable gets the value
// of the old one and is then incremented. So phi has two edges: the variable of the first turn, to which one store
// assigns, and the new variable, to which these two stores assign.
func ofEachTurn(phi *ssa.Phi) *Counter {
	if len(phi.Edges) != 2 || !toInteger(phi) {
		return nil
	}
	c := &Counter{Phi: phi}
	for i, e := range phi.Edges {
		a, ok := e.(*ssa.Alloc)
		if !ok {
			return nil
		}
		var stores []*ssa.Store
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr != a {
					return nil
				}
				stores = append(stores, r)
			case *ssa.UnOp, *ssa.DebugRef:
			default:
				if r != ssa.Instruction(phi) {
					return nil
				}
			}
		}
		end := phi.Block().Preds[i]
		switch inLoop := phi.Block().Dominates(end); {
		case !inLoop && len(stores) == 1 && stores[0].Block().Dominates(end):
			c.From = append(c.From, stores[0].Val)
		case inLoop && len(stores) == 2 && copiesAndIncrements(stores[0], stores[1], a, phi):
		default:
			return nil
		}
	}
	if stores, all := Assigned(phi); len(c.From) != 1 || !all || len(stores) > 0 {
		return nil
	}
	return c
}

// copiesAndIncrements reports whether a new cell a first gets the value of cell old, and is then incremented, all in
// one block.
func copiesAndIncrements(first, second *ssa.Store, a *ssa.Alloc, old ssa.Value) bool {
	oneBlock := first.Block() == a.Block() && second.Block() == a.Block()
	return oneBlock && Before(first, second) && loads(first.Val, old) && increments(second)
}

// ofAllTurns returns the counter with one cell a for all turns; nil if it is none. It has two stores: one before the
// loop, and one that increments it, exactly once in each turn.
func (w *World) ofAllTurns(a *ssa.Alloc, head *ssa.BasicBlock) *Counter {
	l := w.loopOf(head)
	stores, all := Assigned(a)
	if l == nil || l.body[a.Block()] || !toInteger(a) {
		return nil
	}
	if !all || len(stores) != 2 || stores[0].Parent() != a.Parent() || stores[1].Parent() != a.Parent() {
		return nil
	}
	first, add := stores[0], stores[1]
	if l.body[first.Block()] {
		first, add = add, first
	}
	before := !l.body[first.Block()] && first.Block().Dominates(head)
	inside := l.body[add.Block()] && add.Block() != head
	if !before || !inside || !increments(add) {
		return nil
	}
	for _, p := range head.Preds {
		if l.body[p] && !add.Block().Dominates(p) {
			return nil
		}
	}
	for _, other := range w.naturalLoops(head.Parent()) {
		if other != l && other.body[add.Block()] && l.body[other.head] {
			return nil // an inner loop increments it several times in a turn
		}
	}
	return &Counter{From: []ssa.Value{first.Val}, Cell: a}
}

// increments reports whether a store adds one to the cell that it writes. The cell is read in the same block: go/ssa
// makes one block of x++.
func increments(s *ssa.Store) bool {
	sum, ok := s.Val.(*ssa.BinOp)
	if !ok || !adds(sum, sum.X) || !loads(sum.X, s.Addr) {
		return false
	}
	return sum.X.(*ssa.UnOp).Block() == s.Block()
}

// loads reports whether v is loaded from an address.
func loads(v, from ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == from
}

// toInteger reports whether addr is a pointer to an integer.
func toInteger(addr ssa.Value) bool {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	return ok && IsInteger(p.Elem())
}

// tested finds the test of counter c that ends the loop, and fills in the fields of c that are about it. It returns
// false if there is none.
func (w *World) tested(c *Counter, head *ssa.BasicBlock) bool {
	try := func(v ssa.Value) bool {
		for _, r := range *v.Referrers() {
			test, ok := r.(*ssa.BinOp)
			if !ok || test.X != v || !w.Controls(test, head) {
				continue
			}
			if test.Op != token.LSS && test.Op != token.LEQ {
				continue
			}
			c.Test, c.Bound, c.Equal = test, test.Y, test.Op == token.LEQ
			c.Late = v == ssa.Value(c.Next) && test.Block() == head && head.Succs[0] != head
			return true
		}
		return false
	}
	if !c.Captured() {
		return try(c.Phi) || try(c.Next)
	}
	for _, i := range head.Instrs {
		load, ok := i.(*ssa.UnOp)
		if ok && (c.Phi != nil && loads(load, c.Phi) || c.Cell != nil && loads(load, c.Cell)) && try(load) {
			return true
		}
	}
	return false
}

// Trips returns how many turns a loop with counter c has at most, in an instance. from is the first value of the
// counter, and to the first that is too large; trips is not positive if the loop has none. load is as for Number. ok is
// false if one of the numbers is not known.
func (c *Counter) Trips(in *Instance, load func(*Instance, *ssa.UnOp) (Loaded, bool)) (from, to, trips int64, ok bool) {
	r := reader{load: load, left: mostSteps}
	if from, ok = r.same(in, c.From); !ok {
		return 0, 0, 0, false
	}
	if to, ok = r.number(in, c.Bound); !ok {
		return 0, 0, 0, false
	}
	if c.Equal {
		to++
	}
	if !Fits(to, c.Bound.Type()) { // it comes to the largest number of its type, and goes on with the smallest
		return 0, 0, 0, false
	}
	if trips = to - from; c.Late {
		trips--
	}
	return from, to, trips, true
}
