package heap

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Where nil may be. The sets of the analysis have objects only, so that nil passes with what is copied and leaves no
// trace in them. It is followed here, when the sets are known, along the same constraints:
//
//	s := []chan int{c}
//	s[0] = nil
//	wait(s[0])     // nil, or c
//
// Nil comes from constants, from variables that are asked before they have a value, from items that a map does not
// have, from closed channels, and from type assertions that fail. Order of statements is not looked at. May err
// towards: nil.

// Nils is the registers and places that may hold nil.
type Nils struct {
	w    *World
	some []bool // by node
	todo []node
}

// Nils finds where nil may be. zero reports whether a place may be asked before it is given a value.
func (w *World) Nils(zero func(Loc) bool) *Nils {
	n := &Nils{w: w}
	n.put(w.none())
	for key, at := range w.nodes {
		l, ok := key.(Loc)
		if ok && zero(l) {
			n.put(at)
		}
	}
	for _, in := range w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				n.instr(in, i)
			}
		}
	}
	for len(n.todo) > 0 {
		at := n.todo[len(n.todo)-1]
		n.todo = n.todo[:len(n.todo)-1]
		for _, to := range w.succ[at] {
			n.put(to)
		}
		for _, to := range w.turnEdges[at] {
			n.put(to)
		}
	}
	return n
}

// none is the node of all constants. Those of types that can point somewhere are nil.
func (w *World) none() node { return w.node(regKey{nil, nil, "const"}) }

// May reports whether an operand may be nil.
func (n *Nils) May(in *Instance, v ssa.Value) bool {
	at := n.w.reg(in, v, "")
	return int(at) < len(n.some) && n.some[at]
}

func (n *Nils) put(at node) {
	if int(at) >= len(n.some) {
		n.some = append(n.some, make([]bool, int(at)+1-len(n.some)+1024)...)
	}
	if !n.some[at] {
		n.some[at] = true
		n.todo = append(n.todo, at)
	}
}

// instr puts the registers that get nil by an instruction, if it finds nothing.
func (n *Nils) instr(in *Instance, i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Lookup:
		if _, isMap := i.X.Type().Underlying().(*types.Map); isMap {
			n.result(in, i, i.CommaOk)
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW && n.closed(in, i.X) {
			n.result(in, i, i.CommaOk)
		}
	case *ssa.TypeAssert:
		if i.CommaOk {
			n.result(in, i, true)
		}
	case *ssa.Select:
		at := 2
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				continue
			}
			if n.closed(in, s.Chan) {
				n.extracts(in, i, at, 1)
			}
			at++
		}
	}
}

func (n *Nils) closed(in *Instance, ch ssa.Value) bool {
	for _, l := range n.w.Objects(in, ch) {
		if l.Obj.Closed {
			return true
		}
	}
	return false
}

// result puts the result of an instruction, or the first of two, where it is used and the second is not known to be
// true.
func (n *Nils) result(in *Instance, v ssa.Value, commaOk bool) {
	if commaOk {
		n.extracts(in, v, 0, 1)
		return
	}
	for _, leaf := range n.w.leaves(v.Type()) {
		n.put(n.w.reg(in, v, leaf))
	}
}

// extracts puts a result of several, unless it is used only where another one is true.
func (n *Nils) extracts(in *Instance, tuple ssa.Value, index, ok int) {
	var tests []ssa.Value
	for _, r := range *tuple.Referrers() {
		if e, is := r.(*ssa.Extract); is && e.Index == ok {
			tests = append(tests, e)
		}
	}
	for _, r := range *tuple.Referrers() {
		if e, is := r.(*ssa.Extract); is && e.Index == index && !guarded(e, tests) {
			for _, leaf := range n.w.leaves(e.Type()) {
				n.put(n.w.reg(in, e, leaf))
			}
		}
	}
}

// guarded reports whether a register is used only where one of some conditions is true.
func guarded(v ssa.Value, conds []ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Phi:
			for i, e := range r.Edges {
				if e == v && !holdsOn(conds, r.Block().Preds[i], r.Block()) {
					return false
				}
			}
		default:
			if !holdsIn(conds, r.Block()) {
				return false
			}
		}
	}
	return true
}

// holdsIn reports whether one of some conditions was true in the branch that leads to a block.
func holdsIn(conds []ssa.Value, b *ssa.BasicBlock) bool {
	for at := b; at.Idom() != nil; at = at.Idom() {
		if len(at.Preds) == 1 && holdsOn(conds, at.Preds[0], at) {
			return true
		}
	}
	return false
}

// holdsOn is holdsIn for an edge: of its branch, or of those before.
func holdsOn(conds []ssa.Value, from, to *ssa.BasicBlock) bool {
	if branch, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If); ok && from.Succs[0] != from.Succs[1] {
		cond, yes := branch.Cond, from.Succs[0]
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond, yes = not.X, from.Succs[1]
		}
		for _, c := range conds {
			if c == cond && yes == to {
				return true
			}
		}
	}
	return len(from.Preds) > 0 && holdsIn(conds, from)
}
