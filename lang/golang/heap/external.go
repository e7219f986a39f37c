package heap

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Calls of code that is not analysed: functions of the library and of other modules, functions without a body, and
// function values that are not known. Package std has a row for functions of the library, which says what they do with
// their operands; all others may do anything. For
//
//	n, err := io.Copy(dst, src)
//
// the row of io.Copy says that the function keeps nothing of what it is given once it has returned. So the call may
// execute Write of dst and Read of src (targets with Maybe), what dst points to is Exposed but not Kept, and err is
// unknown.

// sameItems are functions that return a copy of a list or a map with the same items. The copy is taken to be the list
// or map itself: what is put into one is taken to be in both. May err towards: more items.
var sameItems = []string{"slices.Clone", "slices.Clip", "slices.Grow", "maps.Clone"}

// external adds what a call of code that is not analysed does; fn is nil if the function is not known. Its result is
// unknown, except for objects that World.Makes lists.
func (w *World) external(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) {
	if AnyValue(fn) {
		return
	}
	w.noteOutsideWait(in, site, fn)
	x := site.Value()
	hasResults := x != nil && w.carries(x.Type())
	if hasResults && fn != nil && slices.Contains(sameItems, FullName(fn)) {
		w.edge(w.argNode(args[0], ""), w.reg(in, x, ""))
		return
	}
	if !w.makeResults(in, site, copy, fn) && hasResults {
		w.spread(in, x, x.Type(), "")
	}
	if fn == nil {
		w.callsUnknown = true
		w.target(in, site, copy, Target{Model: ModelFn})
	} else {
		w.mayWait(in, site, fn)
	}
	row := w.rowOf(fn)
	locks := lockedBy(fn)
	w.locking[in] = append(w.locking[in], locks...)
	w.formats(in, site, copy, fn, row, args)
	wrapsErrors := fn != nil && slices.Contains([]string{"fmt.Errorf", "errors.Join"}, FullName(fn))
	if x != nil && wrapsErrors {
		// The text of an error that holds others has their texts in it.
		last := w.argNode(args[len(args)-1], "")
		w.forEach(last, func(l Loc) { w.edge(w.cell(Loc{l.Obj, l.Path + items}), w.reg(in, x, "")) })
	}
	find := finder{w, in, site, copy, row}
	for _, a := range args {
		w.giveOperand(in, row, hasResults, a)
		if !row.Looks {
			w.callOperand(find, locks, a)
		}
	}
}

// giveOperand notes what unanalysed code of a row may do with an operand and what it leads to. returns reports whether
// a result of the call may lead to what the operand leads to.
func (w *World) giveOperand(in *Instance, row std.Row, returns bool, a Arg) {
	w.forEachPossible(w.argNode(a, ""), a.Type, func(l Loc) {
		switch {
		case !w.carries(a.Type): // nothing of what it holds can be called, or waited for
			w.expose(l)
		case row.Keeps():
			w.retainFrom(in, l)
		case row.Gives || returns:
			in.Keeps = append(in.Keeps, l.Obj)
			w.noteHandedOut(l)
			w.expose(l)
		default:
			w.expose(l)
		}
	})
	if row.Keeps() {
		w.forEach(w.argNode(a, ""), func(l Loc) { w.deepen(l, a.Type) })
	}
	if row.Fills {
		w.forEach(w.argNode(a, ""), func(l Loc) { w.fill(l, a.Type) })
	}
}

// callOperand adds calls of what an operand leads to: functions, methods of interface values, and what structs of the
// library hold. locks says with which locks held (locking.go).
func (w *World) callOperand(find finder, locks []locked, a Arg) {
	switch u := a.Type.Underlying().(type) {
	case *types.Interface:
		w.forEachPossible(w.argNode(a, ""), u, func(l Loc) { w.methods(find, u, l) })
	case *types.Signature:
		w.forEachPossible(w.argNode(a, ""), u, find.function)
		if len(locks) > 0 && locks[0].callee == givenFunc {
			w.forEachPossible(w.argNode(a, ""), u, func(l Loc) {
				if l.Obj.Fn != nil && w.mayLock(l.Obj.Fn, locks[0].lockPkg, map[*ssa.Function]bool{}) {
					w.relocked[find.in] = append(w.relocked[find.in], l.Obj.Fn)
				}
			})
		}
	default:
		find.value(func(leaf string) node { return w.argNode(a, leaf) }, a.Type)
	}
}

// AnyValue reports whether a function is one that generated clients (package clients) call where any value of a type
// will do, and the type leads to nothing that synchronizes. Such a function has no body.
func AnyValue(fn *ssa.Function) bool {
	return fn != nil && fn.Blocks == nil && fn.Signature.Recv() == nil && strings.HasPrefix(fn.Name(), AnyPrefix)
}

// AnyPrefix is what the names of these functions begin with.
const AnyPrefix = "flaversAny"

