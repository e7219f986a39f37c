package heap

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Fields that keep what their object was made with, so that all loads of one find the same:
//
//	func (j *Job) Last() time.Time {
//		j.mu.Lock()
//		defer j.mu.Unlock() // of the lock above, as only newJob assigns to mu
//		..
//	}

// Constant reports whether each load of a field gives the same value: the field does not vary, and code that is not
// followed can assign to none of the objects that the address may be in. All sets are known.
func (w *World) Constant(in *Instance, a *ssa.FieldAddr) bool {
	return !w.Varies(a) && !slices.ContainsFunc(w.Objects(in, a.X), w.mayBeFilled)
}

// Varies reports whether something else than first stores (First) may assign to a field with the name and type of one.
// May err towards: yes.
func (w *World) Varies(a *ssa.FieldAddr) bool {
	f := fieldOf(a)
	if f.Exported() || f.Pkg() == nil || !w.insidePackage(w.Prog.Package(f.Pkg())) {
		return true // others may assign to it
	}
	if w.variedFields == nil {
		w.variedFields = map[string]bool{}
		done := map[*ssa.Function]bool{}
		add := func(fn *ssa.Function) {
			if !done[fn] {
				done[fn] = true
				addVaried(fn, w.variedFields)
			}
		}
		for _, p := range w.Prog.AllPackages() { // what is not executed may be executed by other callers
			if w.insidePackage(p) {
				eachFunction(p, add)
			}
		}
		for _, in := range w.Instances { // those of generic types, too
			add(in.Fn)
		}
	}
	return w.variedFields[byName(f)]
}

// eachFunction calls f for the functions and methods that a package declares, with the literals in them.
func eachFunction(p *ssa.Package, f func(*ssa.Function)) {
	var all func(*ssa.Function)
	all = func(fn *ssa.Function) {
		if fn == nil {
			return
		}
		f(fn)
		for _, in := range fn.AnonFuncs {
			all(in)
		}
	}
	for _, m := range p.Members {
		switch m := m.(type) {
		case *ssa.Function:
			all(m)
		case *ssa.Type:
			if named, ok := m.Type().(*types.Named); ok {
				for method := range named.Methods() {
					all(p.Prog.FuncValue(method))
				}
			}
		}
	}
}

// mayBeFilled reports whether code that is not followed may assign to a place, or to all of a struct that it is in.
func (w *World) mayBeFilled(l Loc) bool {
	for path := l.Path; ; {
		if w.filled[Loc{l.Obj, path}] {
			return true
		}
		if path == "" {
			return false
		}
		path = path[:max(0, strings.LastIndexAny(path, ".["))]
	}
}

// byName returns what is known of a field whatever struct it is in: a pointer to a struct may be converted to one
// of another type with the same fields.
func byName(f *types.Var) string { return f.Name() + " " + types.TypeString(f.Type(), nil) }

// addVaried adds the fields to which a function assigns otherwise than by first stores, or whose addresses it has for
// something else than loads.
func addVaried(fn *ssa.Function, out map[string]bool) {
	firsts := map[*ssa.Alloc]map[*ssa.Store]bool{}
	first := func(s *ssa.Store) bool {
		made := allocOf(s.Addr)
		if made == nil {
			return false
		}
		if _, known := firsts[made]; !known {
			firsts[made] = First(made)
		}
		return firsts[made][s]
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.FieldAddr:
				other := func(r ssa.Instruction) bool {
					switch r := r.(type) {
					case *ssa.DebugRef:
						return false
					case *ssa.UnOp:
						return r.Op != token.MUL
					case *ssa.Store:
						return r.Addr != ssa.Value(i) || !first(r)
					}
					return true
				}
				if slices.ContainsFunc(*i.Referrers(), other) {
					out[byName(fieldOf(i))] = true
				}
			case *ssa.Store:
				if !first(i) {
					fieldsIn(i.Val.Type(), out)
				}
			case ssa.CallInstruction: // append and copy assign to items that were there
				if _, ok := i.Common().Value.(*ssa.Builtin); ok && len(i.Common().Args) > 0 {
					if s, ok := i.Common().Args[0].Type().Underlying().(*types.Slice); ok {
						fieldsIn(s.Elem(), out)
					}
				}
			}
		}
	}
}

// allocOf returns the object of the function in which an address is; nil if it is in another one.
func allocOf(addr ssa.Value) *ssa.Alloc {
	for {
		switch a := addr.(type) {
		case *ssa.Alloc:
			return a
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		default:
			return nil
		}
	}
}

// fieldsIn adds the fields that values of a type have, also those in their fields and items.
func fieldsIn(t types.Type, out map[string]bool) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			out[byName(f)] = true
			fieldsIn(f.Type(), out)
		}
	case *types.Array:
		fieldsIn(u.Elem(), out)
	}
}
