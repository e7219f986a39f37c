package slice

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// This file finds the *quiet* locks: those that keep nobody waiting for ever (theory.md, 12). A section is what a
// function executes between Lock and Unlock of the same lock, on all its ways. A lock is quiet if every operation on
// it begins or ends a section, and in no section anything may wait. Then whoever has the lock gives it back, whatever
// the other goroutines do.
//
//	c.mu.Lock()
//	c.n++        // quiet
//	c.mu.Unlock()
//
//	c.mu.Lock()
//	c.out <- c.n // not quiet: the send may wait
//	c.mu.Unlock()
//
// Operations on quiet locks count no more, so locks with these in their sections may be quiet, too: the search goes
// in rounds. A sync.Once is quiet if the functions that it calls do not wait.
//
// Locks are identified by the places in the heap that operands may be, for all roots together. Unanalysed code may
// call methods at any time, as Lock of a struct that embeds a lock. Such calls do not make a lock loud here; they
// count in the roots that let the code have the struct (Idle). Within a function, two operands are the same lock if
// they have the same path (pathOf).

// Functions that begin and end sections, and sync.Once.
const (
	lockMutex   = "(*sync.Mutex).Lock"
	unlockMutex = "(*sync.Mutex).Unlock"
	lockWrite   = "(*sync.RWMutex).Lock"
	unlockWrite = "(*sync.RWMutex).Unlock"
	lockRead    = "(*sync.RWMutex).RLock"
	unlockRead  = "(*sync.RWMutex).RUnlock"
	doOnce      = "(*sync.Once).Do"
)

// ends maps the function that begins a section to the one that ends it.
var ends = map[string]string{lockMutex: unlockMutex, lockWrite: unlockWrite, lockRead: unlockRead}

// ofLock is a call of a function of package sync, on a lock or anything else.
type ofLock struct {
	operation
	model string     // the function
	locs  []heap.Loc // the places that its operand may be
}

// locks computes f.quiet, f.waits and f.awake.
func (f *Facts) locks() {
	var begins []*heap.Instance
	for _, of := range f.begins {
		begins = append(begins, of...)
	}
	followed := reach(f.callees, begins) // instances that roots call, and not only unanalysed code
	var all []ofLock
	loud := map[heap.Loc]bool{} // places that are not quiet in any round
	for _, in := range f.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				for _, t := range f.targets(in, i) {
					if !strings.HasPrefix(t.Model, "(*sync.") || len(t.Args) == 0 {
						continue
					}
					o := ofLock{operation{in, i}, t.Model, f.w.Locs(t.Args[0])}
					all = append(all, o)
					if o.odd() && followed[in] {
						o.make(loud)
					}
				}
			}
		}
	}
	f.lockers(loud)

	// In each round, the locks become quiet all of whose sections contain only what was quiet before.
	for f.waiting(); ; f.waiting() {
		open := map[heap.Loc]bool{} // places with an operation that is not part of a quiet section
		for _, o := range all {
			if !f.quiet[o.operation] && followed[o.in] && !f.closed(o) {
				o.make(open)
			}
		}
		found := false
		for _, o := range all {
			noisy := func(l heap.Loc) bool {
				return loud[l] || open[l] || l.Obj.Kind != heap.Memory || f.w.Lent(l)
			}
			if f.quiet[o.operation] || o.odd() || len(o.locs) == 0 || slices.ContainsFunc(o.locs, noisy) {
				continue
			}
			if followed[o.in] || f.closed(o) {
				f.quiet[o.operation], found = true, true
			}
		}
		if !found {
			return
		}
	}
}

// Quiet lists the places of calls of package sync, and whether all calls at a place are quiet in what some roots
// execute; without roots, in whatever calls them.
func (f *Facts) Quiet(of ...roots.Root) map[token.Pos]bool {
	instances := f.w.Instances
	if len(of) > 0 {
		var begins []*heap.Instance
		for _, root := range of {
			begins = append(begins, f.begins[root.Fn]...)
		}
		instances = slices.Collect(maps.Keys(reach(f.callees, begins)))
	}
	out := map[token.Pos]bool{}
	for _, in := range instances {
		f.each(in, func(i ssa.Instruction) bool {
			for _, t := range f.targets(in, i) {
				if strings.HasPrefix(t.Model, "(*sync.") {
					before, known := out[i.Pos()]
					out[i.Pos()] = f.quiet[operation{in, i}] && (before || !known)
				}
			}
			return false
		})
	}
	return out
}

