package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/ssa"
)

// Loops that poll: the branches that leave them ask for what other goroutines change.
//
//	for len(c) == 0 {
//		runtime.Gosched()
//	}
//
// If the others wait for the goroutine that polls, the loop goes on for ever (theory.md, Lemma 12.9). The library
// polls, too: io.Copy reads until the Read that it was given says that there is no more (polled.go).
//
// A loop does not poll if a branch that leaves it asks for something else: for a counter, the next item of a list, the
// clock, what is outside of the program, or a place that the loop itself advances. Nor if each of its turns waits for
// another goroutine.
//
// An alternative of a select does not end a loop by itself: the goroutine that would send may wait for the one that
// polls. Nor does a branch that asks for what nothing changes.

// Polls reports whether a loop of an instance, with a head, may go on until others have changed something, and waits
// for nobody in its turns.
func (w *World) Polls(in *Instance, head *ssa.BasicBlock) bool {
	if !w.LeftByOthers(in, head) {
		return false
	}
	l := w.loopOf(head)
	turn := slices.DeleteFunc(slices.Clone(head.Preds), func(p *ssa.BasicBlock) bool { return !l.body[p] })
	return !w.waitsBefore(in, turn, l.body, 0)
}

// LeftByOthers reports whether a loop of an instance, with a head, may go on until others have changed something,
// whether its turns wait or not.
func (w *World) LeftByOthers(in *Instance, head *ssa.BasicBlock) bool {
	a := w.leaving(in, head)
	return a != nil && a.leaves && (a.others || !a.unsure) && !a.itself
}

// Helped reports whether a loop of an instance, with a head, itself changes what it asks for, but only when others have
// changed something else.
func (w *World) Helped(in *Instance, head *ssa.BasicBlock) bool {
	a := w.leaving(in, head)
	return a != nil && a.helped
}

// leaving asks what the branches depend on that leave a loop; nil if it counts, or there is none.
func (w *World) leaving(in *Instance, head *ssa.BasicBlock) *asker {
	l := w.loopOf(head)
	if l == nil || w.Counter(head) != nil {
		return nil
	}
	key := pollKey{in, head}
	known := w.pollsMemo[key]
	if known == nil {
		known = w.asker(in, l.body, head)
		known.exits()
		w.pollsMemo[key] = known
	}
	return known
}

type pollKey struct {
	in   *Instance
	head *ssa.BasicBlock
}

// asked is a result of an instance.
type asked struct {
	in     *Instance
	result int
}

// exits asks what the branches depend on that leave the loop. Where a turn comes to one only if others have changed
// something, that branch asks for what others change:
//
//	for {
//		if n.Load() > 0 {
//			if i++; i > 3 {
//				break
//			}
//		}
//	}
func (a *asker) exits() {
	var free []*ssa.If
	for _, b := range a.in.Fn.Blocks {
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !a.body[b] || a.body[b.Succs[0]] && a.body[b.Succs[1]] ||
			a.in.Decided(b) != nil && a.body[a.in.Decided(b)] {
			continue
		}
		if s, _ := Alternative(branch); s == nil && !tellsClosed(branch.Cond) && a.given(b) {
			a.leaves, a.others = true, true
			continue
		}
		free = append(free, branch)
	}
	for _, branch := range free {
		a.collect(branch.Cond, map[ssa.Value]bool{})
	}
	for _, branch := range free {
		of := a.alone()
		of.branch(branch)
		a.leaves, a.others = a.leaves || of.leaves, a.others || of.others
		a.itself, a.unsure, a.helped = a.itself || of.itself, a.unsure || of.unsure, a.helped || of.helped
	}
}

// tellsClosed reports whether a condition is what a select says of the channel that it has received from: the program
// has both, the alternative and whether the channel is closed.
func tellsClosed(cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return tellsClosed(not.X)
	}
	e, ok := cond.(*ssa.Extract)
	if !ok || e.Index != 1 {
		return false
	}
	_, of := e.Tuple.(*ssa.Select)
	return of
}

