package heap

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// Functions of the library ask values of any type for methods, whatever the type of the parameter is: package fmt for
// String, say. Those that synchronize are called.

// formats calls the methods that a function of the library may find in values that it is given, or in what they hold.
func (w *World) formats(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, row std.Row, args []Arg) {
	if row.Asks == "" { // what others may call at any time is noted by Expose
		return
	}
	v := visit{finder: finder{w, in, site, copy, row}, of: fn, asks: asks[row.Asks], makes: row.Fills,
		seen: map[visitKey]bool{}}
	for i, a := range args {
		if prints(fn) && i == len(args)-1 {
			v.prints = w.argNode(a, "")
			v.sure = only(site)
		}
		v.value(a.Type, a, 0)
	}
}

// prints reports whether a function formats each of its last operands by itself.
func prints(fn *ssa.Function) bool {
	switch fn.Name() {
	case "Print", "Println", "Sprint", "Sprintln", "Fprint", "Fprintln", "Log", "Error", "Append", "Appendln":
		// A logger of package log that writes to io.Discard formats nothing.
		return slices.Contains([]string{"fmt", "testing"}, packageOf(fn).Path())
	}
	return false
}

// visit looks at what a function of the library gets.
type visit struct {
	finder
	of     *ssa.Function
	asks   *asking
	prints node // the items of this are printed; 0: nothing is
	sure   bool // there is one of them, whose type is known
	makes  bool // it makes values where there are none
	seen   map[visitKey]bool
}

type visitKey struct {
	t types.Type
	n node
}

// operand is how deep operands are that are items of a slice.
const operand = 1

// deepest is how far the library is followed into what values hold.
const deepest = 12

// value looks at a value of a type: a parameter, or, deeper, what one holds.
func (v *visit) value(t types.Type, a Arg, depth int) {
	w := v.w
	if !w.answers(t, v.asks) {
		return
	}
	if depth > deepest {
		if !v.makes { // made values repeat their types
			w.Note("U11", v.site.Pos(), "the library may call methods of what lies deep in this value")
		}
		return
	}
	n := w.argNode(a, "")
	if key := (visitKey{t, n}); v.seen[key] {
		return
	} else {
		v.seen[key] = true
	}
	if !types.IsInterface(t) {
		v.ask(t, a)
	}
	_, dynamic := t.Underlying().(*types.Interface)
	if !v.asks.within && !dynamic && !(depth == 0 && v.prints == n) {
		return
	}
	at := func(l Loc, step string, t types.Type) {
		place := Loc{l.Obj, l.Path + step}
		if _, ok := t.Underlying().(*types.Interface); !ok {
			p := w.pointer(t) // its address has methods, too
			v.ask(p, Arg{Type: p, one: &place})
		}
		v.value(t, Arg{Type: t, cell: &place}, depth+1)
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		// New of a sync.Pool, and functions of a template.
		if (depth > 0 || a.cell != nil) && v.asks.calls {
			w.forEachPossible(n, u, func(l Loc) {
				if l.Obj.Kind != Func {
					return
				}
				callee := w.callBack(v.in, v.site, v.copy, l.Obj, true, false)
				v.returned(callee)
				if callee != nil && packageOf(v.of).Path() == "sync" { // what New of a pool returns
					w.retainPoolItems(callee, v.in)
				}
			})
		}
	case *types.Interface:
		w.forEachPossible(n, u, func(l Loc) {
			switch {
			case l.Obj.Kind == Context && v.asks.names["String"]:
				v.value(anyType, w.contextTexts(), depth+1)
			case l.Obj.Kind == Box && w.answers(l.Obj.Type, v.asks) && !IsTesting(l.Obj.Type):
				v.value(l.Obj.Type, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}, depth)
			}
		})
	case *types.Struct:
		for f := range fieldsSeen(u) {
			if a.cell != nil {
				at(*a.cell, "."+f.Name(), f.Type())
			} else if v.makes && a.one != nil {
				v.made(f.Type(), depth)
			}
		}
	case *types.Array:
		if a.cell != nil {
			at(*a.cell, items, u.Elem())
		}
	case *types.Slice:
		if v.makes && depth > 0 {
			v.made(u.Elem(), depth)
		}
		w.forEach(n, func(l Loc) {
			if v.prints == n && n != 0 {
				w.forEachPossible(w.foreignCell(Loc{l.Obj, l.Path + items}), anyType, func(l Loc) { v.print(l, v.sure) })
			} else {
				at(l, items, u.Elem())
			}
		})
	case *types.Map:
		if v.makes {
			v.made(u.Elem(), depth)
			v.made(u.Key(), depth)
		}
		w.forEach(n, func(l Loc) {
			at(l, items, u.Elem())
			at(l, keys, u.Key())
		})
	case *types.Pointer:
		if v.asks.flat && depth > operand {
			return
		}
		if v.makes && depth > 0 {
			v.made(u.Elem(), depth)
		}
		w.forEach(n, func(l Loc) { v.value(u.Elem(), Arg{Type: u.Elem(), cell: &l}, depth+1) })
	}
}

