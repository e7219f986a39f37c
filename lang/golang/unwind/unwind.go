// Package unwind finds which functions may be left without a return: by runtime.Goexit, or by a panic that is
// recovered. It also finds who recovers. For
//
//	func serve() {
//		defer func() { recover() }()
//		handle()
//	}
//	func handle() { panic("no handler") }
//
// handle is left, and the function literal that serve defers recovers:
//
//	l := unwind.New(world)
//	l.Unwinds(handle)  // true: callers have to look whether it was left
//	l.Recovered(handle) // true: a panic in it does not end the program
//
// A panic that nobody recovers ends the program, so it leaves no function that matters. Panics of the runtime, as for
// an index out of range, are only looked for where Fails asks for them.
package unwind

import (
	"go/constant"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
)

// Leaving answers questions about the functions of a root, and keeps the answers.
type Leaving struct {
	w       *heap.World
	unwound map[*heap.Instance]bool // kept answers of Unwinds
	failing map[*heap.Instance]bool // of Fails
	exiting map[*heap.Instance]bool // of Exits
}

// New returns a Leaving for a world that is solved.
func New(w *heap.World) *Leaving {
	return &Leaving{w, map[*heap.Instance]bool{}, map[*heap.Instance]bool{}, map[*heap.Instance]bool{}}
}

// Goexits reports whether a function of the library ends the goroutine.
func Goexits(model string) bool {
	switch model {
	case "runtime.Goexit", "(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(*testing.common).Skip", "(*testing.common).Skipf", "(*testing.common).SkipNow":
		return true
	}
	return false
}

// Panics reports whether a function of the library panics.
func Panics(model string) bool {
	return strings.HasPrefix(strings.TrimPrefix(model, "(*log.Logger)."), "Panic") || strings.HasPrefix(model, "log.Panic")
}

// Unwinds reports whether an instance may be left without a return.
func (l *Leaving) Unwinds(in *heap.Instance) bool {
	if known, ok := l.unwound[in]; ok || in.Shared {
		return known
	}
	l.unwound[in] = false
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			if l.UnwindsAt(in, i) {
				l.unwound[in] = true
				return true
			}
		}
	}
	return false
}

// UnwindsAt reports whether an instance may be left at an instruction: a panic that is recovered, or a call of a
// function that is left in this way, or that ends the goroutine.
func (l *Leaving) UnwindsAt(in *heap.Instance, instr ssa.Instruction) bool {
	switch i := instr.(type) {
	case *ssa.Panic:
		return !Added(i) && l.Recovered(in)
	case *ssa.Go:
		return false
	case ssa.CallInstruction:
		if Subtest(i) || l.IsCleanup(in, i) {
			return false
		}
		for c := range l.w.Copies(in, i) {
			for _, t := range l.w.Targets(in, i, c) {
				inner := t.Inst != nil && !t.Inst.Spawned && l.Unwinds(t.Inst)
				if inner || Goexits(t.Model) || Panics(t.Model) && l.Recovered(in) {
					return true
				}
			}
		}
	}
	return false
}

// Recovered reports whether a panic in an instance may be stopped: the instance, or one of its callers in the same
// goroutine, has a deferred call that stops panics.
func (l *Leaving) Recovered(in *heap.Instance) bool {
	for ; in != nil; in = in.Parent {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				d, ok := i.(*ssa.Defer)
				if !ok {
					continue
				}
				if slices.ContainsFunc(l.w.Targets(in, d, 0), l.Stops) {
					return true
				}
			}
		}
		if in.Spawned || l.OfTest(in) {
			return false
		}
	}
	return false
}

// Surely reports whether a panic at an instruction is certainly recovered: the instance, or one of its callers, has
// deferred before, and not in a branch, a function that begins with recover.
func (l *Leaving) Surely(in *heap.Instance, at ssa.Instruction) bool {
	for {
		for _, i := range in.Fn.Blocks[0].Instrs {
			if i == at {
				break // what is deferred after the panic does not count
			}
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			targets := l.w.Targets(in, d, 0)
			if len(targets) == 1 && targets[0].Inst != nil {
				if c := Recovery(targets[0].Inst.Fn); c != nil && c.Block().Index == 0 {
					return true
				}
			}
		}
		if _, deferred := in.Site.(*ssa.Defer); in.Parent == nil || in.Spawned || deferred || l.OfTest(in) {
			return false
		}
		at, in = in.Site, in.Parent
	}
}

// OfTest reports whether package testing calls an instance, as a subtest or a cleanup. Its panics do not reach the
// function that has called t.Run or t.Cleanup.
func (l *Leaving) OfTest(in *heap.Instance) bool {
	c, ok := in.Site.(ssa.CallInstruction)
	return ok && in.Parent != nil && (Subtest(c) || l.IsCleanup(in.Parent, c))
}

