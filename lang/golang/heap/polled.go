package heap

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Loops of the library that go on as long as what it was given says.

// CallPolls reports whether a call of code that is not followed may call a function of the package again and again
// until that says so, which it may do only when others have changed something: as io.Copy calls a Read that returns
// nothing until a flag is set.
func (w *World) CallPolls(in *Instance, site ssa.CallInstruction) bool {
	callee := site.Common().StaticCallee()
	if callee != nil && (callee.Blocks != nil && w.Inside(callee) || std.Ends(FullName(callee))) {
		return false
	}
	for copy := range w.Copies(in, site) {
		for _, t := range w.Targets(in, site, copy) {
			if t.Inst != nil && t.Maybe && !t.Spawn && w.asksOthers(t.Inst) {
				return true
			}
		}
	}
	return false
}

// asksOthers reports whether what an instance returns may depend on what others have changed, and nothing tells that
// it will not return the same for ever otherwise.
func (w *World) asksOthers(in *Instance) bool {
	known, ok := w.asksMemo[in]
	if !ok {
		all := map[*ssa.BasicBlock]bool{}
		var ends []*ssa.BasicBlock
		for _, b := range in.Fn.Blocks {
			all[b] = true
			if _, is := b.Instrs[len(b.Instrs)-1].(*ssa.Return); is {
				ends = append(ends, b)
			}
		}
		a := w.asker(in, all, nil)
		a.within = nil
		for k := range in.Fn.Signature.Results().Len() {
			a.results(in, k, nil)
		}
		known = a.others && !a.itself && !w.waitsBefore(in, ends, all, 0)
		w.asksMemo[in] = known
	}
	return known
}
