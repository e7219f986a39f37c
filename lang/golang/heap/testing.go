package heap

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Tests, benchmarks and fuzz targets: the methods of *testing.T, B and F. The instance of a test function has an object
// of kind Test, to which its first parameter points. In
//
//	func TestA(t *testing.T) {                               // object 1
//		t.Run("x", func(t *testing.T) { .. })                // object 2, Of 1: executed as a call
//		t.Run("y", func(t *testing.T) { t.Parallel(); .. })  // object 3, Of 1: a goroutine of its own
//	}
//
// the subtest x runs in the goroutine of TestA, which would only wait for it; y runs in parallel.

// Models of functions of package testing.
const (
	ModelSubtest     = "parallel subtest" // t.Run of one
	ModelParallel    = "(*testing.T).Parallel"
	ModelCleanup     = "(*testing.common).Cleanup"
	ModelRunParallel = "(*testing.B).RunParallel"
)

// TestOf returns the object of the test that an instance is; nil if it is none.
func (w *World) TestOf(in *Instance) *Object { return w.byKey[objKey{in, "test", Test}] }

// TestContext returns the context of a test (t.Context); nil if nobody asks for it.
func (w *World) TestContext(test *Object) *Object {
	return w.byKey[objKey{test.In, "test context", Context}]
}

// IsTesting reports whether a type is that of a test, a benchmark or a fuzz target.
func IsTesting(t types.Type) bool {
	p, ok := t.(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := p.Elem().(*types.Named)
	if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "testing" {
		return false
	}
	return slices.Contains([]string{"T", "B", "F"}, n.Obj().Name())
}

// makeTest makes the object of a test function's instance, and adds it to the first parameter. parent is the test that
// runs it, or nil. It does nothing for other functions.
func (w *World) makeTest(in *Instance, parent *Object) {
	if len(in.Fn.Params) == 0 || !IsTesting(in.Fn.Params[0].Type()) {
		return
	}
	o := w.model(in, "test", nil, Test, nil, "test", in.Fn.Pos())
	if parent != nil {
		o.Of = Loc{Obj: parent}
	}
	w.add(w.reg(in, in.Fn.Params[0], ""), Loc{o, ""})
}

// testingCall adds what a call of fn does, if that is a function of package testing that the analysis knows; else it
// returns false.
func (w *World) testingCall(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) bool {
	name := FullName(fn)
	switch name {
	case "(*testing.T).Run", "(*testing.B).Run":
		parallel := w.parallel(site)
		if parallel {
			w.target(in, site, copy, Target{Model: ModelSubtest, Args: args})
		}
		w.forEach(w.argNode(args[len(args)-1], ""), func(l Loc) {
			if l.Obj.Kind != Func || !w.fitsTurn(in, site, copy, l) {
				return
			}
			if sub := w.callBack(in, site, copy, l.Obj, false, parallel); sub != nil {
				w.makeTest(sub, nil)
				w.forEach(w.argNode(args[0], ""), func(t Loc) { w.makeTest(sub, t.Obj) })
			}
		})
	case ModelParallel:
		w.forEach(w.argNode(args[0], ""), func(l Loc) {
			switch {
			case l.Obj.Kind != Test || l.Obj.In.Parent != nil && !l.Obj.In.Spawned:
				w.Note("U12", site.Pos(), "tests that run in parallel: in the model, one after the other")
			case l.Obj.In.Parent != nil:
				w.target(in, site, copy, Target{Model: name, Args: args})
			}
		})
	case ModelCleanup:
		w.forEach(w.argNode(args[0], ""), func(l Loc) {
			if _, isGo := site.(*ssa.Go); isGo || l.Obj.Kind != Test || !w.runsWithin(l.Obj.In, in) {
				w.external(in, site, copy, fn, args)
				return
			}
			w.target(in, site, copy, Target{Model: name, Args: args})
			w.forEach(w.argNode(args[1], ""), func(f Loc) {
				switch f.Obj.Kind {
				case Func:
					w.callBack(in, site, copy, f.Obj, false, false)
				case Cancel:
					w.target(in, site, copy, Target{Model: ModelCancel, Args: []Arg{{one: &f}}})
				}
			})
		})
	case "(*testing.common).Context":
		x := site.Value()
		if x == nil {
			return true
		}
		w.forEach(w.argNode(args[0], ""), func(l Loc) {
			if l.Obj.Kind != Test {
				w.add(w.reg(in, x, ""), w.unknown())
				return
			}
			test := l.Obj.In
			c := w.model(test, "test context", nil, Context, nil, "ctx", site.Pos())
			c.Many = test.Parent != nil && w.Again(test.Parent, test.Site.Block())
			w.add(w.reg(in, x, ""), Loc{c, ""})
		})
	case ModelRunParallel:
		w.target(in, site, copy, Target{Model: name, Args: args})
		w.forEach(w.argNode(args[1], ""), func(l Loc) {
			if l.Obj.Kind == Func && w.fitsTurn(in, site, copy, l) {
				w.callBack(in, site, copy, l.Obj, false, true)
			}
		})
	default:
		return false
	}
	return true
}

// runsWithin reports whether instance in is executed as part of test, by the same goroutine.
func (w *World) runsWithin(test, in *Instance) bool {
	for ; in != test; in = in.Parent {
		if in.Parent == nil || in.Spawned {
			return false
		}
	}
	return true
}

// parallel reports whether a call is one of t.Run with a subtest that may call Parallel.
func (w *World) parallel(site ssa.Instruction) bool {
	call, ok := site.(ssa.CallInstruction)
	if !ok || call.Common().StaticCallee() == nil || FullName(call.Common().StaticCallee()) != "(*testing.T).Run" {
		return false
	}
	f := call.Common().Args[2]
	if c, ok := f.(*ssa.MakeClosure); ok {
		f = c.Fn
	}
	fn, ok := f.(*ssa.Function)
	return ok && w.callsParallel(fn, 0)
}

// callsParallel reports whether a function calls Parallel, or calls functions that do, at most three calls deep. May
// err towards: no, which ModelParallel then notes.
func (w *World) callsParallel(fn *ssa.Function, depth int) bool {
	if known, ok := w.parallelMemo[fn]; ok || depth > 3 {
		return known
	}
	w.parallelMemo[fn] = false
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(ssa.CallInstruction)
			if !ok || c.Common().StaticCallee() == nil {
				continue
			}
			callee := c.Common().StaticCallee()
			if FullName(callee) == ModelParallel || FullName(callee) != "(*testing.T).Run" && w.callsParallel(callee, depth+1) {
				w.parallelMemo[fn] = true
			}
		}
	}
	return w.parallelMemo[fn]
}