// Risky reports whether an instance, or one that it calls, has an operation on a channel or wait group that may
// panic.
func (l *Leaving) Risky(in *heap.Instance) bool {
	if in.Shared { // shared instances do not synchronize
		return false
	}
	closed := func(l heap.Loc) bool { return l.Obj.Closed }
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Send:
				if heap.Some(l.w.Objects(in, i.Chan), closed) {
					return true
				}
			case *ssa.Select:
				for _, s := range i.States {
					if s.Dir == types.SendOnly && heap.Some(l.w.Objects(in, s.Chan), closed) {
						return true
					}
				}
			case ssa.CallInstruction:
				if f, ok := i.Common().Value.(*ssa.Builtin); ok && f.Name() == "close" {
					return true
				}
				for c := range l.w.Copies(in, i) {
					for _, t := range l.w.Targets(in, i, c) {
						if t.Model == "(*sync.WaitGroup).Done" || t.Model == "(*sync.WaitGroup).Add" ||
							t.Inst != nil && !t.Inst.Spawned && l.Risky(t.Inst) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// Subtest reports whether a call runs a test in a goroutine of its own, and waits for it.
func Subtest(site ssa.CallInstruction) bool {
	fn := site.Common().StaticCallee()
	return fn != nil && (heap.FullName(fn) == "(*testing.T).Run" || heap.FullName(fn) == "(*testing.B).Run")
}

// Recovery returns the first call of recover in a function; nil if there is none.
func Recovery(fn *ssa.Function) *ssa.Call {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok && IsRecover(c) {
				return c
			}
		}
	}
	return nil
}

// Recovers reports whether an instance calls recover, or wraps a method that does. go/ssa adds wrappers for methods
// of embedded fields and for method values; recover works through them.
func Recovers(w *heap.World, in *heap.Instance) bool {
	return recovers(w, in, map[*heap.Instance]bool{})
}

// recovers is Recovers. seen has the instances that were looked at: structs may embed interface values that hold each
// other.
func recovers(w *heap.World, in *heap.Instance, seen map[*heap.Instance]bool) bool {
	if !heap.Wraps(in.Fn) {
		return Recovery(in.Fn) != nil
	}
	if seen[in] {
		return false
	}
	seen[in] = true
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(*ssa.Call); ok && slices.ContainsFunc(w.Targets(in, c, 0), func(t heap.Target) bool {
				return t.Inst != nil && recovers(w, t.Inst, seen)
			}) {
				return true
			}
		}
	}
	return false
}

// Stops reports whether a deferred call may stop a panic: it recovers, or it ends the goroutine. After either, the
// program goes on.
func (l *Leaving) Stops(t heap.Target) bool {
	return t.Inst != nil && Recovers(l.w, t.Inst) || l.Exits(t)
}

// Exits reports whether a call may end the goroutine that executes it.
func (l *Leaving) Exits(t heap.Target) bool {
	return Goexits(t.Model) || t.Inst != nil && search(t.Inst, l.exiting, l.exitsItself, l.executed)
}

// exitsItself is Exits for the calls of an instance alone, without what they call.
func (l *Leaving) exitsItself(in *heap.Instance) bool {
	ends := func(t heap.Target) bool { return Goexits(t.Model) }
	for site := range sites(in) {
		for c := range l.w.Copies(in, site) {
			if slices.ContainsFunc(l.w.Targets(in, site, c), ends) {
				return true
			}
		}
	}
	return false
}

// executed lists the instances that an instance calls in its goroutine, also by defer.
func (l *Leaving) executed(in *heap.Instance) []*heap.Instance {
	var out []*heap.Instance
	for site := range sites(in) {
		for c := range l.w.Copies(in, site) {
			for _, t := range l.w.Targets(in, site, c) {
				if t.Inst != nil && !t.Inst.Spawned {
					out = append(out, t.Inst)
				}
			}
		}
	}
	return out
}

// sites yields the calls, also deferred ones, that an instance executes in its goroutine.
func sites(in *heap.Instance) iter.Seq[ssa.CallInstruction] {
	return func(yield func(ssa.CallInstruction) bool) {
		for _, b := range in.Fn.Blocks {
			for _, i := range b.Instrs {
				site, ok := i.(ssa.CallInstruction)
				if _, starts := i.(*ssa.Go); ok && !starts && !Subtest(site) && !yield(site) {
					return
				}
			}
		}
	}
}

// Deferrer returns the instance that defers the call of another one, perhaps through wrappers; nil if that is not
// deferred. If the other one calls recover, it recovers panics of the deferrer.
func Deferrer(in *heap.Instance) *heap.Instance {
	deferrer, _ := deferred(in)
	return deferrer
}

// DeferredAt returns the defer statement of Deferrer; nil if there is none.
func DeferredAt(in *heap.Instance) *ssa.Defer {
	_, at := deferred(in)
	return at
}

// deferred returns the instance that defers the call of another one, and the statement.
func deferred(in *heap.Instance) (deferrer *heap.Instance, at *ssa.Defer) {
	for ; in.Parent != nil; in = in.Parent {
		if at, ok := in.Site.(*ssa.Defer); ok {
			return in.Parent, at
		}
		if !heap.Wraps(in.Parent.Fn) {
			return nil, nil
		}
	}
	return nil, nil
}

