package heap

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Which operands may be nil. The sets of the analysis have objects only: nil is not in them. It is followed here, once
// the sets are known, along the same edges:
//
//	s := []chan int{c}
//	s[0] = nil
//	wait(s[0])     // nil, or c
//
// Nil comes from constants, from variables that are read before they have a value, from items that a map does not
// have, from closed channels, and from type assertions that fail. The order of statements is ignored. May err towards:
// nil.

// Nils is the set of registers and places that may hold nil.
type Nils struct {
	w        *World
	mayBeNil []bool // by node
	pending  []node
}

// Nils finds all registers and places that may hold nil. zero reports whether a place may be read before a value is
// assigned to it.
func (w *World) Nils(zero func(Loc) bool) *Nils {
	n := &Nils{w: w}
	n.mark(w.none())
	for key, cell := range w.nodes {
		if l, ok := key.(Loc); ok && zero(l) {
			n.mark(cell)
		}
	}
	for _, in := range w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				n.markInstr(in, i)
			}
		}
	}
	for len(n.pending) > 0 {
		from := n.pending[len(n.pending)-1]
		n.pending = n.pending[:len(n.pending)-1]
		for _, to := range w.succ[from] {
			n.mark(to)
		}
		for _, to := range w.turnEdges[from] {
			n.mark(to)
		}
	}
	return n
}

// none returns the node of all constants. A constant of a type that can point somewhere is nil.
func (w *World) none() node { return w.node(regKey{nil, nil, "const"}) }

// May reports whether an operand may be nil.
func (n *Nils) May(in *Instance, v ssa.Value) bool {
	reg := n.w.reg(in, v, "")
	return int(reg) < len(n.mayBeNil) && n.mayBeNil[reg]
}

// mark notes that a node may hold nil. New nodes may have been made since the last call: 1024 more are allotted at
// once.
func (n *Nils) mark(some node) {
	if int(some) >= len(n.mayBeNil) {
		n.mayBeNil = append(n.mayBeNil, make([]bool, int(some)+1-len(n.mayBeNil)+1024)...)
	}
	if !n.mayBeNil[some] {
		n.mayBeNil[some] = true
		n.pending = append(n.pending, some)
	}
}

// markInstr marks the registers to which an instruction gives nil when it fails: it finds no item of a map, receives
// from a closed channel, or asserts another type.
func (n *Nils) markInstr(in *Instance, i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.Lookup:
		if _, isMap := i.X.Type().Underlying().(*types.Map); isMap {
			n.markResult(in, i, i.CommaOk)
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW && n.closed(in, i.X) {
			n.markResult(in, i, i.CommaOk)
		}
	case *ssa.TypeAssert:
		if i.CommaOk {
			n.markResult(in, i, true)
		}
	case *ssa.Select:
		result := 2 // of the first case that receives, as in choice
		for _, s := range i.States {
			if s.Dir == types.SendOnly {
				continue
			}
			if n.closed(in, s.Chan) {
				n.markExtract(in, i, result, 1)
			}
			result++
		}
	}
}

// closed reports whether some call closes a channel that a register may be.
func (n *Nils) closed(in *Instance, ch ssa.Value) bool {
	for _, l := range n.w.Objects(in, ch) {
		if l.Obj.Closed {
			return true
		}
	}
	return false
}

// markResult marks the result v of an instruction; with commaOk the first of its two results, unless that is used only
// where the second is true.
func (n *Nils) markResult(in *Instance, v ssa.Value, commaOk bool) {
	if commaOk {
		n.markExtract(in, v, 0, 1)
		return
	}
	for _, leaf := range n.w.leaves(v.Type()) {
		n.mark(n.w.reg(in, v, leaf))
	}
}

// markExtract marks the result of a tuple with an index, unless it is used only where the result with index ok is true.
func (n *Nils) markExtract(in *Instance, tuple ssa.Value, index, ok int) {
	var tests []ssa.Value
	for _, r := range *tuple.Referrers() {
		if e, is := r.(*ssa.Extract); is && e.Index == ok {
			tests = append(tests, e)
		}
	}
	for _, r := range *tuple.Referrers() {
		if e, is := r.(*ssa.Extract); is && e.Index == index && !guarded(e, tests) {
			for _, leaf := range n.w.leaves(e.Type()) {
				n.mark(n.w.reg(in, e, leaf))
			}
		}
	}
}

// guarded reports whether register v is used only where one of the conditions is true.
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

// holdsIn reports whether one of the conditions was true on every way to block b.
func holdsIn(conds []ssa.Value, b *ssa.BasicBlock) bool {
	for dom := b; dom.Idom() != nil; dom = dom.Idom() {
		if len(dom.Preds) == 1 && holdsOn(conds, dom.Preds[0], dom) {
			return true
		}
	}
	return false
}

// holdsOn reports whether one of the conditions was true on every way that ends with the edge between two blocks: the
// branch at the edge tests it, or it held before.
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
