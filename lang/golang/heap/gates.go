package heap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file finds what a turn of a loop does only if others have changed something before:
//
//	for i := 0; i < 3; {
//		if n.Load() > 0 { // the gate of i++
//			i++
//		}
//	}
//
// The loop asks for a register that it changes itself, and polls nevertheless, as others have to open the gate
// (theory.md, 12.6). In a function that a loop calls, the gates are those of one call.
//
// May err towards: given, and so towards loops that poll. A turn comes to a block behind one of two gates, and all
// ways through a loop count, whatever branches ask.

// gate is a branch with the way from it that leads on.
type gate struct {
	branch *ssa.If
	way    int // 0: it is true
}

// gates are the branches that decide whether a turn comes to a block: one way from them always leads there, and another
// one to the end of the turn without it. To these belong the gates of such branches.
func (a *asker) gates(b *ssa.BasicBlock) []gate {
	var out []gate
	todo, seen := []*ssa.BasicBlock{b}, map[*ssa.BasicBlock]bool{b: true}
	for len(todo) > 0 {
		b, todo = todo[0], todo[1:]
		for _, c := range a.in.Fn.Blocks {
			branch, ok := a.deciding(c)
			if !ok || seen[c] {
				continue
			}
			to := map[*ssa.BasicBlock]bool{b: true}
			first, second := a.misses(c.Succs[0], to), a.misses(c.Succs[1], to)
			if first == second {
				continue
			}
			g := gate{branch, 0}
			if first {
				g.way = 1
			}
			seen[c], out, todo = true, append(out, g), append(todo, c)
		}
	}
	return out
}

// deciding returns the branch at the end of a block if a turn may go both ways, and goes on.
func (a *asker) deciding(b *ssa.BasicBlock) (*ssa.If, bool) {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return branch, ok && a.body[b] && a.body[b.Succs[0]] && a.body[b.Succs[1]] && a.in.Decided(b) == nil
}

// misses reports whether a turn that is at the begin of block from may end without any of some blocks.
func (a *asker) misses(from *ssa.BasicBlock, all map[*ssa.BasicBlock]bool) bool {
	seen := map[*ssa.BasicBlock]bool{}
	var search func(at *ssa.BasicBlock) bool
	search = func(at *ssa.BasicBlock) bool {
		switch {
		case at == a.head && a.head != nil:
			return true
		case all[at] || seen[at] || !a.body[at]:
			return false
		}
		seen[at] = true
		if _, is := at.Instrs[len(at.Instrs)-1].(*ssa.Return); is && a.head == nil {
			return true
		}
		if to := a.in.Decided(at); to != nil {
			return search(to)
		}
		return slices.ContainsFunc(at.Succs, search)
	}
	return search(from)
}

// given reports whether a turn comes to a block only if others have changed something, or never.
func (a *asker) given(b *ssa.BasicBlock) bool {
	known, ok := a.gated[b]
	if !ok {
		a.gated[b], a.opening[b] = false, true
		known = slices.ContainsFunc(a.gates(b), a.shut)
		a.gated[b] = known
		delete(a.opening, b)
	}
	return known
}

// shut reports whether a gate stays as it is until others have changed something. A gate that asks for nothing but what
// it lets change itself is none that others have to open. One that asks for something of others as well as of the loop
// stays shut: whether one of the two suffices is not looked at.
func (a *asker) shut(g gate) bool {
	if s, k := Alternative(g.branch); s != nil && a.body[s.Block()] {
		return g.way == 0 && k >= 0 && allOf(a.w.Objects(a.in, s.States[k].Chan), func(l Loc) bool {
			return l.Obj.Kind == Chan
		})
	}
	of := a.alone()
	of.branch(g.branch)
	return of.others || !of.itself && a.head != nil && !of.unsure && !of.again
}

// ends notes what ends the loop without others, if a turn comes to the block where it is.
func (a *asker) ends(at *ssa.BasicBlock) {
	a.by(!a.given(at))
}

// by notes that the loop ends by itself, or else that it would if others had changed something.
func (a *asker) by(itself bool) {
	if itself {
		a.itself = true
	} else {
		a.others, a.helped = true, true
	}
}

// site is where a place is advanced: in a block of a function, which is called at another site; nil for the loop.
type site struct {
	of    *asker
	block *ssa.BasicBlock
	from  *site
}

// goes notes that a place is asked for which the loop advances: it ends by itself if a turn comes to one of the sites
// without others, or to any of those in the loop whatever branches ask.
func (a *asker) goes(place any) {
	sure := map[*ssa.BasicBlock]bool{}
	var loop *asker
	again := false
	for _, s := range a.own[place] {
		for s.from != nil && !s.of.opening[s.block] && !s.of.given(s.block) {
			s = s.from
		}
		if s.of.opening[s.block] { // the gate that is being asked lets this one go on
			again = true
		} else if s.from == nil {
			loop, sure[s.block] = s.of, true
		}
	}
	itself := false
	for b := range sure {
		itself = itself || !loop.given(b)
	}
	if again && len(sure) == 0 {
		a.again = true
		return
	}
	a.by(itself || len(sure) > 0 && !loop.missesAll(sure))
}