// asker looks for what values depend on that are computed in some blocks of an instance: those of a loop, or all.
type asker struct {
	w       *World
	in      *Instance
	body    map[*ssa.BasicBlock]bool
	head    *ssa.BasicBlock // of the loop; nil: they are a function, whose registers are new in each turn
	own     map[any][]*site // places that these blocks, or what they call, advance, and where
	turns   *[]*ssa.Phi     // registers for which branches ask that leave the loop
	gated   map[*ssa.BasicBlock]bool
	asking  map[*ssa.Phi]bool        // registers whose gates are being asked
	opening map[*ssa.BasicBlock]bool // blocks whose gates are being asked
	seen    map[ssa.Value]bool
	within  []*Instance
	done    map[asked]int // results that were asked for, and within how many calls at least
	leaves  bool          // there is a branch, but for alternatives of selects
	others  bool          // something depends on what others may have changed
	itself  bool          // or on what ends a loop without others
	unsure  bool          // or on what nothing is known of
	helped  bool          // or on what ends a loop once others have changed something
	again   bool          // or on what the gate that is being asked lets change, as in if i < 5 { i++ }
}

func (w *World) asker(in *Instance, body map[*ssa.BasicBlock]bool, head *ssa.BasicBlock) *asker {
	a := &asker{w: w, in: in, body: body, head: head, own: map[any][]*site{}, within: []*Instance{in}}
	a = a.alone()
	a.advanced(nil, a.own, map[*Instance]bool{in: true})
	return a
}

// alone returns an asker of the same blocks that has asked for nothing yet.
func (a *asker) alone() *asker {
	of := &asker{w: a.w, in: a.in, body: a.body, head: a.head, own: a.own, within: a.within, turns: a.turns,
		gated: a.gated, asking: a.asking, opening: a.opening, seen: map[ssa.Value]bool{}, done: map[asked]int{}}
	if of.turns == nil {
		of.turns, of.gated = &[]*ssa.Phi{}, map[*ssa.BasicBlock]bool{}
		of.asking, of.opening = map[*ssa.Phi]bool{}, map[*ssa.BasicBlock]bool{}
	}
	return of
}

// inside returns an asker of all blocks of a function which a calls.
func (a *asker) inside(in *Instance) *asker {
	b := &asker{w: a.w, in: in, body: map[*ssa.BasicBlock]bool{}, own: a.own, within: append(slices.Clip(a.within), in)}
	for _, block := range in.Fn.Blocks {
		b.body[block] = true
	}
	return b.alone()
}

// branch asks what a branch depends on.
func (a *asker) branch(branch *ssa.If) {
	if s, k := Alternative(branch); s != nil && a.body[s.Block()] { // the program has it
		if k >= 0 {
			a.alternative(s, s.States[k].Chan)
		}
		return
	}
	a.leaves = true
	a.ask(branch.Cond)
}

// alternative asks for an alternative of a select. It comes by itself on a timer that was made before the loop, and, if
// a turn does not end without it, on one that the turn makes.
func (a *asker) alternative(s *ssa.Select, ch ssa.Value) {
	for _, l := range a.w.Objects(a.in, ch) {
		switch l.Obj.Kind {
		case Chan:
		case Timer:
			fresh := a.head != nil && l.Obj.Call != nil && a.body[l.Obj.Call.Block()]
			if !fresh || s.Blocking && len(s.States) == 1 {
				a.ends(s.Block())
			}
		default:
			a.ends(s.Block())
		}
	}
}

// ask asks what a value depends on.
func (a *asker) ask(v ssa.Value) {
	i, ok := v.(ssa.Instruction)
	if !ok || !a.body[i.Block()] || a.seen[v] {
		return // it is known before the loop
	}
	a.seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		if v.Block() == a.head {
			a.turn(v)
		}
		for k, e := range v.Edges {
			if a.body[v.Block().Preds[k]] {
				a.ask(e)
			}
		}
		return
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			a.place(v.X)
			return
		case token.ARROW:
			a.unsure = true // a partner has come
			return
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Next:
			from, ok := t.Iter.(ssa.Instruction)
			if a.head != nil && ok && !a.body[from.Block()] {
				a.ends(t.Block())
			}
			a.unsure = true
		case *ssa.Select: // whether a channel is closed is in the program, as what is received is not
			a.unsure = true
		case *ssa.UnOp: // a ticker is never closed
			unknown := func(l Loc) bool { return l.Obj.Kind == Unknown }
			if v.Index == 1 && slices.ContainsFunc(a.w.Objects(a.in, t.X), unknown) {
				a.ends(t.Block())
			}
			a.unsure = true
		case *ssa.Call:
			a.call(t, v.Index)
		default:
			a.ask(t)
		}
		return
	case *ssa.Call:
		a.call(v, 0)
		return
	case *ssa.Lookup:
		a.unsure = true
		if _, is := v.X.Type().Underlying().(*types.Map); is && !a.puts(behind(v.X)) {
			a.others = true
		}
	}
	for _, x := range i.Operands(nil) {
		if *x != nil {
			a.ask(*x)
		}
	}
}

