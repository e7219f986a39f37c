package heap

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file makes instances that stand for several calls: a function without a part in synchronization has one
// instance for all of its calls (World.Share), so that its callers need fewer contexts. It also knows initializers of
// packages.

// initializer is what ssa.Function.Synthetic says for the function that initializes a package.
const initializer = "package initializer"

// Initializes reports whether a function initializes a package, after the packages that it imports.
func Initializes(fn *ssa.Function) bool { return fn.Synthetic == initializer }

// Initializers lists the initializers of packages that init calls, also through others, and init itself, in the order
// in which they are executed. Each is executed once.
func Initializers(init *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	seen := map[*ssa.Function]bool{}
	var visit func(*ssa.Function)
	visit = func(fn *ssa.Function) {
		if seen[fn] || fn.Blocks == nil {
			return
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(*ssa.Call)
				if ok && c.Call.StaticCallee() != nil && Initializes(c.Call.StaticCallee()) {
					visit(c.Call.StaticCallee())
				}
			}
		}
		out = append(out, fn)
	}
	visit(init)
	return out
}

// isShared reports whether a call of fn executes the shared instance of fn, and none of its own.
func (w *World) isShared(site ssa.Instruction, fn *ssa.Function) bool {
	switch {
	case fn.Synthetic == initializer:
		return false
	case w.Merge || w.Share == nil:
		return w.Merge
	}
	_, isGo := site.(*ssa.Go)
	return !isGo && !w.starts(site) && w.Share(fn)
}

// sharedInstance returns the instance for all calls of a function; of a function with captured variables, for all
// calls of the function value self. self is nil for other functions.
func (w *World) sharedInstance(fn *ssa.Function, self *Object) *Instance {
	key := callKey{fn: fn, self: self}
	if in := w.sharedInstances[key]; in != nil {
		return in
	}
	in := &Instance{ID: len(w.Instances), Fn: fn, Self: self, Again: true, Shared: true, calls: map[callKey]*Instance{}}
	w.Instances = append(w.Instances, in)
	w.sharedInstances[key] = in
	w.constrain(in)
	return in
}

// Enter makes the instances of what code that is not analysed may call at any time if it keeps an object: the function
// that it is, or its exported methods, with operands that are not known. Functions must be shared.
func (w *World) Enter(o *Object) {
	switch {
	case o.Kind == Func:
		self := o
		if len(o.Fn.FreeVars) == 0 {
			self = nil
		}
		w.enterShared(o.Fn, self, nil)
	case o.Kind == Box:
		for _, fn := range w.KeptMethods(o) {
			if recv := fn.Signature.Recv(); recv != nil && types.Identical(recv.Type(), o.Type) {
				w.enterShared(fn, nil, o)
			} else {
				w.enterShared(fn, nil, nil) // of a part
			}
		}
	}
}

func (w *World) enterShared(fn *ssa.Function, self, box *Object) {
	if fn.Blocks == nil || !w.Inside(fn) {
		return
	}
	in := w.sharedInstance(fn, self)
	for _, b := range fn.Blocks { // what it returns, such code has
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			for _, v := range r.Results {
				w.giveAway(in, v)
			}
		}
	}
	for i, p := range fn.Params {
		switch {
		case i == 0 && box != nil:
			for _, leaf := range w.leaves(p.Type()) {
				w.edge(w.cell(Loc{box, content + leaf}), w.reg(in, p, leaf))
			}
		default:
			w.spread(in, p, p.Type(), "")
		}
	}
}
