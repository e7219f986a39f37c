package slice

import (
	"cmp"
	"context"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// Options say how much is told apart in a root.
type Options struct {
	// Facts are of roots of the packages, this one among them; nil: nothing is known.
	Facts *Facts
	// Contexts is how many calling contexts a root may have for all of them to be told apart; 0 stands for Contexts.
	// Where there are more, and facts, only functions that have a part in synchronization have contexts of their own.
	Contexts int
}

// Contexts is how many calling contexts of a root are told apart.
const Contexts = 3000

// Shared is the code of the ledger where functions share their contexts.
const Shared = "A08"

// Solve finds what operands may be in a root, and in what comes before it: the instance of the root, and that of the
// initializer of its package, or nil. Its error is that of ctx.
func (o Options) Solve(ctx context.Context, ps *roots.Packages, root roots.Root) (w *heap.World,
	in, begin *heap.Instance, err error) {
	limits := heap.DefaultLimits
	if o.Facts != nil {
		limits.Instances = cmp.Or(o.Contexts, Contexts)
	}
	for many := false; ; many = true {
		w = heap.New(ps.Prog, limits, ps.Within)
		w.Library, w.Files, w.Sounding = ps.Library, ps.Alone, ps.Sounding
		if ps.Bound != nil {
			w.Makes = ps.Makes
		}
		if many {
			w.Share = o.Facts.Share(root)
			w.Note(Shared, root.Fn.Pos(), "calls in many contexts: functions without synchronization are taken to return")
		}
		in = w.Root(root.Fn)
		if f := root.Fn.Pkg.Func("init"); f != nil { // it calls those of the packages that it imports
			begin = w.Root(f)
		}
		if err := w.Solve(ctx); err != nil {
			return nil, nil, nil, err
		}
		if many || o.Facts == nil || len(w.Instances) < limits.Instances {
			return w, in, begin, nil
		}
		limits = heap.DefaultLimits
	}
}
