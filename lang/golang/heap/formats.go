package heap

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/std"
)

// The calls of methods that the library asks for (asking.go). The operands of a call are followed as far as the library
// looks into them, and each method that it may find, and that may synchronize, is called. For
//
//	fmt.Println(&conn{mu: mu})
//
// where *conn has a method String that locks, the call of fmt.Println gets the target String, on the pointer.

// formats adds the calls of methods that function fn of the library, with a row of package std, may find in its
// operands.
func (w *World) formats(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, row std.Row, args []Arg) {
	if row.Asks == "" {
		return
	}
	v := visit{finder: finder{w, in, site, copy, row}, caller: fn, asks: askSets[row.Asks], makesValues: row.Fills,
		seen: map[visitKey]bool{}}
	for i, a := range args {
		if printsEach(fn) && i == len(args)-1 {
			v.printed = w.argNode(a, "")
			v.certain = printsOne(site)
		}
		v.value(a.Type, a, 0)
	}
}

// printsEach reports whether a function prints each of its last operands with %v, so that it calls one method of each.
func printsEach(fn *ssa.Function) bool {
	switch fn.Name() {
	case "Print", "Println", "Sprint", "Sprintln", "Fprint", "Fprintln", "Log", "Error", "Append", "Appendln":
		// Not package log: a logger that writes to io.Discard formats nothing.
		return slices.Contains([]string{"fmt", "testing"}, packageOf(fn).Path())
	}
	return false
}

// visit is one look of a function of the library at its operands.
type visit struct {
	finder
	caller      *ssa.Function // the function of the library
	asks        *asking
	printed     node // the node of a slice whose items are printed (printsEach); 0: there is none
	certain     bool // the slice has one item, of a known type and not nil, so its method is called for certain
	makesValues bool // the function makes values where pointers are nil, slices are empty, and so on, as json.Unmarshal
	seen        map[visitKey]bool
}

// visitKey is a value that was looked at: its node, and as what type.
type visitKey struct {
	t types.Type
	n node
}

// operand is the depth of an operand that is an item of a variadic parameter; its slice has depth 0.
const operand = 1

// deepest is the depth to which the library is followed into what values hold.
const deepest = 12

// value looks at operand a, or at what one holds at a depth, as a value of type t.
func (v *visit) value(t types.Type, a Arg, depth int) {
	w := v.w
	if !w.answers(t, v.asks) {
		return
	}
	if depth > deepest {
		if !v.makesValues { // made values repeat their types
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
	printedSlice := depth == 0 && v.printed == n
	if !v.asks.nested && !dynamic && !printedSlice {
		return
	}
	part := func(l Loc, step string, t types.Type) {
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
		if (depth > 0 || a.cell != nil) && v.asks.callsFuncs {
			w.forEachPossible(n, u, func(l Loc) {
				if l.Obj.Kind != Func {
					return
				}
				callee := w.callBack(v.in, v.site, v.copy, l.Obj, true, false)
				v.returned(callee)
				if callee != nil && packageOf(v.caller).Path() == "sync" { // what New of a pool returns
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
				part(*a.cell, "."+f.Name(), f.Type())
			} else if v.makesValues && a.one != nil {
				v.visitMade(f.Type(), depth)
			}
		}
	case *types.Array:
		if a.cell != nil {
			part(*a.cell, items, u.Elem())
		}
	case *types.Slice:
		if v.makesValues && depth > 0 {
			v.visitMade(u.Elem(), depth)
		}
		w.forEach(n, func(l Loc) {
			if v.printed == n && n != 0 {
				w.forEachPossible(w.foreignCell(Loc{l.Obj, l.Path + items}), anyType, func(l Loc) { v.print(l, v.certain) })
			} else {
				part(l, items, u.Elem())
			}
		})
	case *types.Map:
		if v.makesValues {
			v.visitMade(u.Elem(), depth)
			v.visitMade(u.Key(), depth)
		}
		w.forEach(n, func(l Loc) {
			part(l, items, u.Elem())
			part(l, keys, u.Key())
		})
	case *types.Pointer:
		if v.asks.shallow && depth > operand {
			return
		}
		if v.makesValues && depth > 0 {
			v.visitMade(u.Elem(), depth)
		}
		w.forEach(n, func(l Loc) { v.value(u.Elem(), Arg{Type: u.Elem(), cell: &l}, depth+1) })
	}
}

// visitMade looks at a value of a type that the function makes itself.
func (v *visit) visitMade(t types.Type, depth int) {
	unknown := v.w.unknown()
	if !types.IsInterface(t) {
		p := v.w.pointer(t)
		v.ask(p, Arg{Type: p, one: &unknown})
	}
	v.value(t, Arg{Type: t, one: &unknown}, depth+1)
}

// fieldsSeen lists the exported fields of a struct, and the embedded ones, which may have exported fields.
func fieldsSeen(s *types.Struct) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		for f := range s.Fields() {
			if (f.Exported() || f.Embedded()) && !yield(f) {
				return
			}
		}
	}
}

// ask calls the methods of a value that the function asks for.
func (v *visit) ask(t types.Type, a Arg) {
	for _, fn := range v.w.methodsAsked(t, v.asks) {
		v.w.noteRecovered(v.site, v.caller, fn)
		v.returned(v.w.method(v.in, v.site, v.copy, fn, a, true))
	}
}

// printing are the methods of which package fmt calls one, the first that there is, with their types.
var printing = []struct{ name, signature string }{
	{"Format", "func(fmt.State, rune)"}, {"Error", "func() string"}, {"String", "func() string"},
}

// print calls a method of an operand that is printed: the first of Format, Error and String that it has. certain: the
// method is always called.
func (v *visit) print(l Loc, certain bool) {
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
			v.w.noteRecovered(v.site, v.caller, fn)
			v.returned(v.w.method(v.in, v.site, v.copy, fn, a, !certain))
		}
		return
	}
	v.value(l.Obj.Type, a, 1)
}

// signature returns the type of a method as text, without the names of its operands: "func(fmt.State, rune)".
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

// printsOne reports whether a call prints one operand only, which it converts from a concrete type: such an interface
// value has a method to call, even if it holds a nil pointer. go/ssa makes of fmt.Println(x)
//
//	t0 = new [1]any (varargs)
//	t1 = &t0[0]
//	*t1 = make any <- x
//	t2 = slice t0[:]
//	fmt.Println(t2...)
func printsOne(site ssa.CallInstruction) bool {
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
					case *ssa.Alloc, *ssa.Call, *ssa.FieldAddr:
						return true
					}
					return false
				}
			}
		}
	}
	return false
}