// odd reports whether an operation can neither begin nor end a section, and is no plain call of (*sync.Once).Do: it
// is another function, as TryLock, or is started in a goroutine, or a Lock is deferred.
func (o ofLock) odd() bool {
	_, call := o.site.(*ssa.Call)
	_, deferred := o.site.(*ssa.Defer)
	switch o.model {
	case lockMutex, lockWrite, lockRead, doOnce:
		return !call
	case unlockMutex, unlockWrite, unlockRead:
		return !call && !deferred
	}
	return true
}

// make adds the places of an operation to a set.
func (o ofLock) make(set map[heap.Loc]bool) {
	for _, l := range o.locs {
		set[l] = true
	}
}

// lockers adds to loud the locks that interface values hold, as those of conditions do: whoever has the interface
// value may lock them.
func (f *Facts) lockers(loud map[heap.Loc]bool) {
	for _, o := range f.w.All() {
		if o.Kind == heap.RLocker {
			loud[o.Of] = true
		}
	}
	for _, in := range f.w.Instances {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				box, ok := i.(*ssa.MakeInterface)
				if !ok || !strings.HasPrefix(box.X.Type().String(), "*sync.") {
					continue
				}
				for _, l := range f.w.Objects(in, box.X) {
					loud[l] = true
				}
			}
		}
	}
}

// closed reports whether an operation begins or ends only sections in which nothing waits, or is a call of
// (*sync.Once).Do for functions that do not wait.
func (f *Facts) closed(o ofLock) bool {
	if o.model == doOnce {
		return f.silentOnce(o)
	}
	return f.section(o, nil)
}

// section is closed for an operation on a lock. With settling, sections may contain what settling.passes lets pass;
// without, only what sections.silent does.
func (f *Facts) section(o ofLock, settling *settling) bool {
	callee := o.site.(ssa.CallInstruction).Common().StaticCallee()
	if callee == nil || heap.FullName(callee) != o.model {
		return false // a call of an interface or function value: sections looks for static calls only
	}
	lock := f.pathOf(o.in, o.site.(ssa.CallInstruction).Common().Args[0])
	s := sections{f: f, in: o.in, lock: lock, sites: f.sitesOf(o.in)[lock], at: map[*ssa.BasicBlock]state{},
		settling: settling}
	if s.begin = o.model; ends[o.model] == "" {
		for begin, end := range ends {
			if end == o.model {
				s.begin = begin
			}
		}
	}
	return s.closed()
}

// silentOnce is closed for a call of (*sync.Once).Do.
func (f *Facts) silentOnce(o ofLock) bool {
	args := o.site.(ssa.CallInstruction).Common().Args
	if len(args) == 0 {
		return false // a call of an interface value
	}
	for _, l := range f.w.Objects(o.in, args[len(args)-1]) {
		if l.Obj.Kind != heap.Func {
			return false
		}
	}
	silent := func(t heap.Target) bool {
		return t.Inst != nil && !f.waits[t.Inst] && !f.spins[t.Inst] && !f.left[t.Inst] &&
			!(f.awake && f.reenters[t.Inst]) || t.Model == doOnce
	}
	return !slices.ContainsFunc(f.targets(o.in, o.site), func(t heap.Target) bool { return !silent(t) })
}

// path names an address within a function: a register, and the fields and items that lead from there to the address.
// For &s.locks[2] it is s and ".1[2]" if locks is the second field.
type path struct {
	base ssa.Value
	rest string
}

// pathOf returns the path of an address. Two operands with the same path are the same address, as long as base is not
// defined anew (sections.defines).
func (f *Facts) pathOf(in *heap.Instance, v ssa.Value) path {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		p := f.pathOf(in, v.X)
		p.rest += fmt.Sprintf(".%d", v.Field)
		return p
	case *ssa.IndexAddr:
		if _, constant := v.Index.(*ssa.Const); constant {
			p := f.pathOf(in, v.X)
			p.rest += "[" + v.Index.String() + "]"
			return p
		}
	case *ssa.UnOp: // a load of what is assigned once: a field, or a variable, as a captured one
		switch x := v.X.(type) {
		case *ssa.FieldAddr:
			if v.Op == token.MUL && f.w.Constant(in, x) && (f.lasting == nil || !f.lasting.w.Varies(x)) {
				p := f.pathOf(in, x)
				p.rest += "*"
				return p
			}
		case *ssa.FreeVar, *ssa.Alloc:
			if _, _, once := heap.Stored(in, x); once {
				return path{x, "*"}
			}
		}
	}
	return path{v, ""}
}
