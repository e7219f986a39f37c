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

// Locks that keep nobody waiting (theory.md, 12). A section is what a function executes between a lock and an unlock of
// the same lock, on all its ways. If every operation on a lock begins or ends such a section, and in none of its
// sections anything may wait, then whoever has the lock gives it back, whatever the others do: it is quiet. Operations
// of quiet locks are nothing to wait for, so others may be quiet that have them in their sections. A sync.Once is quiet
// if what it calls does not wait.
//
// Locks are told apart by the places that operands may be, for all roots together. Code that is not followed may call
// methods at any time, such as Lock of a struct with a lock in it: they count for the roots that let it (Idle), and not
// here. Two operands are the same lock if they are one register of go/ssa, or the same fields and items of one.

const (
	lockMutex   = "(*sync.Mutex).Lock"
	unlockMutex = "(*sync.Mutex).Unlock"
	lockWrite   = "(*sync.RWMutex).Lock"
	unlockWrite = "(*sync.RWMutex).Unlock"
	lockRead    = "(*sync.RWMutex).RLock"
	unlockRead  = "(*sync.RWMutex).RUnlock"
	doOnce      = "(*sync.Once).Do"
)

// ends is what ends a section that an operation begins.
var ends = map[string]string{lockMutex: unlockMutex, lockWrite: unlockWrite, lockRead: unlockRead}

// ofLock is an operation on a lock, and the places that its operand may be.
type ofLock struct {
	operation
	model string
	locs  []heap.Loc
}

// locks finds the quiet locks: those of a round have in their sections only what is quiet since rounds before.
func (f *Facts) locks() {
	var begins []*heap.Instance
	for _, of := range f.begins {
		begins = append(begins, of...)
	}
	followed := reach(f.callees, begins)
	var all []ofLock
	loud := map[heap.Loc]bool{}
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
	for f.waiting(); ; f.waiting() {
		bad := map[heap.Loc]bool{}
		for _, o := range all {
			if !f.quiet[o.operation] && followed[o.in] && !f.closed(o) {
				o.make(bad)
			}
		}
		some := false
		for _, o := range all {
			noisy := func(l heap.Loc) bool {
				return loud[l] || bad[l] || l.Obj.Kind != heap.Memory || f.w.Lent(l)
			}
			if f.quiet[o.operation] || o.odd() || len(o.locs) == 0 || slices.ContainsFunc(o.locs, noisy) {
				continue
			}
			if followed[o.in] || f.closed(o) {
				f.quiet[o.operation], some = true, true
			}
		}
		if !some {
			return
		}
	}
}

// Quiet lists the places of operations of locks, and whether those of each keep nobody waiting where some roots call
// them; without roots, whoever calls them.
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

// odd reports whether an operation is neither one of a section nor of a sync.Once that is called where it stands.
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

func (o ofLock) make(set map[heap.Loc]bool) {
	for _, l := range o.locs {
		set[l] = true
	}
}

// lockers are the locks in interface values, which somebody else may lock: conditions, say.
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

// closed reports whether an operation begins or ends sections that are closed, and in which nothing waits; or is one of
// a sync.Once for a function that does not wait.
func (f *Facts) closed(o ofLock) bool {
	if o.model == doOnce {
		return f.silentOnce(o)
	}
	return f.section(o, nil)
}

// section is closed for an operation of a lock; settling: what may be in sections, if it is not what is silent.
func (f *Facts) section(o ofLock, settling *settling) bool {
	callee := o.site.(ssa.CallInstruction).Common().StaticCallee()
	if callee == nil || heap.FullName(callee) != o.model {
		return false // by an interface or a function value: sections do not see it
	}
	lock := pathOf(o.in, o.site.(ssa.CallInstruction).Common().Args[0])
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

func (f *Facts) silentOnce(o ofLock) bool {
	args := o.site.(ssa.CallInstruction).Common().Args
	if len(args) == 0 {
		return false // by an interface value
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

// path is an operand as the function that has it names it: a register, with fields, items and loads.
type path struct {
	base ssa.Value
	rest string
}

// pathOf is the path of an address: two operands with the same one are the same address.
func pathOf(in *heap.Instance, v ssa.Value) path {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		p := pathOf(in, v.X)
		p.rest += fmt.Sprintf(".%d", v.Field)
		return p
	case *ssa.IndexAddr:
		if _, constant := v.Index.(*ssa.Const); constant {
			p := pathOf(in, v.X)
			p.rest += "[" + v.Index.String() + "]"
			return p
		}
	case *ssa.UnOp: // of a variable that is assigned once, as a captured one
		switch x := v.X.(type) {
		case *ssa.FreeVar, *ssa.Alloc:
			if _, _, once := heap.Stored(in, x); once {
				return path{x, "*"}
			}
		}
	}
	return path{v, ""}
}
