package track

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/bind"
	"flavers/lang/golang/heap"
)

// This file finds the objects that *escape*: unanalysed code gets them, and may do something with them that the
// program does not have. For a property "each file is closed", such code may close the file.

// escape adds to the ledger the objects that escape. main: the program ends with the root; else package variables
// outlive it.
func (b *Objects) escape(main bool) {
	foreign, global := b.w.Outer()
	for _, spec := range b.Set.Specs {
		if len(b.Of[spec]) == 0 {
			continue
		}
		keep, lend := map[*heap.Object]bool{}, map[*heap.Object]bool{} // as in give
		for o := range foreign {
			keep[o] = true
		}
		for _, in := range b.w.Instances {
			for _, block := range in.Fn.Blocks {
				for _, i := range block.Instrs {
					if site, ok := i.(ssa.CallInstruction); ok && !b.Before[in] {
						b.give(in, site, spec, keep, lend)
					}
				}
			}
		}
		kept, lent := b.w.Reach(keep), b.w.Reach(lend)
		var outer map[*heap.Object]bool
		if !main {
			outer = b.w.Reach(global)
		}
		for _, t := range b.Order {
			if b.Of[spec][t.Loc] != t {
				continue
			}
			switch o := t.Loc.Obj; {
			case kept[o] && (spec.Makes || !lent[o]):
				b.Escaped[spec] = true
				b.Doubt(spec, KeptObject, t.Pos, "code that is not followed has "+t.Name+", and may do anything with it")
			case lent[o] && spec.Makes:
				b.Escaped[spec] = true
				b.Doubt(spec, LentObject, t.Pos, "code that is not followed has "+t.Name+
					" for a while: it is taken to do nothing with it that the property names")
			}
			if o := t.Loc.Obj; outer[o] {
				b.Doubt(spec, Outlives, t.Pos, "a package variable has "+t.Name+": it may be used when the root is done")
			}
		}
	}
}

// give collects the objects that a call gives to unanalysed code: to keep (keep), or until the call returns (lend).
// Calls that are events of the specification are left out, as the specification says what they do, and so are
// receivers.
func (b *Objects) give(in *heap.Instance, site ssa.CallInstruction, spec *bind.Spec,
	keep, lend map[*heap.Object]bool) {
	c := site.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	for copy := range b.w.Copies(in, site) {
		if fn := c.StaticCallee(); fn != nil && heap.FullName(fn) == "context.WithValue" {
			for _, l := range b.w.Opened(b.w.Objects(in, c.Args[len(c.Args)-1])) {
				keep[l.Obj] = true
			}
			return
		}
		if b.w.Modelled(in, site, copy) {
			return
		}
		for _, t := range b.w.Targets(in, site, copy) {
			if t.Inst == nil || !t.Maybe {
				continue
			}
			for _, block := range t.Inst.Fn.Blocks { // what such code gets from a function that it calls
				if r, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok {
					for _, v := range r.Results {
						for _, l := range b.w.Opened(b.w.Objects(t.Inst, v)) {
							keep[l.Obj] = true
						}
					}
				}
			}
		}
	}
	ways, _ := b.Ways(in, site)
	if slices.ContainsFunc(ways, func(w Way) bool {
		return slices.ContainsFunc(w.Matches, func(m bind.Match) bool { return m.Spec == spec })
	}) {
		return
	}
	callees := b.calleesOf(in, site)
	unanalysed := slices.DeleteFunc(callees, func(fn *ssa.Function) bool { return fn.Blocks != nil && b.ps.Within(fn) })
	unknown := false // it is not known what the call executes
	for copy := range b.w.Copies(in, site) {
		for _, t := range b.w.Targets(in, site, copy) {
			unknown = unknown || t.Model == heap.ModelFn
		}
	}
	if len(unanalysed) == 0 && !unknown {
		return
	}
	prompt := !unknown && !slices.ContainsFunc(unanalysed, func(fn *ssa.Function) bool { return !heap.Prompt(fn) })
	args := c.Args
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	for _, v := range args {
		for _, l := range b.w.Opened(b.w.Objects(in, v)) {
			switch {
			case !prompt:
				keep[l.Obj] = true
			case l.Obj.Kind != heap.Func: // the events of a function that is called back are in the program
				lend[l.Obj] = true
			}
		}
	}
}

// FieldName returns the name of the field whose address f is.
func FieldName(f *ssa.FieldAddr) string {
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
