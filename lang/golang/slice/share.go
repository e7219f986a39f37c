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

// share returns, for a root with many calling contexts, which functions need none of their own (heap.World.Share):
// they have no part in synchronization, and do not make, store or return objects that have. All calls of such a
// function become one, and the program of the root takes them to return, so it lacks their panics. lost has the
// positions of those panics that matter: they are recovered, and leave a function that has a part in synchronization.
func (f *Facts) share(root roots.Root) (share func(*ssa.Function) bool, lost []token.Pos) {
	all := reach(f.callees, f.begins[root.Fn])
	ofRoot := func(set map[*heap.Instance]bool) []*heap.Instance {
		return slices.DeleteFunc(slices.Collect(maps.Keys(set)), func(in *heap.Instance) bool { return !all[in] })
	}

	// Functions that have a part, or lead to one that has.
	var own []*heap.Instance
	for in := range all {
		if f.waits[in] || f.spins[in] || f.each(in, func(i ssa.Instruction) bool { return f.handles(in, i) }) {
			own = append(own, in)
		}
	}
	part := reach(f.callers, own)
	apart := map[*ssa.Function]bool{}
	for _, in := range ofRoot(part) {
		apart[in.Fn] = true
	}
	share = func(fn *ssa.Function) bool {
		// A function that never returns, or that recovers, is not shared either, but its callers may be.
		some := slices.ContainsFunc(f.of[fn], func(in *heap.Instance) bool { return all[in] })
		return some && !apart[fn] && !f.stops[fn] && unwind.Recovery(fn) == nil
	}

	// Panics that are lost.
	recovered := reach(f.callees, f.recoverers(ofRoot(all)))
	leaves := func(in *heap.Instance) bool { return part[in] && recovered[in] }
	for _, in := range ofRoot(recovered) {
		if part[in] || !slices.ContainsFunc(ofRoot(reach(f.callers, []*heap.Instance{in})), leaves) {
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
