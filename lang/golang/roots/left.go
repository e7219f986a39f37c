package roots

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// This file finds what the tests of a package leave behind for each other. Each test is a root of its own, but the go
// command executes all tests one after the other in one process:
//
//	var mu sync.Mutex
//
//	func TestFirst(t *testing.T)  { mu.Lock() }
//	func TestSecond(t *testing.T) { mu.Lock() } // waits for ever, but not if it is executed alone
//
// A root that finds something left behind gets an entry in its ledger. The search looks at all followed code that a
// test may execute: functions that it calls statically or names as values, and methods of types that it puts into
// interface values. A test leaves behind a package variable
//
//   - that is or has a lock, if in one of these functions a way leads from where the lock is taken to where the
//     function, or the test (t.Fatal), ends, and does not give it back there;
//   - that is or has a wait group or a channel, if it operates on that;
//   - that leads to a struct, if it assigns to one of the struct's fields and the next test reads that field.
//
// An operand that is reached by a parameter, a result, a pointer or an interface value is taken to be in each
// variable that both tests name, and that leads to a value of its type. May err towards: something is left behind.

// Left returns the position of the first package variable that a root names and that another test may leave behind;
// some reports whether there is one.
func (ps *Packages) Left(root Root) (pos token.Pos, some bool) {
	if !ps.IsTest(root.Fn) {
		return token.NoPos, false
	}
	mine := ps.residueOf(root.Fn)
	if len(mine.names) == 0 {
		return token.NoPos, false
	}
	for _, m := range root.Fn.Pkg.Members {
		other, ok := m.(*ssa.Function)
		if !ok || other == root.Fn || !ps.IsTest(other) {
			continue
		}
		left := ps.residueOf(other)
		for g := range mine.names {
			if (!pos.IsValid() || g.Pos() < pos) && mine.finds(g, left) {
				pos = g.Pos()
			}
		}
	}
	return pos, pos.IsValid()
}

// residue is what a test has to do with package variables.
type residue struct {
	names  map[*ssa.Global]bool      // variables that it names
	left   map[*ssa.Global]bool      // variables that it leaves behind
	loose  map[types.Type]bool       // types of what it leaves behind in unknown variables; nil as a key: any type
	reads  map[*types.Var]bool       // fields that it reads
	writes map[*types.Var]types.Type // fields that it assigns, with the type of their struct
}

// finds reports whether a test finds something in variable g that another test has left there.
func (r *residue) finds(g *ssa.Global, left *residue) bool {
	if left.left[g] {
		return true
	}
	if !left.names[g] {
		return false
	}
	leads := func(t types.Type) bool { return leadsTo(g.Type(), t, map[types.Type]bool{}) }
	for t := range left.loose {
		if leads(t) {
			return true
		}
	}
	for field, of := range left.writes {
		if r.reads[field] && leads(of) {
			return true
		}
	}
	return false
}

// leadsTo reports whether a value of type from may contain, or point to, one of type to; with nil, anything that
// synchronizes. seen has the types that were looked at.
func leadsTo(from, to types.Type, seen map[types.Type]bool) bool {
	from = types.Unalias(from)
	if to != nil && types.Identical(from, to) {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	if n, ok := from.(*types.Named); ok && to == nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync" {
		return true
	}
	switch u := from.Underlying().(type) {
	case *types.Pointer:
		return leadsTo(u.Elem(), to, seen)
	case *types.Slice:
		return leadsTo(u.Elem(), to, seen)
	case *types.Array:
		return leadsTo(u.Elem(), to, seen)
	case *types.Chan:
		return to == nil || leadsTo(u.Elem(), to, seen)
	case *types.Map:
		return leadsTo(u.Key(), to, seen) || leadsTo(u.Elem(), to, seen)
	case *types.Struct:
		for field := range u.Fields() {
			if leadsTo(field.Type(), to, seen) {
				return true
			}
		}
	case *types.Interface, *types.Signature: // of a function, what it captured
		return true
	}
	return false
}

// residueOf returns the residue of a test, which it computes in the first call.
func (ps *Packages) residueOf(fn *ssa.Function) *residue {
	if r, known := ps.residues.Load(fn); known {
		return r.(*residue)
	}
	r := &residue{names: map[*ssa.Global]bool{}, left: map[*ssa.Global]bool{}, loose: map[types.Type]bool{},
		reads: map[*types.Var]bool{}, writes: map[*types.Var]types.Type{}}
	all := ps.executed(fn)
	recovers := slices.ContainsFunc(all, mayRecover)
	for _, f := range all {
		locked := map[place]bool{}
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				r.instruction(i, locked)
			}
		}
		for l := range locked {
			if staysLocked(f, l, recovers) {
				r.leave(l)
			}
		}
	}
	ps.residues.Store(fn, r)
	return r
}