// isItem reports whether an address is that of an item of a slice, or of a part of one: it may be assigned to though
// nothing assigns to the variable that has the slice.
func isItem(addr ssa.Value) bool {
	switch v := addr.(type) {
	case *ssa.FieldAddr:
		return isItem(v.X)
	case *ssa.IndexAddr:
		_, slice := v.X.Type().Underlying().(*types.Slice)
		return slice || isItem(v.X)
	}
	return false
}

// puts reports whether the loop itself puts items into a map, by what the map is known by. Calls are not looked into.
func (a *asker) puts(of any) bool {
	for b := range a.body {
		for _, i := range b.Instrs {
			if update, ok := i.(*ssa.MapUpdate); ok && behind(update.Map) == of {
				return true
			}
		}
	}
	return false
}

// place asks for what is loaded from an address.
func (a *asker) place(addr ssa.Value) {
	p := placed(addr)
	switch local, is := p.(*ssa.Alloc); {
	case a.own[p] != nil:
		a.goes(p)
	case is && !local.Heap: // of the function alone, as a result where something is deferred
		for _, r := range *local.Referrers() {
			if store, ok := r.(*ssa.Store); ok && a.body[store.Block()] {
				a.ask(store.Val)
			}
		}
	case a.w.fixed(p) && !isItem(addr):
	default:
		a.others = true
	}
}

// call asks for a result of a call.
func (a *asker) call(c *ssa.Call, result int) {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		for _, x := range c.Call.Args {
			if _, is := x.Type().Underlying().(*types.Chan); is && (b.Name() == "len" || b.Name() == "cap") {
				a.others = true
			}
			a.ask(x)
		}
		return
	}
	followed, model := false, false
	for copy := range a.w.Copies(a.in, c) {
		for _, t := range a.w.Targets(a.in, c, copy) {
			model = model || t.Model != "" && t.Model != ModelFn
			if t.Inst == nil || t.Spawn {
				continue
			}
			followed = true
			a.results(t.Inst, result, c.Block())
		}
	}
	fn := c.Call.StaticCallee()
	name := ""
	if fn != nil {
		name = FullName(fn)
	} else if c.Call.IsInvoke() {
		name = c.Call.Method.FullName()
	}
	if verb, _, ok := Atomic(name); ok {
		a.atomic(c, verb)
		return
	}
	switch {
	case a.w.outsideWaits[siteKey{in: a.in, site: c}] > 0, clock[name]:
		a.ends(c.Block())
	case model, sees(fn, c):
		a.others = true
	case !followed:
		a.unfollowed(c)
	}
}

// Tells reports whether a condition is the result of a function that selects alternatives and returns constants, as
//
//	select {
//	case <-stop:
//		return true
//	default:
//		return false
//	}
//
// so that the program has the condition as the package has it. May err towards: no.
func (w *World) Tells(in *Instance, cond ssa.Value) bool {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		return w.Tells(in, not.X)
	}
	call, ok := cond.(*ssa.Call)
	if !ok {
		return false
	}
	targets := w.Targets(in, call, 0)
	return len(targets) > 0 && allOf(targets, func(t Target) bool {
		return t.Inst != nil && !t.Maybe && allOf(t.Inst.Fn.Blocks, func(b *ssa.BasicBlock) bool {
			switch last := b.Instrs[len(b.Instrs)-1].(type) {
			case *ssa.If:
				s, k := Alternative(last)
				return s != nil && (k < 0 || allOf(w.Objects(t.Inst, s.States[k].Chan), func(l Loc) bool {
					return l.Obj.Kind == Chan
				}))
			case *ssa.Return:
				return allOf(last.Results, func(v ssa.Value) bool { _, constant := v.(*ssa.Const); return constant })
			}
			return true
		})
	})
}

