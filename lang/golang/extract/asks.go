package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
)

// This file finds which variables and results decide branches. Only these become variables of the program. It begins
// with the conditions of all branches, and follows each value back to where it comes from: to the variable that it is
// loaded from, the argument that a parameter gets, the result of a callee. What is assigned to such a variable is
// then followed in the same way, until nothing new is found. For
//
//	func (s *server) stop(hard bool) { s.stopped = hard }
//	..
//	if s.stopped { .. }
//
// that is s.stopped, then hard, and then the arguments of all calls of stop.

// decisions are the variables and results that branches depend on ("ask").
type decisions struct {
	cells   map[heap.Loc]string // variables in memory; the name is "" until the cell is declared (cell)
	results map[result]bool
	seen    map[varKey]bool // values that ask has followed
}

// result identifies one result of a call.
type result struct {
	in    *heap.Instance // the caller
	site  ssa.Instruction
	index int
}

// decide finds what the branches of all instances, and the operations on channels that may be nil, depend on.
func (x *extractor) decide() {
	x.recoveries()
	x.nils = x.w.Nils(x.values.Zero)
	x.asked = decisions{map[heap.Loc]string{}, map[result]bool{}, map[varKey]bool{}}
	x.unseen()
	for _, in := range x.w.Instances {
		if in.Shared {
			continue
		}
		for _, b := range in.Fn.Blocks {
			if i, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
				x.ask(in, i.Cond)
			}
		}
	}
	x.askEvents()
	// An operation on a channel depends on whether that is nil, if it may not have been made yet.
	x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
		switch i := i.(type) {
		case *ssa.Send:
			x.askMade(in, i.Chan)
		case *ssa.UnOp:
			if i.Op == token.ARROW {
				x.askMade(in, i.X)
			}
		case *ssa.Select:
			for _, s := range i.States {
				x.askMade(in, s.Chan)
			}
		}
	})
	x.askGroups()
	// What is assigned to a variable that branches ask for decides them, too.
	for before := -1; before != len(x.asked.seen); {
		before = len(x.asked.seen)
		x.eachInstr(func(in *heap.Instance, i ssa.Instruction) {
			switch i := i.(type) {
			case *ssa.Store:
				if x.isAsked(in, i) {
					x.ask(in, i.Val)
				}
			case ssa.CallInstruction:
				x.askStored(in, i)
			}
		})
	}
	x.measure()
	x.rangeLevels()
	x.askHolders()
}

// eachInstr calls do with each instruction of each instance.
func (x *extractor) eachInstr(do func(*heap.Instance, ssa.Instruction)) {
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				do(in, i)
			}
		}
	}
}

// unseen finds the places to which shared instances assign. A shared instance has no body in the program, so the
// program lacks these assignments, and the places cannot be cells.
func (x *extractor) unseen() {
	x.assigned = map[*heap.Object][]string{}
	for _, in := range x.w.Instances {
		if !in.Shared {
			continue
		}
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				if s, ok := i.(*ssa.Store); ok {
					for _, l := range x.w.Objects(in, s.Addr) {
						x.assigned[l.Obj] = append(x.assigned[l.Obj], l.Path)
					}
				}
			}
		}
	}
}

// hidden reports whether a shared instance assigns to a place, or to a struct that the place is part of.
func (x *extractor) hidden(l heap.Loc) bool {
	return slices.ContainsFunc(x.assigned[l.Obj], func(path string) bool { return heap.Within(l.Path, path) })
}

// askMade asks for a channel that is loaded from memory, if it may be loaded before the channel is made and stored
// there.
func (x *extractor) askMade(in *heap.Instance, ch ssa.Value) {
	load, ok := values.Unchanged(ch).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return
	}
	locs := x.w.Objects(in, load.X)
	late := func(l heap.Loc) bool { return !x.values.Made(l) }
	if heap.Some(locs, late) && !heap.Some(locs, func(l heap.Loc) bool { return !values.Once(l) }) {
		x.ask(in, load)
	}
}

// isAsked reports whether a store may assign to a variable that branches depend on.
func (x *extractor) isAsked(in *heap.Instance, s *ssa.Store) bool {
	for _, l := range x.w.Objects(in, s.Addr) {
		if _, ok := x.asked.cells[l]; ok {
			return true
		}
	}
	return false
}

// ask records that a branch depends on a value, and on all values that this is computed from.
func (x *extractor) ask(in *heap.Instance, v ssa.Value) {
	k := varKey{in, v}
	if x.asked.seen[k] {
		return
	}
	x.asked.seen[k] = true
	switch v := v.(type) {
	case *ssa.UnOp:
		switch {
		case v.Op == token.NOT:
			x.ask(in, v.X)
		case v.Op == token.MUL && values.TwoValued(v.Type()):
			locs := x.w.Objects(in, v.X)
			noCell := func(l heap.Loc) bool { return !values.Once(l) || x.hidden(l) }
			if !heap.Some(locs, noCell) {
				for _, l := range locs {
					x.asked.cells[l] = ""
				}
			}
		}
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			x.askLevel(in, v)
			x.ask(in, v.X)
			x.ask(in, v.Y)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			x.ask(in, e)
		}
	case *ssa.ChangeType:
		x.ask(in, v.X)
	case *ssa.ChangeInterface:
		x.ask(in, v.X)
	case *ssa.Convert:
		x.ask(in, v.X)
	case *ssa.Call:
		if !x.askAtomic(in, v) {
			x.askCall(in, v, 0)
		}
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			x.askCall(in, c, v.Index)
		}
	case *ssa.Parameter:
		if arg, ok := heap.Argument(in, v); ok {
			x.ask(in.Parent, arg)
		}
	}
}

// returnsTo reports whether the results of a call are those of the instances that are its targets. A call of t.Run or
// of slices.ContainsFunc has the function that it gets as a target, too, but results of its own.
func (x *extractor) returnsTo(in *heap.Instance, call *ssa.Call) bool {
	callee := call.Call.StaticCallee()
	other := func(t heap.Target) bool {
		return t.Inst != nil && (t.Maybe || callee != nil && t.Inst.Fn != callee)
	}
	for copy := range x.w.Copies(in, call) {
		if x.ofModel(in, call, copy) || slices.ContainsFunc(x.w.Targets(in, call, copy), other) {
			return false
		}
	}
	return true
}

// askCall is ask for result index of a call.
func (x *extractor) askCall(in *heap.Instance, call *ssa.Call, index int) {
	t := call.Type()
	if tuple, ok := t.(*types.Tuple); ok {
		t = tuple.At(index).Type()
	}
	if !values.TwoValued(t) || !x.returnsTo(in, call) {
		return
	}
	var targets []heap.Target
	for copy := range x.w.Copies(in, call) {
		targets = append(targets, x.w.Targets(in, call, copy)...)
	}
	for _, target := range targets {
		if target.Inst == nil {
			continue
		}
		x.asked.results[result{in, call, index}] = true
		if target.Inst.Shared {
			continue
		}
		for _, b := range target.Inst.Fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && index < len(r.Results) {
				x.ask(target.Inst, r.Results[index])
			}
		}
	}
}
