package extract

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/write"
)

// This file translates functions of package testing: subtests, parallel tests, and cleanups. After the function of a
// test, package testing does the following, here for a test with a parallel subtest, a context and a cleanup:
//
//	released = true                     // parallel subtests go on where they called Parallel
//	wait subtests
//	...                                 // the context of the test is cancelled
//	if cleanup { cleanup = false; ... } // functions given to Cleanup, the last one first
//
// t.Run of a parallel subtest is
//
//	add subtests(1); runs = true; spawn sub; await !runs
//
// It returns when the subtest ends, or calls Parallel, which is
//
//	runs = false; await released
//
// The number of tests that run at the same time (go test -parallel) is not limited.

// subtests has the names of the variables of a test with parallel subtests, as above.
type subtests struct{ count, runs, released string }

// subtests returns the variables of a test, and declares them in the first call.
func (x *extractor) subtests(test *heap.Object) subtests {
	if known, ok := x.tests[test]; ok {
		return known
	}
	s := subtests{x.taken.Unique("subtests", "subtests"), x.taken.Unique("subtest_runs", "runs"), x.taken.Unique("released", "released")}
	x.tests[test] = s
	x.decls = append(x.decls, write.At("waitgroup "+s.count, test.Pos),
		write.At("shared "+s.runs+" bool", test.Pos), write.At("shared "+s.released+" bool", test.Pos))
	if x.w.Members(test.In) > 1 {
		x.w.Note("U12", test.Pos, "this test runs several times at once: the parallel tests in all of them are taken together")
	}
	return s
}

// theTest returns the test that an operand (a *testing.T or the like) stands for; nil if it may be several.
func (x *extractor) theTest(a heap.Arg) *heap.Object {
	var out *heap.Object
	for _, l := range x.w.Unboxed(a) {
		if l.Obj.Kind != heap.Test || out != nil && out != l.Obj {
			return nil
		}
		out = l.Obj
	}
	return out
}

// ofTesting returns what a call of a function of package testing does.
func (x *extractor) ofTesting(in *heap.Instance, site ssa.CallInstruction, t heap.Target, copy int) []write.Line {
	pos := site.Pos()
	test := x.theTest(t.Args[0])
	switch t.Model {
	case heap.ModelSubtest:
		if test == nil {
			x.w.Note("U12", pos, "it is not known which test runs this one")
			return x.startAll(in, site, nil)
		}
		s := x.subtests(test)
		before := append(add(s.count, 1, pos), write.At(s.runs+" = true", pos))
		last := append(write.One(s.runs+" = false", pos), add(s.count, -1, pos)...)
		return append(x.startAll(in, site, &ending{object: s.count, before: before, lines: last}), write.At("await !"+s.runs, pos))
	case heap.ModelParallel:
		if test == nil || test.Of.Obj == nil || test.Of.Obj.Kind != heap.Test {
			x.w.Note("U12", pos, "it is not known which test runs this one")
			return nil
		}
		s := x.subtests(test.Of.Obj)
		return write.Lines(pos, s.runs+" = false", "await "+s.released)
	case heap.ModelRunParallel:
		x.w.Note(someGoroutines, pos, "as many goroutines as there are processors: two")
		x.cut(in, nil)
		group := x.taken.Unique("group", "group")
		x.decls = append(x.decls, write.At("waitgroup "+group, pos))
		counted := &ending{object: group, before: add(group, 1, pos), lines: add(group, -1, pos)}
		start := x.start(in, site, 0, 2*x.w.Members(in), counted)
		begun := x.site(in, site, "begun")
		body := append(append(write.One(begun+" = true", pos), start...), start...)
		return append(write.Block(pos, "if !"+begun, body), waitFor(group, pos)...)
	case heap.ModelCleanup:
		if len(x.cleanup(in, site)) == 0 {
			return nil
		}
		if test == nil {
			x.w.Note("U11", pos, "it is not known after which test this function is called")
			return nil
		}
		return write.One(x.site(in, site, "cleanup")+" = true", pos)
	}
	return nil
}

// cleanup returns what the function does that a call gives to Cleanup.
func (x *extractor) cleanup(in *heap.Instance, site ssa.CallInstruction) []write.Line {
	var ways [][]write.Line
	silent := false
	for _, t := range x.w.Targets(in, site, 0) {
		var way []write.Line
		switch {
		case t.Inst != nil:
			way = x.body(t.Inst)
			if len(way) > 0 && x.leaves.Unwinds(t.Inst) { // after a panic or Goexit, the next cleanup is executed
				way = append(slices.Clip(way), write.At(fmt.Sprintf("%s = %d", x.unwinding(in), settled), site.Pos()))
			}
		case t.Model == heap.ModelCancel:
			way = x.model(in, site, t, 0)
		default:
			continue
		}
		if silent = silent || len(way) == 0; len(way) > 0 {
			ways = append(ways, way)
		}
	}
	if silent && len(ways) > 0 {
		ways = append(ways, nil)
	}
	return write.Alternatives(ways, site.Pos())
}

