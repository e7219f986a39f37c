package heap

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/internal/scc"
)

// The solver, and the constraints of the instructions other than calls. An instance is constrained once, when it is
// made: each of its instructions becomes edges between nodes, and functions that Solve calls with each new location of
// a node (forEach). For
//
//	p := &x        // add: the set of p gets the location x
//	q := p         // edge: the set of q includes that of p
//	q.next = v     // forEach location l of q: edge from v to the cell l.next
//	v = <-ch       // forEach location l of ch: edge from the cell l<- to v
//
// the last two make edges while Solve runs, as the locations of q and ch are found. Functions that are called through
// such locations become instances then, with constraints of their own.

// content is the path of what a box holds; element of what was sent to a channel;
// items of what an array, slice or map holds; keys of the keys of a map.
const (
	content = "!"
	element = "<-"
	items   = "[]"
	keys    = "[key]"
)

// Root makes the instance of a function where executions begin. Its parameters may be anything, but for the *testing.T
// of a test.
func (w *World) Root(fn *ssa.Function) *Instance {
	in := w.instance(nil, nil, fn, nil, 0, directly)
	w.makeTest(in, nil)
	for _, p := range fn.Params {
		if w.TestOf(in) == nil {
			w.spread(in, p, p.Type(), "")
		}
	}
	return in
}

// Solve computes all sets: it delivers each location of each node once to the successors and watchers of the node,
// until nothing is left (worklist). The error is that of ctx; the sets are then not complete.
func (w *World) Solve(ctx context.Context) error {
	w.places, w.reachableLent, w.handedOut = nil, nil, nil
	pieces := mostPieces // work since ctx was looked at last: one delivery may be to thousands of successors
	for len(w.pending) > 0 || w.handOut() {
		n := w.pending[len(w.pending)-1]
		w.pending = w.pending[:len(w.pending)-1]
		pieces++
		for w.delivered[n] < len(w.lists[n]) {
			if pieces += len(w.succ[n]) + 8*len(w.watchers[n]); pieces > mostPieces { // watchers add edges
				if pieces = 0; ctx.Err() != nil {
					w.pending = append(w.pending, n) // the rest of its locations is not delivered yet
					return ctx.Err()
				}
			}
			l := w.lists[n][w.delivered[n]]
			w.delivered[n]++
			// forEach and edge give l to watchers and successors that are added meanwhile.
			for _, to := range w.succ[n][:len(w.succ[n]):len(w.succ[n])] {
				w.add(to, l)
			}
			for _, f := range w.watchers[n][:len(w.watchers[n]):len(w.watchers[n])] {
				f(l)
			}
		}
	}
	return nil
}

// mostPieces is the work, in locations added, after which Solve looks at its context again.
const mostPieces = 4096

// instance returns the instance of fn that a call at site executes, and makes it if there is none; nil if a limit
// forbids it.
func (w *World) instance(parent *Instance, site ssa.Instruction, fn *ssa.Function, self *Object, copy int,
	how calling) *Instance {
	if parent != nil && (parent.Shared || w.isShared(site, fn)) {
		return w.sharedInstance(fn, self)
	}
	key := callKey{site, fn, self, copy}
	in := &Instance{ID: len(w.Instances), Fn: fn, Parent: parent, Site: site, Copy: copy, Self: self,
		calls: map[callKey]*Instance{}, Again: how == anyTimes}
	if parent != nil {
		if known := parent.calls[key]; known != nil {
			return known
		}
		in.findKnown()
		if !w.withinLimits(in) {
			return nil
		}
	}
	in.ofTurn = how == directly && w.eachTurn(site)
	_, started := site.(*ssa.Go)
	in.Spawned = started || w.starts(site) && how != anyTimes // context.AfterFunc asks a context itself
	w.Instances = append(w.Instances, in)
	if parent != nil {
		parent.calls[key] = in
		parent.order = append(parent.order, in)
	}
	w.constrain(in)
	return in
}