// made looks at a value of a type that the function makes.
func (v *visit) made(t types.Type, depth int) {
	unknown := v.w.unknown()
	if !types.IsInterface(t) {
		p := v.w.pointer(t)
		v.ask(p, Arg{Type: p, one: &unknown})
	}
	v.value(t, Arg{Type: t, one: &unknown}, depth+1)
}

// fieldsSeen lists the fields of a struct that other packages see, and those that are embedded, which may have some.
func fieldsSeen(s *types.Struct) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		for f := range s.Fields() {
			if (f.Exported() || f.Embedded()) && !yield(f) {
				return
			}
		}
	}
}

// ask calls the methods of a value that the function may ask for.
func (v *visit) ask(t types.Type, a Arg) {
	for _, fn := range v.w.methodsAsked(t, v.asks) {
		v.w.recovers(v.site, v.of, fn)
		v.returned(v.w.method(v.in, v.site, v.copy, fn, a, true))
	}
}

// printing are the methods of which package fmt calls one, the first that there is, with their types.
var printing = []struct{ name, signature string }{
	{"Format", "func(fmt.State, rune)"}, {"Error", "func() string"}, {"String", "func() string"},
}

// print calls a method of the only operand that is printed: one of Format, Error and String; sure: always.
func (v *visit) print(l Loc, sure bool) {
	if l.Obj.Kind == Context {
		v.value(anyType, v.w.contextTexts(), operand)
	}
	if l.Obj.Kind != Box {
		return
	}
	a := Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}
	set := v.w.Prog.MethodSets.MethodSet(l.Obj.Type)
	for _, f := range printing {
		m := set.Lookup(nil, f.name)
		if m == nil || signature(m.Type().(*types.Signature)) != f.signature {
			continue
		}
		if fn := v.w.Prog.MethodValue(m); fn != nil && v.w.leads(fn) {
			v.w.recovers(v.site, v.of, fn)
			v.returned(v.w.method(v.in, v.site, v.copy, fn, a, !sure))
		}
		return
	}
	v.value(l.Obj.Type, a, 1)
}

// signature is the type of a method without the names of its operands.
func signature(s *types.Signature) string {
	bare := func(t *types.Tuple) *types.Tuple {
		var out []*types.Var
		for v := range t.Variables() {
			out = append(out, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
		}
		return types.NewTuple(out...)
	}
	return types.NewSignatureType(nil, nil, nil, bare(s.Params()), bare(s.Results()), s.Variadic()).String()
}

// only reports whether a call prints just one operand, which it makes an interface value itself.
func only(site ssa.CallInstruction) bool {
	args := site.Common().Args
	s, ok := args[len(args)-1].(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return false
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return false
	}
	array, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok || array.Len() != 1 {
		return false
	}
	for _, r := range *a.Referrers() {
		if item, ok := r.(*ssa.IndexAddr); ok {
			for _, r := range *item.Referrers() {
				if store, ok := r.(*ssa.Store); ok {
					box, ok := store.Val.(*ssa.MakeInterface)
					if !ok {
						return false
					}
					switch box.X.(type) {
					case *ssa.Alloc, *ssa.Call, *ssa.FieldAddr: // which is not nil where it may be something
						return true
					}
					return false
				}
			}
		}
	}
	return false
}