// Alternative returns the select and the alternative that a branch asks for, -1 for its default; nil if it asks for
// something else.
func Alternative(branch *ssa.If) (*ssa.Select, int) {
	b, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return nil, 0
	}
	e, ok := b.X.(*ssa.Extract)
	if !ok || e.Index != 0 {
		return nil, 0
	}
	s, ok := e.Tuple.(*ssa.Select)
	k, constant := b.Y.(*ssa.Const)
	if !ok || !constant {
		return nil, 0
	}
	return s, int(k.Int64())
}

// unfollowed asks for what a call returns of code that is not followed: for its operands, and for what is behind those
// that are pointers, as the list in l.Len(). If the loop does something to it, it advances it, as bytes.Buffer.Next or
// list.List.Remove do, and else only others change it.
func (a *asker) unfollowed(c *ssa.Call) {
	operands := c.Call.Args
	if c.Call.IsInvoke() {
		operands = append([]ssa.Value{c.Call.Value}, operands...)
	}
	a.unsure = true
	for _, x := range operands {
		a.ask(x)
		if plainly(x.Type()) || types.IsInterface(x.Type()) && !c.Call.IsInvoke() {
			continue
		}
		switch {
		case advances(&c.Call):
			a.ends(c.Block())
		case a.own[behind(x)] != nil:
			a.goes(behind(x))
		default:
			a.others = true
		}
	}
}

// behind returns what the object is known by that an operand leads to.
func behind(operand ssa.Value) any {
	if load, ok := operand.(*ssa.UnOp); ok && load.Op == token.MUL {
		return placed(load.X)
	}
	return placed(operand)
}

// advances reports whether a call of code that is not followed changes an operand, by the first word of its name, so
// that a loop which makes it again and again comes to an end. A function with another name is taken to look only.
func advances(c *ssa.CallCommon) bool {
	name := ""
	switch fn := c.StaticCallee(); {
	case c.IsInvoke():
		name = c.Method.Name()
	case fn != nil:
		name = fn.Name()
	}
	return slices.ContainsFunc(advancing, func(verb string) bool {
		rest, ok := strings.CutPrefix(name, verb)
		return ok && (rest == "" || !unicode.IsLower([]rune(rest)[0]))
	})
}

var advancing = []string{"Add", "Decode", "Discard", "Div", "Insert", "Lsh", "Mod", "Mul", "Next", "Pop", "Push", "Put",
	"Quo", "Read", "Remove", "Rsh", "Scan", "Skip", "Sub", "Token", "Truncate", "Write"}

// clock are functions that ask for the time, which goes on by itself.
var clock = map[string]bool{"time.Now": true, "time.Since": true, "time.Until": true}

// sees reports whether a call that is not followed may return what another goroutine of the program has changed.
func sees(fn *ssa.Function, c *ssa.Call) bool {
	pkg := packageOf(fn)
	if c.Call.IsInvoke() {
		pkg = c.Call.Method.Pkg()
	}
	if pkg == nil {
		return false
	}
	switch pkg.Path() {
	case "sync", "context", "runtime", "expvar", "weak":
		return true
	}
	return false
}

// plainly reports whether a value of a type is looked at itself, and not only what it leads to.
func plainly(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Basic, *types.Slice, *types.Struct, *types.Array:
		return true
	}
	return false
}

// atomic asks for what an operation of sync/atomic returns.
func (a *asker) atomic(c *ssa.Call, verb string) {
	p := placed(c.Call.Args[0])
	switch verb {
	case "Add":
		by, constant := c.Call.Args[1].(*ssa.Const)
		of := a.alone()
		of.ask(c.Call.Args[1])
		if constant && by.Int64() == 0 || of.others && !of.itself { // who decides how much it is
			a.others = true
		} else {
			a.ends(c.Block())
		}
	case "CompareAndSwap": // of what it was a moment ago: it fails only if another one succeeds
		again := func(v ssa.Value) bool {
			load, ok := v.(*ssa.Call)
			return ok && a.body[load.Block()] && len(load.Call.Args) > 0 && placed(load.Call.Args[0]) == p
		}
		if again(c.Call.Args[1]) {
			a.ends(c.Block())
			return
		}
		a.others = true
	default:
		if a.own[p] != nil {
			a.goes(p)
			return
		}
		a.others = true
	}
}

