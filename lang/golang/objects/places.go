package objects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"flavers/lang/golang/heap"
	"flavers/lang/golang/roots"
)

// This file finds the objects that an operand may be, by the text of the packages. It follows the operand back to
// where its value is made or stored. A field stands for this field of all structs of its type: what is stored in one
// of them is found in each.

// place returns where the field or variable is declared whose address v is; "" if that is not known. It is not known
// for items of slices and maps, and for fields of struct types without a name, which may be declared at several
// places.
func (f *finder) place(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		if !hasName(v.X.Type().Underlying().(*types.Pointer).Elem()) {
			return ""
		}
	case *ssa.IndexAddr:
		if _, slice := v.X.Type().Underlying().(*types.Slice); slice {
			return ""
		}
		return f.place(v.X)
	case *ssa.FreeVar:
		if b := binding(v); b != nil {
			return f.place(b)
		}
	case *ssa.UnOp: // a value, and no address
		return ""
	}
	at, _ := f.declaration(v)
	return at
}

// hasName reports whether a type is declared, so that each of its fields has one place.
func hasName(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// declaration returns where the field or variable is declared whose address v is, and its name; "" if that is not
// known. For an item it returns the declaration of the array, slice or map.
func (f *finder) declaration(v ssa.Value) (at, name string) {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return f.field(v.X.Type().Underlying().(*types.Pointer).Elem(), v.Field)
	case *ssa.IndexAddr:
		return f.declaration(v.X)
	case *ssa.UnOp: // of a field or variable that has a slice
		return f.declaration(v.X)
	case *ssa.Global:
		return f.declared(v.Pos()), v.Name()
	case *ssa.Alloc:
		return f.declared(v.Pos()), v.Comment
	case *ssa.FreeVar:
		if b := binding(v); b != nil {
			return f.declaration(b)
		}
	}
	return "", ""
}

// field returns the declaration of a field of a struct type, by its number.
func (f *finder) field(of types.Type, number int) (at, name string) {
	field := of.Underlying().(*types.Struct).Field(number).Origin()
	name = field.Name()
	if n, ok := types.Unalias(of).(*types.Named); ok {
		name = n.Obj().Name() + "." + name
	}
	return f.declared(field.Pos()), name
}

// declared returns a position as text; "" if it is not in the packages, so that other code may assign there.
func (f *finder) declared(at token.Pos) string {
	if _, followed := f.files[f.ps.Fset.Position(at).Filename]; !followed {
		return ""
	}
	return f.ps.Where(at).String()
}

// At returns the position, "file:line:col", of the object of the source to which place l of the heap belongs: for a
// channel or condition that of the expression that makes it, else where the variable or field is declared. It returns
// "" if that is not known.
func At(ps *roots.Packages, l heap.Loc) string {
	at := l.Obj.Pos
	if l.Path != "" {
		var field *types.Var
		if field = fieldAt(l.Obj.Type, l.Path); field == nil {
			return ""
		}
		at = field.Pos()
	}
	if !at.IsValid() {
		return ""
	}
	return ps.Where(at).String()
}

// fieldAt returns the last field of a path in a type, such as ".a[].mu"; nil if there is none.
func fieldAt(t types.Type, path string) *types.Var {
	var last *types.Var
	for path != "" && t != nil {
		if rest, item := strings.CutPrefix(path, "[]"); item {
			of, ok := t.Underlying().(interface{ Elem() types.Type })
			if !ok {
				return nil
			}
			t, path = of.Elem(), rest
			continue
		}
		name := path[1:]
		if i := strings.IndexAny(name, ".["); i >= 0 {
			name = name[:i]
		}
		s, ok := t.Underlying().(*types.Struct)
		if !ok || path[0] != '.' {
			return nil
		}
		path, t = path[1+len(name):], nil
		for v := range s.Fields() {
			if v.Name() == name {
				last, t = v.Origin(), v.Type()
			}
		}
	}
	if t == nil {
		return nil
	}
	return last
}

// binding returns the value that a function literal captures for a free variable; nil if that is not known.
func binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	k := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || k < 0 {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			if m, ok := i.(*ssa.MakeClosure); ok && m.Fn == fn {
				return m.Bindings[k]
			}
		}
	}
	return nil
}

