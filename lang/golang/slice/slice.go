// Package slice finds which functions of Go packages have a part in synchronization, for many roots at once: which may
// wait, or wake who waits.
//
//	facts, err := slice.Of(ctx, packages, packages.Roots())
//	if facts.Idle(root) {
//		fmt.Println(root.Name, "waits for nothing")
//	}
//	world, in, before, err := slice.Options{}.Solve(ctx, packages, root)
//
// A root is idle if no operation that *counts* can be reached from it: one that may wait or fail, wakes who waits,
// starts a goroutine, or is an event (operations.go). Most locks do not count. A lock that is always given back, and
// under which nothing waits, keeps nobody waiting; it is called *quiet* (locks.go; theory.md, 12):
//
//	func (c *cache) get(k string) int {
//		c.mu.Lock()
//		defer c.mu.Unlock()
//		return c.items[k] // get is idle: its lock is quiet
//	}
//
// All roots are analysed together, with one instance of each function (package heap). So an answer about a function
// holds for all of its calls. May err towards: more operations that count.
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

// Facts are what is known about the functions of some packages.
type Facts struct {
	w  *heap.World
	ps *roots.Packages

	// lasting are facts in which unanalysed code also calls, at any time, all functions that it has kept. They are
	// less precise, as the arguments of these calls are not known. Nil in lasting itself.
	lasting *Facts

	// The call graph.
	begins  map[*ssa.Function][]*heap.Instance // by the function of a root: its instance, initializers, and TestMain
	of      map[*ssa.Function][]*heap.Instance // the instances of a function
	callees map[*heap.Instance][]*heap.Instance
	callers map[*heap.Instance][]*heap.Instance
	calls   map[operation][]heap.Target // kept results of targets

	// How functions end (leave.go).
	stops     map[*ssa.Function]bool                      // functions that never return
	left      map[*heap.Instance]bool                     // instances that may be left without a return
	recovered map[*heap.Instance]bool                     // instances whose panics may be recovered
	ending    map[*heap.Instance]map[*ssa.BasicBlock]bool // kept results of endings
	spins     map[*heap.Instance]bool                     // instances that may stay in a loop that never waits

	// What counts. Each of these includes what an instance calls.
	waits    map[*heap.Instance]bool           // instances with an operation that counts
	joins    map[*heap.Instance]bool           // instances with a call of a function that joins (theory.md, 12.1)
	reenters map[*heap.Instance]bool           // instances that may lead to what unanalysed code has kept
	awake    bool                              // some function that unanalysed code has kept has an operation that counts
	quiet    map[operation]bool                // operations of locks, and of sync.Once, that keep nobody waiting
	sites    map[*heap.Instance]map[path]sites // kept results of sitesOf

	related map[*heap.Object]bool           // objects that synchronize, or lead to one that does (related.go)
	settled map[token.Pos]map[heap.Loc]bool // the answers of Settled; nil: not computed
}

// operation is an instruction of an instance that calls a function of the library.
type operation struct {
	in   *heap.Instance
	site ssa.Instruction
}

// Of finds the facts about some roots of packages. Its error is that of ctx. If the time of ctx is over before the
// last step, the facts are without answers of Settled.
func Of(ctx context.Context, ps *roots.Packages, all []roots.Root) (*Facts, error) {
	lasting, err := of(ctx, ps, all, true, nil)
	if err != nil {
		return nil, err
	}
	f, err := of(ctx, ps, all, false, lasting)
	if err == nil {
		lasting.w.Watch(ctx)
		defer lasting.w.Unwatch()
		lasting.settleAll()
	}
	return f, err
}

// of finds the facts about some roots. With entries, unanalysed code also calls what it has kept at any time, with
// unknown arguments: these are the facts for Facts.lasting.
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

	// The roots, with what is executed before them.
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

	// The sets of objects. With entries, whatever is kept is called, which may lead to more that is kept.
	err := w.Solve(ctx)
	if err == nil && slices.ContainsFunc(all, ps.Imported) && w.Hooks() {
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

	// Each step uses the answers of those before.
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

// keeps returns the objects that some instances give to unanalysed code which may keep them.
func keeps(of []*heap.Instance) map[*heap.Object]bool {
	out := map[*heap.Object]bool{}
	for _, in := range of {
		for _, o := range in.Keeps {
			out[o] = true
		}
	}
	return out
}

// graph computes the call graph.
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

// each reports whether such holds for some instruction of an instance. It stops at the first one.
func (f *Facts) each(in *heap.Instance, such func(ssa.Instruction) bool) bool {
	for _, b := range in.Fn.Blocks {
		if slices.ContainsFunc(b.Instrs, such) {
			return true
		}
	}
	return false
}

// targets lists what an instruction may call; nothing if it is no call.
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

// reach returns the instances that can be reached from some by edges, and these themselves.
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

// waiting computes f.waits and f.awake. Both depend on which locks are quiet.
func (f *Facts) waiting() {
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		if f.each(in, func(i ssa.Instruction) bool { return f.counts(in, i) }) {
			own = append(own, in)
		}
	}
	f.waits = reach(f.callers, own)
	f.joining()
	f.awake = f.keptWaits()
}

// Idle reports whether nothing in a root can be kept waiting, or is an event: neither in what the root executes, nor
// in what unanalysed code may call later. Then no execution of the root deadlocks, or has a run-time error of
// synchronization.
func (f *Facts) Idle(root roots.Root) bool {
	begins, ok := f.begins[root.Fn]
	if !ok || !f.Whole() { // a call that a limit left out may wait
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
	if _, both := heap.BothEnds(slices.Values(all)); both {
		return false
	}
	return !f.later(keeps(all)) && len(f.w.Relocking(root.Fn, slices.Values(all))) == 0
}

// Abroad reports whether a root, or what unanalysed code may call of it later, may lead to code of other modules that
// is not followed. Idle says nothing about that code, in which goroutines may wait for each other.
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
