package extract

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file translates deferred calls. They are executed where the function ends, the last one first. If an execution
// may come to the end without a defer statement, a variable says whether it was executed:
//
//	if b { defer mu.Unlock() }   // if b { deferred = true }
//	                             // ..
//	                             // if deferred { deferred = false; unlock mu }

// deferral returns the variable that says whether defer statement d was executed; "" if each execution of the
// function comes to it, or if the call does nothing.
func (x *extractor) deferral(in *heap.Instance, d *ssa.Defer) string {
	if len(x.call(in, d, 0)) == 0 {
		return ""
	}
	if x.leaves.Unwinds(in) { // a panic may end the function before d
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

// deferred returns the deferred calls of an instance, as its end executes them.
func (x *extractor) deferred(in *heap.Instance) []write.Line {
	var defers []*ssa.Defer // in the order in which the statements may be executed
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