// Fails reports whether an instance, or one that it calls, has an instruction at which the runtime may panic, which
// programs do not have: an index, an assignment to a map that may be nil, a type assertion, a division. Nil pointers
// do not count: any function may have one.
func (l *Leaving) Fails(in *heap.Instance) bool { return search(in, l.failing, failsItself, l.called) }

// search reports whether such holds for an instance, or for one that calls lead to. known has the answers so far, and
// gets new ones.
func search(in *heap.Instance, known map[*heap.Instance]bool, such func(*heap.Instance) bool,
	calls func(*heap.Instance) []*heap.Instance) bool {
	// Functions may call each other in a cycle. So "no" is known for all instances that were seen, but only once all
	// of them were looked at; and "yes" is known only for the first instance, and for the one that was found.
	seen := map[*heap.Instance]bool{in: true}
	for work := []*heap.Instance{in}; len(work) > 0; work = work[1:] {
		at := work[0]
		yes, ok := known[at]
		if yes || !ok && such(at) {
			known[at], known[in] = true, true
			return true
		} else if ok {
			continue
		}
		for _, c := range calls(at) {
			if !seen[c] {
				seen[c] = true
				work = append(work, c)
			}
		}
	}
	for at := range seen {
		known[at] = false
	}
	return false
}

// called lists the instances that an instance calls in its goroutine, without deferred calls.
func (l *Leaving) called(in *heap.Instance) []*heap.Instance {
	var out []*heap.Instance
	for _, b := range in.Fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok {
				continue
			}
			for c := range l.w.Copies(in, call) {
				for _, t := range l.w.Targets(in, call, c) {
					if t.Inst != nil && !t.Inst.Spawned {
						out = append(out, t.Inst)
					}
				}
			}
		}
	}
	return out
}

// failsItself is Fails for the instructions of an instance alone, without what it calls.
func failsItself(in *heap.Instance) bool {
	for _, b := range in.Fn.Blocks {
		if slices.ContainsFunc(b.Instrs, failsAt) {
			return true
		}
	}
	return false
}

// failsAt reports whether the runtime may panic at an instruction.
func failsAt(i ssa.Instruction) bool {
	constant := func(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }
	switch i := i.(type) {
	case *ssa.IndexAddr:
		_, array := i.X.Type().Underlying().(*types.Pointer)
		return !array || !constant(i.Index)
	case *ssa.Index, *ssa.SliceToArrayPointer:
		return true
	case *ssa.Slice:
		return i.Low != nil || i.High != nil || i.Max != nil
	case *ssa.MapUpdate:
		_, made := i.Map.(*ssa.MakeMap)
		return !made
	case *ssa.TypeAssert:
		return !i.CommaOk
	case *ssa.BinOp:
		b, basic := i.X.Type().Underlying().(*types.Basic)
		divides := (i.Op == token.QUO || i.Op == token.REM) && basic && b.Info()&types.IsInteger != 0
		return divides && !constant(i.Y)
	}
	return false
}

// IsRecover reports whether a call is one of recover.
func IsRecover(c *ssa.Call) bool {
	f, ok := c.Call.Value.(*ssa.Builtin)
	return ok && f.Name() == "recover"
}

// IsCleanup reports whether a call gives a function to Cleanup.
func (l *Leaving) IsCleanup(in *heap.Instance, site ssa.Instruction) bool {
	of := func(t heap.Target) bool { return t.Model == heap.ModelCleanup }
	return slices.ContainsFunc(l.w.Targets(in, site, 0), of)
}

// added has the texts of the panics that go/ssa adds. No execution comes to one, for these reasons:
//
//   - A select returns the index of one of its cases, and each has been compared before. A select without cases has no
//     comparison: its panic comes right after it, and it never returns.
//   - The two of range over functions stand for panics of the runtime: of a loop body that has panicked, and whose
//     iterator has recovered that, and of an iterator that calls a body which has ended. Unless somebody recovers them
//     they end the program; for who does, the ledger has B10, as for all panics of the runtime.
var added = []string{"blocking select matched no case", "iterator call did not preserve panic",
	"yield function called after range loop exit"}

// Added reports whether go/ssa has added a panic, which no execution comes to.
func Added(p *ssa.Panic) bool {
	box, ok := p.X.(*ssa.MakeInterface)
	if !ok || p.Pos().IsValid() {
		return false
	}
	text, ok := box.X.(*ssa.Const)
	return ok && text.Value != nil && text.Value.Kind() == constant.String &&
		slices.Contains(added, constant.StringVal(text.Value))
}

// Impossible reports whether no execution enters a block: it has nothing in it but a panic that go/ssa has added. A
// block that does something before such a panic is entered: it may be that of select {}.
func Impossible(b *ssa.BasicBlock) bool {
	p, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	if !ok || !Added(p) {
		return false
	}
	return !slices.ContainsFunc(b.Instrs[:len(b.Instrs)-1], func(i ssa.Instruction) bool {
		return i != p.X.(ssa.Instruction)
	})
}
