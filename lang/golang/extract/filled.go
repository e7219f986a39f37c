package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Containers of certain programs: a map or a list in a field that items are added to and never taken from. A
// variable says whether anything was put in. Then a range that finds an item, and a lookup that does, need no other
// reason than that somebody has put one in before, and one that finds none at all comes before that:
//
//	h.checks[name] = c           // h_filled = true
//	for _, c := range h.checks { // another item: only if h_filled; none in the first turn: only if not

// container is the variable that says whether a container has an item; "" if the field is not such a container, or
// several objects have it.
func (x *extractor) container(f *types.Var) string {
	if name, known := x.containers[f]; known {
		return name
	}
	x.containers[f] = ""
	if x.onlyGrows(f) {
		x.containers[f] = x.declare("shared", f.Name()+"_filled", f)
	}
	return x.containers[f]
}

// onlyGrows reports whether a field is a container of one object from which nothing is taken.
func (x *extractor) onlyGrows(f *types.Var) bool {
	switch f.Type().Underlying().(type) {
	case *types.Map, *types.Slice:
		return !x.loses(f) && x.oneHolder(f)
	}
	return false
}

// oneHolder reports whether all operations on a field are on one object, which is made once, and none of them passes
// the address on.
func (x *extractor) oneHolder(f *types.Var) bool {
	var holder []heap.Loc
	for _, u := range x.usesOf(f) {
		a, ok := u.i.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		if u.in.Shared || !slices.ContainsFunc(*a.Referrers(), loadsOrStores) {
			return false
		}
		for _, l := range x.w.Objects(u.in, a.X) {
			if l.Obj.Many || l.Obj.Kind != heap.Memory {
				return false
			}
			if !slices.Contains(holder, l) {
				holder = append(holder, l)
			}
		}
	}
	return len(holder) == 1
}

// loses reports whether a container in a field may lose items: it is assigned anew more than once, or a part of a list
// is assigned, or its value is used in a way that is not known to leave the items there, as by delete and clear, or
// where it gets another name.
func (x *extractor) loses(f *types.Var) bool {
	made := 0
	for _, u := range x.usesOf(f) {
		switch i := u.i.(type) {
		case *ssa.Store:
			if appends(i.Val, f) {
				continue
			}
			if c, isConst := i.Val.(*ssa.Const); isConst && c.Value == nil {
				return true
			}
			if _, part := i.Val.(*ssa.Slice); part {
				return true
			}
			made++
		case *ssa.UnOp:
			if slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool { return !keepsItems(r, i, f) }) {
				return true
			}
		}
	}
	return made > 1
}

// appends reports whether a value is what append makes of the list in a field.
func appends(v ssa.Value, f *types.Var) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !isBuiltin(call, "append") {
		return false
	}
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	return ok && load.Op == token.MUL && isField(load.X, f)
}

func isBuiltin(call *ssa.Call, names ...string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && slices.Contains(names, b.Name())
}

// keepsItems reports whether an instruction that uses a container takes nothing from it.
func keepsItems(i ssa.Instruction, container ssa.Value, f *types.Var) bool {
	switch i := i.(type) {
	case *ssa.MapUpdate:
		return i.Map == container && i.Value != container
	case *ssa.Lookup, *ssa.Range, *ssa.IndexAddr, *ssa.BinOp, *ssa.DebugRef:
		return true
	case *ssa.Call:
		return isBuiltin(i, "len", "cap") || appends(i, f) && stored(i, f)
	}
	return false
}

// stored reports whether the only use of a value is that it is assigned to a field.
func stored(v ssa.Value, f *types.Var) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return !ok || !isField(s.Addr, f)
	})
}

func loadsOrStores(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return i.Op == token.MUL
	case *ssa.Store, *ssa.DebugRef:
		return true
	}
	return false
}

// put is what the certain program does where something may be put into a container.
func (x *extractor) put(i ssa.Instruction) []write.Line {
	if !x.certain || x.branches == nil {
		return nil
	}
	var addr ssa.Value
	switch i := i.(type) {
	case *ssa.MapUpdate:
		if load, ok := i.Map.(*ssa.UnOp); ok && load.Op == token.MUL {
			addr = load.X
		}
	case *ssa.Store:
		if m, makes := i.Val.(*ssa.MakeMap); !makes || itemsBefore(m, i) {
			addr = i.Addr
		}
	}
	a, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	name := x.container(fieldOf(a))
	if name == "" {
		return nil
	}
	return write.One(name+" = true", i.Pos())
}

// itemSides are the ways of a branch that asks a container for an item.
func (g *graph) itemSides(c *condition, b *ssa.BasicBlock, yes, no int) (int, int) {
	x := g.x
	if x.certain && c != nil && c.counts {
		return g.turnSides(c, b, yes, no)
	}
	if !x.certain || c == nil || !c.item || len(c.fields) != 1 || x.container(c.fields[0]) == "" {
		return yes, no
	}
	filled := x.container(c.fields[0])
	ends := func(cond string, to int, more ...write.Line) int {
		lines := append(write.Block(c.where, "if "+cond, exit(c.where)), more...)
		return g.add(write.Vertex{Lines: lines, Kind: write.Jump, Succ: []int{to}})
	}
	switch {
	case !x.headAsksOf(b) && c.looksUp:
		return ends("!"+filled, yes), no
	case !x.headAsksOf(b): // a range of one turn
		return ends("!"+filled, yes), ends(filled, no)
	}
	some := x.variable(g.in, turnedKey{b}, "some", "bool")
	yes = ends("!"+filled, yes, write.At(some+" = true", c.where))
	no = ends(filled+" && !"+some, no, write.At(some+" = false", c.where)) // for the next time
	return yes, no
}

// turnSides are the ways of a branch that asks whether a loop which counts has another turn: it has one (Conditions). A
// range over a number asks for the first turn before the loop, and for others in it.
func (g *graph) turnSides(c *condition, b *ssa.BasicBlock, yes, no int) (int, int) {
	switch before := b.Succs[0].Comment == rangeTurn; {
	case before && !g.x.w.InBody(b, b):
		return yes, g.add(write.Vertex{Lines: exit(c.where), Kind: write.Halt})
	case before || !g.x.headAsksOf(b):
		return yes, no
	}
	some := g.x.variable(g.in, turnedKey{b}, "some", "bool")
	jump := func(to int, lines ...write.Line) int {
		return g.add(write.Vertex{Lines: lines, Kind: write.Jump, Succ: []int{to}})
	}
	yes = jump(yes, write.At(some+" = true", c.where))
	no = jump(no, append(write.Block(c.where, "if !"+some, exit(c.where)), write.At(some+" = false", c.where))...)
	return yes, no
}

// turnedKey is the key of the variable that says whether a range has had a turn.
type turnedKey struct{ head *ssa.BasicBlock }

// headAsksOf reports whether a block is the head of a loop that it may leave.
func (x *extractor) headAsksOf(b *ssa.BasicBlock) bool { return x.w.InBody(b, b) && x.headAsks(b) }
