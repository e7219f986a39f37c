package slice

import (
	"cmp"
	"context"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// This file computes the sets of objects (package heap) for one root. A root with too many calling contexts is
// analysed again, with contexts only for functions that have a part in synchronization (share.go).

// Options say how precisely a root is analysed.
type Options struct {
	// Contexts bounds the calling contexts of a root that are told apart; 0 stands for the constant Contexts. If a root
	// has more, only functions that have a part in synchronization have contexts of their own. Below zero, all
	// functions have, as many as heap.DefaultLimits allow.
	Contexts int
}

// Contexts is the default of Options.Contexts.
const Contexts = 3000

// Codes of the ledger.
const (
	Shared      = "A08" // all calls of some functions are one calling context
	Unrecovered = "B10" // panics that are recovered are left out
)

// Before has the instances of what is executed before a root.
type Before struct {
	Inits []*heap.Instance // the initializers of packages, in the order in which they are executed
	Main  *heap.Instance   // the function TestMain that runs the root; nil: the root is no test, or has none
}

// All lists the instances, in order.
func (b Before) All() []*heap.Instance {
	if b.Main == nil {
		return b.Inits
	}
	return append(slices.Clip(b.Inits), b.Main)
}

// Solve computes the sets of objects for a root and what comes before it. It returns the solved world, and the
// instance of the root's function. Its error is that of ctx.
func (o Options) Solve(ctx context.Context, ps *roots.Packages, root roots.Root) (w *heap.World,
	in *heap.Instance, before Before, err error) {
	limits := heap.DefaultLimits
	if o.Contexts >= 0 {
		limits.Instances = cmp.Or(o.Contexts, Contexts)
	}
	for many := false; ; {
		w = heap.New(ps.Prog, limits, ps.Within)
		w.Library, w.Files, w.Sounding, w.Linked = ps.Library, ps.Alone, ps.Sounding, ps.Linked
		w.Registered = ps.Registered
		if ps.Bound != nil {
			w.Makes = ps.Makes
		}
		if many {
			facts, err := of(ctx, ps, []roots.Root{root}, false, nil) // of this root alone, which is more precise
			if err != nil {
				return nil, nil, before, err
			}
			var lost []token.Pos
			w.Share, lost = facts.share(root)
			for _, pos := range lost {
				w.Note(Unrecovered, pos, "a panic here, which is recovered, is taken not to happen")
			}
			w.Note(Shared, root.Fn.Pos(), "calls in many contexts: functions without synchronization are taken to return")
		}
		in = w.Root(root.Fn)
		before = Before{}
		for _, f := range initializers(ps, root) {
			before.Inits = append(before.Inits, w.Root(f))
		}
		if f := ps.TestMain(root); f != nil {
			before.Main = w.Root(f)
		}
		err := w.Solve(ctx)
		// Each of the next two steps adds functions that code which is not followed may call: those that an initializer
		// hands to a variable of another package, and those that such code keeps. The sets then have to be solved again.
		if err == nil && ps.Imported(root) && w.Hooks() {
			err = w.Solve(ctx)
		}
		for err == nil && w.EnterKept() {
			err = w.Solve(ctx)
		}
		if err != nil {
			return nil, nil, before, err
		}
		switch {
		case w.Overrun(): // too many instances by turns of loops: once more with one instance for all turns
			limits.Unrolled = 0
		case many || o.Contexts < 0 || len(w.Instances) < limits.Instances:
			return w, in, before, nil
		default:
			many, limits.Instances = true, heap.DefaultLimits.Instances
		}
	}
}

// initializers lists the initializers of the package of a root, and of the followed packages that it imports.
func initializers(ps *roots.Packages, root roots.Root) []*ssa.Function {
	init := root.Fn.Pkg.Func("init")
	if init == nil {
		return nil
	}
	return slices.DeleteFunc(heap.Initializers(init), func(f *ssa.Function) bool { return !ps.Within(f) })
}
