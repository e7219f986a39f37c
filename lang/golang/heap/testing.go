package heap

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Tests: what a *testing.T, B or F does. The test that an instance is has an object, which is what its first parameter
// points to. A subtest that calls Parallel is a goroutine of its own, which t.Run starts; any other one is executed by
// the caller of t.Run, who would only wait for it.

// Models of functions of package testing.
const (
	ModelSubtest     = "parallel subtest" // t.Run of one
	ModelParallel    = "(*testing.T).Parallel"
	ModelCleanup     = "(*testing.common).Cleanup"
	ModelRunParallel = "(*testing.B).RunParallel"
)

// TestOf is the test that an instance is; nil if it is none.
func (w *World) TestOf(in *Instance) *Object { return w.byKey[objKey{in, "test", Test}] }

// TestContext is the context of a test; nil if nobody asks for it.
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

// test makes the object of a test, and gives it to the first parameter.
func (w *World) test(in *Instance, by *Object) {
	if len(in.Fn.Params) == 0 || !IsTesting(in.Fn.Params[0].Type()) {
		return
	}
	o := w.model(in, "test", nil, Test, nil, "test", in.Fn.Pos())
	if by != nil {
		o.Of = Loc{Obj: by}
	}
	w.add(w.reg(in, in.Fn.Params[0], ""), Loc{o, ""})
}

// testing is a call of a function of package testing that the analysis knows.
func (w *World) testing(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) bool {
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
				w.test(sub, nil)
				w.forEach(w.argNode(args[0], ""), func(t Loc) { w.test(sub, t.Obj) })
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
			if _, isGo := site.(*ssa.Go); isGo || l.Obj.Kind != Test || !w.executes(l.Obj.In, in) {
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
			of := l.Obj.In
			c := w.model(of, "test context", nil, Context, nil, "ctx", site.Pos())
			c.Many = of.Parent != nil && w.Again(of.Parent, of.Site.Block())
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

// executes reports whether the goroutine that executes a test executes an instance in it.
func (w *World) executes(test, in *Instance) bool {
	for ; in != test; in = in.Parent {
		if in.Parent == nil || in.Spawned {
			return false
		}
	}
	return true
}

// parallel reports whether a call is one of t.Run with a test that may call Parallel.
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

// callsParallel reports whether a function may call Parallel, or one that it calls directly.
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
