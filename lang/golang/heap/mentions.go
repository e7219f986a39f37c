package heap

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Code of other modules that is not followed may wait, as it has channels and locks of its own. A function reaches it
// without a call that names it: sort.Sort(dep.List{}) calls its methods, t.Cleanup(dep.Stop) calls it later, and a
// variable dep.Hook holds any function. So what counts is that the function mentions the code (theory.md, Lemma 12.7).

// mentions records the packages of other modules whose code an instruction may lead to, and notes them (B12): it
// mentions a function or a variable of such a package, or puts a value of one of its types into an interface, so that
// others can call the methods. Initializers of packages are executed before main: what they mention is recorded only.
// That they call the initializers of other modules says nothing of what a root does. It also notes functions of the
// library that may wait: who has one as a value may call it, or give it to the library, which calls it.
func (w *World) mentions(in *Instance, instr ssa.Instruction) {
	mention := func(p *types.Package) {
		if p == nil || w.follows(p) || w.Library(p) && (w.Registered == nil || !w.Registered(p)) {
			return
		}
		if !slices.Contains(in.Abroad, p) {
			in.Abroad = append(in.Abroad, p)
		}
		if !initializes(in) {
			w.noteAbroad(nearestPos(instr), p)
		}
	}
	for _, v := range instr.Operands(nil) {
		switch v := (*v).(type) {
		case *ssa.Function:
			if !AnyValue(v) && v.Synthetic != initializer {
				mention(packageOf(v))
				if !initializes(in) || !onlyStores(instr) {
					w.mayWait(in, instr, v)
				}
			}
		case *ssa.Global:
			if w.carries(v.Type()) && !comparesOnly(v, instr) {
				mention(v.Pkg.Pkg)
			}
		}
	}
	if x, ok := instr.(*ssa.MakeInterface); ok {
		for _, p := range w.methodsOf(x.X.Type()) {
			mention(p)
		}
	}
}

// mayWait notes a function that is not followed, and which an instruction calls or mentions, if it may wait for
// goroutines of the program by what package std says, or its code is elsewhere.
func (w *World) mayWait(in *Instance, instr ssa.Instruction, fn *ssa.Function) {
	row, _ := std.Of(FullName(fn))
	if !row.Waits && (w.Linked == nil || !w.Linked(fn)) {
		return
	}
	if in.Waits == nil {
		in.Waits = map[ssa.Instruction]bool{}
	}
	in.Waits[instr] = true
	w.Note("U13", nearestPos(instr), "what "+fn.Name()+" does, or makes, may wait for others of the program")
}

// places reports whether an instruction only puts its operands somewhere. A function that an initializer puts into a
// variable so is known to who calls it there, and others have nothing to do with it.
func onlyStores(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.ChangeType:
		return true
	}
	return false
}

// near is the position of an instruction, or of the first one after it in its block that has one.
func nearestPos(instr ssa.Instruction) token.Pos {
	all := instr.Block().Instrs
	for _, i := range all[slices.Index(all, instr):] {
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return token.NoPos
}

// comparesOnly reports whether an instruction loads an error of a package, as io.EOF is one of io, and the program only
// compares it with others by == and !=. errors.Is is no such comparison, as a method Is may call methods of both.
func comparesOnly(g *ssa.Global, instr ssa.Instruction) bool {
	load, ok := instr.(*ssa.UnOp)
	if !ok || load.X != g || load.Referrers() == nil || load.Type() != types.Universe.Lookup("error").Type() {
		return false
	}
	return !slices.ContainsFunc(*load.Referrers(), func(user ssa.Instruction) bool {
		switch user.(type) {
		case *ssa.BinOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}

// methodsOf lists the packages that declare types with methods among a type and what its values hold, so far as their
// types say: code that gets such a value in an interface may call the methods, as package fmt calls String of fields.
func (w *World) methodsOf(t types.Type) []*types.Package {
	known, ok := w.declarersMemo[t]
	if !ok {
		d := declarers{seen: map[types.Type]bool{}}
		d.visit(t)
		known = d.packages
		w.declarersMemo[t] = known
	}
	return known
}

type declarers struct {
	packages []*types.Package
	seen     map[types.Type]bool
}

func (d *declarers) visit(t types.Type) {
	t = types.Unalias(t)
	if d.seen[t] {
		return
	}
	d.seen[t] = true
	if n, ok := t.(*types.Named); ok {
		p := n.Obj().Pkg()
		if p != nil && n.NumMethods() > 0 && !slices.Contains(d.packages, p) {
			d.packages = append(d.packages, p)
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		d.visit(u.Elem())
	case *types.Slice:
		d.visit(u.Elem())
	case *types.Array:
		d.visit(u.Elem())
	case *types.Chan:
		d.visit(u.Elem())
	case *types.Map:
		d.visit(u.Key())
		d.visit(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			d.visit(f.Type())
		}
	}
}