// missesAll reports whether a whole turn may end without any of some blocks.
func (a *asker) missesAll(all map[*ssa.BasicBlock]bool) bool {
	switch {
	case a.head == nil:
		return a.misses(a.in.Fn.Blocks[0], all)
	case all[a.head]:
		return false
	}
	return slices.ContainsFunc(a.head.Succs, func(s *ssa.BasicBlock) bool { return a.misses(s, all) })
}

// collect adds the registers that get a new value in turns and on which a value depends.
func (a *asker) collect(v ssa.Value, seen map[ssa.Value]bool) {
	i, ok := v.(ssa.Instruction)
	if !ok || !a.body[i.Block()] || seen[v] {
		return
	}
	seen[v] = true
	if phi, ok := v.(*ssa.Phi); ok && phi.Block() == a.head && a.turning(phi) && !slices.Contains(*a.turns, phi) {
		*a.turns = append(*a.turns, phi)
	}
	for _, x := range i.Operands(nil) {
		if *x != nil {
			a.collect(*x, seen)
		}
	}
}

// turning reports whether a register of the head of the loop gets a new value from its old one in some turn.
func (a *asker) turning(v *ssa.Phi) bool {
	for k, e := range v.Edges {
		if a.body[v.Block().Preds[k]] && e != ssa.Value(v) && dependsOn(e, v, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// turn asks for a register of the head of the loop. If each turn gives it, or another one that is asked for, a new
// value from its old one, the loop ends by itself. If only some turns do, it depends on what lets them.
func (a *asker) turn(v *ssa.Phi) {
	if !a.turning(v) {
		return
	}
	if a.asking[v] { // a gate that asks for what is behind it
		a.again = true
		return
	}
	a.asking[v] = true
	defer delete(a.asking, v)
	of := *a.turns
	if !slices.Contains(of, v) {
		of = append(slices.Clip(of), v)
	}
	gates, some := a.idle(of)
	closed := func(g gate) bool { return a.shut(g) || a.given(g.branch.Block()) }
	a.by(!a.swayed(v) && (!some || !slices.ContainsFunc(gates, closed)))
}

// swayed reports whether others decide how a turn changes a number: i += n.Load(), or a turn that begins again from 0
// until others have changed something. What is done to other values, as to a list of work, is not looked at.
func (a *asker) swayed(v *ssa.Phi) bool {
	number, ok := v.Type().Underlying().(*types.Basic)
	if !ok || number.Info()&types.IsNumeric == 0 {
		return false
	}
	seen := map[ssa.Value]bool{v: true}
	for k, e := range v.Edges {
		if a.body[v.Block().Preds[k]] && a.swayedBy(e, v, seen) {
			return true
		}
	}
	return false
}

// swayedBy is swayed for one of the values from which the new value of the register v is computed.
func (a *asker) swayedBy(e ssa.Value, v *ssa.Phi, seen map[ssa.Value]bool) bool {
	i, ok := e.(ssa.Instruction)
	if !ok || seen[e] || !a.body[i.Block()] {
		return false
	}
	seen[e] = true
	if !dependsOn(e, v, map[ssa.Value]bool{}) {
		of := a.alone()
		of.ask(e)
		return of.others && !of.itself
	}
	phi, is := e.(*ssa.Phi)
	if !is {
		return slices.ContainsFunc(i.Operands(nil), func(x *ssa.Value) bool {
			return *x != nil && a.swayedBy(*x, v, seen)
		})
	}
	for k, x := range phi.Edges {
		from := phi.Block().Preds[k]
		if !a.body[from] {
			continue
		}
		if !dependsOn(x, v, map[ssa.Value]bool{}) { // the turn forgets the old value
			branch, decides := a.deciding(from)
			if a.given(from) || decides && a.shut(gate{branch, slices.Index(from.Succs, phi.Block())}) {
				return true
			}
		}
		if a.swayedBy(x, v, seen) {
			return true
		}
	}
	return false
}

// moment is a place of a turn with the values that registers will get at its end.
type moment struct {
	at     *ssa.BasicBlock
	values []ssa.Value
}

func (m moment) key() string {
	out := []string{fmt.Sprint(m.at.Index)}
	for _, v := range m.values {
		out = append(out, v.Name())
	}
	return strings.Join(out, " ")
}

// idle looks for turns that leave some registers of the head as they are, backwards from their ends, and returns the
// branches that decide about them, with the other way each. some reports whether there are such turns.
func (a *asker) idle(of []*ssa.Phi) (gates []gate, some bool) {
	type step struct{ from, to *ssa.BasicBlock }
	after := map[string][]string{} // the moments that follow one
	steps := map[string][]step{}   // the steps to these
	met := map[string]bool{}
	var todo []moment
	var begins []string
	add := func(m moment, next string, to *ssa.BasicBlock) {
		k := m.key()
		after[k], steps[k] = append(after[k], next), append(steps[k], step{m.at, to})
		if !met[k] {
			met[k], todo = true, append(todo, m)
		}
	}
	for k, p := range a.head.Preds {
		if a.body[p] {
			add(moment{p, edges(of, nil, a.head, k)}, "", a.head)
		}
	}
	for len(todo) > 0 {
		m := todo[0]
		todo = todo[1:]
		if a.moved(of, m) {
			continue
		}
		if m.at == a.head {
			begins = append(begins, m.key())
			continue
		}
		for k, p := range m.at.Preds {
			if to := a.in.Decided(p); a.body[p] && (to == nil || to == m.at) {
				add(moment{p, edges(nil, m.values, m.at, k)}, m.key(), m.at)
			}
		}
	}
	taken, seen := map[step]bool{}, map[string]bool{}
	for rest := begins; len(rest) > 0; rest = rest[1:] {
		if k := rest[0]; !seen[k] {
			seen[k], rest = true, append(rest, after[k]...)
			for _, s := range steps[k] {
				taken[s] = true
			}
		}
	}
	for _, b := range a.in.Fn.Blocks {
		branch, ok := a.deciding(b)
		if !ok {
			continue
		}
		if first := taken[step{b, b.Succs[0]}]; first != taken[step{b, b.Succs[1]}] {
			g := gate{branch, 0}
			if first {
				g.way = 1
			}
			gates = append(gates, g)
		}
	}
	return gates, len(begins) > 0
}

// edges are the values that registers have at the end of the predecessor number k of a block: of its own registers, or
// of some values.
func edges(of []*ssa.Phi, values []ssa.Value, at *ssa.BasicBlock, k int) []ssa.Value {
	var out []ssa.Value
	for _, v := range of {
		out = append(out, v.Edges[k])
	}
	for _, v := range values {
		if phi, ok := v.(*ssa.Phi); ok && phi.Block() == at {
			v = phi.Edges[k]
		}
		out = append(out, v)
	}
	return out
}

// inLibrary reports whether a function is one of the standard library. If its name says that it advances something, as
// that of list.List.Remove, its gates do not count, which ask whether there is anything to do.
func (w *World) inLibrary(fn *ssa.Function) bool {
	pkg := packageOf(fn)
	return pkg != nil && w.Library != nil && w.Library(pkg)
}

// moved reports whether one of some registers of the head gets a new value that depends on its old one.
func (a *asker) moved(of []*ssa.Phi, m moment) bool {
	for k, v := range m.values {
		phi, is := v.(*ssa.Phi)
		if v == ssa.Value(of[k]) || is && phi.Block() != a.head && a.body[phi.Block()] && m.at != a.head {
			continue
		}
		if dependsOn(v, of[k], map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// advanced adds the places that the blocks of an asker, or what they call, advance: what is assigned is computed from
// what was there.
func (a *asker) advanced(from *site, out map[any][]*site, seen map[*Instance]bool) {
	for _, b := range a.in.Fn.Blocks {
		if !a.body[b] {
			continue
		}
		here := &site{a, b, from}
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Store:
				p := placed(i.Addr)
				if loadsFrom(i.Val, p, map[ssa.Value]bool{}) {
					out[p] = append(out[p], here)
				}
			case *ssa.Call:
				a.advancedBy(i, here, out, seen)
			}
		}
	}
}

// advancedBy adds what a call advances.
func (a *asker) advancedBy(c *ssa.Call, here *site, out map[any][]*site, seen map[*Instance]bool) {
	put := func(p any) { out[p] = append(out[p], here) }
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		if b.Name() == "delete" || b.Name() == "clear" {
			if load, ok := c.Call.Args[0].(*ssa.UnOp); ok {
				put(placed(load.X))
			}
		}
		return
	}
	if fn := c.Call.StaticCallee(); fn != nil {
		if verb, _, ok := Atomic(FullName(fn)); ok && verb == "Add" {
			put(placed(c.Call.Args[0]))
		}
	}
	followed := false
	for copy := range a.w.Copies(a.in, c) {
		for _, t := range a.w.Targets(a.in, c, copy) {
			followed = followed || t.Inst != nil
			if t.Inst == nil || t.Spawn || seen[t.Inst] {
				continue
			}
			seen[t.Inst] = true
			inner := map[any][]*site{}
			a.inside(t.Inst).advanced(here, inner, seen)
			trusted := advances(&c.Call) && a.w.inLibrary(t.Inst.Fn)
			for p, sites := range inner {
				if trusted {
					sites = []*site{here}
				}
				out[p] = append(out[p], sites...)
			}
		}
	}
	switch {
	case followed || !advances(&c.Call):
	case c.Call.IsInvoke():
		put(behind(c.Call.Value))
	case len(c.Call.Args) > 0:
		put(behind(c.Call.Args[0]))
	}
}
