package heap

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Objects that come from code which is not analysed, and that properties are about: files, say. World.Makes says
// which results of which functions are such objects. Each call makes one of its own; as all that comes from such
// code, it is Unknown, and what is in it is not known.

// Result is a result of a function, or what it has in a field: ".Body".
type Result struct {
	Index int
	Path  string
}

// leaf is the part of the register of a call that holds a result.
func (r Result) leaf(x ssa.Value) string {
	if _, several := x.Type().(*types.Tuple); several {
		return fmt.Sprint("#", r.Index)
	}
	return ""
}

// makes adds the objects that a call makes, and makes the rest of its results unknown. It tells whether there are some.
func (w *World) makeResults(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function) bool {
	x := site.Value()
	if x == nil || w.Makes == nil {
		return false
	}
	callee := site.Common().Method
	if fn != nil {
		callee, _ = fn.Object().(*types.Func)
	}
	if callee == nil {
		return false
	}
	covered := map[string]bool{}
	for _, r := range w.Makes(callee) {
		leaf := r.leaf(x)
		covered[leaf] = true
		o := w.turned(in, site, copy, "made"+leaf+r.Path, Unknown, "")
		o.Made = true
		if r.Path == "" {
			w.add(w.reg(in, x, leaf), Loc{o, ""})
			continue
		}
		holder := w.turned(in, site, copy, "holder"+leaf, Unknown, "")
		holder.Made = true
		w.add(w.reg(in, x, leaf), Loc{holder, ""})
		w.add(w.cell(Loc{holder, r.Path}), Loc{o, ""})
	}
	if len(covered) == 0 {
		return false
	}
	for _, leaf := range w.leaves(x.Type()) {
		if !covered[leaf] && w.carries(x.Type()) {
			w.add(w.reg(in, x, leaf), w.unknown())
		}
	}
	return true
}

// held loads what an object that code made which is not analysed has at a place: a field of it that is such an
// object, or something unknown.
func (w *World) loadForeign(in *Instance, x *ssa.UnOp, l Loc) {
	if l.Obj.Made {
		w.load(x.Type(), l, in, x, "")
		if len(w.lists[w.cell(l)]) > 0 {
			return
		}
	}
	w.spread(in, x, x.Type(), "")
}

// Leaf lists what a result of a call may be.
func (w *World) Leaf(in *Instance, x ssa.Value, r Result) []Loc {
	locs := w.lists[w.reg(in, x, r.leaf(x))]
	if r.Path == "" {
		return locs
	}
	var out []Loc
	for _, l := range locs {
		out = append(out, w.Content(Loc{l.Obj, l.Path + r.Path})...)
	}
	return out
}

// Method is a method of a type; nil if it has none of that name, as where the analysis takes in too much.
func (w *World) Method(t types.Type, pkg *types.Package, name string) *ssa.Function {
	m := w.Prog.MethodSets.MethodSet(t).Lookup(pkg, name)
	if m == nil {
		return nil
	}
	return w.Prog.MethodValue(m)
}

// Inner lists what is in an interface value.
func (w *World) Inner(l Loc) []Loc { return w.Content(Loc{l.Obj, content}) }

// Modelled reports whether the effect of a function of the library is known.
func (w *World) Modelled(in *Instance, site ssa.CallInstruction, copy int) bool {
	for _, t := range w.Targets(in, site, copy) {
		if t.Model != "" && t.Model != ModelFn {
			return true
		}
	}
	return false
}

// Reach lists the objects that can be reached from some, also by what functions have captured. All sets are known.
func (w *World) Reach(from map[*Object]bool) map[*Object]bool {
	if w.places == nil {
		w.places = map[*Object][]node{}
		for key, n := range w.nodes {
			if place, ok := key.(Loc); ok && len(w.lists[n]) > 0 {
				w.places[place.Obj] = append(w.places[place.Obj], n)
			}
		}
	}
	out := map[*Object]bool{}
	var todo []*Object
	put := func(o *Object) {
		if !out[o] {
			out[o] = true
			todo = append(todo, o)
		}
	}
	for o := range from {
		put(o)
	}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, n := range w.places[o] {
			for _, l := range w.lists[n] {
				put(l.Obj)
			}
		}
	}
	return out
}

// All lists all objects.
func (w *World) All() []*Object { return w.objects }

// Holders lists the objects from which some can be reached, and these.
func (w *World) Holders(of map[*Object]bool) map[*Object]bool {
	by := map[*Object][]*Object{}
	for key, n := range w.nodes {
		if place, ok := key.(Loc); ok {
			for _, l := range w.lists[n] {
				by[l.Obj] = append(by[l.Obj], place.Obj)
			}
		}
	}
	out := map[*Object]bool{}
	var todo []*Object
	for o, is := range of {
		if is {
			todo = append(todo, o)
		}
	}
	for len(todo) > 0 {
		o := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !out[o] {
			out[o] = true
			todo = append(todo, by[o]...)
		}
	}
	return out
}

// Parts lists what the parts of a register may be: fields of a struct, or results of a call.
func (w *World) Parts(in *Instance, v ssa.Value) []Loc {
	var out []Loc
	for _, leaf := range w.leaves(v.Type()) {
		out = append(out, w.lists[w.reg(in, v, leaf)]...)
	}
	return out
}

// Held lists what places of a type may hold that an address may be.
func (w *World) Held(in *Instance, addr ssa.Value, t types.Type) []Loc {
	var out []Loc
	for _, l := range w.Objects(in, addr) {
		for _, leaf := range w.leaves(t) {
			out = append(out, w.Content(Loc{l.Obj, l.Path + leaf})...)
		}
	}
	return out
}

// Outer lists the objects that code which is not analysed has from the beginning, and those of package variables.
func (w *World) Outer() (foreign, global map[*Object]bool) {
	foreign, global = map[*Object]bool{}, map[*Object]bool{}
	for _, o := range w.objects {
		if _, ok := o.Site.(*ssa.Global); ok {
			global[o] = true
		}
		if o.Kind == Unknown && !o.Made {
			foreign[o] = true
		}
	}
	return foreign, global
}
