package slice

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/unwind"
)

// This file finds how functions end other than by a return: they never return, stay in a loop for ever, or are left
// by a panic that somebody recovers, or by runtime.Goexit. It matters for locks: a function that is left between Lock
// and Unlock keeps the lock, unless it has deferred the Unlock.

// ending reports whether a function of the library ends the program.
func ending(model string) bool { return model == "os.Exit" || fatal(model) }

// stopping computes f.stops: the functions that never return, whatever branches they take.
func (f *Facts) stopping() {
	recover := map[*ssa.Function]bool{} // functions that return after a panic
	for _, in := range f.recoverers(f.w.Instances) {
		recover[in.Fn] = true
	}
	for changed := true; changed; {
		changed = false
		for fn, of := range f.of {
			returns := func(in *heap.Instance) bool { return f.returns(in, fn.Blocks[0]) }
			if f.stops[fn] || recover[fn] || slices.ContainsFunc(of, returns) {
				continue
			}
			f.stops[fn], changed = true, true
		}
	}
}

// returns reports whether an instance may come from a block to a return statement.
func (f *Facts) returns(in *heap.Instance, from *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	for todo := []*ssa.BasicBlock{from}; len(todo) > 0; {
		b := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[b] {
			continue
		}
		seen[b] = true
		if slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return f.ends(in, i) }) {
			continue
		}
		if _, is := b.Instrs[len(b.Instrs)-1].(*ssa.Return); is {
			return true
		}
		todo = append(todo, b.Succs...)
	}
	return false
}

// spinning computes f.spins: the instances that may, also in what they call, come to a loop without an exit, or to
// one that polls.
func (f *Facts) spinning() {
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		if f.goesOn(in) {
			own = append(own, in)
		}
	}
	f.spins = reach(f.callers, own)
}

// goesOn reports whether an instance may itself come to a loop without an exit, or to one that polls.
func (f *Facts) goesOn(in *heap.Instance) bool {
	f.w.Look()
	if f.each(in, func(i ssa.Instruction) bool { return f.pollsAt(in, i) }) {
		return true
	}
	for b := range blocks(in.Fn) {
		if !f.comesToEnd(in, b) {
			return true
		}
	}
	return false
}

// pollsAt reports whether a loop that polls begins at an instruction, or the instruction calls a function of the
// library that polls.
func (f *Facts) pollsAt(in *heap.Instance, i ssa.Instruction) bool {
	b := i.Block()
	if b.Instrs[0] == i && len(b.Preds) > 1 && f.w.Polls(in, b) {
		return true
	}
	call, ok := i.(*ssa.Call)
	return ok && f.w.CallPolls(in, call)
}

// comesToEnd reports whether an instance may come from a block to its end: a return, a panic, or a call that never
// returns. It uses f.stops.
func (f *Facts) comesToEnd(in *heap.Instance, b *ssa.BasicBlock) bool {
	known, ok := f.ending[in]
	if !ok {
		known = f.endings(in)
		f.ending[in] = known
	}
	return known[b]
}

// endings returns the blocks from which an instance may come to its end. It goes backwards from the ends.
func (f *Facts) endings(in *heap.Instance) map[*ssa.BasicBlock]bool {
	var todo []*ssa.BasicBlock
	for _, b := range in.Fn.Blocks {
		last := b.Instrs[len(b.Instrs)-1]
		_, returns := last.(*ssa.Return)
		_, panics := last.(*ssa.Panic)
		if returns || panics || slices.ContainsFunc(b.Instrs, func(i ssa.Instruction) bool { return f.ends(in, i) }) {
			todo = append(todo, b)
		}
	}
	out := map[*ssa.BasicBlock]bool{}
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !out[b] {
			out[b] = true
			todo = append(todo, b.Preds...)
		}
	}
	return out
}

// blocks returns the blocks of a function that can be reached from its first one.
func blocks(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	for todo := []*ssa.BasicBlock{fn.Blocks[0]}; len(todo) > 0; {
		b := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; !seen[b] {
			seen[b] = true
			todo = append(todo, b.Succs...)
		}
	}
	return seen
}

// ends reports whether an instruction is a call that never returns.
func (f *Facts) ends(in *heap.Instance, i ssa.Instruction) bool {
	if _, ok := i.(*ssa.Call); !ok {
		return false
	}
	targets := f.targets(in, i)
	goesOn := func(t heap.Target) bool {
		if t.Inst != nil {
			return t.Maybe || !f.stops[t.Inst.Fn]
		}
		return !ending(t.Model) && !unwind.Goexits(t.Model) && !unwind.Panics(t.Model)
	}
	return len(targets) > 0 && !slices.ContainsFunc(targets, goesOn)
}

// panics reports whether an instruction is a panic statement of the source, or a call of a library function that
// panics.
func (f *Facts) panics(in *heap.Instance, i ssa.Instruction) bool {
	if p, ok := i.(*ssa.Panic); ok {
		return !unwind.Added(p)
	}
	return slices.ContainsFunc(f.targets(in, i), func(t heap.Target) bool { return unwind.Panics(t.Model) })
}

