package heap

import (
	"go/token"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// This file finds which functions may lead to code of other modules that is not followed. Such code may wait, as it
// has channels and locks of its own. No call needs to name it: sort.Sort(dep.List{}) calls its methods,
// t.Cleanup(dep.Stop) calls it later, and a variable dep.Hook may hold any function. So it counts that a function
// mentions the code (theory.md, Lemma 12.7).

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
			if pkg := v.Pkg.Pkg; ofSync(v.Type()) && !w.follows(pkg) {
				w.Note(keptObject, nearestPos(instr), "package "+pkg.Path()+", which is not followed, uses "+v.Name())
			}
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

// ofSync reports whether a type is that of a pointer to a type of package sync.
func ofSync(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "sync"
}

// mayWait adds to the ledger, and to in.Waits, that an instruction calls or mentions fn, if fn is not followed and
// may wait for other goroutines of the program: package std says so, or its code is in another package
// (World.Linked).
func (w *World) mayWait(in *Instance, instr ssa.Instruction, fn *ssa.Function) {
	row, _ := std.Of(FullName(fn))
	in.Listens, in.Dials = in.Listens || row.Listens, in.Dials || row.Dials
	if !row.Waits && (w.Linked == nil || !w.Linked(fn)) {
		return
	}
	if in.Waits == nil {
		in.Waits = map[ssa.Instruction]bool{}
	}
	in.Waits[instr] = true
	w.Note("U13", nearestPos(instr), "what "+fn.Name()+" does, or makes, may wait for others of the program")
}

// BothEnds reports whether some instances make both ends of connections. Then readers and writers of the program may
// wait for each other, and nothing is outside of it. at is one of the instances that listen.
func BothEnds(of iter.Seq[*Instance]) (at *Instance, both bool) {
	dials := false
	for in := range of {
		if in.Listens {
			at = in
		}
		dials = dials || in.Dials
	}
	return at, at != nil && dials
}

// onlyStores reports whether an instruction only stores its operands. If an initializer stores a function in a
// variable, the instructions that load it count instead.
func onlyStores(instr ssa.Instruction) bool {
	switch instr.(type) {
	case *ssa.Store, *ssa.MapUpdate, *ssa.ChangeType:
		return true
	}
	return false
}

// nearestPos returns the position of an instruction or, if it has none, of the first one after it in its block that
// has.
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

// methodsOf lists the packages that declare the methods of a type, and of the types of what its values hold. Code
// that gets such a value in an interface may call the methods, as package fmt calls String of fields.
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

// declarers collects the answer of methodsOf.
type declarers struct {
	packages []*types.Package
	seen     map[types.Type]bool
}

// visit adds the packages of a type, and of the types of what its values hold.
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
