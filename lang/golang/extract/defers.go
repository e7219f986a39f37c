package extract

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// Deferred calls.

// deferral is the variable that tells whether a defer was executed, or "" if it always
// was when its function ends.
func (x *extractor) deferral(in *heap.Instance, d *ssa.Defer) string {
	if len(x.call(in, d, 0)) == 0 {
		return ""
	}
	if x.leaves.Unwinds(in) { // from anywhere
		return x.site(in, d, "deferred")
	}
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			if _, ok := i.(*ssa.RunDefers); ok && !d.Block().Dominates(b) {
				return x.site(in, d, "deferred")
			}
		}
	}
	return ""
}

// deferred executes what was deferred, the last first.
func (x *extractor) deferred(in *heap.Instance) []write.Line {
	var defers []*ssa.Defer
	for _, b := range in.Fn.DomPreorder() {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.Defer); ok {
				if x.w.InLoop(b) {
					x.w.Note(deferredOnce, d.Pos(), "defer in a loop: executed once")
				}
				defers = append(defers, d)
			}
		}
	}
	var out []write.Line
	for i := len(defers) - 1; i >= 0; i-- {
		d := defers[i]
		lines := x.call(in, d, 0)
		if len(lines) == 0 {
			continue
		}
		if x.leaving && x.leaves.UnwindsAt(in, d) {
			lines = x.aside(in, d, lines)
		}
		if flag := x.deferral(in, d); flag != "" {
			lines = write.Block(d.Pos(), "if "+flag, append(write.One(flag+" = false", d.Pos()), lines...))
		}
		out = append(out, lines...)
	}
	return out
}
