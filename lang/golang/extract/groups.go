package extract

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Groups of golang.org/x/sync/errgroup: wait groups, with a context that ends when the first function fails, or all
// have ended:
//
//	group = group + 1; spawn f                 // g.Go(f)
//	task f { ..; if failed { .. }; group = group - 1 }
//	await group == 0; ..                       // g.Wait(), and the context is cancelled

const (
	groupGo   = "(*golang.org/x/sync/errgroup.Group).Go"
	groupWait = "(*golang.org/x/sync/errgroup.Group).Wait"
)

// onGroup returns what do makes of the group that an operand is, with its name and place.
func (x *extractor) onGroup(a heap.Arg, pos token.Pos, do func(string, heap.Loc) []write.Line) []write.Line {
	return x.onObject(a, "waitgroup", pos, func(o string) []write.Line {
		for _, l := range x.w.Unboxed(a) {
			if x.names[l] == o {
				return do(o, l)
			}
		}
		return nil
	})
}

// endGroup returns the statements that cancel the contexts of a group. key tells its variables from those of other
// calls in the same instance.
func (x *extractor) endGroup(group heap.Loc, in *heap.Instance, key any, pos token.Pos) []write.Line {
	var out []write.Line
	for _, c := range x.w.GroupContexts(group) {
		out = append(out, x.cancel(c, pos, func(o *heap.Object) string {
			return x.variable(in, [3]any{"group ends", key, o}, "first", "bool")
		})...)
	}
	return out
}

// ofGroup reports whether an instance is the function of a call group.Go(f), of a group that has a context.
func (x *extractor) ofGroup(in *heap.Instance) bool {
	site, ok := in.Site.(ssa.CallInstruction)
	if !ok || !in.Spawned || site.Common().StaticCallee() == nil {
		return false
	}
	if heap.FullName(site.Common().StaticCallee()) != groupGo {
		return false
	}
	return slices.ContainsFunc(x.w.Objects(in.Parent, site.Common().Args[0]), func(l heap.Loc) bool {
		return len(x.w.GroupContexts(l)) > 0
	})
}

// groupError returns the variable that says whether function f of a group has returned an error; "" if f is no such
// function, or never returns an error.
func (x *extractor) groupError(f *heap.Instance) string {
	if !x.ofGroup(f) {
		return ""
	}
	for _, b := range f.Fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
			if e, ok := x.truth(f, r.Results[0]); !ok || e != "false" {
				return x.variable(f, "failed", "failed", "bool")
			}
		}
	}
	return ""
}

// failed returns the statements that cancel the contexts of a group if its function f has returned an error.
func (x *extractor) failed(group heap.Loc, f *heap.Instance, pos token.Pos) []write.Line {
	name := x.groupError(f)
	lines := x.endGroup(group, f, "failed", pos)
	if name == "" || len(lines) == 0 {
		return nil
	}
	return write.Block(pos, "if "+name, lines)
}

// askGroups asks for the errors that functions of groups return (ask).
func (x *extractor) askGroups() {
	for _, in := range x.w.Instances {
		if !x.ofGroup(in) {
			continue
		}
		for _, b := range in.Fn.Blocks {
			if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
				x.ask(in, r.Results[0])
			}
		}
	}
}
