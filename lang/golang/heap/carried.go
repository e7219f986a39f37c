package heap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// What a turn uses of earlier ones. Where turns of a loop are told apart, what one passes on is taken to be made in
// that turn, or before the loop (pass, OfTurn). Where an earlier turn has made it, the program lacks what is done with
// it.

// Carry notes where a turn passes on what another turn has made.
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

// ofNumbers reports whether values of a type are numbers or strings, or lead to these only: the program has none of
// them.
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

// passes are the operands of which an instruction passes on what its turn has made.
func (w *World) passedOn(in *Instance, head *ssa.BasicBlock, i ssa.Instruction) []ssa.Value {
	switch i := i.(type) {
	case *ssa.Call, *ssa.Go:
		site := i.(ssa.CallInstruction)
		if w.filterSites[siteKey{in: in, site: i}] { // also one of the library that keeps an operand: a context its parent
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

// Carried reports whether a register may have, in a turn of a loop of an instance, what another turn has made. All
// constraints must have been solved.
func (w *World) Carried(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	return w.carried(in, head, v, map[ssa.Value]bool{})
}

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

// ofSomeTurn reports whether a register has something that a turn has made.
func (w *World) ofSomeTurn(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	return slices.ContainsFunc(w.leaves(v.Type()), func(leaf string) bool {
		return w.otherTurn(in, head, w.lists[w.reg(in, v, leaf)], -1)
	})
}

// otherTurn reports whether some locations are of turns, and of another one than a given one.
func (w *World) otherTurn(in *Instance, head *ssa.BasicBlock, locs []Loc, turn int) bool {
	return slices.ContainsFunc(locs, func(l Loc) bool {
		t := w.Turn(in, head, l.Obj)
		return t >= 0 && t != turn
	})
}

// returns reports whether a call may return in a turn what another one has made.
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

// brings reports whether a call of the library, or a builtin function, may return in a turn what another one has made:
// an operand, or what an atomic variable holds. What it makes itself is of the turn.
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

// unboxes reports whether an interface value that a turn has made has what another one has made.
func (w *World) unboxesOther(in *Instance, head *ssa.BasicBlock, v ssa.Value) bool {
	for _, l := range w.Objects(in, v) {
		if l.Obj.Kind == Box && w.otherTurn(in, head, w.Inner(l), w.Turn(in, head, l.Obj)) {
			return true
		}
	}
	return false
}

// holds reports whether what a turn has made holds what another one has made, at what a load reads.
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
