package slice

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
	"flavers/limit"
)

// This file finds the *settled* objects: those at which nobody waits for ever, whoever calls the packages (theory.md,
// 12.5). They are answered without a model, which helps where models are too large. Two kinds are settled:
//
//   - locks and sync.Once, if each section ends;
//   - channels that nobody closes, if all sends and receives are in selects with a default or a time.After.
//
// How does a settled lock differ from a quiet one (locks.go)? Models leave quiet locks out, so nothing that others
// could notice may happen in a quiet section. A settled section only has to end: it may wake others, start
// goroutines, and close channels.

// settling is the search for settled objects. Each set of instances includes what these call.
type settling struct {
	*Facts
	ends    map[operation]bool                  // operations on locks and sync.Once that end
	callers map[*heap.Instance][]*heap.Instance // as in Facts, without go statements
	blocks  map[*heap.Instance]bool             // instances that may have an operation that does not end
	turns   map[*heap.Instance]bool             // instances that may stay in a loop without an exit, or that polls
	asks    map[*heap.Instance]bool             // instances with a select
	panics  map[*heap.Instance]bool             // instances with an operation of a channel or wait group that may panic
	awake   bool                                // a function that unanalysed code has kept is in blocks or turns
	asking  bool                                // a function that unanalysed code has kept is in asks
	piped   bool                                // the library may wait for other goroutines, as the ends of a pipe do
	cycles  map[*ssa.BasicBlock]bool            // kept results of comesBack
}

// settle computes f.settled. f has the calls of functions that unanalysed code has kept (Facts.lasting).
func (f *Facts) settle() {
	s := &settling{Facts: f, ends: map[operation]bool{}, callers: map[*heap.Instance][]*heap.Instance{},
		cycles: map[*ssa.BasicBlock]bool{}}

	_, s.piped = heap.BothEnds(slices.Values(f.w.Instances))

	// Loops, and selects: a select with a default in a loop asks others again and again.
	var turning, asking, panicking []*heap.Instance
	for _, in := range f.w.Instances {
		s.piped = s.piped || len(in.Waits) > 0
		f.each(in, func(i ssa.Instruction) bool {
			if _, starts := i.(*ssa.Go); starts { // who starts a goroutine does not wait for it
				return false
			}
			for _, t := range f.targets(in, i) {
				if t.Inst != nil {
					s.callers[t.Inst] = append(s.callers[t.Inst], in)
				}
			}
			return false
		})
		if f.goesOn(in) {
			turning = append(turning, in)
		}
	}
	for _, in := range f.w.Instances {
		if f.each(in, func(i ssa.Instruction) bool { _, is := i.(*ssa.Select); return is }) {
			asking = append(asking, in)
		}
		if f.each(in, func(i ssa.Instruction) bool { return s.panicsAt(in, i) }) {
			panicking = append(panicking, in)
		}
	}
	s.panics = reach(s.callers, panicking)
	s.asks, s.turns = reach(s.callers, asking), reach(s.callers, turning)
	for in := range s.asks { // recursion, which may ask again and again
		f.w.Look()
		if reach(s.callers, s.callers[in])[in] {
			s.turns[in] = true
		}
	}
	s.turns = reach(s.callers, slices.Collect(maps.Keys(s.turns)))
	all, loud, odd, known := s.operations()
	f.settled = map[token.Pos]map[heap.Loc]bool{}
	s.channels()
	if !known {
		return
	}

	// In each round, the locks become settled all of whose sections contain only what ends by the rounds before.
	handed := f.handsOut()
	which := &handedPlaces{f: f, out: handed}
	var bad map[heap.Loc]bool // places with operations that may not end
	var some *unknowns        // the operands of these that are not known
	var noisy func(ofLock, heap.Loc) bool
	for found := true; found; {
		found = false
		s.refresh()
		bad = maps.Clone(loud)
		some = &unknowns{fields: maps.Clone(odd.fields), others: maps.Clone(odd.others)}
		for _, o := range all {
			if !s.ends[o.operation] && !s.closes(o) {
				o.make(bad)
				some.add(o)
			}
		}
		noisy = func(o ofLock, l heap.Loc) bool {
			return bad[l] || l.Obj.Kind != heap.Memory || f.w.Lent(l) || handed.mayBe(some, l, typeOf(o.model))
		}
		for _, o := range all {
			if s.ends[o.operation] || len(o.locs) == 0 || o.isUnknown() && !handed.own(some, o) {
				continue
			}
			if !slices.ContainsFunc(which.known(o), func(l heap.Loc) bool { return noisy(o, l) }) {
				s.ends[o.operation], found = true, true
			}
		}
	}
	for _, o := range all {
		for _, l := range which.known(o) {
			f.note(o.site.Pos(), l, !noisy(o, l))
		}
	}
}

