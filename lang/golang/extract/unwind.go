package extract

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
	"flavers/lang/golang/write"
)

// Goexit, t.FailNow and the like, and panics that are recovered, leave function after function, each of which executes
// what it has deferred. A task of which a function may be left so has a variable, "unwinding". After a call that
// may set it, the caller leaves its body for what comes after that:
//
//	f7: loop {
//	    f7_unwind: loop { ... }     // the body; every return is "break f7"
//	    deferred calls
//	    break f7
//	}
const (
	settled   = 0
	exiting   = 1 // the goroutine ends
	panicking = 2 // until it is recovered, or the goroutine ends
	// A panic while the goroutine ends: panicking + exiting. When that is recovered, the goroutine ends.
)

// panics is what a panic does that a deferred function may recover. If none surely does, it may end the program.
func (x *extractor) panics(in *heap.Instance, at ssa.Instruction) []write.Line {
	if !x.leaves.Surely(in, at) {
		x.w.Note(exits, at.Pos(), "a panic that is not recovered ends the program: in the model, other goroutines go on")
		x.panicked[in.Owner()] = true
	}
	return x.leave(in, panicking, at.Pos())
}

// unwinding is the variable of the task that executes an instance.
func (x *extractor) unwinding(in *heap.Instance) string {
	in = in.Owner()
	most := panicking
	if x.ends(in) {
		most = panicking + exiting
	}
	return x.variable(in, "unwinding", "unwinding", fmt.Sprintf("%d..%d", settled, most))
}

// A deferred call may leave functions of its own, while the panic or the end of the goroutine for which it is executed
// is pending: its panics and recoveries are not those of who deferred it. What it recovers itself is what is pending.
//
//	pending = unwinding
//	unwinding = 0
//	deferred call
//	unwinding = ..      // what is pending, unless the call itself was left
func (x *extractor) aside(in *heap.Instance, d *ssa.Defer, lines []write.Line) []write.Line {
	u, pending := x.unwinding(in), x.pending(in)
	after := fmt.Sprintf("%s = max(%s, %s)", u, u, pending)
	if x.ends(in) { // the end of a goroutine stops a panic; a panic does not stop the end
		after = fmt.Sprintf("%s = if %s == %d then %s else if %s == %d then %d else %d + max(%s %% %d, %s %% %d)", u,
			u, settled, pending, u, exiting, exiting, panicking, u, panicking, pending, panicking)
	}
	out := append(write.Lines(d.Pos(), pending+" = "+u, fmt.Sprintf("%s = %d", u, settled)), lines...)
	return append(out, write.Lines(d.Pos(), after, fmt.Sprintf("%s = %d", pending, settled))...)
}

// pending is the variable of what aside puts aside, for an instance.
func (x *extractor) pending(in *heap.Instance) string {
	return x.variable(in, pendingKey{}, "pending", fmt.Sprintf("%d..%d", settled, panicking+exiting))
}

type pendingKey struct{}

// ends reports whether something ends the goroutine of an instance before its functions have returned.
func (x *extractor) ends(in *heap.Instance) bool {
	return x.leaves.Exits(heap.Target{Inst: in.Owner()})
}

// leave leaves the body of an instance.
func (x *extractor) leave(in *heap.Instance, why int, pos token.Pos) []write.Line {
	u := x.unwinding(in)
	out := write.One(fmt.Sprintf("%s = %d", u, why), pos)
	if why == panicking && x.ends(in) {
		out = write.One(fmt.Sprintf("%s = %d + %s %% %d", u, panicking, u, panicking), pos)
	}
	if !x.leaving { // else the other deferred calls come next
		out = append(out, write.At("break "+write.Unwind(in.ID), pos))
	}
	return out
}

