package heap

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Calls of code that is not analysed.

// sameItems are functions that return a copy of a list or a map with the same items. It is taken to be the list or map
// itself: what is put into one of them is taken to be in both. May err towards: more items.
var sameItems = []string{"slices.Clone", "slices.Clip", "slices.Grow", "maps.Clone"}

// external is a call of code that is not analysed: what it may do with its operands, package std says. Its result is
// unknown.
func (w *World) external(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) {
	if AnyValue(fn) {
		return
	}
	w.noteOutsideWait(in, site, fn)
	x := site.Value()
	results := x != nil && w.carries(x.Type())
	if results && fn != nil && slices.Contains(sameItems, FullName(fn)) {
		w.edge(w.argNode(args[0], ""), w.reg(in, x, ""))
		return
	}
	if !w.makeResults(in, site, copy, fn) && results {
		w.spread(in, x, x.Type(), "")
	}
	if fn == nil {
		w.callsUnknown = true
		w.target(in, site, copy, Target{Model: ModelFn})
	}
	row := w.rowOf(fn)
	locks := lockedBy(fn)
	w.locking[in] = append(w.locking[in], locks...)
	if fn != nil {
		w.mayWait(in, site, fn)
	}
	expose := func(l Loc, t types.Type) {
		switch {
		case !w.carries(t): // nothing of what it holds can be called, or waited for
			w.expose(l)
		case row.Keeps():
			w.retainFrom(in, l)
		case row.Gives || results:
			in.Keeps = append(in.Keeps, l.Obj)
			w.noteHandedOut(l)
			w.expose(l)
		default:
			w.expose(l)
		}
	}
	w.formats(in, site, copy, fn, row, args)
	if x != nil && fn != nil && slices.Contains([]string{"fmt.Errorf", "errors.Join"}, FullName(fn)) {
		// An error that holds others has theirs in its text.
		last := w.argNode(args[len(args)-1], "")
		w.forEach(last, func(l Loc) { w.edge(w.cell(Loc{l.Obj, l.Path + items}), w.reg(in, x, "")) })
	}
	find := finder{w, in, site, copy, row}
	for _, a := range args {
		w.forEachPossible(w.argNode(a, ""), a.Type, func(l Loc) { expose(l, a.Type) })
		if row.Keeps() {
			w.forEach(w.argNode(a, ""), func(l Loc) { w.deepen(l, a.Type) })
		}
		if row.Fills {
			w.forEach(w.argNode(a, ""), func(l Loc) { w.fill(l, a.Type) })
		}
		if row.Looks {
			continue
		}
		switch u := a.Type.Underlying().(type) {
		case *types.Interface:
			w.forEachPossible(w.argNode(a, ""), u, func(l Loc) { w.methods(find, u, l) })
		case *types.Signature:
			w.forEachPossible(w.argNode(a, ""), u, find.function)
			if len(locks) > 0 && locks[0].name == givenFunc {
				w.forEachPossible(w.argNode(a, ""), u, func(l Loc) {
					if l.Obj.Fn != nil && w.locks(l.Obj.Fn, locks[0].of, map[*ssa.Function]bool{}) {
						w.relocked[in] = append(w.relocked[in], l.Obj.Fn)
					}
				})
			}
		default:
			find.value(func(leaf string) node { return w.argNode(a, leaf) }, a.Type)
		}
	}
}

// AnyValue reports whether a function is one that clients call for any value of a type that leads to nothing that
// synchronizes. It has no body, as functions in assembly have none.
func AnyValue(fn *ssa.Function) bool {
	return fn != nil && fn.Blocks == nil && fn.Signature.Recv() == nil && strings.HasPrefix(fn.Name(), AnyPrefix)
}

// AnyPrefix is what the names of these functions begin with.
const AnyPrefix = "flaversAny"

// fill notes that code which is not analysed may assign to what a pointer, a slice or a map of a type points to, or an
// interface value that holds one: its parts that lead to what synchronizes may be anything.
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

// fillPlace is fill of a place of a type.
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

// expose notes that code which is not analysed has a pointer.
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

// foreign says of a variable of a package that is not followed that it has something unknown.
func (w *World) makeForeign(o *Object) {
	o.Foreign, o.Exposed = true, true
	if w.carries(o.Type) {
		for _, leaf := range w.leaves(o.Type) {
			w.add(w.cell(Loc{o, leaf}), w.unknown())
		}
	}
}

// gets stores what a function returns that makes the items of a sync.Pool.
func (w *World) retainPoolItems(maker, in *Instance) {
	for _, b := range maker.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			w.forEach(w.reg(maker, r.Results[0], ""), func(l Loc) {
				in.Keeps = append(in.Keeps, l.Obj)
				w.noteHandedOut(l)
			})
		}
	}
}

// hand gives a value to code that is not analysed, which may keep it.
func (w *World) giveAway(in *Instance, v ssa.Value) {
	for _, leaf := range w.leaves(v.Type()) {
		w.forEach(w.reg(in, v, leaf), func(l Loc) { w.retainFrom(in, l) })
	}
}

// keepIn notes that an instance gives a pointer to code that is not analysed, which may keep it.
func (w *World) retainFrom(in *Instance, l Loc) {
	in.Keeps = append(in.Keeps, l.Obj)
	w.retain(l)
}

// retain notes that code which is not analysed has a pointer, and may use it later.
func (w *World) retain(l Loc) {
	w.lentPlaces = append(w.lentPlaces, l)
	if !l.Obj.Kept {
		l.Obj.Exposed, l.Obj.Kept = true, true
		if l.Obj.Kind == Box {
			w.forEach(w.cell(Loc{l.Obj, content}), w.retain)
		}
	}
}

// methods calls the methods of an interface that code which is not analysed is given, as it may.
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

// method calls a method with operands that are not known; maybe: as often as code that is not analysed likes. It
// returns the instance.
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
