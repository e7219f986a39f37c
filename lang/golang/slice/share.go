package slice

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/unwind"
)

// share tells, for a root, which functions need no calling contexts of their own (heap.World.Share): they have no part
// in synchronization, and do not make, store or return what has. A panic of theirs, which ends the program, is left
// out: they are taken to return. Lost are those that are recovered, and would leave a function that has a part.
func (f *Facts) share(root roots.Root) (share func(*ssa.Function) bool, lost []token.Pos) {
	all := reach(f.callees, f.begins[root.Fn])
	of := func(set map[*heap.Instance]bool) []*heap.Instance {
		return slices.DeleteFunc(slices.Collect(maps.Keys(set)), func(in *heap.Instance) bool { return !all[in] })
	}
	var own []*heap.Instance
	for in := range all {
		if f.waits[in] || f.spins[in] || f.each(in, func(i ssa.Instruction) bool { return f.handles(in, i) }) {
			own = append(own, in)
		}
	}
	part := reach(f.callers, own)
	apart := map[*ssa.Function]bool{}
	for _, in := range of(part) {
		apart[in.Fn] = true
	}
	share = func(fn *ssa.Function) bool {
		// What never returns, or recovers, is told apart, but not who calls it.
		some := slices.ContainsFunc(f.of[fn], func(in *heap.Instance) bool { return all[in] })
		return some && !apart[fn] && !f.stops[fn] && unwind.Recovery(fn) == nil
	}
	recovered := reach(f.callees, f.recoverers(of(all)))
	leaves := func(in *heap.Instance) bool { return part[in] && recovered[in] }
	for _, in := range of(recovered) {
		if part[in] || !slices.ContainsFunc(of(reach(f.callers, []*heap.Instance{in})), leaves) {
			continue
		}
		f.each(in, func(i ssa.Instruction) bool {
			if f.panics(in, i) {
				lost = append(lost, i.Pos())
			}
			return false
		})
	}
	slices.Sort(lost)
	return share, slices.Compact(lost)
}
