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

// Locks of the library that are held while it calls back. log.Print calls Write of the logger's writer with the
// logger's lock held. The library is not followed, so the model does not have that lock:
//
//	func (w writer) Write(p []byte) (int, error) { log.Print("again"); return len(p), nil } // waits for ever
//
// Such a method or function is in the ledger (U11) if it may call a function of the library that takes a lock of the
// same package. Whether it is the same lock is not looked at. May err towards: it waits.

// locked says what a function of the library calls with a lock held (std.Row.Locks).
type locked struct {
	callee  string // the name of a method, or givenFunc or keptFunc
	lockPkg string // the package that has the lock
}

// Values of locked.callee for what is no method: a function that the call is given, and one that was given earlier.
const (
	givenFunc = "func"
	keptFunc  = "value"
)

// lockedBy returns what a function of the library calls with a lock held; nil if it takes no lock.
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

// lockOf returns the package that has the lock of the functions of package pkg: loggers of log/slog share that of log.
func lockOf(pkg string) string {
	if pkg == "log/slog" {
		return "log"
	}
	return pkg
}

// lockingNames returns the names of the functions and methods of the library that take a lock of package of.
func lockingNames(of string) map[string]bool {
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

// comingBack lists the functions that the library may call as l says, and that may take the lock of l again: methods of
// types that may be in interface values, or, for keptFunc, functions that are values somewhere and return something.
// All sets must be known.
func (w *World) comingBack(l locked) []*ssa.Function {
	known, ok := w.reentries[l]
	if ok || !token.IsExported(l.callee) && l.callee != keptFunc {
		return known
	}
	for _, o := range w.objects {
		returns := o.Kind == Func && o.Fn.Signature.Results().Len() > 0
		if l.callee == keptFunc && returns && w.mayLock(o.Fn, l.lockPkg, map[*ssa.Function]bool{}) {
			known = append(known, o.Fn)
		}
	}
	for _, t := range w.Prog.RuntimeTypes() {
		if m := w.Prog.MethodSets.MethodSet(t).Lookup(nil, l.callee); m != nil {
			if fn := w.Prog.MethodValue(m); fn != nil && w.mayLock(fn, l.lockPkg, map[*ssa.Function]bool{}) {
				known = append(known, fn)
			}
		}
	}
	w.reentries[l] = known
	return known
}

// Relocking lists the functions that the library may call with a lock held in calls of the instances ins, and that may
// take such a lock again. root is where executions begin: only types of its package and of those that this imports,
// directly or not, occur in them.
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
	// The order of maps and of the types of a program differs from run to run.
	slices.SortFunc(out, func(a, b *ssa.Function) int { return strings.Compare(a.String(), b.String()) })
	return out
}

// imports adds to seen a package and all that it imports, directly or not.
func imports(pkg *types.Package, seen map[*types.Package]bool) {
	if seen[pkg] {
		return
	}
	seen[pkg] = true
	for _, p := range pkg.Imports() {
		imports(p, seen)
	}
}

// noteRelocking notes what Relocking finds for each root.
func (w *World) noteRelocking() {
	for _, root := range w.Instances {
		if root.Parent != nil {
			continue
		}
		for _, fn := range w.Relocking(root.Fn, slices.Values(w.Instances)) {
			w.Note("U11", fn.Pos(), "code that is not followed may call this function with a lock that it asks for")
		}
	}
}

// mayLock reports whether a function, or one that it calls or makes, may take a lock of package pkg of the library. A
// function value that it calls may be any function. seen has the functions that were looked at.
func (w *World) mayLock(fn *ssa.Function, pkg string, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return false
	}
	seen[fn] = true
	if calls := lockedBy(fn); len(calls) > 0 {
		return calls[0].lockPkg == pkg
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
			case callee != nil && w.mayLock(callee, pkg, seen), c.IsInvoke() && lockingNames(pkg)[c.Method.Name()]:
				return true
			case callee == nil && !builtin && !c.IsInvoke(): // a value, as that of a field: any function
				return true
			}
		}
	}
	for _, inner := range fn.AnonFuncs {
		if w.mayLock(inner, pkg, seen) {
			return true
		}
	}
	return false
}
