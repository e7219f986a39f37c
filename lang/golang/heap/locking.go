package heap

import (
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Functions of the library that call what they are given while they hold a lock of their own, as log.Print calls Write
// of the writer of the logger. The library is not followed, so the model does not have that lock:
//
//	func (w writer) Write(p []byte) (int, error) { log.Print("again"); return len(p), nil } // waits for ever
//
// Such a method or function is in the ledger if it may come to a function of the library that takes such a lock.
// Whether it is the same lock is not asked. May err towards: it waits.

// locked is what a function of the library calls with a lock held (std.Row.Locks), and where that lock is: in a
// package. Loggers of log/slog share theirs with those of log.
type locked struct{ name, of string }

// Names of what is called, if it is not a method.
const (
	givenFunc = "func"
	keptFunc  = "value"
)

// lockedBy is what a function of the library calls so; nil if it takes no lock.
func lockedBy(fn *ssa.Function) []locked {
	if fn == nil || packageOf(fn) == nil {
		return nil
	}
	row, _ := std.Of(FullName(fn))
	var out []locked
	for _, name := range row.Locks {
		out = append(out, locked{name, lockOf(packageOf(fn).Path())})
	}
	return out
}

// lockOf is the package that has the lock of functions of a package.
func lockOf(pkg string) string {
	if pkg == "log/slog" {
		return "log"
	}
	return pkg
}

// locking are the names of the functions and methods of the library that take a lock of a package.
func locking(of string) map[string]bool {
	names := map[string]bool{}
	for key, row := range std.All() {
		slash := strings.LastIndexByte(key, '/') + 1
		pkg, _, _ := strings.Cut(key[slash:], ".")
		if len(row.Locks) > 0 && lockOf(key[:slash]+pkg) == of {
			names[key[strings.LastIndexByte(key, '.')+1:]] = true
		}
	}
	return names
}

// comingBack lists what may be called so, and comes back: methods of types that may be in interface values, or
// functions that are values somewhere and return something. All sets are known.
func (w *World) comingBack(l locked) []*ssa.Function {
	known, ok := w.reentries[l]
	if ok || !token.IsExported(l.name) && l.name != keptFunc {
		return known
	}
	for _, o := range w.objects {
		returns := o.Kind == Func && o.Fn.Signature.Results().Len() > 0
		if l.name == keptFunc && returns && w.locks(o.Fn, l.of, map[*ssa.Function]bool{}) {
			known = append(known, o.Fn)
		}
	}
	for _, t := range w.Prog.RuntimeTypes() {
		if m := w.Prog.MethodSets.MethodSet(t).Lookup(nil, l.name); m != nil {
			if fn := w.Prog.MethodValue(m); fn != nil && w.locks(fn, l.of, map[*ssa.Function]bool{}) {
				known = append(known, fn)
			}
		}
	}
	w.reentries[l] = known
	return known
}

// Relocking lists the functions that calls of some instances may come to with a lock of the library held, and that ask
// for one. root is where executions begin: only types that its package sees, or one that it imports, can be in them.
func (w *World) Relocking(root *ssa.Function, ins iter.Seq[*Instance]) (out []*ssa.Function) {
	calls := map[locked]bool{}
	for in := range ins {
		for _, l := range w.locking[in] {
			calls[l] = true
		}
		out = append(out, w.relocked[in]...)
	}
	seen := map[*types.Package]bool{}
	if root.Pkg != nil && len(calls) > 0 {
		imports(root.Pkg.Pkg, seen)
	}
	for l := range calls {
		for _, fn := range w.comingBack(l) {
			if pkg := packageOf(fn); pkg == nil || len(seen) == 0 || seen[pkg] {
				out = append(out, fn)
			}
		}
	}
	// Neither a map nor the types of a program have an order that would be the same in the next run.
	slices.SortFunc(out, func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// imports puts a package and all that it imports.
func imports(pkg *types.Package, seen map[*types.Package]bool) {
	if seen[pkg] {
		return
	}
	seen[pkg] = true
	for _, p := range pkg.Imports() {
		imports(p, seen)
	}
}

// reenters notes what Relocking finds in the instances of each root.
func (w *World) reenters() {
	for _, root := range w.Instances {
		if root.Parent != nil {
			continue
		}
		for _, fn := range w.Relocking(root.Fn, slices.Values(w.Instances)) {
			w.Note("U11", fn.Pos(), "code that is not followed may call this function with a lock that it asks for")
		}
	}
}

// locks reports whether a function, or one that it calls or may have called, is one of the library that takes a lock of
// a package.
func (w *World) locks(fn *ssa.Function, pkg string, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	if of := lockedBy(fn); len(of) > 0 {
		return of[0].of == pkg
	}
	if fn.Blocks == nil || !w.Inside(fn) && !wraps(fn) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			site, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := site.Common()
			_, builtin := c.Value.(*ssa.Builtin)
			switch callee := c.StaticCallee(); {
			case callee != nil && w.locks(callee, pkg, seen), c.IsInvoke() && locking(pkg)[c.Method.Name()]:
				return true
			case callee == nil && !builtin && !c.IsInvoke(): // a value, as that of a field: any function
				return true
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		if w.locks(inner, pkg, seen) {
			return true
		}
	}
	return false
}