// results asks for a result of an instance, and for the branches on which it may depend. The call is in block at of a;
// nil if a makes none, and is about the instance itself.
func (a *asker) results(in *Instance, result int, at *ssa.BasicBlock) {
	if slices.Contains(a.within, in) || len(a.within) > 8 {
		a.unsure = true
		return
	}
	// Answers are only added up, so that one from within fewer calls has all that another one would add. Without this,
	// functions that call each other are asked as often as there are ways of calls between them.
	key := asked{in, result}
	if before, known := a.done[key]; known && before <= len(a.within) {
		return
	}
	a.done[key] = len(a.within)
	b := a.inside(in)
	b.done = a.done
	for _, block := range in.Fn.Blocks {
		switch last := block.Instrs[len(block.Instrs)-1].(type) {
		case *ssa.Return:
			if result < len(last.Results) {
				b.ask(last.Results[result])
			}
		case *ssa.If:
			if in.Decided(block) == nil {
				b.branch(last)
			}
		}
	}
	a.others, a.unsure, a.helped = a.others || b.others, a.unsure || b.unsure, a.helped || b.helped
	switch {
	case !b.itself:
	case at == nil:
		a.itself = true
	default:
		a.ends(at)
	}
}

// dependsOn reports whether a value is computed from another one, in one function.
func dependsOn(v, from ssa.Value, seen map[ssa.Value]bool) bool {
	if v == from {
		return true
	}
	i, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	if _, is := v.(*ssa.Call); is {
		if b, ok := v.(*ssa.Call).Call.Value.(*ssa.Builtin); !ok || b.Name() == "recover" {
			return false
		}
	}
	return slices.ContainsFunc(i.Operands(nil), func(x *ssa.Value) bool {
		return *x != nil && dependsOn(*x, from, seen)
	})
}

// placed returns what an address is known by: a field of a struct, or a variable.
func placed(addr ssa.Value) any {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			return fieldOf(a)
		case *ssa.IndexAddr:
			addr = a.X
			if load, ok := a.X.(*ssa.UnOp); ok && load.Op == token.MUL {
				addr = load.X
			}
		case *ssa.ChangeType:
			addr = a.X
		default:
			return addr
		}
	}
}

// fieldOf returns the field that an address is of.
func fieldOf(a *ssa.FieldAddr) *types.Var {
	t := a.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return t.Field(a.Field)
}

// loadsFrom reports whether a value is computed from what a place has.
func loadsFrom(v ssa.Value, p any, seen map[ssa.Value]bool) bool {
	i, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && placed(load.X) == p {
		return true
	}
	return slices.ContainsFunc(i.Operands(nil), func(x *ssa.Value) bool { return *x != nil && loadsFrom(*x, p, seen) })
}

// fixed reports whether nothing assigns to a place once the object that it is in was made: a field to which only
// literals assign, and whose address nothing has; or a package variable, likewise.
func (w *World) fixed(p any) bool {
	if w.assigned == nil {
		w.assigned = map[any]bool{}
		done := map[*ssa.Function]bool{}
		for _, in := range w.Instances {
			if !done[in.Fn] {
				done[in.Fn] = true
				assigned(in.Fn, w.assigned)
			}
		}
	}
	switch p := p.(type) {
	case *types.Var:
		return !w.assigned[p] && p.Pkg() != nil && w.insidePackage(w.Prog.Package(p.Pkg()))
	case *ssa.Global:
		return !w.assigned[p] && w.insidePackage(p.Pkg)
	}
	return false
}

// insidePackage reports whether the functions of a package are followed.
func (w *World) insidePackage(p *ssa.Package) bool {
	return p != nil && p.Func("init") != nil && w.Inside(p.Func("init"))
}

