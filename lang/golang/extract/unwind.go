package extract

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
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
	panicking = 2 // until it is recovered
)

// goexits are functions of the library that end the goroutine.
func goexits(model string) bool {
	switch model {
	case "runtime.Goexit", "(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow":
		return true
	}
	return false
}

// panicsOf tells whether a function of the library panics.
func panicsOf(model string) bool {
	return strings.HasPrefix(strings.TrimPrefix(model, "(*log.Logger)."), "Panic") || strings.HasPrefix(model, "log.Panic")
}

// unwinds tells whether an instance may be left without a return.
func (x *extractor) unwinds(in *heap.Instance) bool {
	if known, ok := x.unwound[in]; ok {
		return known
	}
	x.unwound[in] = false
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			if x.unwindsAt(in, i) {
				x.unwound[in] = true
				return true
			}
		}
	}
	return false
}

func (x *extractor) unwindsAt(in *heap.Instance, instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Panic:
		return !impossible(i.Block()) && x.recovered(in)
	case *ssa.Go:
		return false
	case ssa.CallInstruction:
		if subtest(i) || x.isCleanup(in, i) {
			return false
		}
		for c := range x.w.Copies(in, i) {
			for _, t := range x.w.Targets(in, i, c) {
				inner := t.Inst != nil && !t.Inst.Spawned && x.unwinds(t.Inst)
				if inner || goexits(t.Model) || panicsOf(t.Model) && x.recovered(in) {
					return true
				}
			}
		}
	}
	return false
}

// subtest tells whether a call runs a test in a goroutine of its own, and waits for it.
func subtest(site ssa.CallInstruction) bool {
	fn := site.Common().StaticCallee()
	return fn != nil && (heap.FullName(fn) == "(*testing.T).Run" || heap.FullName(fn) == "(*testing.B).Run")
}

// recovered tells whether some function that leads to an instance in its goroutine defers one that recovers.
func (x *extractor) recovered(in *heap.Instance) bool {
	for ; in != nil; in = in.Parent {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				d, ok := i.(*ssa.Defer)
				if !ok {
					continue
				}
				for _, t := range x.w.Targets(in, d, 0) {
					if t.Inst != nil && recovery(t.Inst.Fn) != nil {
						return true
					}
				}
			}
		}
		if in.Spawned || x.ofTest(in) {
			return false
		}
	}
	return false
}

// panics is what a panic does that a deferred function may recover. If none surely does, it may end the program.
func (x *extractor) panics(in *heap.Instance, at ssa.Instruction) []write.Line {
	if !x.surely(in, at) {
		x.w.Note(exits, at.Pos(), "a panic that is not recovered ends the program: in the model, other goroutines go on")
		x.panicked[x.owner(in)] = true
	}
	return x.leave(in, panicking, at.Pos())
}

// surely tells whether a panic is recovered: a function that leads to it has deferred before, and not in a branch, one
// that begins with recover.
func (x *extractor) surely(in *heap.Instance, at ssa.Instruction) bool {
	for {
		for _, i := range in.Fn.Blocks[0].Instrs {
			if i == at {
				break // later ones come too late
			}
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			targets := x.w.Targets(in, d, 0)
			if len(targets) == 1 && targets[0].Inst != nil {
				if c := recovery(targets[0].Inst.Fn); c != nil && c.Block().Index == 0 {
					return true
				}
			}
		}
		if _, deferred := in.Site.(*ssa.Defer); in.Parent == nil || in.Spawned || deferred || x.ofTest(in) {
			return false
		}
		at, in = in.Site, in.Parent
	}
}

// ofTest tells whether a subtest, or the end of a test, calls an instance: no panic goes on to who has it called.
func (x *extractor) ofTest(in *heap.Instance) bool {
	c, ok := in.Site.(ssa.CallInstruction)
	return ok && in.Parent != nil && (subtest(c) || x.isCleanup(in.Parent, c))
}

// recovery is the call of recover of a function, or nil.
func recovery(fn *ssa.Function) *ssa.Call {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok && isRecover(c) {
				return c
			}
		}
	}
	return nil
}

func isRecover(c *ssa.Call) bool {
	f, ok := c.Call.Value.(*ssa.Builtin)
	return ok && f.Name() == "recover"
}