// constrain adds the constraints of the instructions of an instance.
func (w *World) constrain(in *Instance) {
	if in.Self != nil {
		for i, v := range in.Fn.FreeVars {
			w.load(v.Type(), Loc{in.Self, fmt.Sprint("capture", i)}, in, v, "")
		}
	}
	entered := in.Entered()
	for _, b := range in.Fn.Blocks {
		if !entered(b) {
			continue
		}
		for _, instr := range b.Instrs {
			w.instr(in, instr)
			w.mentions(in, instr)
		}
	}
}

// Again reports whether the goroutine of an instance may execute a block of it more than once.
func (w *World) Again(in *Instance, b *ssa.BasicBlock) bool { return w.again(in, b, true) }

// again is Again. The last turn that is told apart stands for all later ones if the loop may have more turns (Turns):
// with asMany it counts as several, without as one.
func (w *World) again(in *Instance, b *ssa.BasicBlock, asMany bool) bool {
	inLoop := w.InLoop(b)
	for !inLoop && in != nil && !in.Again {
		if in.Spawned || in.Parent == nil {
			return false
		}
		b = in.Site.Block()
		if in.ofTurn { // it has an instance for each turn of the innermost loop
			head := w.Turning(b)
			n, exact := w.Turns(in.Parent, head)
			inLoop = w.nested(head) || asMany && !exact && in.Copy == n-1
		} else {
			inLoop = w.InLoop(b)
		}
		in = in.Parent
	}
	return in != nil
}

// InLoop reports whether a block can be executed again in one call.
func (w *World) InLoop(b *ssa.BasicBlock) bool {
	fn := b.Parent()
	known, ok := w.loops[fn]
	if !ok {
		known = inLoops(fn)
		w.loops[fn] = known
	}
	return known[b]
}

// inLoops returns the blocks of a function that are on a cycle: those that are their own successors, and those of a
// strongly connected component with several blocks.
func inLoops(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	out := map[*ssa.BasicBlock]bool{}
	var edges [][2]*ssa.BasicBlock
	for _, b := range fn.Blocks {
		for _, next := range b.Succs {
			edges = append(edges, [2]*ssa.BasicBlock{b, next})
		}
	}
	component, number := scc.New(len(fn.Blocks), len(edges), func(i int) (from, to int32) {
		return int32(edges[i][0].Index), int32(edges[i][1].Index)
	}).Components()
	size := make([]int, number)
	for _, c := range component {
		size[c]++
	}
	for _, e := range edges {
		if e[0] == e[1] {
			out[e[0]] = true
		}
	}
	for _, b := range fn.Blocks {
		if size[component[b.Index]] > 1 {
			out[b] = true
		}
	}
	return out
}