// executed lists the followed functions that a function may execute, with itself.
func (ps *Packages) executed(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	seen, boxed := map[*ssa.Function]bool{}, map[types.Type]bool{}
	todo := []*ssa.Function{fn}
	for len(todo) > 0 {
		f := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[f] || f.Blocks == nil || !ps.Within(f) {
			continue
		}
		seen[f] = true
		out = append(out, f)
		todo = append(todo, f.AnonFuncs...)
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				for _, v := range i.Operands(nil) {
					if callee, ok := (*v).(*ssa.Function); ok {
						todo = append(todo, callee)
					}
				}
				if box, ok := i.(*ssa.MakeInterface); ok && !boxed[box.X.Type()] {
					boxed[box.X.Type()] = true
					for m := range ps.Prog.MethodSets.MethodSet(box.X.Type()).Methods() {
						todo = append(todo, ps.Prog.MethodValue(m))
					}
				}
			}
		}
	}
	return out
}

// mayRecover reports whether a function may recover a panic, its own or that of a function that calls it.
func mayRecover(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			builtin, is := call.Common().Value.(*ssa.Builtin)
			_, deferred := i.(*ssa.Defer)
			if is && builtin.Name() == "recover" || deferred && !is && call.Common().StaticCallee() == nil {
				return true
			}
		}
	}
	return false
}

// staysLocked reports whether some way through a function takes a lock and ends without giving it back. Such an end
// is a return, a call that may end the test, and, if some function recovers, an instruction that may panic; without
// that, a panic ends the process. A deferred unlock counts where it is deferred. One in a go statement does not, as
// it may come too late.
func staysLocked(f *ssa.Function, l place, recovers bool) bool {
	type at struct {
		block *ssa.BasicBlock
		held  bool
	}
	seen := map[at]bool{}
	todo := []at{{f.Blocks[0], false}}
	for len(todo) > 0 {
		here := todo[len(todo)-1]
		if todo = todo[:len(todo)-1]; seen[here] {
			continue
		}
		seen[here] = true
		held := here.held
		for _, i := range here.block.Instrs {
			call, _ := i.(ssa.CallInstruction)
			_, returns := i.(*ssa.Return)
			switch {
			case call != nil && locks(call, l):
				held = true
			case call != nil && unlocks(call, l):
				held = false
			case held && (returns || call != nil && endsTest(call) || recovers && mayFail(i)):
				return true
			}
		}
		for _, next := range here.block.Succs {
			todo = append(todo, at{next, held})
		}
	}
	return false
}

// mayFail reports whether an instruction may panic, also in what it calls.
func mayFail(i ssa.Instruction) bool {
	switch i := i.(type) {
	case ssa.CallInstruction, *ssa.Panic, *ssa.IndexAddr, *ssa.Index, *ssa.Slice, *ssa.MapUpdate, *ssa.Send,
		*ssa.SliceToArrayPointer, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Lookup:
		return true
	case *ssa.TypeAssert:
		return !i.CommaOk
	case *ssa.BinOp:
		return i.Op == token.QUO || i.Op == token.REM || i.Op == token.SHL || i.Op == token.SHR
	case *ssa.FieldAddr:
		return mayBeNil(i.X)
	case *ssa.UnOp:
		return i.Op == token.MUL && mayBeNil(i.X)
	case *ssa.Store:
		return mayBeNil(i.Addr)
	}
	return false
}

// mayBeNil reports whether an address may be nil.
func mayBeNil(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Global, *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.FreeVar:
		return false
	}
	return true
}

// locking returns the object of a call whose method has a name that ends with word, Lock or Unlock: a method of
// package sync, or of an interface. ok is false for other calls.
func locking(call ssa.CallInstruction, word string) (of place, ok bool) {
	c := call.Common()
	if c.IsInvoke() {
		return placeOf(c.Value), c.Signature().Params().Len() == 0 && strings.HasSuffix(c.Method.Name(), word)
	}
	callee := c.StaticCallee()
	if callee == nil || typeOfSync(callee) == "" || !strings.HasSuffix(callee.Name(), word) {
		return place{}, false
	}
	return placeOf(c.Args[0]), true
}

// locks reports whether a call may take lock l, as TryLock does, too.
func locks(call ssa.CallInstruction, l place) bool {
	of, ok := locking(call, "Lock")
	return ok && of == l
}

// unlocks reports whether a call gives lock l back, itself or in a function literal without branches.
func unlocks(call ssa.CallInstruction, l place) bool {
	if _, later := call.(*ssa.Go); later {
		return false
	}
	if of, ok := locking(call, "Unlock"); ok {
		return of == l
	}
	callee := call.Common().StaticCallee()
	if callee == nil || callee.Parent() == nil || len(callee.Blocks) != 1 {
		return false
	}
	return slices.ContainsFunc(callee.Blocks[0].Instrs, func(i ssa.Instruction) bool {
		inner, ok := i.(*ssa.Call)
		if !ok {
			return false
		}
		of, ok := locking(inner, "Unlock")
		return ok && captured(of, call) == l
	})
}