// fill notes that unanalysed code may assign to what l points to, a pointer, slice or map of type t or an interface
// value that holds one: all parts of it that lead to what synchronizes may then be unknown.
func (w *World) fill(l Loc, t types.Type) {
	switch u := t.Underlying().(type) {
	case *types.Interface:
		if l.Obj.Kind == Box && !types.IsInterface(l.Obj.Type) {
			w.forEach(w.cell(Loc{l.Obj, content}), func(p Loc) { w.fill(p, l.Obj.Type) })
		}
	case *types.Pointer:
		w.fillPlace(l, u.Elem())
	case *types.Slice:
		w.fillPlace(Loc{l.Obj, l.Path + items}, u.Elem())
	case *types.Map:
		w.fillPlace(Loc{l.Obj, l.Path + items}, u.Elem())
		w.fillPlace(Loc{l.Obj, l.Path + keys}, u.Key())
	}
}

// fillPlace notes that unanalysed code may assign to place l, of type t, and to what that leads to.
func (w *World) fillPlace(l Loc, t types.Type) {
	if l.Obj.Kind == Unknown || !w.carries(t) {
		return
	}
	if w.filled[l] {
		return
	}
	w.filled[l] = true
	for _, leaf := range w.leaves(t) {
		n := w.cell(Loc{l.Obj, l.Path + leaf})
		w.add(n, w.unknown())
		w.forEach(n, func(p Loc) {
			switch {
			case p.Path != "" || p.Obj.Type == nil:
			case p.Obj.Kind == Memory:
				w.fillPlace(p, p.Obj.Type)
			case p.Obj.Kind == Box:
				w.fill(p, anyType)
			}
		})
	}
}

var anyType = types.Universe.Lookup("any").Type()

// expose notes that unanalysed code has a pointer while a call lasts.
func (w *World) expose(l Loc) {
	switch {
	case l.Obj.Exposed:
	case l.Obj.Kind == Box:
		l.Obj.Exposed = true
		w.forEach(w.cell(Loc{l.Obj, content}), w.expose)
	default:
		l.Obj.Exposed = true
	}
}

// makeForeign makes o a variable of a package that is not followed: it holds something unknown.
func (w *World) makeForeign(o *Object) {
	o.Foreign, o.Exposed = true, true
	if w.carries(o.Type) {
		for _, leaf := range w.leaves(o.Type) {
			w.add(w.cell(Loc{o, leaf}), w.unknown())
		}
	}
}

// retainPoolItems notes that a sync.Pool keeps, and may return, what function New of it (maker) returns.
func (w *World) retainPoolItems(maker, in *Instance) {
	for _, b := range maker.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			w.forEach(w.reg(maker, r.Results[0], ""), func(l Loc) {
				in.Keeps = append(in.Keeps, l.Obj)
				w.noteHandedOut(l)
				w.expose(l)
			})
		}
	}
}

// giveAway notes that an instance gives register v to unanalysed code, which may keep it.
func (w *World) giveAway(in *Instance, v ssa.Value) {
	for _, leaf := range w.leaves(v.Type()) {
		w.forEach(w.reg(in, v, leaf), func(l Loc) { w.retainFrom(in, l) })
	}
}

// retainFrom notes that an instance gives a pointer to unanalysed code, which may keep it.
func (w *World) retainFrom(in *Instance, l Loc) {
	in.Keeps = append(in.Keeps, l.Obj)
	w.retain(l)
}

// retain notes that unanalysed code has a pointer, and may use it at any time.
func (w *World) retain(l Loc) {
	w.lentPlaces = append(w.lentPlaces, l)
	if !l.Obj.Kept {
		l.Obj.Exposed, l.Obj.Kept = true, true
		if l.Obj.Kind == Box {
			w.forEach(w.cell(Loc{l.Obj, content}), w.retain)
		}
	}
}

// methods adds calls of all methods of interface type i on l: unanalysed code that is given such a value may make them.
func (w *World) methods(f finder, i *types.Interface, l Loc) {
	if l.Obj.Kind != Box {
		return
	}
	for m := range i.Methods() {
		fn := w.Method(l.Obj.Type, m.Pkg(), m.Name())
		f.returned(w.method(f.in, f.site, f.copy, fn, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}, true))
	}
	f.boxed(l)
}

// method adds a call of method fn on recv with unknown operands, and returns the instance; nil if fn is not followed.
// With maybe, unanalysed code makes the call, any number of times or never.
func (w *World) method(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, recv Arg,
	maybe bool) *Instance {
	if fn == nil || fn.Blocks == nil || !w.Inside(fn) {
		return nil
	}
	callee := w.instance(in, site, fn, nil, copy, callingOf(maybe))
	if callee == nil {
		return nil
	}
	w.target(in, site, copy, Target{Inst: callee, Maybe: maybe})
	w.bind(callee, []Arg{recv}, in, site, copy)
	for _, p := range fn.Params[1:] {
		w.spread(callee, p, p.Type(), "")
	}
	return callee
}