// objects lists the objects that an operand may be, by index, and reports whether these are all. If the operand is
// the address of a lock or the like, or makes an object, the object is added. seen has the values that were looked
// at.
func (f *finder) objects(v ssa.Value, seen map[ssa.Value]bool) (of []int, all bool) {
	if seen[v] {
		return nil, true
	}
	seen[v] = true
	one := func(n int) ([]int, bool) {
		if n < 0 {
			return nil, true // in a package that was not asked for
		}
		return []int{n}, true
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil, true
	case *ssa.MakeChan:
		return one(f.made(Channel, called(v), v.Pos(), items(v.Type())))
	case *ssa.Call:
		if isNewCond(v) {
			_, t := ofSync(v.Type())
			return one(f.made(Condition, called(v), v.Pos(), t))
		}
		if v.Call.IsInvoke() && v.Call.Method.FullName() == "(context.Context).Done" && !f.contexts {
			return nil, true // it is the context's own
		}
		return f.results(v, 0, seen)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.results(call, v.Index, seen)
		}
	case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Alloc:
		at, name := f.declaration(v)
		if kind, t := ofSync(v.Type()); at != "" && kind != "" {
			n := f.made(kind, name, position(v), t)
			if f.place(v) == "" {
				return nil, false // it is noted, and may be another one
			}
			return one(n)
		}
	case *ssa.FreeVar:
		if b := binding(v); b != nil {
			return f.objects(b, seen)
		}
	case *ssa.UnOp:
		if at := f.place(v.X); v.Op == token.MUL && at != "" {
			return f.storedAt(at, seen)
		}
	case *ssa.Field:
		if at, _ := f.field(v.X.Type(), v.Field); at != "" && hasName(v.X.Type()) {
			return f.storedAt(at, seen)
		}
	case *ssa.ChangeType:
		return f.objects(v.X, seen)
	case *ssa.MakeInterface:
		return f.objects(v.X, seen)
	case *ssa.Phi:
		return f.any(v.Edges, seen)
	}
	return nil, false
}

// results is objects of a result of a call of a known function that is followed.
func (f *finder) results(call *ssa.Call, result int, seen map[ssa.Value]bool) (of []int, all bool) {
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 || !f.ps.Within(fn) {
		return nil, false
	}
	var returned []ssa.Value
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			returned = append(returned, r.Results[result])
		}
	}
	return f.any(returned, seen)
}

// storedAt is objects for a load from the field or variable that is declared at a place.
func (f *finder) storedAt(at string, seen map[ssa.Value]bool) ([]int, bool) {
	if f.loose[at] {
		return nil, false
	}
	return f.any(f.stored[at], seen)
}

// any is objects for an operand that may be one of several values.
func (f *finder) any(of []ssa.Value, seen map[ssa.Value]bool) (out []int, all bool) {
	for _, v := range of {
		some, known := f.objects(v, seen)
		if !known {
			return nil, false
		}
		out = append(out, some...)
	}
	return out, true
}

// position is place as a token.Pos, for an address whose place is known.
func position(v ssa.Value) token.Pos {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		of := v.X.Type().Underlying().(*types.Pointer).Elem()
		return of.Underlying().(*types.Struct).Field(v.Field).Origin().Pos()
	case *ssa.IndexAddr:
		return position(v.X)
	case *ssa.UnOp:
		return position(v.X)
	case *ssa.FreeVar:
		if b := binding(v); b != nil {
			return position(b)
		}
	}
	return v.Pos()
}

// loosen notes the places whose addresses an instruction hands on: anything may be stored there. So it may in fields of
// a struct that another type is converted to.
func (f *finder) loosen(i ssa.Instruction) {
	switch i := i.(type) {
	case *ssa.UnOp, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.DebugRef:
		return
	case *ssa.MakeClosure:
		if !isBound(i.Fn.(*ssa.Function)) { // binding follows what others have captured
			return
		}
	case *ssa.ChangeType: // what is assigned to a field of one type is then in that of the other
		for _, t := range []types.Type{i.Type(), i.X.Type()} {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			if s, ok := t.Underlying().(*types.Struct); ok {
				for k := range s.NumFields() {
					at, _ := f.field(t, k)
					f.loose[at] = true
				}
			}
		}
	}
	for _, v := range i.Operands(nil) {
		if s, ok := i.(*ssa.Store); ok && *v == s.Addr && *v != s.Val {
			continue
		}
		if *v == nil {
			continue
		}
		if kind, _ := ofSync((*v).Type()); kind == "" { // a lock is where it is
			if at := f.place(*v); at != "" {
				f.loose[at] = true
			}
		}
	}
}

// called returns the name of the field or variable to which the value of an expression is assigned; "" if there is
// none.
func called(v ssa.Value) string {
	if v.Referrers() == nil {
		return ""
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			switch a := r.Addr.(type) {
			case *ssa.FieldAddr:
				of := a.X.Type().Underlying().(*types.Pointer).Elem()
				name := of.Underlying().(*types.Struct).Field(a.Field).Name()
				if n, ok := types.Unalias(of).(*types.Named); ok {
					name = n.Obj().Name() + "." + name
				}
				return name
			case *ssa.Alloc:
				return a.Comment
			case *ssa.Global:
				return a.Name()
			}
		case *ssa.ChangeType:
			return called(r)
		case *ssa.DebugRef:
		}
	}
	return ""
}