// captured translates a place in a function literal, which begins with a captured variable, to one in its caller.
func captured(of place, call ssa.CallInstruction) place {
	free, ok := of.in.(*ssa.FreeVar)
	made, is := call.Common().Value.(*ssa.MakeClosure)
	if !ok || !is {
		return of
	}
	outer := placeOf(made.Bindings[slices.Index(made.Fn.(*ssa.Function).FreeVars, free)])
	return place{outer.in, outer.path + of.path}
}

// endsTest reports whether a call may end the goroutine of a test: t.Fatal and the like, runtime.Goexit, and any
// function that gets the test.
func endsTest(call ssa.CallInstruction) bool {
	c := call.Common()
	if c.IsInvoke() {
		return isTest(c.Value.Type())
	}
	callee := c.StaticCallee()
	if callee != nil && callee.Pkg != nil && callee.Pkg.Pkg.Path() == "testing" {
		return slices.Contains([]string{"FailNow", "Fatal", "Fatalf", "Skip", "Skipf", "SkipNow"}, callee.Name())
	}
	if callee != nil && callee.String() == "runtime.Goexit" {
		return true
	}
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return isTest(v.Type()) })
}

// isTest reports whether a type is one of package testing, as *testing.T and testing.TB are.
func isTest(t types.Type) bool {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing"
}

// instruction records what an instruction names, reads, writes and leaves behind. It adds the locks that the
// instruction takes to locked: whether they stay locked, staysLocked says.
func (r *residue) instruction(i ssa.Instruction, locked map[place]bool) {
	for _, v := range i.Operands(nil) {
		if g, ok := (*v).(*ssa.Global); ok {
			r.names[g] = true
		}
	}
	switch i := i.(type) {
	case *ssa.Send:
		r.leave(placeOf(i.Chan))
	case *ssa.Select:
		for _, s := range i.States {
			r.leave(placeOf(s.Chan))
		}
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			r.leave(placeOf(i.X))
		}
		if of, field := fieldOf(i.X); i.Op == token.MUL && of != nil {
			r.reads[field] = true
		}
	case *ssa.Store:
		if of, field := fieldOf(i.Addr); of != nil {
			r.writes[field] = of
		}
	case *ssa.MakeClosure: // mu.Lock as a value
		if fn := i.Fn.(*ssa.Function); strings.HasSuffix(fn.Name(), "Lock$bound") {
			r.leave(placeOf(i.Bindings[0]))
		}
	case ssa.CallInstruction:
		if b, ok := i.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			r.leave(placeOf(i.Common().Args[0]))
		}
		if of, ok := locking(i, "Lock"); ok {
			if _, unlocks := locking(i, "Unlock"); !unlocks {
				locked[of] = true
			}
		}
		if callee := i.Common().StaticCallee(); callee != nil && typeOfSync(callee) == "WaitGroup" {
			r.leave(placeOf(i.Common().Args[0]))
		}
	}
}

// fieldOf returns the type of the struct and the field whose address v is; nil if it is the address of no field.
func fieldOf(v ssa.Value) (types.Type, *types.Var) {
	a, ok := v.(*ssa.FieldAddr)
	if !ok {
		return nil, nil
	}
	of := a.X.Type().Underlying().(*types.Pointer).Elem()
	return of, of.Underlying().(*types.Struct).Field(a.Field).Origin()
}

// typeOfSync returns the name of the type that a function is a method of: Mutex, RWMutex or WaitGroup; "" for others.
func typeOfSync(fn *ssa.Function) string {
	recv := fn.Signature.Recv()
	if recv == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "sync" {
		return ""
	}
	p, ok := types.Unalias(recv.Type()).(*types.Pointer)
	if !ok {
		return ""
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	if !ok || !slices.Contains([]string{"Mutex", "RWMutex", "WaitGroup"}, n.Obj().Name()) {
		return ""
	}
	return n.Obj().Name()
}

// place says where an operand is found: by a path of fields (".mu"), items ("[]") and pointers ("*"), from a package
// variable or a register.
type place struct {
	in   ssa.Value
	path string
}

// placeOf returns where an operand is found.
func placeOf(v ssa.Value) place {
	path := ""
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v, path = x.X, "."+fieldName(x)+path
		case *ssa.IndexAddr:
			v, path = x.X, "[]"+path
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return place{v, path}
			}
			v, path = x.X, "*"+path
		default:
			return place{v, path}
		}
	}
}

// fieldName returns the name of the field whose address a is.
func fieldName(a *ssa.FieldAddr) string {
	_, field := fieldOf(a)
	return field.Name()
}

// leave records that something is left behind at a place.
func (r *residue) leave(l place) {
	switch in := l.in.(type) {
	case *ssa.Global:
		r.left[in] = true
	case *ssa.Alloc, *ssa.MakeChan: // new in this test: if others know it, then by the variable where it is stored
	default:
		t := in.Type()
		if p, ok := types.Unalias(t).(*types.Pointer); ok {
			t = p.Elem()
		}
		if types.IsInterface(t) {
			t = nil
		}
		r.loose[t] = true
	}
}