// note records whether an operation at a position ends if it is on place l. If instances differ, it does not.
func (f *Facts) note(at token.Pos, l heap.Loc, ends bool) {
	if f.settled[at] == nil {
		f.settled[at] = map[heap.Loc]bool{}
	}
	before, known := f.settled[at][l]
	f.settled[at][l] = ends && (before || !known)
}

// Settled calls yield with each operation on a channel or lock, and each place that it may be on. ends reports
// whether nobody waits for ever in this operation, in all that a root executes, or that unanalysed code calls.
// Settled returns false if the answers are not known.
func (f *Facts) Settled(yield func(at token.Pos, on heap.Loc, ends bool)) bool {
	if f.lasting == nil || f.lasting.settled == nil || !f.lasting.Whole() {
		return false
	}
	for at, on := range f.lasting.settled {
		for l, ends := range on {
			yield(at, l, ends)
		}
	}
	return true
}

// operations returns all operations on locks and sync.Once, and the places that are never settled, as they may be
// locked by an interface value, or by a call that is no part of a section. odd are unknown operands of these. known is
// false if it is not known which lock a condition has.
func (s *settling) operations() (all []ofLock, loud map[heap.Loc]bool, odd *unknowns, known bool) {
	loud, odd, known = map[heap.Loc]bool{}, &unknowns{}, true
	of := map[heap.Loc]string{} // the type of a place, by its operations
	for _, in := range s.w.Instances {
		s.each(in, func(i ssa.Instruction) bool {
			if c, ok := i.(ssa.CallInstruction); ok && c.Common().StaticCallee() != nil &&
				heap.FullName(c.Common().StaticCallee()) == "sync.NewCond" {
				box, ok := c.Common().Args[0].(*ssa.MakeInterface)
				known = known && ok && strings.HasPrefix(box.X.Type().String(), "*sync.")
			}
			for _, t := range s.targets(in, i) {
				if !strings.HasPrefix(t.Model, "(*sync.") || len(t.Args) == 0 {
					continue
				}
				o := ofLock{operation{in, i}, t.Model, s.w.Locs(t.Args[0])}
				for _, l := range o.locs { // code with unsafe pointers may take one type for another
					if of[l] != "" && of[l] != typeOf(o.model) {
						loud[l] = true
					}
					of[l] = typeOf(o.model)
				}
				if o.odd() {
					o.make(loud)
					odd.add(o)
				} else {
					all = append(all, o)
				}
			}
			return false
		})
	}
	s.lockers(loud)
	s.unknownLockers(odd)
	return all, loud, odd, known
}

// unknownLockers adds to odd what lockers adds to loud, so far as it is unknown.
func (s *settling) unknownLockers(odd *unknowns) {
	for _, o := range s.w.All() {
		if o.Kind == heap.RLocker && unknown(o.Of) {
			odd.other("sync.RWMutex")
		}
	}
	for _, in := range s.w.Instances {
		s.each(in, func(i ssa.Instruction) bool {
			box, ok := i.(*ssa.MakeInterface)
			if ok && strings.HasPrefix(box.X.Type().String(), "*sync.") && slices.ContainsFunc(s.w.Objects(in, box.X), unknown) {
				odd.other(strings.TrimPrefix(box.X.Type().String(), "*"))
			}
			return false
		})
	}
}

