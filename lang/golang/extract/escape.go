package extract

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
)

// Which objects of bound specifications code gets that is not followed.

// escape notes the objects that others may do something with, which is not in the model.
func (x *extractor) escape(main bool) {
	foreign, global := x.w.Outer()
	for _, spec := range x.bound.set.Specs {
		if len(x.bound.of[spec]) == 0 {
			continue
		}
		keep, lend := map[*heap.Object]bool{}, map[*heap.Object]bool{}
		for o := range foreign {
			keep[o] = true
		}
		for _, in := range x.w.Instances {
			for _, b := range in.Fn.Blocks {
				for _, i := range b.Instrs {
					if site, ok := i.(ssa.CallInstruction); ok && !x.bound.before[in] {
						x.give(in, site, spec, keep, lend)
					}
				}
			}
		}
		kept, lent := x.w.Reach(keep), x.w.Reach(lend)
		var outer map[*heap.Object]bool
		if !main {
			outer = x.w.Reach(global)
		}
		for _, t := range x.bound.order {
			if x.bound.of[spec][t.loc] != t {
				continue
			}
			switch o := t.loc.Obj; {
			case kept[o] && (spec.Makes || !lent[o]):
				x.bound.escaped[spec] = true
				x.doubt(spec, keptObject, t.pos, "code that is not followed has "+t.name+", and may do anything with it")
			case lent[o] && spec.Makes:
				x.bound.escaped[spec] = true
				x.doubt(spec, lentObject, t.pos, "code that is not followed has "+t.name+
					" for a while: it is taken to do nothing with it that the property names")
			}
			if o := t.loc.Obj; outer[o] {
				x.doubt(spec, outlives, t.pos, "a package variable has "+t.name+": it may be used when the root is done")
			}
		}
	}
}

// give collects the objects that a call gives to code that is not followed: to keep, or until it returns. A call
// that is an event of the specification says itself what it does, and so does a method of an object.
func (x *extractor) give(in *heap.Instance, site ssa.CallInstruction, spec *bind.Spec,
	keep, lend map[*heap.Object]bool) {
	c := site.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok && b != nil {
		return
	}
	for copy := range x.w.Copies(in, site) {
		if fn := c.StaticCallee(); fn != nil && heap.FullName(fn) == "context.WithValue" {
			for _, l := range x.unboxed(x.w.Objects(in, c.Args[len(c.Args)-1])) {
				keep[l.Obj] = true
			}
			return
		}
		if x.w.Modelled(in, site, copy) {
			return
		}
		for _, t := range x.w.Targets(in, site, copy) {
			if t.Inst == nil || !t.Maybe {
				continue
			}
			for _, b := range t.Inst.Fn.Blocks { // what such code gets from a function that it calls
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
					for _, v := range r.Results {
						for _, l := range x.unboxed(x.w.Objects(t.Inst, v)) {
							keep[l.Obj] = true
						}
					}
				}
			}
		}
	}
	ways, _ := x.ways(in, site)
	if slices.ContainsFunc(ways, func(w way) bool {
		return slices.ContainsFunc(w.matches, func(m bind.Match) bool { return m.Spec == spec })
	}) {
		return
	}
	callees := x.calleesOf(in, site)
	strangers := slices.DeleteFunc(callees, func(fn *ssa.Function) bool { return fn.Blocks != nil && x.ps.Within(fn) })
	unknown := false
	for copy := range x.w.Copies(in, site) {
		for _, t := range x.w.Targets(in, site, copy) {
			unknown = unknown || t.Model == heap.ModelFn
		}
	}
	if len(strangers) == 0 && !unknown {
		return
	}
	prompt := !unknown && !slices.ContainsFunc(strangers, func(fn *ssa.Function) bool { return !heap.Prompt(fn) })
	args := c.Args
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	for _, v := range args {
		for _, l := range x.unboxed(x.w.Objects(in, v)) {
			switch {
			case !prompt:
				keep[l.Obj] = true
			case l.Obj.Kind != heap.Func: // which is followed
				lend[l.Obj] = true
			}
		}
	}
}

// fieldName is the name of the field whose address is taken.
func fieldName(f *ssa.FieldAddr) string {
	return f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct).Field(f.Field).Name()
}

// cutLast cuts a text at the last separator.
func cutLast(text, sep string) (before, after string, found bool) {
	i := strings.LastIndex(text, sep)
	if i < 0 {
		return "", text, false
	}
	return text[:i], text[i+len(sep):], true
}
