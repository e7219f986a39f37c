package heap

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Counter is a variable of a loop that goes up by one in each turn, and that the loop is left by. go/ssa has it in a
// register, unless a function captures it: then it is a variable of all turns, or, as of Go 1.22, of each turn.
type Counter struct {
	From  []ssa.Value // what it is before the first turn
	Bound ssa.Value
	Test  *ssa.BinOp // it is less than Bound, or with Equal may be that
	Equal bool
	// Late: the test is at the head of the loop, and of what the variable will be in the turn that begins.
	Late bool
	Phi  *ssa.Phi   // its register, or the address of the variable of a turn; nil of a variable of all turns
	Next *ssa.BinOp // of a register, what it will be in the next turn
	Cell *ssa.Alloc // of a variable of all turns
}

// Captured reports whether functions have captured the variable.
func (c *Counter) Captured() bool { return c.Next == nil }

// Counter is the variable that counts the turns of the loop with a head; nil if there is none.
func (w *World) Counter(head *ssa.BasicBlock) *Counter {
	c, known := w.counters[head]
	if !known {
		c = w.findCounter(head)
		w.counters[head] = c
	}
	return c
}

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

// inRegister finds a counter that is a register.
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

// adds reports whether a value is one more than another.
func adds(sum *ssa.BinOp, to ssa.Value) bool {
	by, ok := sum.Y.(*ssa.Const)
	if !ok || by.Value == nil || by.Value.Kind() != constant.Int {
		return false
	}
	return sum.Op == token.ADD && sum.X == to && by.Int64() == 1
}

// ofEachTurn finds a counter of which each turn has a variable of its own: a new one gets what the last one has, and
// one more.
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
		inside := phi.Block().Dominates(phi.Block().Preds[i])
		switch {
		case !inside && len(stores) == 1 && stores[0].Block().Dominates(phi.Block().Preds[i]):
			c.From = append(c.From, stores[0].Val)
		case inside && len(stores) == 2 && stores[0].Block() == a.Block() && stores[1].Block() == a.Block() &&
			loads(stores[0].Val, phi) && Before(stores[0], stores[1]) && increments(stores[1]):
		default:
			return nil
		}
	}
	if stores, all := Assigned(phi); len(c.From) != 1 || !all || len(stores) > 0 {
		return nil
	}
	return c
}

// ofAllTurns finds a counter that all turns share.
func (w *World) ofAllTurns(a *ssa.Alloc, head *ssa.BasicBlock) *Counter {
	l := w.loopOf(head)
	stores, all := Assigned(a)
	if l == nil || !all || len(stores) != 2 || !toInteger(a) || l.body[a.Block()] {
		return nil
	}
	first, add := stores[0], stores[1]
	if l.body[first.Block()] {
		first, add = add, first
	}
	if first.Parent() != a.Parent() || add.Parent() != a.Parent() || l.body[first.Block()] || !l.body[add.Block()] ||
		!first.Block().Dominates(head) || !increments(add) || add.Block() == head {
		return nil
	}
	for _, p := range head.Preds {
		if l.body[p] && !add.Block().Dominates(p) {
			return nil
		}
	}
	for _, other := range w.naturalLoops(head.Parent()) {
		if other != l && other.body[add.Block()] && l.body[other.head] {
			return nil // several times in a turn
		}
	}
	return &Counter{From: []ssa.Value{first.Val}, Cell: a}
}

// increments reports whether a store adds one to a variable.
func increments(s *ssa.Store) bool {
	sum, ok := s.Val.(*ssa.BinOp)
	if !ok || !adds(sum, sum.X) || !loads(sum.X, s.Addr) {
		return false
	}
	return sum.X.(*ssa.UnOp).Block() == s.Block()
}

// loads reports whether a value is loaded from an address.
func loads(v, from ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	return ok && load.Op == token.MUL && load.X == from
}

func toInteger(addr ssa.Value) bool {
	p, ok := addr.Type().Underlying().(*types.Pointer)
	return ok && IsInteger(p.Elem())
}

// tested finds the test by which the loop is left, and tells whether there is one.
func (w *World) tested(c *Counter, head *ssa.BasicBlock) bool {
	try := func(v ssa.Value) bool {
		for _, r := range *v.Referrers() {
			test, ok := r.(*ssa.BinOp)
			if !ok || test.X != v || test.Op != token.LSS && test.Op != token.LEQ || !w.Controls(test, head) {
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

// Trips is how many turns a loop with a counter has at most, in an instance; load tells what is known of loads, or is
// nil. from is the first value of the counter, and to the first that it does not have in a turn.
func (c *Counter) Trips(in *Instance, load func(*Instance, *ssa.UnOp) (Loaded, bool)) (from, to, trips int64, ok bool) {
	r := reader{load: load, left: 200}
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
