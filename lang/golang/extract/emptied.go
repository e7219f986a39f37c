package extract

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// This file compares the conditions of an execution with what the package has put into containers before.
//
// The model does not say which items a map or a list has. So an execution may put an item into a map, take nothing out,
// and then find the map empty:
//
//	c.mu.Lock()
//	c.pending[id] = ch
//	c.mu.Unlock() // the step after the put
//
//	c.mu.Lock()
//	for _, ch := range c.pending { .. } // no item: this cannot be
//
// A put is no step of the model. But the step that follows it in each execution of the function tells that it has
// happened.

// changes has the places of the steps that follow changes of a container, as traces print them.
type changes struct {
	puts  map[string]bool // an item was put in just before
	takes map[string]bool // an item may have been taken out just before, or the container replaced
}

// changesOf returns the changes of the containers that conditions ask for an item, by their fields. A container is left
// out if several objects have one in this field, or if something else than a put, a take or a look is done with it:
// then nothing is said about it.
func (x *extractor) changesOf() map[*types.Var]*changes {
	out := map[*types.Var]*changes{}
	for _, c := range x.branches {
		if !c.item || len(c.fields) != 1 {
			continue
		}
		f := c.fields[0]
		if _, known := out[f]; known {
			continue
		}
		if out[f] = nil; x.oneHolder(f) {
			out[f] = x.changesIn(f)
		}
	}
	return out
}

// changesIn returns the changes of the container in a field, or nil if not all of them are known.
func (x *extractor) changesIn(f *types.Var) *changes {
	out := &changes{puts: map[string]bool{}, takes: map[string]bool{}}
	for _, u := range x.usesOf(f) {
		var change []ssa.Instruction // that take
		switch i := u.i.(type) {
		case *ssa.MapUpdate:
			x.stepsAfter(u.in, i, out.puts, true)
		case *ssa.Store:
			if appends(i.Val, f) {
				x.stepsAfter(u.in, i, out.puts, true)
			} else {
				change = append(change, i)
			}
		case *ssa.FieldAddr:
			if slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool { return !loadsOrStores(r) }) {
				return nil
			}
		case *ssa.UnOp:
			for _, r := range *i.Referrers() {
				switch {
				case takes(r, f):
					change = append(change, r)
				case !keepsItems(r, i, f):
					return nil
				}
			}
		}
		for _, i := range change {
			if !x.stepsAfter(u.in, i, out.takes, false) {
				return nil
			}
		}
	}
	return out
}

// stepsAfter adds the places of the first steps after an instruction in its function. If always is true, it adds only
// steps that are never executed without the instruction before. It reports whether each way to the end of the function
// has such a step, so that none is missing.
func (x *extractor) stepsAfter(in *heap.Instance, after ssa.Instruction, places map[string]bool, always bool) bool {
	from := after.Block()
	add := func(i ssa.Instruction) {
		if !always || i.Block() == from || from.Dominates(i.Block()) {
			places[x.ps.Where(i.Pos()).String()] = true
		}
	}
	whole := true
	// walk looks for a step among instructions, and reports whether the execution may leave them without one.
	walk := func(instrs []ssa.Instruction) bool {
		for _, i := range instrs {
			switch i.(type) {
			case *ssa.RunDefers:
				deferred := false
				for _, b := range in.Fn.Blocks {
					for _, d := range b.Instrs {
						if _, is := d.(*ssa.Defer); is && len(x.instr(in, d)) > 0 && (!always || b == from || b.Dominates(from)) {
							places[x.ps.Where(d.Pos()).String()] = true
							deferred = true
						}
					}
				}
				if deferred {
					return false
				}
			case *ssa.Return, *ssa.Panic:
				whole = false
			case *ssa.Defer:
			default:
				if len(x.instr(in, i)) > 0 {
					add(i)
					return false
				}
			}
		}
		return true
	}
	instrs := from.Instrs
	if !walk(instrs[slices.Index(instrs, after)+1:]) {
		return whole
	}
	seen := map[*ssa.BasicBlock]bool{}
	for todo := slices.Clone(from.Succs); len(todo) > 0; {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] {
			continue
		}
		if seen[b] = true; walk(b.Instrs) {
			todo = append(todo, b.Succs...)
		}
	}
	return whole
}

// Contradicts reports whether an execution cannot be one of the package because of the items of a container: it finds
// the container empty although it has put an item in before, and nothing was taken out since; or a range comes to the
// same item twice. places has the places of all steps, and branches what the steps at some of them choose, by index.
// May err towards: it does not say so of an execution that cannot be, and says so of two items that are one object.
func (p *Program) Contradicts(places []string, branches map[int]Taken) bool {
	filled := map[*types.Var]bool{}
	ranged := map[Taken]bool{} // the items that ranges have come to, which have not ended
	for n, place := range places {
		for f, change := range p.changes {
			switch {
			case change == nil:
			case change.takes[place]:
				filled[f] = false
			case change.puts[place]:
				filled[f] = true
			}
		}
		t, isBranch := branches[n]
		c := p.branches[t.At]
		if !isBranch || c == nil || !c.item || c.looksUp {
			continue
		}
		switch {
		case t.Which != "":
			if ranged[t] {
				return true
			}
			ranged[t] = true
		case t.Yes == c.negated: // there is no item, or no other one
			if len(c.fields) == 1 && filled[c.fields[0]] {
				return true
			}
			maps.DeleteFunc(ranged, func(r Taken, _ bool) bool { return r.At == t.At })
		}
	}
	return false
}
