// Package slice finds which functions of Go packages have a part in synchronization, for many roots at once: which may
// wait, or wake who waits.
//
//	facts, err := slice.Of(ctx, packages, packages.Roots())
//	if facts.Idle(root) {
//		fmt.Println(root.Name, "waits for nothing")
//	}
//	world, in, before, err := slice.Options{}.Solve(ctx, packages, root)
//
// It looks at the roots together, with one instance of each function (package heap), so that it takes in more calls
// than there are: what it says of a function holds for all of its calls.
//
// Operations of locks that keep nobody waiting do not count (locks.go; theory.md, 12).
package slice

import (
	"context"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
	"flavers/limit"
)

// Facts are what is known of the functions of some packages.
type Facts struct {
	w  *heap.World
	ps *roots.Packages

	lasting *Facts // with what code that is not followed may call at any time

	begins  map[*ssa.Function][]*heap.Instance // of roots, with what comes before
	of      map[*ssa.Function][]*heap.Instance
	callees map[*heap.Instance][]*heap.Instance
	callers map[*heap.Instance][]*heap.Instance

	calls map[operation][]heap.Target // of targets
	quiet map[operation]bool
	left  map[*heap.Instance]bool // what it executes may be left without a return, while the program goes on
	// recovered: a panic that leaves it may be recovered.
	recovered map[*heap.Instance]bool

	// reenters: it, or what it calls, has a call that may lead to functions which code that is not followed has kept;
	// awake: one of these has an operation that counts.
	reenters map[*heap.Instance]bool
	awake    bool

	waits   map[*heap.Instance]bool // it, or what it calls, has an operation that counts
	related map[*heap.Object]bool
	stops   map[*ssa.Function]bool                      // functions that never return
	ending  map[*heap.Instance]map[*ssa.BasicBlock]bool // of comesToEnd
	sites   map[*heap.Instance]map[path]sites           // of sitesOf
	spins   map[*heap.Instance]bool                     // it, or what it calls, may go on for ever without such a step
	settled map[token.Pos]map[heap.Loc]bool             // of Settled; nil: it was not looked at
}

// operation is a call of a function of the library.
type operation struct {
	in   *heap.Instance
	site ssa.Instruction
}

// Of looks at some roots of packages together. Its error is that of ctx.
func Of(ctx context.Context, ps *roots.Packages, all []roots.Root) (*Facts, error) {
	lasting, err := of(ctx, ps, all, true, nil)
	if err != nil {
		return nil, err
	}
	f, err := of(ctx, ps, all, false, lasting)
	if err == nil { // of the time that is left
		lasting.w.Watch(ctx)
		defer lasting.w.Unwatch()
		lasting.settleAll()
	}
	return f, err
}

// of looks at roots, and, with entries, at what code that is not followed may call at any time. What that gets is not
// known, and would make everything else less so.
func of(ctx context.Context, ps *roots.Packages, all []roots.Root, entries bool,
	lasting *Facts) (*Facts, error) {
	w := heap.New(ps.Prog, heap.DefaultLimits, ps.Within)
	w.Library, w.Files, w.Sounding, w.Linked = ps.Library, ps.Alone, ps.Sounding, ps.Linked
	w.Registered = ps.Registered
	if ps.Bound != nil {
		w.Makes = ps.Makes
	}
	w.Merge = true
	f := &Facts{w: w, ps: ps, lasting: lasting,
		begins: map[*ssa.Function][]*heap.Instance{}, of: map[*ssa.Function][]*heap.Instance{},
		callees: map[*heap.Instance][]*heap.Instance{}, callers: map[*heap.Instance][]*heap.Instance{},
		calls: map[operation][]heap.Target{}, quiet: map[operation]bool{}, stops: map[*ssa.Function]bool{},
		ending: map[*heap.Instance]map[*ssa.BasicBlock]bool{}, sites: map[*heap.Instance]map[path]sites{}}
	inits := map[*ssa.Function]*heap.Instance{}
	for _, r := range all {
		f.begins[r.Fn] = []*heap.Instance{w.Root(r.Fn)}
		for _, init := range initializers(ps, r) {
			if inits[init] == nil {
				inits[init] = w.Root(init)
			}
			f.begins[r.Fn] = append(f.begins[r.Fn], inits[init])
		}
		if main := ps.TestMain(r); main != nil {
			f.begins[r.Fn] = append(f.begins[r.Fn], w.Root(main))
		}
	}
	err := w.Solve(ctx)
	if err == nil && slices.ContainsFunc(all, ps.Imported) && w.Hooks() { // more is known of no root
		err = w.Solve(ctx)
	}
	for known := 0; entries && err == nil; err = w.Solve(ctx) {
		kept := w.Reach(keeps(w.Instances))
		if len(kept)+len(w.Instances) == known {
			break
		}
		for o := range kept {
			w.Enter(o)
		}
		known = len(kept) + len(w.Instances)
	}
	if err != nil {
		return nil, err
	}
	w.Watch(ctx)
	defer w.Unwatch()
	if !limit.Try(func() {
		f.graph()
		f.stopping()
		f.spinning()
		f.leaving()
		f.reentering()
		f.locks()
		f.relate()
	}) {
		return nil, ctx.Err()
	}
	return f, ctx.Err()
}