// instr adds the constraints of one instruction.
func (w *World) instr(in *Instance, instr ssa.Instruction) {
	switch x := instr.(type) {
	case *ssa.Alloc:
		w.fresh(in, x, Memory, x.Type().Underlying().(*types.Pointer).Elem(), x.Comment, nil)
	case *ssa.MakeChan:
		w.fresh(in, x, Chan, x.Type(), "", nil)
	case *ssa.MakeSlice, *ssa.MakeMap:
		w.fresh(in, x.(ssa.Value), Memory, x.(ssa.Value).Type(), "", nil)
	case *ssa.MakeInterface:
		w.fresh(in, x, Box, x.X.Type(), "", func(o *Object) { w.storeOfTurn(x.X.Type(), in, x, x.X, Loc{o, content}) })
	case *ssa.MakeClosure:
		fn := x.Fn.(*ssa.Function)
		w.fresh(in, x, Func, x.Type(), fn.Name(), func(o *Object) {
			o.Fn = fn
			for i, b := range x.Bindings {
				w.storeOfTurn(b.Type(), in, x, b, Loc{o, fmt.Sprint("capture", i)})
			}
		})
	case *ssa.Phi:
		for _, e := range x.Edges {
			w.copyReg(x.Type(), in, e, "", in, x, "")
		}
	case *ssa.ChangeType:
		w.copyReg(x.Type(), in, x.X, "", in, x, "")
	case *ssa.ChangeInterface:
		w.copyReg(x.Type(), in, x.X, "", in, x, "")
	case *ssa.Convert:
		w.convert(in, x)
	case *ssa.MultiConvert:
		w.copyReg(x.Type(), in, x.X, "", in, x, "")
	case *ssa.SliceToArrayPointer:
		w.copyReg(x.Type(), in, x.X, "", in, x, "")
	case *ssa.Slice:
		if !w.Plain(x.Type()) {
			w.edge(w.reg(in, x.X, ""), w.reg(in, x, ""))
		}
	case *ssa.FieldAddr:
		f := x.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(x.Field)
		w.address(in, x.X, x, "."+f.Name())
	case *ssa.IndexAddr:
		w.address(in, x.X, x, items)
	case *ssa.Field:
		f := x.X.Type().Underlying().(*types.Struct).Field(x.Field)
		w.copyReg(x.Type(), in, x.X, "."+f.Name(), in, x, "")
	case *ssa.Index:
		w.copyReg(x.Type(), in, x.X, items, in, x, "")
	case *ssa.Lookup:
		w.lookup(in, x)
	case *ssa.Next:
		w.next(in, x)
	case *ssa.Range:
		w.edge(w.reg(in, x.X, ""), w.reg(in, x, ""))
	case *ssa.MapUpdate:
		w.forEach(w.reg(in, x.Map, ""), func(l Loc) {
			w.store(x.Value.Type(), in, x.Value, "", Loc{l.Obj, l.Path + items})
			w.store(x.Key.Type(), in, x.Key, "", Loc{l.Obj, l.Path + keys})
			if l.Obj.Foreign || l.Obj.Kind == Unknown && !l.Obj.Made {
				w.giveAway(in, x.Key)
				w.giveAway(in, x.Value)
			}
		})
	case *ssa.Store:
		if overwrites(x) {
			w.Note("U15", x.Pos(), "a lock or a wait group is overwritten here: it is taken to stay as it is")
		}
		w.forEach(w.reg(in, x.Addr, ""), func(l Loc) {
			if head := w.OfTurn(in, x.Addr); head != nil && w.OfTurn(in, x.Val) == head {
				w.storeOfGivenTurn(x.Val.Type(), in, x, x.Val, l, w.Turn(in, head, l.Obj))
				return
			}
			w.store(x.Val.Type(), in, x.Val, "", l)
			if l.Obj.Foreign || l.Obj.Kind == Unknown && !l.Obj.Made {
				w.giveAway(in, x.Val)
			}
		})
	case *ssa.UnOp:
		if copies(x) {
			w.Note("U15", x.Pos(), "a lock or a wait group is copied here: the copy is taken for a new one")
		}
		w.unary(in, x)
	case *ssa.Send:
		w.forEach(w.reg(in, x.Chan, ""), func(l Loc) { w.store(x.X.Type(), in, x.X, "", Loc{l.Obj, element}) })
	case *ssa.Select:
		w.choice(in, x)
	case *ssa.Extract:
		w.copyReg(x.Type(), in, x.Tuple, fmt.Sprint("#", x.Index), in, x, "")
	case *ssa.TypeAssert:
		w.assert(in, x)
	case *ssa.Panic:
		w.edge(w.reg(in, x.X, ""), w.node(panicked))
		w.forEach(w.reg(in, x.X, ""), func(l Loc) { w.printPanic(in, x, l) })
	case *ssa.Call, *ssa.Go, *ssa.Defer:
		if d, ok := x.(*ssa.Defer); ok && Outer(d) && w.mattersLeftOut(d) {
			w.Note("B05", x.Pos(), "defer in a loop over a function: it is left out")
		}
		w.call(in, x.(ssa.CallInstruction))
	}
}

