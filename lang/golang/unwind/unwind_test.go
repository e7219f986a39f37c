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

// Functions that call each other in a cycle all fail, or end their goroutine, if one does, whichever is asked about first.
func TestFailsInCycles(t *testing.T) {
	ps, list := roots.Load(t.Context(), "../testdata/traps", []string{"."}, clients.None)
	if ps == nil {
		t.Fatal(list.All)
	}
	for _, of := range []struct {
		root, first, second string
		such                func(*unwind.Leaving, *heap.Instance) bool
	}{
		{"HoldsRecoveredCycle", "first", "second", (*unwind.Leaving).Fails},
		{"LeakEndsCycle", "endFirst", "endSecond", func(l *unwind.Leaving, in *heap.Instance) bool {
			return l.Exits(heap.Target{Inst: in})
		}},
	} {
		for _, order := range [][]string{{of.first, of.second}, {of.second, of.first}} {
			l, w := leaving(t, ps, "traps."+of.root, order)
			for _, name := range order {
				i := slices.IndexFunc(w.Instances, func(in *heap.Instance) bool { return in.Fn.Name() == name })
				if i < 0 || !of.such(l, w.Instances[i]) {
					t.Errorf("%s does not, in the order %v", name, order)
				}
			}
		}
	}
}

// leaving asks about a root, with one instance for each of some functions.
func leaving(t *testing.T, ps *roots.Packages, name string, shared []string) (*unwind.Leaving, *heap.World) {
	t.Helper()
	all := ps.Roots()
	root := all[slices.IndexFunc(all, func(r roots.Root) bool { return r.Name == name })]
	w := heap.New(ps.Prog, heap.DefaultLimits, ps.Within)
	w.Library, w.Sounding, w.Linked = ps.Library, ps.Sounding, ps.Linked
	w.Share = func(fn *ssa.Function) bool { return slices.Contains(shared, fn.Name()) }
	w.Root(root.Fn)
	if err := w.Solve(t.Context()); err != nil {
		t.Fatal(err)
	}
	return unwind.New(w), w
}
