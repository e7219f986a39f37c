package unwind_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/clients"
	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/lang/golang/unwind"
)

// Functions that call each other in a cycle all fail if one does, whichever is asked about first.
func TestFailsInCycles(t *testing.T) {
	ps, list := roots.Load(t.Context(), "../testdata/traps", []string{"."}, clients.None)
	if ps == nil {
		t.Fatal(list.All)
	}
	all := ps.Roots()
	root := all[slices.IndexFunc(all, func(r roots.Root) bool { return r.Name == "traps.HoldsRecoveredCycle" })]
	for _, order := range [][]string{{"first", "second"}, {"second", "first"}} {
		w := heap.New(ps.Prog, heap.DefaultLimits, ps.Within)
		w.Share = func(fn *ssa.Function) bool { return slices.Contains(order, fn.Name()) }
		w.Root(root.Fn)
		if err := w.Solve(t.Context()); err != nil {
			t.Fatal(err)
		}
		l := unwind.New(w)
		for _, name := range order {
			i := slices.IndexFunc(w.Instances, func(in *heap.Instance) bool { return in.Fn.Name() == name })
			if i < 0 || !l.Fails(w.Instances[i]) {
				t.Errorf("%s does not fail, in the order %v", name, order)
			}
		}
	}
}