// after leaves the body after a call that was left.
func (x *extractor) after(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	switch {
	case unwind.Subtest(site):
		for _, t := range x.w.Targets(in, site, 0) {
			if t.Inst != nil && !t.Inst.Spawned && x.leaves.Unwinds(t.Inst) {
				return write.One(fmt.Sprintf("%s = %d", x.unwinding(in), settled), site.Pos())
			}
		}
	case !x.leaving && x.leaves.UnwindsAt(in, site):
		leaves := write.One("break "+write.Unwind(in.ID), site.Pos())
		return write.Block(site.Pos(), fmt.Sprintf("if %s != %d", x.unwinding(in), settled), leaves)
	}
	return nil
}

// left is what an instance does when its body is left: what it has deferred. If it recovers, it returns.
func (x *extractor) left(in *heap.Instance) []write.Line {
	x.leaving = true
	out := x.deferred(in)
	x.leaving = false
	if site, ok := in.Site.(*ssa.Call); ok && in.Parent != nil && x.leaves.Recovered(in) {
		if any := x.unanswered(in.Parent, site); len(any) > 0 {
			out = append(out, write.Block(in.Fn.Pos(), fmt.Sprintf("if %s == %d", x.unwinding(in), settled), any)...)
		}
	}
	return append(out, x.uncaught(in)...)
}

// caught is what a call of recover does, if it is deferred by a function that may be left.
func (x *extractor) caught(in *heap.Instance, c *ssa.Call) []write.Line {
	by := unwind.Deferrer(in)
	if by == nil || !x.leaves.Unwinds(by) {
		return nil
	}
	u := x.unwinding(in)
	if site := unwind.DeferredAt(in); x.leaves.UnwindsAt(by, site) {
		u = x.pending(by)
	}
	settles := write.One(fmt.Sprintf("%s = %d", u, settled), c.Pos())
	if x.ends(in.Owner()) {
		settles = write.One(fmt.Sprintf("%s = %s - %d", u, u, panicking), c.Pos())
	}
	name, ok := x.catches(in, c)
	if !ok {
		return write.Block(c.Pos(), fmt.Sprintf("if %s >= %d", u, panicking), settles)
	}
	return append(write.One(fmt.Sprintf("%s = %s >= %d", name, u, panicking), c.Pos()),
		write.Block(c.Pos(), "if "+name, settles)...)
}

// catches is the variable that is true if a call of recover returns something. If the call may also return a run-time
// error that is not in the model, there is no such variable, and the program branches on unknown data.
func (x *extractor) catches(in *heap.Instance, c *ssa.Call) (string, bool) {
	if !unwind.IsRecover(c) {
		return "", false
	}
	by := unwind.Deferrer(in)
	if by == nil || !x.leaves.Unwinds(by) || x.leaves.Fails(by) {
		return "", false
	}
	return x.variable(in, c, "recovered", "bool"), true
}

// recoveries notes what is not in the model of calls of recover, and of those that end a goroutine while it panics:
// panics of the runtime, as that of an index. Those of channels and wait groups are run-time errors of the model, which
// nothing recovers.
func (x *extractor) recoveries() {
	for _, in := range x.w.Instances {
		if at := x.stopped(in); at.IsValid() {
			x.w.Note(recoversSome, at, "a deferred call that ends the goroutine stops a panic: "+onlyStatements)
		}
		c := unwind.Recovery(in.Fn)
		if c == nil {
			continue
		}
		if by := unwind.Deferrer(in); by != nil && x.leaves.Risky(by) {
			x.w.Note(recovers, c.Pos(), "recover: panics of channels and wait groups are errors in the model")
		}
		x.w.Note(recoversSome, c.Pos(), "recover: "+onlyStatements)
	}
}

const onlyStatements = "only panic statements of followed code panic in the model"

// stopped is where an instance defers a call that may end the goroutine.
func (x *extractor) stopped(in *heap.Instance) token.Pos {
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			d, ok := i.(*ssa.Defer)
			if ok && slices.ContainsFunc(x.w.Targets(in, d, 0), x.leaves.Exits) {
				return d.Pos()
			}
		}
	}
	return token.NoPos
}
