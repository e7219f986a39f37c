package heap

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Specifications may be about objects that unanalysed code makes, as the files of os.Open. World.Makes says which
// results of which functions these are. This file gives each such call an object of its own. Like all that comes from
// unanalysed code, the object is Unknown, and so is its content. The file ends with questions that other packages ask
// about sets.

// Result is a result of a function, or what the result has in a field.
type Result struct {
	Index int    // of the result
	Path  string // of the field, as ".Body"; "": the result itself
}

// leaf returns the leaf of register x, the results of a call, that holds the result.
func (r Result) leaf(x ssa.Value) string {
	if _, several := x.Type().(*types.Tuple); several {
		return fmt.Sprint("#", r.Index)
	}
	return ""
}

// makeResults adds the objects that a call of fn makes (World.Makes) to its results, and something unknown to the
// other results. It returns false, and adds nothing, if fn makes none. fn may be nil for a call of an interface
// method.
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

// loadForeign gives register x the content of place l of an object that unanalysed code has made: the object that
// makeResults has put there, or else something unknown.
func (w *World) loadForeign(in *Instance, x *ssa.UnOp, l Loc) {
	if l.Obj.Made {
		w.load(x.Type(), l, in, x, "")
		if len(w.lists[w.cell(l)]) > 0 {
			return
		}
	}
	w.spread(in, x, x.Type(), "")
}

// Leaf lists what a result of a call, whose register is x, may be.
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

// Method returns the method of a type with a name; nil if it has none. pkg is the package of the name, if that is not
// exported.
func (w *World) Method(t types.Type, pkg *types.Package, name string) *ssa.Function {
	m := w.Prog.MethodSets.MethodSet(t).Lookup(pkg, name)
	if m == nil {
		return nil
	}
	return w.Prog.MethodValue(m)
}

// Inner lists what the interface value at l, a Box, may hold.
func (w *World) Inner(l Loc) []Loc { return w.Content(Loc{l.Obj, content}) }

// Modelled reports whether a call executes a library function that the analysis knows.
func (w *World) Modelled(in *Instance, site ssa.CallInstruction, copy int) bool {
	for _, t := range w.Targets(in, site, copy) {
		if t.Model != "" && t.Model != ModelFn {
			return true
		}
	}
	return false
}

// Reach returns the objects that can be reached from some, also through captured variables, and these themselves. All
// sets must be solved.
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

// All lists all objects, in the order in which they were made.
func (w *World) All() []*Object { return w.objects }

// Holders returns the objects from which one of some can be reached, and these themselves.
func (w *World) Holders(of map[*Object]bool) map[*Object]bool {
	by := map[*Object][]*Object{} // by object, those that hold it
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

// Parts lists what the leaves of a register may be: fields of a struct, or results of a call.
func (w *World) Parts(in *Instance, v ssa.Value) []Loc {
	var out []Loc
	for _, leaf := range w.leaves(v.Type()) {
		out = append(out, w.lists[w.reg(in, v, leaf)]...)
	}
	return out
}

// Held lists what the places that an address may be, which are of type t, may hold.
func (w *World) Held(in *Instance, addr ssa.Value, t types.Type) []Loc {
	var out []Loc
	for _, l := range w.Objects(in, addr) {
		for _, leaf := range w.leaves(t) {
			out = append(out, w.Content(Loc{l.Obj, l.Path + leaf})...)
		}
	}
	return out
}

// Outer returns the objects of unanalysed code, without those of makeResults, and the objects that are package
// variables.
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
