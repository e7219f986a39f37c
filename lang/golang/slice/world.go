package slice

import (
	"cmp"
	"context"
	"go/token"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// Options say how much is told apart in a root.
type Options struct {
	// Contexts is how many calling contexts a root may have for all of them to be told apart; 0 stands for Contexts.
	// Where there are more, only functions that have a part in synchronization have contexts of their own. Below zero,
	// all have, as many as heap.DefaultLimits allow.
	Contexts int
}

// Contexts is how many calling contexts of a root are told apart.
const Contexts = 3000

// Codes of the ledger: functions share their contexts, and panics are left out that are recovered.
const (
	Shared      = "A08"
	Unrecovered = "B10"
)

// Solve finds what operands may be in a root, and in what comes before it: the instance of the root, and that of the
// initializer of its package, or nil. Its error is that of ctx.
func (o Options) Solve(ctx context.Context, ps *roots.Packages, root roots.Root) (w *heap.World,
	in, begin *heap.Instance, err error) {
	limits := heap.DefaultLimits
	if o.Contexts >= 0 {
		limits.Instances = cmp.Or(o.Contexts, Contexts)
	}
	for many := false; ; {
		w = heap.New(ps.Prog, limits, ps.Within)
		w.Library, w.Files, w.Sounding = ps.Library, ps.Alone, ps.Sounding
		if ps.Bound != nil {
			w.Makes = ps.Makes
		}
		if many {
			facts, err := of(ctx, ps, []roots.Root{root}, false, nil) // other roots say nothing of this one
			if err != nil {
				return nil, nil, nil, err
			}
			var lost []token.Pos
			w.Share, lost = facts.share(root)
			for _, pos := range lost {
				w.Note(Unrecovered, pos, "a panic here, which is recovered, is taken not to happen")
			}
			w.Note(Shared, root.Fn.Pos(), "calls in many contexts: functions without synchronization are taken to return")
		}
		in = w.Root(root.Fn)
		if f := root.Fn.Pkg.Func("init"); f != nil { // it calls those of the packages that it imports
			begin = w.Root(f)
		}
		if err := w.Solve(ctx); err != nil {
			return nil, nil, nil, err
		}
		switch {
		case w.Overrun():
			limits.Unrolled = 0
		case many || o.Contexts < 0 || len(w.Instances) < limits.Instances:
			return w, in, begin, nil
		default:
			many, limits.Instances = true, heap.DefaultLimits.Instances
		}
	}
}