// unwinding is the variable of the task that executes an instance.
func (x *extractor) unwinding(in *heap.Instance) string {
	in = x.owner(in)
	return x.variable(in, "unwinding", "unwinding", fmt.Sprintf("%d..%d", settled, panicking))
}

// leave leaves the body of an instance.
func (x *extractor) leave(in *heap.Instance, why int, pos token.Pos) []write.Line {
	out := write.One(fmt.Sprintf("%s = %d", x.unwinding(in), why), pos)
	if !x.leaving { // else the other deferred calls come next
		out = append(out, write.At("break "+write.Unwind(in.ID), pos))
	}
	return out
}

func unwindLabel(in *heap.Instance) string { return fmt.Sprintf("f%d_unwind", in.ID) }

// after leaves the body after a call that was left.
func (x *extractor) after(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	switch {
	case subtest(site):
		for _, t := range x.w.Targets(in, site, 0) {
			if t.Inst != nil && !t.Inst.Spawned && x.unwinds(t.Inst) {
				return write.One(fmt.Sprintf("%s = %d", x.unwinding(in), settled), site.Pos())
			}
		}
	case !x.leaving && x.unwindsAt(in, site):
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
	if site, ok := in.Site.(*ssa.Call); ok && in.Parent != nil && x.recovered(in) {
		if any := x.unanswered(in.Parent, site); len(any) > 0 {
			out = append(out, write.Block(in.Fn.Pos(), fmt.Sprintf("if %s == %d", x.unwinding(in), settled), any)...)
		}
	}
	return append(out, x.uncaught(in)...)
}

// caught is what a call of recover does, if it is deferred by a function that may be left.
func (x *extractor) caught(in *heap.Instance, c *ssa.Call) []write.Line {
	name, ok := x.catches(in, c)
	if !ok {
		return nil
	}
	u := x.unwinding(in)
	return append(write.One(fmt.Sprintf("%s = %s == %d", name, u, panicking), c.Pos()),
		write.Block(c.Pos(), "if "+name, write.One(fmt.Sprintf("%s = %d", u, settled), c.Pos()))...)
}

// catches is the variable that tells whether a call of recover returns something.
func (x *extractor) catches(in *heap.Instance, c *ssa.Call) (string, bool) {
	if !isRecover(c) || in.Parent == nil || !x.unwinds(in.Parent) {
		return "", false
	}
	if _, ok := in.Site.(*ssa.Defer); !ok {
		return "", false
	}
	return x.variable(in, c, "recovered", "bool"), true
}

// recoveries notes what is not in the model of calls of recover: panics of the runtime. Those of channels and wait
// groups are run-time errors of the model, which nothing recovers.
func (x *extractor) recoveries() {
	for _, in := range x.w.Instances {
		c := recovery(in.Fn)
		if c == nil {
			continue
		}
		if _, ok := in.Site.(*ssa.Defer); ok && in.Parent != nil && x.risky(in.Parent) {
			x.w.Note(recovers, c.Pos(), "recover: panics of channels and wait groups are errors in the model")
		} else {
			x.w.Note(recoversSome, c.Pos(), "recover: only panic statements of followed code panic in the model")
		}
	}
}

// risky tells whether an instance, or one that it calls, has an operation that may panic in the model.
func (x *extractor) risky(in *heap.Instance) bool {
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Send:
				if anyLoc(x.w.Objects(in, i.Chan), func(l heap.Loc) bool { return l.Obj.Closed }) {
					return true
				}
			case *ssa.Select:
				for _, s := range i.States {
					if s.Dir != 2 && anyLoc(x.w.Objects(in, s.Chan), func(l heap.Loc) bool { return l.Obj.Closed }) {
						return true
					}
				}
			case ssa.CallInstruction:
				if f, ok := i.Common().Value.(*ssa.Builtin); ok && f.Name() == "close" {
					return true
				}
				for c := range x.w.Copies(in, i) {
					for _, t := range x.w.Targets(in, i, c) {
						if t.Model == "(*sync.WaitGroup).Done" || t.Model == "(*sync.WaitGroup).Add" ||
							t.Inst != nil && !t.Inst.Spawned && x.risky(t.Inst) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}