// finished returns what package testing does before the function of a test, and after it. For an instance that is no
// test it returns nothing.
func (x *extractor) finished(in *heap.Instance) (before, after []write.Line) {
	test := x.w.TestOf(in)
	if test == nil {
		return nil, nil
	}
	pos := in.Fn.Pos()
	if s, ok := x.tests[test]; ok {
		before = write.One(s.released+" = false", pos)
		after = append(write.One(s.released+" = true", pos), waitFor(s.count, pos)...)
	}
	if c := x.w.TestContext(test); c != nil {
		after = append(after, x.cancel(c, pos, func(o *heap.Object) string {
			return x.variable(in, [2]any{"test ends", o}, "first", "bool")
		})...)
	}
	cleanups := x.cleanups(in, test, in, map[*heap.Instance]bool{})
	after = append(after, x.clean(cleanups, test)...)
	if len(after) > 0 && x.leaves.Unwinds(in) {
		after = append(write.One(fmt.Sprintf("%s = %d", x.unwinding(in), settled), pos), after...)
	}
	return before, after
}

// registration is a call of Cleanup in an instance.
type registration struct {
	in   *heap.Instance
	site ssa.CallInstruction
}

// clean returns the calls of the functions that were given to Cleanup, the last one first. After each function come
// those that it gives to Cleanup itself.
func (x *extractor) clean(all []registration, test *heap.Object) []write.Line {
	var out []write.Line
	for _, r := range slices.Backward(all) {
		body := x.cleanup(r.in, r.site)
		if len(body) == 0 {
			continue
		}
		flag, pos := x.site(r.in, r.site, "cleanup"), r.site.Pos()
		var more []registration
		for _, t := range x.w.Targets(r.in, r.site, 0) {
			if t.Inst != nil {
				more = append(more, x.cleanups(t.Inst, test, t.Inst, map[*heap.Instance]bool{})...)
			}
		}
		body = append(write.One(flag+" = false", pos), body...)
		out = append(out, write.Block(pos, "if "+flag, append(body, x.clean(more, test)...))...)
	}
	return out
}

// cleanups lists the calls of Cleanup for a test that instance in may execute, in an order in which they may come.
// from is the instance where the search began, and seen has those that were searched before.
func (x *extractor) cleanups(in *heap.Instance, test *heap.Object, from *heap.Instance,
	seen map[*heap.Instance]bool) []registration {
	if seen[in] {
		return nil
	}
	seen[in] = true
	var out, later []registration
	for _, b := range postorder(in.Fn) {
		for _, i := range b.Instrs {
			site, ok := i.(ssa.CallInstruction)
			if _, isGo := i.(*ssa.Go); !ok || isGo {
				continue
			}
			var here []registration
			for copy := range x.w.Copies(in, site) {
				for _, t := range x.w.Targets(in, site, copy) {
					switch {
					case t.Model == heap.ModelCleanup && x.theTest(t.Args[0]) == test:
						here = append(here, registration{in, site})
						if x.again(in, b, from) && len(x.cleanup(in, site)) > 0 {
							x.w.Note(deferredOnce, site.Pos(), "Cleanup in a loop: the function is executed once")
						}
					case t.Inst != nil && !t.Inst.Spawned && !x.leaves.IsCleanup(in, site):
						here = append(here, x.cleanups(t.Inst, test, from, seen)...)
					}
				}
			}
			if _, deferred := i.(*ssa.Defer); deferred {
				later = append(here, later...)
			} else {
				out = append(out, here...)
			}
		}
	}
	return append(out, later...)
}

// again reports whether block b of an instance may be executed several times in one execution of instance from, which
// calls in, perhaps through others: some block on the way is in a loop.
func (x *extractor) again(in *heap.Instance, b *ssa.BasicBlock, from *heap.Instance) bool {
	for ; ; b, in = in.Site.Block(), in.Parent {
		if x.w.InLoop(b) {
			return true
		}
		if in == from || in.Parent == nil {
			return false
		}
	}
}

// postorder lists the blocks of a function in reverse postorder: what comes before, but for loops, is before.
func postorder(fn *ssa.Function) []*ssa.BasicBlock {
	var out []*ssa.BasicBlock
	seen := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		seen[b] = true
		for _, s := range b.Succs {
			if !seen[s] {
				visit(s)
			}
		}
		out = append(out, b)
	}
	visit(fn.Blocks[0])
	slices.Reverse(out)
	return out
}
