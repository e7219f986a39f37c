package heap

import (
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Functions of the library ask values of any type for methods, whatever the type of the parameter is: package fmt for
// String, say. Those that synchronize are called.

// asking is what some packages of the library ask for.
type asking struct {
	names  []string // of methods; none: any exported one
	within bool     // they ask what values hold, too: items, what pointers point to, exported fields
}

var (
	formatting = &asking{[]string{"Error", "String", "GoString", "Format", "LogValue", "Is", "As", "Unwrap"}, true}
	encoding   = &asking{append([]string{"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "AppendText",
		"MarshalBinary", "UnmarshalBinary", "AppendBinary", "MarshalXML", "UnmarshalXML", "MarshalXMLAttr", "UnmarshalXMLAttr",
		"GobEncode", "GobDecode", "IsZero", "Scan", "Value", "Set", "Get"}, formatting.names...), true}
	templates = &asking{nil, true}
	// others look whether an operand has more methods than its type says.
	others = &asking{append([]string{"Read", "Write", "Close", "Seek", "Flush", "WriteTo", "ReadFrom", "WriteString",
		"ReadByte", "WriteByte", "UnreadByte", "ReadRune", "WriteRune", "UnreadRune", "ReadAt", "WriteAt", "Sync"},
		encoding.names...), false}
)

// askingOf is what the functions of a package ask for.
func askingOf(pkg string) *asking {
	switch {
	case strings.HasSuffix(pkg, "/template"):
		return templates
	case strings.HasPrefix(pkg, "encoding") || pkg == "flag" || pkg == "log/slog":
		return encoding
	case pkg == "fmt" || pkg == "log" || pkg == "testing" || pkg == "errors":
		return formatting
	}
	return others
}

// formats calls the methods that a function of the library may find in values that it is given, or in what they hold.
func (w *World) formats(in *Instance, site ssa.CallInstruction, copy int, fn *ssa.Function, args []Arg) {
	pkg := packageOf(fn)
	if pkg == nil || !prompt(fn) { // what others may call is noted by Expose
		return
	}
	v := visit{w: w, in: in, site: site, copy: copy, asks: askingOf(pkg.Path()), seen: map[visitKey]bool{}}
	if len(w.answering(v.asks)) > 0 {
		for i, a := range args {
			if prints(fn) && i == len(args)-1 {
				v.prints = w.argNode(a, "")
			}
			v.value(a.Type, a, 0)
		}
	}
	x := site.Value()
	if x == nil || !slices.Contains([]string{"fmt.Errorf", "errors.Join"}, FullName(fn)) {
		return
	}
	// An error that holds others has theirs in its text.
	w.on(w.argNode(args[len(args)-1], ""), func(l Loc) { w.edge(w.cell(Loc{l.Obj, l.Path + items}), w.reg(in, x, "")) })
}

// prints tells whether a function formats each of its last operands by itself.
func prints(fn *ssa.Function) bool {
	switch fn.Name() {
	case "Print", "Println", "Sprint", "Sprintln", "Fprint", "Fprintln", "Log", "Error", "Append", "Appendln":
		return slices.Contains([]string{"fmt", "log", "testing"}, packageOf(fn).Path())
	}
	return false
}

// answering lists the types of the program that have such a method which synchronizes.
func (w *World) answering(a *asking) []types.Type {
	known, ok := w.answers[a]
	if !ok {
		for _, t := range w.Prog.RuntimeTypes() {
			for range w.answer(t, a) {
				known = append(known, t)
				break
			}
		}
		w.answers[a] = known
	}
	return known
}

// answer lists the methods of a type that synchronize, of those that are asked for.
func (w *World) answer(t types.Type, a *asking) iter.Seq[*ssa.Function] {
	return func(yield func(*ssa.Function) bool) {
		if types.IsInterface(t) {
			return
		}
		for m := range w.Prog.MethodSets.MethodSet(t).Methods() {
			if !m.Obj().Exported() || a.names != nil && !slices.Contains(a.names, m.Obj().Name()) {
				continue
			}
			if fn := w.Prog.MethodValue(m); fn != nil && w.Synchronizing(fn) && !yield(fn) {
				return
			}
		}
	}
}

// leads tells whether a value of a type may hold one that answers.
func (w *World) leads(t types.Type, a *asking) bool {
	key := leadsKey{t, a}
	known, ok := w.leading[key]
	if !ok {
		known = w.leadsTo(t, a, map[types.Type]bool{})
		w.leading[key] = known
	}
	return known
}

type leadsKey struct {
	t types.Type
	a *asking
}

func (w *World) leadsTo(t types.Type, a *asking, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for range w.answer(t, a) {
		return true
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		return slices.ContainsFunc(w.answering(a), func(t types.Type) bool { return a.within || types.Implements(t, i) })
	}
	for part := range parts(t) {
		if a.within && w.leadsTo(part, a, seen) {
			return true
		}
	}
	return false
}

// parts lists the types of what a value holds.
func parts(t types.Type) iter.Seq[types.Type] {
	return func(yield func(types.Type) bool) {
		switch u := t.Underlying().(type) {
		case *types.Slice:
			yield(u.Elem())
		case *types.Array:
			yield(u.Elem())
		case *types.Map:
			_ = yield(u.Elem()) && yield(u.Key())
		case *types.Pointer:
			yield(u.Elem())
		case *types.Struct:
			for f := range u.Fields() {
				if f.Exported() && !yield(f.Type()) {
					return
				}
			}
		}
	}
}

// visit looks at what a function of the library gets.
type visit struct {
	w      *World
	in     *Instance
	site   ssa.CallInstruction
	copy   int
	asks   *asking
	prints node // the items of this are printed; 0: nothing is
	seen   map[visitKey]bool
}

type visitKey struct {
	t types.Type
	n node
}

// deepest is how far the library is followed into what values hold.
const deepest = 4

// value looks at a value of a type: a parameter, or, deeper, what one holds.
func (v *visit) value(t types.Type, a Arg, depth int) {
	w := v.w
	// The parameters of many functions are a slice of any values.
	if depth > deepest || !w.leads(t, v.asks) && !(depth == 0 && isSlice(t)) {
		return
	}
	n := w.argNode(a, "")
	if key := (visitKey{t, n}); v.seen[key] {
		return
	} else {
		v.seen[key] = true
	}
	for fn := range w.answer(t, v.asks) {
		w.method(v.in, v.site, v.copy, fn, a, true)
	}
	at := func(l Loc, step string, t types.Type) {
		v.value(t, Arg{Type: t, cell: &Loc{l.Obj, l.Path + step}}, depth+1)
	}
	fields := func(l Loc, s *types.Struct) {
		for f := range s.Fields() {
			if f.Exported() {
				at(l, "."+f.Name(), f.Type())
			}
		}
	}
	if _, dynamic := t.Underlying().(*types.Interface); !v.asks.within && !dynamic && depth > 0 {
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Interface:
		w.on(n, func(l Loc) {
			if l.Obj.Kind == Box && !IsTesting(l.Obj.Type) {
				v.value(l.Obj.Type, Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}, depth)
			}
		})
	case *types.Struct:
		if a.cell != nil {
			fields(*a.cell, u)
		}
	case *types.Array:
		if a.cell != nil {
			at(*a.cell, items, u.Elem())
		}
	case *types.Slice:
		w.on(n, func(l Loc) {
			if array, ok := l.Obj.Type.(*types.Array); ok && array.Len() == 1 && v.prints == n && n != 0 {
				w.on(w.cell(Loc{l.Obj, l.Path + items}), v.print)
			} else {
				at(l, items, u.Elem())
			}
		})
	case *types.Map:
		w.on(n, func(l Loc) {
			at(l, items, u.Elem())
			at(l, keys, u.Key())
		})
	case *types.Pointer:
		switch e := u.Elem().Underlying().(type) {
		case *types.Struct:
			w.on(n, func(l Loc) { fields(l, e) })
		case *types.Array:
			w.on(n, func(l Loc) { at(l, items, e.Elem()) })
		}
	}
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// print calls a method of the only operand that is printed: one of Format, Error and String, for sure.
func (v *visit) print(l Loc) {
	if l.Obj.Kind != Box {
		return
	}
	a := Arg{Type: l.Obj.Type, cell: &Loc{l.Obj, content}}
	set := v.w.Prog.MethodSets.MethodSet(l.Obj.Type)
	for _, name := range []string{"Format", "Error", "String"} {
		if m := set.Lookup(nil, name); m != nil {
			if fn := v.w.Prog.MethodValue(m); fn != nil && v.w.Synchronizing(fn) {
				v.w.method(v.in, v.site, v.copy, fn, a, false)
			}
			return
		}
	}
	v.value(l.Obj.Type, a, 1)
}