// refresh computes s.blocks, s.awake and s.asking from s.ends.
func (s *settling) refresh() {
	var own []*heap.Instance
	for _, in := range s.w.Instances {
		if s.each(in, func(i ssa.Instruction) bool { return s.blocksAt(in, i) }) {
			own = append(own, in)
		}
	}
	s.blocks = reach(s.callers, own)
	s.awake, s.asking = false, false
	for o := range s.w.Reach(keeps(s.w.Instances)) {
		for _, fn := range s.callable(o) {
			of := s.of[fn]
			s.asking = s.asking || slices.ContainsFunc(of, func(in *heap.Instance) bool { return s.asks[in] })
			s.awake = s.awake || len(of) == 0 && s.w.Synchronizing(fn) ||
				slices.ContainsFunc(of, func(in *heap.Instance) bool { return s.blocks[in] || s.turns[in] })
		}
	}
}

// blocksAt reports whether an instruction may be an operation that does not end. One that wakes others, starts a
// goroutine or panics does end.
func (s *settling) blocksAt(in *heap.Instance, i ssa.Instruction) bool {
	if heap.Moves(i) || in.Waits[i] || s.asksAgain(in, i) {
		return true
	}
	switch i := i.(type) {
	case *ssa.Send:
		return true
	case *ssa.Select:
		return i.Blocking && !s.timed(in, i)
	case *ssa.Go:
		return false
	case *ssa.Defer:
		return heap.Outer(i) || s.callBlocks(in, i)
	case *ssa.UnOp:
		return i.Op == token.ARROW
	case *ssa.Panic:
		return s.w.PanicCalls(in, i)
	case ssa.CallInstruction:
		return s.callBlocks(in, i)
	}
	return false
}

// asksAgain reports whether an instruction may wait for others by asking again and again: by a select in a loop, or
// in what a loop calls. The others may wait for this goroutine, so that the loop never ends. The library may call in
// a loop what it is given, as io.Copy does.
func (s *settling) asksAgain(in *heap.Instance, i ssa.Instruction) bool {
	asks := func(t heap.Target) bool { return t.Inst != nil && s.asks[t.Inst] }
	if site, ok := i.(ssa.CallInstruction); ok && !s.follows(site) && slices.ContainsFunc(s.targets(in, i), asks) {
		return true
	}
	b := i.Block()
	again, known := s.cycles[b]
	if !known {
		again = comesBack(b)
		s.cycles[b] = again
	}
	if _, starts := i.(*ssa.Go); !again || starts {
		return false
	}
	if _, is := i.(*ssa.Select); is || s.asking && s.reentersAt(in, i) {
		return true
	}
	return slices.ContainsFunc(s.targets(in, i), func(t heap.Target) bool {
		return t.Inst != nil && (s.asks[t.Inst] || s.asking && s.reenters[t.Inst])
	})
}

// comesBack reports whether a block is on a cycle.
func comesBack(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for todo := slices.Clone(b.Succs); len(todo) > 0; {
		next := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; next == b {
			return true
		}
		if !seen[next] {
			seen[next] = true
			todo = append(todo, next.Succs...)
		}
	}
	return false
}