// assigned adds the fields and package variables to which a function assigns, or has the address of, but where it has
// just made the object.
func assigned(fn *ssa.Function, out map[any]bool) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if Initializes(fn) {
				continue
			}
			switch i := i.(type) {
			case *ssa.FieldAddr:
				_, fresh := i.X.(*ssa.Alloc)
				if !onlyLoaded(i, fresh) {
					out[fieldOf(i)] = true
				}
				continue
			case *ssa.Store:
				_, fresh := i.Addr.(*ssa.Alloc)
				if t, ok := i.Val.Type().Underlying().(*types.Struct); ok && !fresh {
					for f := range t.Fields() {
						out[f] = true
					}
				}
			}
			for _, x := range i.Operands(nil) {
				g, ok := (*x).(*ssa.Global)
				load, is := i.(*ssa.UnOp)
				if ok && !(is && load.Op == token.MUL) {
					out[g] = true
				}
			}
		}
	}
}

// onlyLoaded reports whether an address is used for loads alone; fresh: or for assignments.
func onlyLoaded(a *ssa.FieldAddr, fresh bool) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if !fresh || r.Addr != ssa.Value(a) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// waitsBefore reports whether an instance waits for another goroutine, or for what is outside of the program, before it
// comes to the end of any of some blocks.
func (w *World) waitsBefore(in *Instance, ends []*ssa.BasicBlock, body map[*ssa.BasicBlock]bool, depth int) bool {
	if len(ends) == 0 || depth > 3 {
		return false
	}
	for _, b := range in.Fn.Blocks {
		before := func(end *ssa.BasicBlock) bool { return b.Dominates(end) }
		if body[b] && allOf(ends, before) &&
			slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return w.waitsAt(in, i, body, depth) }) {
			return true
		}
	}
	return false
}

func allOf[T any](items []T, such func(T) bool) bool {
	return !slices.ContainsFunc(items, func(t T) bool { return !such(t) })
}

// waitsAt reports whether an instruction waits for another goroutine, or for what is outside, and not for the clock;
// and does so again in the next turn, as no receive from a closed channel does, and no Wait of a wait group. Code that
// asks whether the channel is closed is taken to do something about it.
func (w *World) waitsAt(in *Instance, i ssa.Instruction, body map[*ssa.BasicBlock]bool, depth int) bool {
	timed := func(ch ssa.Value) bool {
		return slices.ContainsFunc(w.Objects(in, ch), func(l Loc) bool { return l.Obj.Kind != Chan })
	}
	closed := func(ch ssa.Value) bool {
		return slices.ContainsFunc(w.Objects(in, ch), func(l Loc) bool { return l.Obj.Closed })
	}
	switch i := i.(type) {
	case *ssa.Send:
		return true
	case *ssa.UnOp:
		return i.Op == token.ARROW && !timed(i.X) && (i.CommaOk || !closed(i.X))
	case *ssa.Select:
		if !i.Blocking {
			return false
		}
		for k, s := range i.States {
			open := s.Dir == types.SendOnly || !closed(s.Chan) || asksClosed(i) || !goesOn(i, k, body)
			if timed(s.Chan) || !open {
				return false
			}
		}
		return true
	case *ssa.Call:
		if w.outsideWaits[siteKey{in: in, site: i}] > 0 {
			return true
		}
		targets := w.Targets(in, i, 0)
		return len(targets) > 0 && allOf(targets, func(t Target) bool {
			if t.Inst == nil || t.Maybe {
				return t.Model == "(*sync.Cond).Wait"
			}
			body, ends := map[*ssa.BasicBlock]bool{}, []*ssa.BasicBlock{}
			for _, b := range t.Inst.Fn.Blocks {
				body[b] = true
				if _, is := b.Instrs[len(b.Instrs)-1].(*ssa.Return); is {
					ends = append(ends, b)
				}
			}
			return w.waitsBefore(t.Inst, ends, body, depth+1)
		})
	}
	return false
}

// asksClosed reports whether code asks whether a channel is closed from which a select receives.
func asksClosed(s *ssa.Select) bool {
	return slices.ContainsFunc(*s.Referrers(), func(i ssa.Instruction) bool {
		e, ok := i.(*ssa.Extract)
		return ok && e.Index == 1
	})
}

// goesOn reports whether an alternative of a select leads to another block of some.
func goesOn(s *ssa.Select, k int, body map[*ssa.BasicBlock]bool) bool {
	for _, b := range s.Parent().Blocks {
		if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
			if of, at := Alternative(branch); of == s && at == k {
				return body[b.Succs[0]]
			}
		}
	}
	return true
}
