package heap

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Turns of a loop that starts goroutines are told apart, all of a counted loop of few, and else Limits.Copies: what
// a site in such a loop makes in different turns are different objects, and a call in it has an
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
				if _, ok := i.(*ssa.Go); ok || w.starts(i) {
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

// exactly is how many turns a loop may have at most for all of them to be told apart.
const exactly = 4

// Turns is how many turns of the loop with a head are told apart; exact: it has no more.
func (w *World) Turns(head *ssa.BasicBlock) (n int, exact bool) {
	if n := w.trips(head); 0 < n && n <= exactly {
		return n, true
	}
	return w.Limits.Copies, false
}

// trips is how many turns a loop has at most that counts from a constant to a constant; 0 if it does not.
func (w *World) trips(head *ssa.BasicBlock) int {
	for _, i := range head.Instrs {
		phi, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		for _, v := range append([]ssa.Value{phi}, phi.Edges...) {
			from, ok := counts(phi, v)
			if !ok {
				continue
			}
			for _, r := range *v.Referrers() {
				test, ok := r.(*ssa.BinOp)
				if !ok || test.Op != token.LSS || test.X != v || !w.Controls(test, head) {
					continue
				}
				to, ok := fixed(test.Y)
				if !ok {
					continue
				}
				n := to - from
				if v != phi && test.Block() == head && head.Succs[0] != head {
					n-- // tested before the first turn, too
				}
				return int(max(1, min(n, exactly+1)))
			}
		}
	}
	return 0
}

// fixed is the value of a constant, or the length of a slice of all of an array.
func fixed(v ssa.Value) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.Int {
			return v.Int64(), true
		}
	case *ssa.Call:
		b, ok := v.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			return 0, false
		}
		s, ok := v.Call.Args[0].(*ssa.Slice)
		if !ok || s.Low != nil || s.High != nil || s.Max != nil {
			return 0, false
		}
		if p, ok := s.X.Type().Underlying().(*types.Pointer); ok {
			if a, ok := p.Elem().Underlying().(*types.Array); ok {
				return a.Len(), true
			}
		}
	}
	return 0, false
}

// counts tells whether v is a phi that goes up by one from a constant, or its next value, and where it begins.
func counts(phi *ssa.Phi, v ssa.Value) (from int64, ok bool) {
	begun, goesOn := false, false
	for _, e := range phi.Edges {
		switch e := e.(type) {
		case *ssa.Const:
			if begun || e.Value == nil || e.Value.Kind() != constant.Int {
				return 0, false
			}
			from, begun = e.Int64(), true
		case *ssa.BinOp:
			by, ok := e.Y.(*ssa.Const)
			if e.Op != token.ADD || e.X != phi || !ok || by.Value == nil || by.Int64() != 1 || v != phi && v != e {
				return 0, false
			}
			goesOn = true
		default:
			return 0, false
		}
	}
	return from, begun && goesOn
}

// Controls tells whether the loop with a head ends where a test fails, and is tested in each turn.
func (w *World) Controls(test *ssa.BinOp, head *ssa.BasicBlock) bool {
	b := test.Block()
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || branch.Cond != test || b != head && (b.Succs[0] != head || len(head.Preds) != 2) {
		return false
	}
	for _, l := range w.naturalLoops(head.Parent()) {
		if l.head == head {
			return l.body[b] && l.body[b.Succs[0]] && !l.body[b.Succs[1]]
		}
	}
	return false
}

// Repeats is how often a block of an instance is executed in its goroutine at most, for the loops around it, also
// those of callers and of code that is not analysed, but for those whose turns have instances of their own; exact: it
// is no more. but is the head of a loop that does not count.
func (w *World) Repeats(in *Instance, b, but *ssa.BasicBlock) (n int, exact bool) {
	n, exact = 1, true
	for {
		for _, l := range w.naturalLoops(in.Fn) {
			if l.body[b] && l.head != but {
				turns, all := w.Turns(l.head)
				n, exact = min(n*turns, 1000), exact && all
			}
		}
		if in.Again {
			n, exact = min(n*w.Limits.Copies, 1000), false
		}
		if in.Parent == nil || in.Spawned {
			break
		}
		b, in = in.Site.Block(), in.Parent
		but = w.Turning(b)
	}
	if n > 2*exactly {
		return w.Limits.Copies, false
	}
	return n, exact
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
	for _, leaf := range w.leaves(t) {
		w.pass(in, site, turn, w.reg(in, v, leaf), w.cell(Loc{to.Obj, to.Path + leaf}))
	}
}
