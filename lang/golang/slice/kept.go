package slice

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Unanalysed code may keep functions and interface values that it gets, and call them later. This file finds the
// calls of unanalysed code that may do so (they *reenter* the packages):
//
//	b := bufio.NewWriter(conn) // bufio keeps conn, whose method Write is of the package
//	b.Flush()                  // may call conn.Write
//
// Such a call may do whatever the kept functions do.

// reentering computes f.reenters.
func (f *Facts) reentering() {
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		if f.each(in, func(i ssa.Instruction) bool { return f.reentersAt(in, i) }) {
			own = append(own, in)
		}
	}
	f.reenters = reach(f.callers, own)
}

// reentersAt reports whether an instruction is a call of unanalysed code that may call what it has kept: the call of
// an unknown function or interface value, or of a function that is not followed and gets more than numbers and
// strings.
func (f *Facts) reentersAt(in *heap.Instance, i ssa.Instruction) bool {
	site, ok := i.(ssa.CallInstruction)
	if !ok {
		return false
	}
	if _, ok := site.Common().Value.(*ssa.Builtin); ok {
		return false
	}
	targets := f.targets(in, i)
	if slices.ContainsFunc(targets, func(t heap.Target) bool { return t.Model == heap.ModelFn }) {
		return true
	}
	callee := site.Common().StaticCallee()
	switch {
	case callee == nil: // also of a type of the library
		return slices.ContainsFunc(f.w.Objects(in, site.Common().Value), func(l heap.Loc) bool {
			return l.Obj.Kind == heap.Box && site.Common().IsInvoke() && f.foreignMethod(l.Obj.Type, site.Common().Method) ||
				l.Obj.Kind == heap.Func && !f.ps.Within(l.Obj.Fn)
		})
	case f.ps.Within(callee) || slices.ContainsFunc(targets, func(t heap.Target) bool { return t.Model != "" }):
		return false
	}
	if heap.CallsNothing(callee) || f.callsOwn(in, callee, site.Common().Args) {
		return false
	}
	if p := callee.Pkg; p != nil && f.ps.Keeps(p.Pkg) {
		return true
	}
	return slices.ContainsFunc(site.Common().Args, func(v ssa.Value) bool {
		return !plain(v.Type(), 0) && !f.untouched(in, v)
	})
}

// callsOwn reports whether a function of the library can only call its operands and their methods, and these lead
// to followed code alone. That is so if nobody has given its package anything before, and if all functions and
// values that it may call are known. The receiver of a method is an operand too, since it may hold what it was
// given.
func (f *Facts) callsOwn(in *heap.Instance, fn *ssa.Function, args []ssa.Value) bool {
	asks := false // methods of whatever value it gets
	switch pkg, name, _ := strings.Cut(heap.FullName(fn), "."); pkg {
	case "bytes", "cmp", "maps", "math/rand", "slices", "sort", "strconv", "strings":
	case "errors":
		asks = true
	case "fmt":
		asks = true // others use the standard files, which may be those of os.Pipe
		if !strings.HasPrefix(name, "Sprint") && !strings.HasPrefix(name, "Append") && name != "Errorf" {
			return false
		}
	default:
		return false
	}
	own := func(l heap.Loc) bool {
		return l.Obj.Kind == heap.Box && plain(l.Obj.Type, 0) || l.Obj.Kind == heap.Func && f.ps.Within(l.Obj.Fn)
	}
	return limitedTo(args, func(v ssa.Value) bool {
		switch t := v.Type().Underlying().(type) {
		case *types.Signature:
			return limitedTo(f.w.Objects(in, v), own)
		case *types.Interface:
			return !asks && t.NumMethods() == 0 || limitedTo(f.w.Objects(in, v), own)
		case *types.Slice: // operands in the place of ...
			return !asks || types.IsInterface(t.Elem()) && limitedTo(f.w.Objects(in, v), func(l heap.Loc) bool {
				return l.Obj.Kind == heap.Memory && limitedTo(f.w.Content(heap.Loc{Obj: l.Obj, Path: l.Path + "[]"}), own)
			}) || plain(t, 0)
		}
		return !asks || plain(v.Type(), 0)
	})
}

// foreignMethod reports whether a method of a type is not followed.
func (f *Facts) foreignMethod(t types.Type, m *types.Func) bool {
	fn := f.w.Method(t, m.Pkg(), m.Name())
	return fn == nil || !f.ps.Within(fn)
}

// untouched reports whether a value is loaded from a variable of the library, as os.Stdout, to which the packages
// assign nothing.
func (f *Facts) untouched(in *heap.Instance, v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	own := func(l heap.Loc) bool { return l.Obj.Kind != heap.Unknown }
	if !ok || g.Pkg.Func("init") != nil && f.ps.Within(g.Pkg.Func("init")) {
		return false
	}
	return !slices.ContainsFunc(f.w.Objects(in, v), own)
}

// deepest bounds how far plain looks into a type, which may contain itself.
const deepest = 6

// plain reports whether values of a type lead to nothing that could be called. depth is how deep the type is in
// others, from 0. May err towards: they do lead to something.
func plain(t types.Type, depth int) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return depth < deepest && plain(u.Elem(), depth+1)
	case *types.Slice:
		return depth < deepest && plain(u.Elem(), depth+1)
	case *types.Array:
		return depth < deepest && plain(u.Elem(), depth+1)
	case *types.Struct:
		for v := range u.Fields() {
			if depth >= deepest || !plain(v.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// keptWaits reports whether some function that unanalysed code has kept has an operation that counts.
func (f *Facts) keptWaits() bool {
	for o := range f.w.Reach(keeps(f.w.Instances)) {
		if slices.ContainsFunc(f.callable(o), f.mayWait) {
			return true
		}
	}
	return false
}

// joining finds the instances that call a function of the library which waits until others have returned that the
// library has called, as Shutdown waits for the handlers of a server. A handler that calls it waits for itself.
func (f *Facts) joining() {
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		if f.each(in, func(i ssa.Instruction) bool { return heap.Joins(i) }) {
			own = append(own, in)
		}
	}
	f.joins = reach(f.callers, own)
}

// mayWait reports whether a function may have an operation that counts, or call one that joins. If no root calls it,
// the facts in lasting say so, or else its body.
func (f *Facts) mayWait(fn *ssa.Function) bool {
	of, facts := f.of[fn], f
	if len(of) == 0 && f.lasting != nil {
		of, facts = f.lasting.of[fn], f.lasting
	}
	return len(of) == 0 && f.w.Synchronizing(fn) ||
		slices.ContainsFunc(of, func(in *heap.Instance) bool { return facts.waits[in] || facts.joins[in] })
}
