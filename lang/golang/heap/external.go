package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Calls of code that is not analysed.

// external is a call of code that is not analysed: its result is unknown, and it may
// call the functions that it is given.
func (w *World) external(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) {
	if x := site.Value(); !w.makes(in, site, copy, fn) && x != nil && w.carries(x.Type()) {
		w.spread(in, x, x.Type(), "")
	}
	if fn == nil {
		w.asked = true
		w.target(in, site, copy, Target{Model: ModelFn})
	}
	if pkg := packageOf(fn); pkg != nil && !w.Library(pkg) && !initializes(in) {
		w.abroad(site.Pos(), pkg)
	}
	expose := w.expose
	if fn == nil || !prompt(fn) {
		expose = func(l Loc) { w.keepIn(in, l) }
	}
	if fn != nil && storing[FullName(fn)] {
		expose = func(l Loc) {
			in.Keeps = append(in.Keeps, l.Obj)
			w.stored = append(w.stored, l)
			w.expose(l)
		}
	}
	if fn != nil {
		w.formats(in, site, copy, fn, args)
	}
	for _, a := range args {
		w.on(w.argNode(a, ""), expose)
		if i, ok := a.Type.Underlying().(*types.Interface); ok {
			w.on(w.argNode(a, ""), func(l Loc) { w.methods(in, site, copy, i, l) })
			continue
		}
		if _, ok := a.Type.Underlying().(*types.Signature); !ok {
			continue
		}
		w.on(w.argNode(a, ""), func(l Loc) {
			if l.Obj.Kind == Func {
				w.perhaps(in, site, copy, l.Obj, true, false)
			}
		})
	}
}

// expose notes that code which is not analysed has a pointer.
func (w *World) expose(l Loc) {
	switch {
	case l.Obj.Exposed:
	case l.Obj.Kind == Box:
		l.Obj.Exposed = true
		w.on(w.cell(Loc{l.Obj, content}), w.expose)
	default:
		l.Obj.Exposed = true
	}
}

// foreign says of a variable of a package that is not followed that it has something unknown.
func (w *World) foreign(o *Object) {
	o.Foreign, o.Exposed = true, true
	if w.carries(o.Type) {
		for _, leaf := range w.leaves(o.Type) {
			w.add(w.cell(Loc{o, leaf}), w.unknown())
		}
	}
}

// gets stores what a function returns that makes the items of a sync.Pool.
func (w *World) gets(maker, in *Instance) {
	for _, b := range maker.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			w.on(w.reg(maker, r.Results[0], ""), func(l Loc) {
				in.Keeps = append(in.Keeps, l.Obj)
				w.stored = append(w.stored, l)
			})
		}
	}
}

// hand gives a value to code that is not analysed, which may keep it.
func (w *World) hand(in *Instance, v ssa.Value) {
	for _, leaf := range w.leaves(v.Type()) {
		w.on(w.reg(in, v, leaf), func(l Loc) { w.keepIn(in, l) })
	}
}

// keepIn notes that an instance gives a pointer to code that is not analysed, which may keep it.
func (w *World) keepIn(in *Instance, l Loc) {
	in.Keeps = append(in.Keeps, l.Obj)
	w.retain(l)
}

// retain notes that code which is not analysed has a pointer, and may use it later.
func (w *World) retain(l Loc) {
	if !l.Obj.Kept {
		l.Obj.Exposed, l.Obj.Kept = true, true
		if l.Obj.Kind == Box {
			w.on(w.cell(Loc{l.Obj, content}), w.retain)
		}
	}
}

// methods calls the methods of an interface that code which is not analysed is given, as it
// may.
func (w *World) methods(in *Instance, site ssa.CallInstruction, copy int, i *types.Interface, l Loc) {
	if l.Obj.Kind != Box {
		return
	}
	for m := range i.Methods() {
		fn := w.Method(l.Obj.Type, m.Pkg(), m.Name())
		w.method(in, site, copy, fn, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}, true)
	}
}

// method calls a method with operands that are not known; maybe: as often as code that is not analysed likes.
func (w *World) method(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, recv Arg, maybe bool) {
	if fn == nil || fn.Blocks == nil || !w.Inside(fn) {
		return
	}
	callee := w.instance(in, site, fn, nil, copy, byOthers(maybe))
	if callee == nil {
		return
	}
	w.target(in, site, copy, Target{Inst: callee, Maybe: maybe})
	w.bind(callee, []Arg{recv}, in, site, copy)
	for _, p := range fn.Params[1:] {
		w.spread(callee, p, p.Type(), "")
	}
}
