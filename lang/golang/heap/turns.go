package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Turns of a loop that starts goroutines are told apart, Limits.Copies of them: what a site
// in such a loop makes in different turns are different objects, and a call in it has an
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
				if _, ok := i.(*ssa.Go); ok || starts(i) {
					l.starts = true
				}
			}
		}
	}
	w.natural[fn] = out
	return out
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

// outside tells whether a loop of an instance is itself executed again.
func (w *World) outside(in *Instance, head *ssa.BasicBlock) bool {
	for _, l := range w.naturalLoops(in.Fn) {
		if l.body[head] && l.head != head {
			return true
		}
	}
	return in.Parent != nil && !in.Spawned && w.Again(in.Parent, in.Site.Block())
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

// fits tells whether a location may be what a turn passes on.
func (w *World) fits(in *Instance, site ssa.Instruction, copy int, l Loc) bool {
	head := w.Turning(site.Block())
	if head == nil {
		return true
	}
	t := w.Turn(in, head, l.Obj)
	return t < 0 || t == copy
}

// pass is an edge for what fits.
func (w *World) pass(in *Instance, site ssa.Instruction, copy int, from, to node) {
	if w.Turning(site.Block()) == nil {
		w.edge(from, to)
		return
	}
	w.on(from, func(l Loc) {
		if w.fits(in, site, copy, l) {
			w.add(to, l)
		}
	})
}

// OfTurn tells whether a register gets, in each turn of the loop around its block, what was
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
func (w *World) keep(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc) {
	w.keepTurn(t, in, site, v, to, to.Obj.Turn)
}

func (w *World) keepTurn(t types.Type, in *Instance, site ssa.Instruction, v ssa.Value, to Loc, turn int) {
	for _, leaf := range leaves(t, "", 0, nil) {
		w.pass(in, site, turn, w.reg(in, v, leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}
