package slice

import (
	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
)

// This file decides whether all sections of a lock in one function are closed: on each way, what is locked is
// unlocked, and nothing between the two waits. It is a data flow analysis. Its facts are of type state, and each
// block must have the same state on all ways that lead to it. For
//
//	mu.Lock()        // held
//	if b { f() }
//	mu.Unlock()      // not held
//
// it visits the block of f() with held, and asks whether f may wait. Instructions outside of sections are skipped.

// state is what a function has done with a lock before an instruction.
type state struct {
	held     bool
	deferred bool // the unlock is deferred
}

// sections is the analysis of one lock in one instance.
type sections struct {
	f     *Facts
	in    *heap.Instance
	lock  path
	begin string                    // the function that begins sections: Lock or RLock
	sites sites                     // the calls that may be operations on the lock
	at    map[*ssa.BasicBlock]state // at the beginnings of blocks

	settling *settling // what sections may contain; nil: what silent lets pass
}

// sites has the calls that may be operations on a lock: by block, the indices of instructions in ascending order.
type sites map[*ssa.BasicBlock][]int

// sitesOf returns the sites of all locks of an instance. They are collected once, as a function may have thousands of
// locks.
func (f *Facts) sitesOf(in *heap.Instance) map[path]sites {
	if known := f.sites[in]; known != nil {
		return known
	}
	all := map[path]sites{}
	for _, b := range in.Fn.Blocks {
		for k, i := range b.Instrs {
			f.w.Look()
			site, ok := i.(ssa.CallInstruction)
			if !ok || len(site.Common().Args) == 0 || !ofSection(site) {
				continue
			}
			lock := f.pathOf(in, site.Common().Args[0])
			if all[lock] == nil {
				all[lock] = sites{}
			}
			all[lock][b] = append(all[lock][b], k)
		}
	}
	f.sites[in] = all
	return all
}

// ofSection reports whether a call is one of Lock, Unlock, RLock or RUnlock.
func ofSection(site ssa.CallInstruction) bool {
	callee := site.Common().StaticCallee()
	if callee == nil {
		return false
	}
	model := heap.FullName(callee)
	for begin, end := range ends {
		if model == begin || model == end {
			return true
		}
	}
	return false
}

// closed reports whether, on all ways, the function unlocks what it has locked, and only that, and nothing in between
// waits.
func (s *sections) closed() bool {
	entry := s.in.Fn.Blocks[0]
	s.at[entry] = state{}
	for todo := []*ssa.BasicBlock{entry}; len(todo) > 0; {
		s.f.w.Look()
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		now, ok := s.block(b, s.at[b])
		if !ok {
			return false
		}
		for _, c := range b.Succs {
			before, known := s.at[c]
			switch {
			case !known:
				s.at[c] = now
				todo = append(todo, c)
			case before != now:
				return false
			}
		}
	}
	return true
}

// block returns the state at the end of a block, from that at its beginning. ok is false if a section is not closed,
// or something in it waits.
func (s *sections) block(b *ssa.BasicBlock, now state) (end state, ok bool) {
	next := s.sites[b]
	for at := 0; at < len(b.Instrs); at++ {
		if !now.held { // skip to the next operation on the lock
			for len(next) > 0 && next[0] < at {
				next = next[1:]
			}
			if len(next) == 0 {
				break
			}
			at = next[0]
		}
		s.f.w.Look()
		i := b.Instrs[at]
		own := s.own(i)
		switch {
		case own == s.begin:
			if _, call := i.(*ssa.Call); !call || now.held || now.deferred {
				return now, false
			}
			now.held = true
			continue
		case own != "" && own == ends[s.begin]:
			if !now.held || now.deferred {
				return now, false
			}
			if _, later := i.(*ssa.Defer); later {
				now.deferred = true
			} else {
				now.held = false
			}
			continue
		}
		if _, ok := i.(*ssa.RunDefers); ok {
			if now.held && !s.silentDefers() {
				return now, false
			}
			if now.deferred {
				now = state{}
			}
			continue
		}
		if now.held && (s.defines(i) || !s.silent(i, now.deferred)) {
			return now, false
		}
	}
	switch last := b.Instrs[len(b.Instrs)-1].(type) {
	case *ssa.Return:
		return now, !now.held && !now.deferred
	case *ssa.Panic:
		return now, !now.held || now.deferred && s.silentDefers() || unwind.Added(last)
	}
	if !now.held {
		return now, true
	}
	return now, s.f.comesToEnd(s.in, b)
}

// own returns the function that an operation on the lock calls; "" if the instruction is no such operation.
func (s *sections) own(i ssa.Instruction) string {
	site, ok := i.(ssa.CallInstruction)
	if !ok || site.Common().StaticCallee() == nil || len(site.Common().Args) == 0 {
		return ""
	}
	model := heap.FullName(site.Common().StaticCallee())
	if model != s.begin && model != ends[s.begin] {
		return ""
	}
	if s.f.pathOf(s.in, site.Common().Args[0]) != s.lock {
		return ""
	}
	return model
}

// defines reports whether an instruction gives a new value to the register or variable at the base of the lock's
// path.
func (s *sections) defines(i ssa.Instruction) bool {
	if v, ok := i.(ssa.Value); ok && v == s.lock.base {
		return true
	}
	store, ok := i.(*ssa.Store)
	return ok && store.Addr == s.lock.base
}

// silent reports whether an instruction in a section waits for nothing, and the function goes on after it. deferred:
// the unlock is deferred, so it is executed also if a panic or Goexit leaves the function.
func (s *sections) silent(i ssa.Instruction, deferred bool) bool {
	if s.settling != nil {
		return s.settling.passes(s, i, deferred)
	}
	if s.f.counts(s.in, i) || s.f.pollsAt(s.in, i) {
		return false
	}
	if s.f.awake && s.f.reentersAt(s.in, i) {
		return false
	}
	if s.f.recovered[s.in] && !deferred && fails(i, s.lock) && !s.f.quiet[operation{s.in, i}] {
		return false
	}
	for _, t := range s.f.targets(s.in, i) {
		switch {
		case unwind.Goexits(t.Model):
			if !deferred {
				return false
			}
		case t.Inst == nil:
		case s.f.waits[t.Inst] || s.f.spins[t.Inst] || s.f.awake && s.f.reenters[t.Inst] || !deferred && s.f.left[t.Inst]:
			return false
		}
	}
	return true
}

// silentDefers reports whether the deferred calls of the function wait for nothing.
func (s *sections) silentDefers() bool {
	for _, b := range s.in.Fn.Blocks {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.Defer); ok && s.own(d) == "" && !s.silent(d, false) {
				return false
			}
		}
	}
	return true
}
