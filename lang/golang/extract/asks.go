package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/values"
)

// What branches ask: which variables and results decide something.

// decisions are what branches ask.
type decisions struct {
	cells   map[heap.Loc]string // shared variables; the name is "" until it is used
	results map[result]bool
	seen    map[varKey]bool
}

// result is one result of a call.
type result struct {
	in    *heap.Instance // of the caller
	site  ssa.Instruction
	index int
}

// decide finds what the branches of all instances ask.
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
	// An operation on a channel asks whether it is nil, if it may not have been made yet.
	for _, in := range x.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
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
			}
		}
	}
	x.askGroups()
	// What is assigned to what branches ask decides, too.
	for before := -1; before != len(x.asked.seen); {
		before = len(x.asked.seen)
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					switch i := i.(type) {
					case *ssa.Store:
						if x.isAsked(in, i) {
							x.ask(in, i.Val)
						}
					case ssa.CallInstruction:
						x.askStored(in, i)
					}
				}
			}
		}
	}
	x.measure()
}

// unseen finds the places to which shared instances assign, which are not in the program.
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

// hidden reports whether a shared instance assigns to a place, or to a struct that it is part of.
func (x *extractor) hidden(l heap.Loc) bool {
	return slices.ContainsFunc(x.assigned[l.Obj], func(path string) bool { return heap.Within(l.Path, path) })
}

// askMade asks whether a channel is nil that is loaded from a place that changes.
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

// isAsked reports whether a branch asks for what an assignment gives a value.
func (x *extractor) isAsked(in *heap.Instance, s *ssa.Store) bool {
	for _, l := range x.w.Objects(in, s.Addr) {
		if _, ok := x.asked.cells[l]; ok {
			return true
		}
	}
	return false
}

func (x *extractor) ask(in *heap.Instance, v ssa.Value) {
	if k := (varKey{in, v}); x.asked.seen[k] {
		return
	} else {
		x.asked.seen[k] = true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch {
		case v.Op == token.NOT:
			x.ask(in, v.X)
		case v.Op == token.MUL && values.TwoValued(v.Type()):
			if locs := x.w.Objects(in, v.X); !heap.Some(locs, func(l heap.Loc) bool { return !values.Once(l) || x.hidden(l) }) {
				for _, l := range locs {
					x.asked.cells[l] = ""
				}
			}
		}
	case *ssa.BinOp:
		switch v.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
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

// returnsTo reports whether the results of a call are those of the functions that it executes. A function of the
// library that calls others, as t.Run and slices.ContainsFunc do, has results of its own.
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
