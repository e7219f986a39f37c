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

// This file translates runtime.Goexit, t.FailNow and the like, and panics that are recovered. They leave one function
// after another, and each function that is left executes its deferred calls. A task with such a function has a
// variable, "unwinding", which says why functions are being left (settled: they are not). After a call that may set
// it, the caller tests it, and leaves its own body:
//
//	f7: loop {
//	    f7_unwind: loop { ... }     // the body; every return is "break f7"
//	    deferred calls
//	    break f7
//	}

// The values of unwinding. panicking + exiting is a panic in a goroutine that is ending: when it is recovered, the
// goroutine goes on ending.
const (
	settled   = 0 // nothing is being left
	exiting   = 1 // Goexit ends the goroutine
	panicking = 2 // a panic looks for a function that recovers it
)

// panics returns what a panic does that a deferred function may recover. If it is not certain that one does, the
// panic may end the program.
func (x *extractor) panics(in *heap.Instance, at ssa.Instruction) []write.Line {
	if !x.leaves.Surely(in, at) {
		x.w.Note(exits, at.Pos(), "a panic that is not recovered ends the program: in the model, other goroutines go on")
		x.panicked[in.Owner()] = true
	}
	return x.leave(in, panicking, at.Pos())
}

// unwinding returns the variable "unwinding" of the task that executes an instance.
func (x *extractor) unwinding(in *heap.Instance) string {
	in = in.Owner()
	most := panicking
	if x.ends(in) {
		most = panicking + exiting
	}
	return x.variable(in, "unwinding", "unwinding", fmt.Sprintf("%d..%d", settled, most))
}

// aside returns the execution of a deferred call whose own functions may be left. The panic or the Goexit that leaves
// instance in is put aside meanwhile, in a variable "pending", so that the panics within the call are not taken for
// it. When the deferred function itself calls recover, it recovers what is pending. lines are the body of the call.
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

// pending returns the variable "pending" of aside for an instance.
func (x *extractor) pending(in *heap.Instance) string {
	return x.variable(in, pendingKey{}, "pending", fmt.Sprintf("%d..%d", settled, panicking+exiting))
}

// pendingKey is the key, in varKey, of the variable of pending.
type pendingKey struct{}

// ends reports whether Goexit or the like may end the goroutine that executes an instance.
func (x *extractor) ends(in *heap.Instance) bool {
	return x.leaves.Exits(heap.Target{Inst: in.Owner()})
}

// leave returns the statements that leave the body of an instance; why is exiting or panicking.
func (x *extractor) leave(in *heap.Instance, why int, pos token.Pos) []write.Line {
	u := x.unwinding(in)
	out := write.One(fmt.Sprintf("%s = %d", u, why), pos)
	if why == panicking && x.ends(in) {
		out = write.One(fmt.Sprintf("%s = %d + %s %% %d", u, panicking, u, panicking), pos)
	}
	if !x.leaving { // in a deferred call of a body that was left, the other deferred calls come next
		out = append(out, write.At("break "+write.Unwind(in.ID), pos))
	}
	return out
}

// after returns what follows a call of a function that may be left: the caller leaves its own body, too. A subtest is
// an exception, as its goroutine ends, and that of the test goes on.
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

// left returns what an instance does when its body has been left: its deferred calls, and then, if these have
// recovered, a return with any results.
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

// caught returns what a call of recover does in a deferred function: it stops the panic that leaves the function
// which has deferred it. It does nothing elsewhere, or if that function is never left.
func (x *extractor) caught(in *heap.Instance, c *ssa.Call) []write.Line {
	deferrer := unwind.Deferrer(in)
	if deferrer == nil || !x.leaves.Unwinds(deferrer) {
		return nil
	}
	u := x.unwinding(in)
	if site := unwind.DeferredAt(in); x.leaves.UnwindsAt(deferrer, site) {
		u = x.pending(deferrer)
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

// catches returns the variable that says whether a call of recover has stopped a panic. ok is false if the call may
// also return a run-time error that the program does not have: then a branch on the result is one on data.
func (x *extractor) catches(in *heap.Instance, c *ssa.Call) (name string, ok bool) {
	if !unwind.IsRecover(c) {
		return "", false
	}
	deferrer := unwind.Deferrer(in)
	if deferrer == nil || !x.leaves.Unwinds(deferrer) || x.leaves.Fails(deferrer) {
		return "", false
	}
	return x.variable(in, c, "recovered", "bool"), true
}

// recoveries adds to the ledger the calls of recover, and the deferred calls that end the goroutine and so stop a
// panic. They may stop panics that the program lacks: those of the runtime, as for an index out of range. Panics of
// channels and wait groups are run-time errors of the program, which nothing recovers.
func (x *extractor) recoveries() {
	for _, in := range x.w.Instances {
		if at := x.stopped(in); at.IsValid() {
			x.w.Note(recoversSome, at, "a deferred call that ends the goroutine stops a panic: "+onlyStatements)
		}
		c := unwind.Recovery(in.Fn)
		if c == nil {
			continue
		}
		if deferrer := unwind.Deferrer(in); deferrer != nil && x.leaves.Risky(deferrer) {
			x.w.Note(recovers, c.Pos(), "recover: panics of channels and wait groups are errors in the model")
		}
		x.w.Note(recoversSome, c.Pos(), "recover: "+onlyStatements)
	}
}

const onlyStatements = "only panic statements of followed code panic in the model"

// stopped returns where an instance defers a call that may end the goroutine; an invalid position if it does not.
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