// timed reports whether a select ends by a timer: one of its cases receives from a call of time.After just before,
// whose channel nothing else has, and whose time comes.
func (s *settling) timed(in *heap.Instance, i *ssa.Select) bool {
	return slices.ContainsFunc(i.States, func(state *ssa.SelectState) bool {
		call, ok := state.Chan.(*ssa.Call)
		if !ok || call.Block() != i.Block() || state.Dir != types.RecvOnly {
			return false
		}
		callee := call.Call.StaticCallee()
		if callee == nil || heap.FullName(callee) != "time.After" {
			return false
		}
		other := func(r ssa.Instruction) bool { // it may receive the message of the timer
			_, info := r.(*ssa.DebugRef)
			return !info && r != ssa.Instruction(i)
		}
		if slices.ContainsFunc(*call.Referrers(), other) {
			return false
		}
		of := s.w.Objects(in, state.Chan)
		never := func(l heap.Loc) bool { return l.Obj.Kind != heap.Timer || l.Obj.Late || l.Obj.Set }
		return len(of) > 0 && !slices.ContainsFunc(of, never)
	})
}

// callBlocks reports whether a call may not end by itself. It does not look at followed functions that the call
// executes.
func (s *settling) callBlocks(in *heap.Instance, site ssa.CallInstruction) bool {
	if _, ok := site.Common().Value.(*ssa.Builtin); ok { // close does not wait
		return false
	}
	for _, t := range s.targets(in, site) {
		if t.Model != "" && !harmless(t.Model) && !wakes(t.Model) && !s.ends[operation{in, site}] {
			return true
		}
	}
	if s.follows(site) {
		return false
	}
	fn := site.Common().StaticCallee()
	if s.piped && s.mayWait(in, site) {
		return true
	}
	if fn == nil {
		return false
	}
	switch name := heap.FullName(fn); name {
	case "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		return true
	default:
		foreign := fn.Pkg != nil && !s.ps.Library(fn.Pkg.Pkg)
		return foreign && s.ps.Alone || strings.Contains(name, "golang.org/x/sync/")
	}
}

// follows reports whether a call is of a function that is known and followed.
func (s *settling) follows(site ssa.CallInstruction) bool {
	fn := site.Common().StaticCallee()
	return fn != nil && len(fn.Blocks) > 0 && s.ps.Within(fn)
}

// mayWait reports whether a call that is not followed may operate on something that io.Pipe or the like has made: it
// gets more than numbers and strings, or it is not known what it calls.
func (s *settling) mayWait(in *heap.Instance, site ssa.CallInstruction) bool {
	targets := s.targets(in, site)
	if slices.ContainsFunc(targets, func(t heap.Target) bool { return t.Model != "" && t.Model != heap.ModelFn }) {
		return false // callBlocks knows the function
	}
	if fn := site.Common().StaticCallee(); fn != nil {
		outside := fn.Pkg == nil || fn.Pkg.Pkg.Path() != "os" // whose files may be those of os.Pipe
		if heap.CallsNothing(fn) && outside || s.callsOwn(in, fn, site.Common().Args) {
			return false
		}
	}
	if site.Common().StaticCallee() == nil {
		return len(targets) == 0 || slices.ContainsFunc(targets, func(t heap.Target) bool { return t.Inst == nil })
	}
	return slices.ContainsFunc(site.Common().Args, func(v ssa.Value) bool { return !plain(v.Type(), 0) })
}

// wakes reports whether a function of the library does not wait, though others may wait for it.
func wakes(model string) bool {
	switch model {
	case unlockMutex, unlockWrite, unlockRead, "(*sync.WaitGroup).Add", "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Go",
		"(*sync.Cond).Signal", "(*sync.Cond).Broadcast", "time.AfterFunc", "context.AfterFunc":
		return true
	}
	return false
}

// closes reports whether an operation begins or ends only sections that end, or is a call of (*sync.Once).Do for
// functions that end.
func (s *settling) closes(o ofLock) bool {
	if o.model == doOnce {
		args := o.site.(ssa.CallInstruction).Common().Args
		known := func(l heap.Loc) bool { return l.Obj.Kind == heap.Func }
		if len(args) == 0 || !limitedTo(s.w.Objects(o.in, args[len(args)-1]), known) {
			return false
		}
		return limitedTo(s.targets(o.in, o.site), func(t heap.Target) bool {
			return t.Model == doOnce || t.Inst != nil && !s.blocks[t.Inst] && !s.turns[t.Inst] && !s.left[t.Inst] &&
				!(s.awake && s.reenters[t.Inst])
		})
	}
	return s.section(o, s)
}

