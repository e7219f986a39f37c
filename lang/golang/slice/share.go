package slice

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/unwind"
)

// Share tells, for a root, which functions need no calling contexts of their own (heap.World.Share): they have no part
// in synchronization, and do not make, store or return what has. A panic of theirs, which ends the program, is left
// out: they are taken to return.
func (f *Facts) Share(root roots.Root) func(*ssa.Function) bool {
	all := reach(f.callees, f.begins[root.Fn])
	in := func(set map[*heap.Instance]bool) []*heap.Instance {
		return slices.DeleteFunc(slices.Collect(maps.Keys(set)), func(in *heap.Instance) bool { return !all[in] })
	}
	var own, panicking []*heap.Instance
	for i := range all {
		if f.waits[i] || f.each(i, func(at ssa.Instruction) bool { return f.handles(i, at) }) {
			own = append(own, i)
		}
		if f.each(i, func(at ssa.Instruction) bool { return f.panics(i, at) }) {
			panicking = append(panicking, i)
		}
	}
	// A panic that is recovered matters if it leaves a function that does.
	recovered := reach(f.callees, f.recoverers(in(all)))
	matters := reach(f.callers, own)
	for _, i := range panicking {
		if !recovered[i] || matters[i] {
			continue
		}
		if slices.ContainsFunc(in(reach(f.callers, []*heap.Instance{i})), func(c *heap.Instance) bool {
			return matters[c] && recovered[c]
		}) {
			own = append(own, i)
		}
	}
	apart := map[*ssa.Function]bool{}
	for _, i := range in(reach(f.callers, own)) {
		apart[i.Fn] = true
	}
	return func(fn *ssa.Function) bool {
		// What never returns, or recovers, is told apart, but not who calls it.
		some := slices.ContainsFunc(f.of[fn], func(i *heap.Instance) bool { return all[i] })
		return some && !apart[fn] && !f.stops[fn] && unwind.Recovery(fn) == nil
	}
}