// keeps are the objects that some instances give to code that is not followed, and which may keep them.
func keeps(of []*heap.Instance) map[*heap.Object]bool {
	out := map[*heap.Object]bool{}
	for _, in := range of {
		for _, o := range in.Keeps {
			out[o] = true
		}
	}
	return out
}

// graph finds who calls whom.
func (f *Facts) graph() {
	for _, in := range f.w.Instances {
		f.of[in.Fn] = append(f.of[in.Fn], in)
		f.each(in, func(i ssa.Instruction) bool {
			for _, t := range f.targets(in, i) {
				if t.Inst != nil {
					f.callees[in] = append(f.callees[in], t.Inst)
					f.callers[t.Inst] = append(f.callers[t.Inst], in)
				}
			}
			return false
		})
	}
}

// each reports whether an instruction of an instance is such.
func (f *Facts) each(in *heap.Instance, such func(ssa.Instruction) bool) bool {
	for _, b := range in.Fn.Blocks {
		if slices.ContainsFunc(b.Instrs, such) {
			return true
		}
	}
	return false
}

// targets lists what an instruction may call. All sets are known.
func (f *Facts) targets(in *heap.Instance, i ssa.Instruction) []heap.Target {
	site, ok := i.(ssa.CallInstruction)
	if !ok {
		return nil
	}
	at := operation{in, i}
	known, ok := f.calls[at]
	if !ok {
		for copy := range f.w.Copies(in, site) {
			known = append(known, f.w.Targets(in, site, copy)...)
		}
		f.calls[at] = known
	}
	return known
}

// reach lists what can be reached by edges.
func reach(edges map[*heap.Instance][]*heap.Instance, from []*heap.Instance) map[*heap.Instance]bool {
	out := map[*heap.Instance]bool{}
	for todo := slices.Clone(from); len(todo) > 0; {
		in := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !out[in] {
			out[in] = true
			todo = append(todo, edges[in]...)
		}
	}
	return out
}

// waiting finds the instances that have an operation which counts, or call one that has.
func (f *Facts) waiting() {
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		if f.each(in, func(i ssa.Instruction) bool { return f.counts(in, i) }) {
			own = append(own, in)
		}
	}
	f.waits = reach(f.callers, own)
	f.awake = f.keptWaits()
}

// Idle reports whether nothing in a root can be kept waiting, or is an event: neither what it executes, nor what code
// that is not followed may call later. Then no execution of it deadlocks, or has a run-time error of synchronization.
func (f *Facts) Idle(root roots.Root) bool {
	begins, ok := f.begins[root.Fn]
	if !ok || f.w.Noted("B02", "B03", "B04") { // what is beyond a limit may wait
		return false
	}
	if _, left := f.ps.Left(root); left {
		return false
	}
	for _, in := range begins {
		if f.waits[in] {
			return false
		}
	}
	all := slices.Collect(maps.Keys(reach(f.callees, begins)))
	if root.Main && f.w.MainExits(slices.Values(all)) {
		return false
	}
	return !f.later(keeps(all)) && len(f.w.Relocking(root.Fn, slices.Values(all))) == 0
}

// Abroad reports whether a root, or what code that is not followed may call of it later, may lead to code of other
// modules, which is not followed. Idle says nothing of that code, which may wait for itself.
func (f *Facts) Abroad(root roots.Root) bool {
	all := slices.Collect(maps.Keys(reach(f.callees, f.begins[root.Fn])))
	var kept []*heap.Instance
	for o := range f.w.Reach(keeps(all)) {
		for _, fn := range f.callable(o) {
			kept = append(kept, f.lasting.of[fn]...)
		}
	}
	all = slices.AppendSeq(all, maps.Keys(reach(f.lasting.callees, kept)))
	return slices.ContainsFunc(all, func(in *heap.Instance) bool { return len(in.Abroad) > 0 })
}