// limitedTo reports whether such holds for all items.
func limitedTo[T any](items []T, such func(T) bool) bool {
	return !slices.ContainsFunc(items, func(t T) bool { return !such(t) })
}

// passes is sections.silent for settled sections, which have to end, but may wake others.
func (s *settling) passes(of *sections, i ssa.Instruction, deferred bool) bool {
	in := of.in
	if s.blocksAt(in, i) || s.pollsAt(in, i) || s.awake && s.reentersAt(in, i) {
		return false
	}
	_, starts := i.(*ssa.Go)
	mayPanic := s.recovered[in] && !deferred && !starts
	if mayPanic && s.panicsAt(in, i) {
		return false
	}
	for _, t := range s.targets(in, i) {
		switch {
		case unwind.Goexits(t.Model):
			if !deferred {
				return false
			}
		case t.Inst == nil || starts:
		case s.blocks[t.Inst] || s.turns[t.Inst] || s.awake && s.reenters[t.Inst] || !deferred && s.left[t.Inst]:
			return false
		case mayPanic && s.panics[t.Inst]:
			return false
		}
	}
	return true
}

// panicsAt reports whether an instruction may close a channel twice, send to one that is closed, or misuse a wait
// group. Other panics of the runtime, as of nil pointers and indices, are beyond a bound, here as in models (B10).
func (s *settling) panicsAt(in *heap.Instance, i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.Send:
		return true
	case *ssa.Select:
		return slices.ContainsFunc(i.States, func(state *ssa.SelectState) bool { return state.Dir == types.SendOnly })
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok {
			return b.Name() == "close"
		}
	}
	return slices.ContainsFunc(s.targets(in, i), func(t heap.Target) bool {
		return strings.HasPrefix(t.Model, "(*sync.WaitGroup).")
	})
}

// channels records the operations on channels. They end if nobody closes the channel, no unanalysed code has it, and
// all sends and receives are in selects with a default or a timer.
func (s *settling) channels() {
	bad := map[*heap.Object]bool{}
	kept := s.w.Reach(keeps(s.w.Instances))
	type use struct {
		at token.Pos
		on []heap.Loc
	}
	var all []use
	operate := func(in *heap.Instance, at token.Pos, ch ssa.Value, ends bool) {
		on := s.w.Objects(in, ch)
		all = append(all, use{at, on})
		for _, l := range on {
			bad[l.Obj] = bad[l.Obj] || !ends
		}
	}
	for _, in := range s.w.Instances {
		s.each(in, func(i ssa.Instruction) bool {
			switch i := i.(type) {
			case *ssa.Send:
				operate(in, i.Pos(), i.Chan, false)
			case *ssa.UnOp:
				if i.Op == token.ARROW {
					operate(in, i.Pos(), i.X, false)
				}
			case *ssa.Select:
				for _, state := range i.States {
					at := state.Pos
					if !at.IsValid() {
						at = i.Pos()
					}
					operate(in, at, state.Chan, !i.Blocking || s.timed(in, i))
				}
			case ssa.CallInstruction:
				if b, ok := i.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
					operate(in, i.Pos(), i.Common().Args[0], false)
				}
			}
			return false
		})
	}
	for _, u := range all {
		for _, l := range u.on {
			ends := l.Obj.Kind == heap.Chan && !bad[l.Obj] && !l.Obj.Closed && !kept[l.Obj] && !s.w.Lent(l)
			s.note(u.at, l, ends)
		}
	}
}

// settleAll is settle; if the time is over before it has finished, there are no answers.
func (f *Facts) settleAll() {
	if !limit.Try(f.settle) {
		f.settled = nil
	}
}
