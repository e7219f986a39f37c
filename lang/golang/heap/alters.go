package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Functions that do not synchronize, but assign to variables that somebody else may have:
//
//	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { ready = true })
//
// Whether ready is true decides what others wait for. So such a function has a part in the program where code that is
// not followed calls it: by a method that package fmt asks for (formats.go), or at any time, if that code keeps it
// (EnterKept).

// alters reports whether a function, or one that it calls, may assign to a variable that is not its own. May err
// towards: yes.
func (w *World) alters(fn *ssa.Function) bool {
	known, ok := w.altersMemo[fn]
	if !ok {
		known = w.mayAlter(fn, map[*ssa.Function]bool{})
		w.altersMemo[fn] = known
	}
	return known
}

// mayAlter is alters, for a search that has come to the functions in seen.
func (w *World) mayAlter(fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] || fn.Blocks == nil || !w.Inside(fn) {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Store:
				if allocOf(i.Addr) == nil {
					return true
				}
			case *ssa.MapUpdate:
				if _, own := i.Map.(*ssa.MakeMap); !own {
					return true
				}
			case ssa.CallInstruction:
				if w.callAlters(i.Common(), seen) {
					return true
				}
			}
		}
	}
	for _, inner := range fn.AnonFuncs { // which it may call, or have called
		if w.mayAlter(inner, seen) {
			return true
		}
	}
	return false
}

// callAlters is mayAlter for a call: a function that is not known, a builtin one that moves items, or one of the
// library may assign to what it gets, or hand it out.
func (w *World) callAlters(c *ssa.CallCommon, seen map[*ssa.Function]bool) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" || b.Name() == "copy" || b.Name() == "clear"
	}
	fn := c.StaticCallee()
	switch {
	case fn == nil:
		return true
	case fn.Blocks != nil && w.Inside(fn):
		return w.mayAlter(fn, seen)
	}
	row, known := std.Of(FullName(fn))
	if known && !row.Fills && !row.Gives && !row.Keeps() {
		return false
	}
	for v := range c.Signature().Params().Variables() {
		if mayPoint(v.Type()) {
			return true
		}
	}
	return false
}

// mayPoint reports whether values of a type may lead to a variable. It asks for nothing but the type: leaves, which
// knows more, asks for functions that alter (leads).
func mayPoint(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	case *types.Array:
		return mayPoint(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if mayPoint(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

// EnterKept makes the instances of functions and methods that code which is not followed keeps, and may call at any
// time, if they do not synchronize but assign to variables, or return what leads to some. The program lacks these
// instances, as it lacks all that are shared, so that the variables are not in it; but the sets have what is assigned.
// All sets must be solved; EnterKept reports whether they must be solved again. (Functions that synchronize are in the
// ledger: Expose.)
func (w *World) EnterKept() bool {
	before := len(w.Instances)
	for _, o := range w.kept() {
		switch o.Kind {
		case Func:
			w.enterIf(o.Fn, o, nil)
		case Box:
			for _, fn := range w.KeptMethods(o) {
				if recv := fn.Signature.Recv(); recv != nil && types.Identical(recv.Type(), o.Type) {
					w.enterIf(fn, nil, o)
				} else {
					w.enterIf(fn, nil, nil) // of a part
				}
			}
		}
	}
	return len(w.Instances) > before
}

// enterIf is enterShared for a function that has a part as EnterKept says.
func (w *World) enterIf(fn *ssa.Function, self, box *Object) {
	if fn.Blocks == nil || !w.Inside(fn) || w.Synchronizing(fn) {
		return
	}
	if !w.alters(fn) && len(w.leaves(fn.Signature.Results())) == 0 {
		return
	}
	if len(fn.FreeVars) == 0 {
		self = nil
	}
	if w.sharedInstances[callKey{fn: fn, self: self}] == nil {
		w.enterShared(fn, self, box)
	}
}

// kept lists the objects that code which is not followed may use at any time, in their order: those that it was given
// (retain), and those that can be reached from them, but not through the captured variables of a function.
func (w *World) kept() (out []*Object) {
	var from []Loc
	for _, o := range w.objects {
		if o.Kept {
			from = append(from, Loc{o, ""})
		}
	}
	if w.callsUnknown { // an unknown function that is called may be one of these
		from = append(from, w.handedLocs...)
	}
	reached := w.reachable(from)
	for _, o := range w.objects {
		if reached[o] {
			out = append(out, o)
		}
	}
	return out
}