// fresh adds to register x the objects that its instruction makes, one for each turn of the loop around it that is told
// apart. complete, if not nil, is called with each.
func (w *World) fresh(in *Instance, x ssa.Value, kind Kind, typ types.Type, name string, complete func(*Object)) {
	block := x.(ssa.Instruction).Block()
	head := w.Turning(block)
	turns := 1
	if head != nil {
		turns, _ = w.Turns(in, head)
	}
	for t := range turns {
		o := w.model(in, [2]any{x, t}, x, kind, typ, name, x.Pos())
		o.Turn, o.Loop = t, head
		if head == nil {
			o.Many = w.again(in, block, false)
		} else {
			o.Many = w.executedAgain(in, head)
		}
		if complete != nil {
			complete(o)
		}
		w.add(w.reg(in, x, ""), Loc{o, ""})
	}
}

// address adds to register x the places one step, a field or items, into those of register of.
func (w *World) address(in *Instance, of, x ssa.Value, step string) {
	to := w.reg(in, x, "")
	w.forEach(w.reg(in, of, ""), func(l Loc) {
		switch {
		case l.Obj.Kind == Unknown && !l.Obj.Made:
			w.add(to, l)
		case strings.Count(l.Path, ".")+strings.Count(l.Path, items) < mostPath:
			w.add(to, Loc{l.Obj, l.Path + step})
		default:
			w.Note(unknownObject, x.Pos(), "a place this deep in an object is not followed")
			w.add(to, w.unknown())
		}
	})
}

// mostPath is the largest number of steps in the path of a place. A path has no more steps than its type is deep, but
// conversions by package unsafe can take a part of a value for the whole, again and again.
const mostPath = 32

// unary adds the constraints of a load and of a receive; other unary operators give numbers.
func (w *World) unary(in *Instance, x *ssa.UnOp) {
	switch x.Op {
	case token.MUL:
		w.forEach(w.reg(in, x.X, ""), func(l Loc) {
			if l.Obj.Kind == Unknown {
				w.loadForeign(in, x, l)
				return
			}
			w.load(x.Type(), l, in, x, "")
		})
	case token.ARROW:
		at, t := "", x.Type()
		if x.CommaOk {
			at, t = "#0", t.(*types.Tuple).At(0).Type()
		}
		w.received(in, x.X, t, x, at)
	}
}

// spread makes all leaves of a register unknown.
func (w *World) spread(in *Instance, x ssa.Value, t types.Type, at string) {
	for _, leaf := range w.leaves(t) {
		w.add(w.reg(in, x, at+leaf), w.unknown())
	}
}

// holdsUnknown reports whether nothing is known of what a place holds. Of an object that is Made some fields are known
// (loadForeign).
func (w *World) holdsUnknown(l Loc) bool { return l.Obj.Kind == Unknown && !l.Obj.Made }

// convert copies the operand of a conversion. A number that becomes a pointer may point to anything, and unanalysed
// code that gets a pointer as a number may make it a pointer again.
func (w *World) convert(in *Instance, x *ssa.Convert) {
	switch {
	case isUnsafe(x.Type()) && !isUnsafe(x.X.Type()) && !isPointer(x.X.Type()):
		w.spread(in, x, x.Type(), "")
	case isUnsafe(x.X.Type()) && !isPointer(x.Type()):
		w.giveAway(in, x.X)
	case isUnsafe(x.X.Type()) && w.carries(x.Type()):
		w.reinterpret(in, x.X, x)
	default:
		if isUnsafe(x.X.Type()) { // which part of the memory x points to is not looked at
			w.forEach(w.reg(in, x.X, ""), w.expose)
		}
		w.copyReg(x.Type(), in, x.X, "", in, x, "")
	}
}