// recoverers returns those of some instances that defer a function which stops a panic.
func (f *Facts) recoverers(of []*heap.Instance) []*heap.Instance {
	var out []*heap.Instance
	leaves := unwind.New(f.w)
	for _, in := range of {
		defers := func(i ssa.Instruction) bool {
			if _, ok := i.(*ssa.Defer); !ok {
				return false
			}
			return slices.ContainsFunc(f.targets(in, i), leaves.Stops)
		}
		if f.each(in, defers) {
			out = append(out, in)
		}
	}
	return out
}

// foreign returns the instances that unanalysed code calls which may recover their panics. Package fmt does so with
// panics of String methods.
func (f *Facts) foreign() []*heap.Instance {
	var out []*heap.Instance
	for _, in := range f.w.Instances {
		f.each(in, func(i ssa.Instruction) bool {
			for _, t := range f.targets(in, i) {
				if t.Inst == nil {
					continue
				}
				callee := i.(ssa.CallInstruction).Common().StaticCallee()
				if callee == nil && t.Maybe || callee != nil && !f.ps.Within(callee) && heap.Catches(callee) {
					out = append(out, t.Inst)
				}
			}
			return false
		})
	}
	return out
}

// fails reports whether an instruction may panic in the runtime, or calls something that may. The instruction comes
// after an operation on a lock, so the pointer to the struct with the lock is not nil.
func fails(i ssa.Instruction, lock path) bool {
	mayBeNil := func(v ssa.Value) bool { // v is an mayBeNil
		for {
			switch x := v.(type) {
			case *ssa.FieldAddr:
				v = x.X
				continue
			case *ssa.Alloc, *ssa.Global, *ssa.FreeVar:
				return false
			}
			return v != lock.base
		}
	}
	switch i := i.(type) {
	case *ssa.Alloc, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.DebugRef, *ssa.Extract, *ssa.Field, *ssa.If, *ssa.Jump,
		*ssa.MakeClosure, *ssa.MakeInterface, *ssa.MakeMap, *ssa.Next, *ssa.Phi, *ssa.Range, *ssa.Return, *ssa.RunDefers,
		*ssa.Convert, *ssa.Defer, *ssa.Panic: // callers look at deferred calls and at panic statements themselves
		return false
	case *ssa.FieldAddr:
		return mayBeNil(i.X)
	case *ssa.Lookup:
		m, ok := i.X.Type().Underlying().(*types.Map)
		return !ok || dynamic(m.Key())
	case *ssa.Store:
		return mayBeNil(i.Addr)
	case *ssa.UnOp:
		return i.Op == token.MUL && mayBeNil(i.X)
	case *ssa.BinOp:
		switch i.Op {
		case token.QUO, token.REM, token.SHL, token.SHR:
			_, constant := i.Y.(*ssa.Const)
			return !constant
		case token.EQL, token.NEQ:
			if types.IsInterface(i.X.Type()) || types.IsInterface(i.Y.Type()) {
				return types.IsInterface(i.X.Type()) && types.IsInterface(i.Y.Type())
			}
			return dynamic(i.X.Type())
		}
		return false
	case *ssa.Call:
		if b, ok := i.Call.Value.(*ssa.Builtin); ok {
			return builtinFails(b.Name(), i)
		}
		callee := i.Call.StaticCallee() // the library is taken not to panic
		return callee == nil || callee.Blocks != nil
	}
	return true
}

// builtinFails reports whether a call of a builtin function may panic in the runtime.
func builtinFails(name string, call *ssa.Call) bool {
	switch name {
	case "len", "cap", "append", "copy", "min", "max", "real", "imag", "complex", "print", "println", "recover", "clear",
		"ssa:wrapnilchk":
		return false
	case "delete":
		m, ok := call.Call.Args[0].Type().Underlying().(*types.Map)
		return !ok || dynamic(m.Key())
	}
	return true // close, and those of package unsafe with a length
}

// dynamic reports whether values of a type contain an interface value, or may. To compare or to hash such values
// panics if the dynamic type is not comparable.
func dynamic(t types.Type) bool {
	if _, is := types.Unalias(t).(*types.TypeParam); is {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Struct:
		for f := range u.Fields() {
			if dynamic(f.Type()) {
				return true
			}
		}
	case *types.Array:
		return dynamic(u.Elem())
	}
	return false
}

// leaving computes f.left and f.recovered: the instances that may be left without a return, by a panic that some
// function recovers, or by runtime.Goexit.
func (f *Facts) leaving() {
	f.recovered = reach(f.callees, append(f.recoverers(f.w.Instances), f.foreign()...))
	recovered := f.recovered
	var own []*heap.Instance
	for _, in := range f.w.Instances {
		leaves := func(i ssa.Instruction) bool {
			goexit := func(t heap.Target) bool { return unwind.Goexits(t.Model) }
			return recovered[in] && f.panics(in, i) || slices.ContainsFunc(f.targets(in, i), goexit)
		}
		if f.each(in, leaves) {
			own = append(own, in)
		}
	}
	f.left = reach(f.callers, own)
}
