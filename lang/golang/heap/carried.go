package heap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// This file finds where a turn of a loop uses what an earlier turn has made. If the turns of a loop are told apart,
// what a turn passes to calls and goroutines is taken to be made in the same turn, or before the loop (turnEdge).
// That leaves out
//
//	var last chan int
//	for _, c := range chans {
//		go pass(last, c) // last was made by the turn before
//		last = c
//	}
//
// so such a loop gets an entry in the ledger.

// Carry adds to the ledger where a turn passes on what another turn has made. All sets must be solved.
func (w *World) Carry() {
	for _, in := range w.Instances {
		for _, b := range in.Fn.Blocks {
			head := w.Turning(b)
			if head == nil {
				continue
			}
			for _, i := range b.Instrs {
				carried := func(v ssa.Value) bool { return !onlyNumbers(v.Type()) && w.Carried(in, head, v) }
				if slices.ContainsFunc(w.passedOn(in, head, i), carried) {
					w.Note("U06", i.Pos(), "what another turn of the loop has made is passed on: that is left out")
				}
			}
		}
	}
}

// onlyNumbers reports whether a type has numbers or strings, or pointers to them or slices of them. The program has
// none of these values. A pointer to a boolean does not count, as that may be a flag of the program.
func onlyNumbers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		b, ok := u.Elem().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsBoolean == 0
	case *types.Slice:
		_, ok := u.Elem().Underlying().(*types.Basic)
		return ok
	}
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// passedOn returns the operands that an instruction passes on, and which are taken to be made in the same turn.
func (w *World) passedOn(in *Instance, head *ssa.BasicBlock, i ssa.Instruction) []ssa.Value {
	switch i := i.(type) {
	case *ssa.Call, *ssa.Go:
		site := i.(ssa.CallInstruction)
		if w.filterSites[siteKey{in: in, site: i}] {
			return append([]ssa.Value{site.Common().Value}, site.Common().Args...)
		}
	case *ssa.MakeClosure:
		return i.Bindings
	case *ssa.MakeInterface:
		return []ssa.Value{i.X}
	case *ssa.Store:
		if w.OfTurn(in, i.Addr) == head && w.OfTurn(in, i.Val) == head {
			return []ssa.Value{i.Val}
		}
	}
	return nil
}

// Carried reports whether a register may hold, in one turn of a loop of an instance, what another turn has made. head
// is the head of the loop. All sets must be solved.
func (w *World) Carried(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	return w.carried(in, head, v, map[ssa.Value]bool{})
}

// carried is Carried. seen has the registers that were looked at.
func (w *World) carried(in *Instance, head *ssa.BasicBlock, v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] || !w.ofSomeTurn(in, head, v) {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Alloc, *ssa.MakeChan, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeInterface:
		return false
	case *ssa.FieldAddr:
		return w.carried(in, head, v.X, seen)
	case *ssa.IndexAddr:
		return w.carried(in, head, v.X, seen)
	case *ssa.Slice:
		return w.carried(in, head, v.X, seen)
	case *ssa.TypeAssert:
		return v.CommaOk || w.carried(in, head, v.X, seen) || w.unboxesOther(in, head, v.X)
	case *ssa.Field:
		return w.carried(in, head, v.X, seen)
	case *ssa.ChangeType:
		return w.carried(in, head, v.X, seen)
	case *ssa.ChangeInterface:
		return w.carried(in, head, v.X, seen)
	case *ssa.Phi:
		some := func(e ssa.Value) bool { return w.carried(in, head, e, seen) }
		return v.Block() == head || slices.ContainsFunc(v.Edges, some)
	case *ssa.Call:
		return w.returnsOther(in, head, v, 0) || w.bringsOther(in, head, v, seen)
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return !ok || w.returnsOther(in, head, call, v.Index) || w.bringsOther(in, head, call, seen)
	case *ssa.UnOp:
		return v.Op != token.MUL || w.carried(in, head, v.X, seen) || w.loadsOther(in, head, v)
	}
	return true
}

// ofSomeTurn reports whether a register may hold something that a turn has made.
func (w *World) ofSomeTurn(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	return slices.ContainsFunc(w.leaves(v.Type()), func(leaf string) bool {
		return w.otherTurn(in, head, w.lists[w.reg(in, v, leaf)], -1)
	})
}

// otherTurn reports whether one of some locations was made by another turn than the given one; -1: by any turn.
func (w *World) otherTurn(in *Instance, head *ssa.BasicBlock, locs []Loc, turn int) bool {
	return slices.ContainsFunc(locs, func(l Loc) bool {
		t := w.Turn(in, head, l.Obj)
		return t >= 0 && t != turn
	})
}

// returnsOther reports whether a call of a followed function may return, in one turn, what another turn has made.
func (w *World) returnsOther(in *Instance, head *ssa.BasicBlock, call *ssa.Call, index int) bool {
	for copy := range w.Copies(in, call) {
		for _, t := range w.Targets(in, call, copy) {
			if t.Inst == nil {
				continue
			}
			for _, b := range t.Inst.Fn.Blocks {
				r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
				if !ok || index >= len(r.Results) {
					continue
				}
				for _, leaf := range w.leaves(r.Results[index].Type()) {
					if w.otherTurn(in, head, w.lists[w.reg(t.Inst, r.Results[index], leaf)], copy) {
						return true
					}
				}
			}
		}
	}
	return false
}

// bringsOther reports whether a call of the library, or of a builtin function, may return, in one turn, what another
// turn has made: one of its operands, or what an atomic variable holds. What such a function makes itself belongs to
// the turn.
func (w *World) bringsOther(in *Instance, head *ssa.BasicBlock, call *ssa.Call, seen map[ssa.Value]bool) bool {
	for copy := range w.Copies(in, call) {
		targets := w.Targets(in, call, copy)
		if len(targets) > 0 && !slices.ContainsFunc(targets, func(t Target) bool { return t.Inst == nil }) {
			continue
		}
		if slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool { return w.carried(in, head, a, seen) }) {
			return true
		}
	}
	if fn := call.Call.StaticCallee(); fn != nil && len(call.Call.Args) > 0 {
		if _, _, atomic := Atomic(FullName(fn)); atomic {
			return slices.ContainsFunc(w.Objects(in, call.Call.Args[0]), func(l Loc) bool {
				return w.otherTurn(in, head, w.Content(Loc{l.Obj, l.Path + atomicValue}), w.Turn(in, head, l.Obj))
			})
		}
	}
	return false
}

// unboxesOther reports whether an interface value that one turn has made contains what another turn has made.
func (w *World) unboxesOther(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	for _, l := range w.Objects(in, v) {
		if l.Obj.Kind == Box && w.otherTurn(in, head, w.Inner(l), w.Turn(in, head, l.Obj)) {
			return true
		}
	}
	return false
}

// loadsOther reports whether a load may read, from an object that one turn has made, what another turn has made.
func (w *World) loadsOther(in *Instance, head *ssa.BasicBlock, load *ssa.UnOp) bool {
	for _, l := range w.Objects(in, load.X) {
		for _, leaf := range w.leaves(load.Type()) {
			if w.otherTurn(in, head, w.Content(Loc{l.Obj, l.Path + leaf}), w.Turn(in, head, l.Obj)) {
				return true
			}
		}
	}
	return false
}