// reinterpret makes x the pointer from, with another type of what it points to. Which parts of the two types share
// memory is not looked at: x may also point to anything. x is nil if nothing uses the result.
func (w *World) reinterpret(in *Instance, from, x ssa.Value) {
	w.giveAway(in, from)
	if x != nil {
		w.copyReg(x.Type(), in, from, "", in, x, "")
		w.spread(in, x, x.Type(), "")
	}
}

func isUnsafe(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.UnsafePointer
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok || isUnsafe(t)
}

// received adds to leaf at of register x the values of type t that were sent to the channels of register ch.
func (w *World) received(in *Instance, ch ssa.Value, t types.Type, x ssa.Value, at string) {
	w.forEach(w.reg(in, ch, ""), func(l Loc) {
		if l.Obj.Kind == Unknown {
			w.spread(in, x, t, at)
			return
		}
		w.load(t, Loc{l.Obj, element}, in, x, at)
	})
}

// choice adds the constraints of a select. Its tuple has the index of the case, whether a value was received, and then
// one value for each case that receives.
func (w *World) choice(in *Instance, x *ssa.Select) {
	n := 2
	for _, s := range x.States {
		if s.Dir == types.SendOnly {
			w.forEach(w.reg(in, s.Chan, ""), func(l Loc) { w.store(s.Send.Type(), in, s.Send, "", Loc{l.Obj, element}) })
			continue
		}
		w.received(in, s.Chan, s.Chan.Type().Underlying().(*types.Chan).Elem(), x, fmt.Sprint("#", n))
		n++
	}
}

// lookup adds to x what the maps of x.X have as values; with CommaOk, x is a tuple of the value and a bool.
func (w *World) lookup(in *Instance, x *ssa.Lookup) {
	at, t := "", x.Type()
	if x.CommaOk {
		at, t = "#0", t.(*types.Tuple).At(0).Type()
	}
	w.forEach(w.reg(in, x.X, ""), func(l Loc) {
		if w.holdsUnknown(l) {
			w.spread(in, x, t, at)
		}
		w.load(t, Loc{l.Obj, l.Path + items}, in, x, at)
	})
}

// next adds the keys and values of a map to the step of a loop over it: x is a tuple of a bool, a key and a value.
func (w *World) next(in *Instance, x *ssa.Next) {
	if x.IsString {
		return
	}
	t := x.Type().(*types.Tuple)
	w.forEach(w.reg(in, x.Iter, ""), func(l Loc) {
		if w.holdsUnknown(l) {
			w.spread(in, x, t.At(1).Type(), "#1")
			w.spread(in, x, t.At(2).Type(), "#2")
		}
		w.load(t.At(1).Type(), Loc{l.Obj, l.Path + keys}, in, x, "#1")
		w.load(t.At(2).Type(), Loc{l.Obj, l.Path + items}, in, x, "#2")
	})
}

// assert adds to x those boxes of x.X, or their contents, that have the asserted type.
func (w *World) assert(in *Instance, x *ssa.TypeAssert) {
	at := ""
	if x.CommaOk {
		at = "#0"
	}
	if i, ok := x.AssertedType.Underlying().(*types.Interface); ok {
		w.forEach(w.reg(in, x.X, ""), func(l Loc) {
			if l.Obj.Kind != Box || types.Implements(l.Obj.Type, i) {
				w.add(w.reg(in, x, at), l)
			}
		})
		return
	}
	w.forEach(w.reg(in, x.X, ""), func(l Loc) {
		switch {
		case l.Obj.Made: // of the type that its function declares, which is taken to be this one
			w.add(w.reg(in, x, at), l)
		case l.Obj.Kind == Unknown:
			w.spread(in, x, x.AssertedType, at)
		case l.Obj.Kind == Box && types.Identical(l.Obj.Type, x.AssertedType):
			w.load(x.AssertedType, Loc{l.Obj, content}, in, x, at)
		}
	})
}
