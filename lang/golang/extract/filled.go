package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file is about *containers* in certain programs (certain.go): maps and lists in fields to which items are
// added, and from which none is taken. The program does not have their items. But in the certain program, a variable
// says whether anything was put in. So a range or a lookup finds an item only after somebody has put one in, and a
// range finds none only before that:
//
//	h.checks[name] = c           // checks_filled = true
//	for _, c := range h.checks { // a turn only if checks_filled, and none at all only if not

// container returns the variable that says whether the container in a field has an item; "" if the field has no such
// container, or several objects have the field.
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

// onlyGrows reports whether a field has a map or a list from which nothing is taken, and only one object has the
// field.
func (x *extractor) onlyGrows(f *types.Var) bool {
	switch f.Type().Underlying().(type) {
	case *types.Map, *types.Slice:
		return !x.loses(f) && x.oneHolder(f)
	}
	return false
}

// oneHolder reports whether the code uses a field of one object only, which is made once, and never passes the
// address of the field on.
func (x *extractor) oneHolder(f *types.Var) bool {
	var holders []heap.Loc
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
			if !slices.Contains(holders, l) {
				holders = append(holders, l)
			}
		}
	}
	return len(holders) == 1
}

// loses reports whether the container in a field may lose items. It may not if one container is assigned at most, and
// each use of it is known to leave the items there. So it may if nil, a second container or a part of a list is
// assigned, if delete or clear is called, or if the container gets another name.
func (x *extractor) loses(f *types.Var) bool {
	made := 0 // assignments of a new container
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

// appends reports whether a value is append(f, ..), for the list in field f.
func appends(v ssa.Value, f *types.Var) bool {
	call, ok := v.(*ssa.Call)
	if !ok || !isBuiltin(call, "append") {
		return false
	}
	load, ok := call.Call.Args[0].(*ssa.UnOp)
	return ok && load.Op == token.MUL && isField(load.X, f)
}

// isBuiltin reports whether a call is one of a builtin function with one of the names.
func isBuiltin(call *ssa.Call, names ...string) bool {
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && slices.Contains(names, b.Name())
}

// keepsItems reports whether an instruction that uses the container in field f takes nothing from it.
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

// stored reports whether a value is only used to be assigned to field f.
func stored(v ssa.Value, f *types.Var) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool {
		s, ok := r.(*ssa.Store)
		return !ok || !isField(s.Addr, f)
	})
}

// loadsOrStores reports whether an instruction that uses an address only loads from it or assigns there.
func loadsOrStores(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.UnOp:
		return i.Op == token.MUL
	case *ssa.Store, *ssa.DebugRef:
		return true
	}
	return false
}

// put returns what the certain program does at an instruction that may put an item into a container: it sets the
// variable of the container.
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

// itemSides returns the vertices where the sides yes and no of a branch lead that asks a container for an item. In
// the certain program, a side ends if it contradicts what is known of the container. b is the block of the branch,
// and c its condition; nil: not known.
func (g *graph) itemSides(c *condition, b *ssa.BasicBlock, yes, no int) (yesTo, noTo int) {
	x := g.x
	if x.certain && c != nil && c.counts {
		return g.turnSides(c, b, yes, no)
	}
	if !x.certain || c == nil || !c.item || len(c.fields) != 1 || x.container(c.fields[0]) == "" {
		return yes, no
	}
	filled := x.container(c.fields[0])
	endIf := func(cond string, to int, more ...write.Line) int {
		lines := append(write.Block(c.where, "if "+cond, exit(c.where)), more...)
		return g.add(write.Vertex{Lines: lines, Kind: write.Jump, Succ: []int{to}})
	}
	switch {
	case !x.headAsksOf(b) && c.looksUp: // other keys may be there
		return endIf("!"+filled, yes), no
	case !x.headAsksOf(b): // a range that always leaves its first turn
		return endIf("!"+filled, yes), endIf(filled, no)
	}
	some := x.variable(g.in, turnedKey{b}, "some", "bool") // the range has had a turn
	yes = endIf("!"+filled, yes, write.At(some+" = true", c.where))
	no = endIf(filled+" && !"+some, no, write.At(some+" = false", c.where)) // for the next range
	return yes, no
}

// turnSides is itemSides for a branch that asks whether a counting loop has another turn. Conditions relies on a
// first turn, so the certain program ends where there is none. A range over a number asks for the first turn before
// the loop, and for the others in it.
func (g *graph) turnSides(c *condition, b *ssa.BasicBlock, yes, no int) (yesTo, noTo int) {
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

// turnedKey is the key, in varKey, of the variable that says whether a range has had a turn.
type turnedKey struct{ head *ssa.BasicBlock }

// headAsksOf reports whether a block is the head of a loop that it may leave.
func (x *extractor) headAsksOf(b *ssa.BasicBlock) bool { return x.w.InBody(b, b) && x.headAsks(b) }
