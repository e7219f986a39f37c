package slice

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
)

// This file says which instructions count: those that could make a difference to a root's deadlocks, run-time errors
// of synchronization, or events.

// counts reports whether an instruction may wait, wakes who waits, starts a goroutine, may be an error of
// synchronization, or is an event. Operations on quiet locks do not count.
func (f *Facts) counts(in *heap.Instance, i ssa.Instruction) bool {
	if len(f.ps.Named[i]) > 0 || heap.Moves(i) || in.Waits[i] {
		return true
	}
	switch i := i.(type) {
	case *ssa.Send, *ssa.Select, *ssa.Go:
		return true
	case *ssa.Defer:
		return heap.Outer(i) || f.callCounts(in, i)
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Panic:
		return f.w.PanicCalls(in, i)
	case ssa.CallInstruction:
		return f.callCounts(in, i)
	}
	return false
}

// callCounts reports whether a call counts by itself. It does not look at followed functions that the call executes.
func (f *Facts) callCounts(in *heap.Instance, site ssa.CallInstruction) bool {
	if b, ok := site.Common().Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	if f.bound(in, site) {
		return true
	}
	for _, t := range f.targets(in, site) {
		if t.Model != "" && !harmless(t.Model) && !f.quiet[operation{in, site}] {
			return true
		}
	}
	fn := site.Common().StaticCallee()
	if fn == nil || len(fn.Blocks) > 0 && f.ps.Within(fn) {
		return false
	}
	switch name := heap.FullName(fn); name {
	case "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues": // a function that calls itself this way waits for itself
		return slices.ContainsFunc(f.w.Objects(in, site.Common().Args[0]), func(l heap.Loc) bool {
			reenters := func(in *heap.Instance) bool { return f.reenters[in] }
			return l.Obj.Kind != heap.Func || slices.ContainsFunc(f.of[l.Obj.Fn], reenters)
		})
	default:
		foreign := fn.Pkg != nil && !f.ps.Library(fn.Pkg.Pkg)
		return foreign && f.ps.Alone || strings.Contains(name, "golang.org/x/sync/")
	}
}

// harmless reports whether a modelled function of the library never waits, and never makes others wait. To cancel a
// context wakes others, but whoever waits for a context counts already.
func harmless(model string) bool {
	switch model {
	case heap.ModelFn, heap.ModelCancel, heap.ModelCleanup, "os.Exit", "(*time.Timer).Stop", "(*time.Ticker).Stop",
		"(*time.Timer).Reset", "(*time.Ticker).Reset", "time.NewTimer", "time.NewTicker":
		return true
	}
	_, _, atomic := heap.Atomic(model)
	return atomic || unwind.Goexits(model) || unwind.Panics(model) || fatal(model)
}

// fatal reports whether a function of package log ends the program.
func fatal(model string) bool {
	return strings.HasPrefix(strings.TrimPrefix(model, "(*log.Logger)."), "Fatal") || strings.HasPrefix(model, "log.Fatal")
}

// bound reports whether a call is an event of a specification, or makes an object that one is about.
func (f *Facts) bound(in *heap.Instance, site ssa.CallInstruction) bool {
	if f.ps.Bound == nil {
		return false
	}
	match := func(o types.Object) bool {
		fn, ok := o.(*types.Func)
		return ok && len(f.ps.Bound.Match(fn)) > 0
	}
	c := site.Common()
	if c.IsInvoke() && match(c.Method) || c.StaticCallee() != nil && match(c.StaticCallee().Object()) ||
		c.StaticCallee() == nil && len(f.ps.Bound.Itself()) > 0 {
		return true
	}
	for _, l := range f.w.Objects(in, c.Value) {
		switch {
		case l.Obj.Kind == heap.Func && match(l.Obj.Fn.Object()):
			return true
		case l.Obj.Kind == heap.Box && c.IsInvoke():
			if fn := f.w.Method(l.Obj.Type, c.Method.Pkg(), c.Method.Name()); fn != nil && match(fn.Object()) {
				return true
			}
		}
	}
	return false
}
