package heap

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Which values the library may ask for methods that synchronize, by their types. Package fmt asks any value for String,
// whatever the type of the parameter is. For a function of the library, package std names a set of methods (askSets);
// answers says whether a value of a type may have one of them, or hold a value that has. With
//
//	type pair struct{ A, B fmt.Stringer }
//	fmt.Println(pair{x, y})
//
// pair has no such method, but it answers, as its fields may hold values that have String. formats.go makes the calls.

// asking is a set of methods that functions of the library ask for, and where they look for them.
type asking struct {
	names      map[string]bool // of methods; nil: any exported one
	nested     bool            // also of what values hold: items, fields, and what pointers point to
	callsFuncs bool            // they also call functions that values hold
	shallow    bool            // of pointers, they look only at what those point to that are operands themselves
}

// nameSet returns the words of some lists as a set.
func nameSet(lists ...string) map[string]bool {
	out := map[string]bool{}
	for _, list := range lists {
		for _, name := range strings.Fields(list) {
			out[name] = true
		}
	}
	return out
}

const (
	formatNames = "Error String GoString Format Scan LogValue Is As Unwrap Timeout Temporary Name"
	encodeNames = `MarshalJSON UnmarshalJSON MarshalText UnmarshalText AppendText MarshalBinary UnmarshalBinary AppendBinary
		MarshalXML UnmarshalXML MarshalXMLAttr UnmarshalXMLAttr GobEncode GobDecode IsZero Scan Value Set Get IsBoolFlag
		Enabled Handle Compose Decompose`
	otherNames = `Read Write Close Seek Flush WriteTo ReadFrom WriteString ReadByte WriteByte UnreadByte ReadRune WriteRune
		UnreadRune ReadAt WriteAt Sync Glob Info Lstat Open ReadDir ReadFile ReadLink Stat Sub Len Uname Gname
		SyscallConn Generate`
	scanNames = "ReadRune UnreadRune"
)

// askedNames has the names of all such methods.
var askedNames = nameSet(formatNames, encodeNames, otherNames)

var (
	askForFormat = &asking{names: nameSet(formatNames), nested: true, shallow: true}
	askForCode   = &asking{names: nameSet(formatNames, encodeNames), nested: true}
	askForAny    = &asking{nested: true, callsFuncs: true}
	// New of a sync.Pool, functions of package quick:
	askForCalls = &asking{names: askedNames, nested: true, callsFuncs: true}
	askForScan  = &asking{names: nameSet(formatNames, scanNames), nested: true, shallow: true}
	askForMore  = &asking{names: askedNames} // more methods than the type of an operand says
)

// askSets has the sets by the names that they have in package std (Row.Asks).
var askSets = map[string]*asking{
	"any": askForAny, "calls": askForCalls, "code": askForCode, "format": askForFormat, "more": askForMore,
	"scan": askForScan,
}

// methodsAsked lists the methods of a type that are asked for, and may synchronize, or return what does.
func (w *World) methodsAsked(t types.Type, a *asking) []*ssa.Function {
	key := answersKey{t, a}
	known, ok := w.askedMethods[key]
	if !ok {
		for m := range w.Prog.MethodSets.MethodSet(t).Methods() {
			if !m.Obj().Exported() || a.names != nil && !a.names[m.Obj().Name()] {
				continue
			}
			if fn := w.Prog.MethodValue(m); fn != nil && (w.leads(fn) || a.names != nil && w.returnsMore(fn)) {
				known = append(known, fn)
			}
		}
		w.askedMethods[key] = known
	}
	return known
}

// returnsMore reports whether a method returns a value that leads to what synchronizes, so that the library may go on
// with it. Errors do not count, as the library only passes them on, but for those of Unwrap.
func (w *World) returnsMore(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if w.carries(v.Type()) && (fn.Name() == "Unwrap" || v.Type() != types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

// pointer returns the type of pointers to a type, the same one each time: it is a key of maps.
func (w *World) pointer(t types.Type) types.Type {
	known, ok := w.pointers[t]
	if !ok {
		known = types.NewPointer(t)
		w.pointers[t] = known
	}
	return known
}

// hasAsked reports whether a type that is no interface, or a pointer to it, has a method of the set.
func (w *World) hasAsked(t types.Type, a *asking) bool {
	if types.IsInterface(t) {
		return false
	}
	_, pointer := t.Underlying().(*types.Pointer)
	return len(w.methodsAsked(t, a)) > 0 || !pointer && len(w.methodsAsked(w.pointer(t), a)) > 0
}

// answersKey is a question: about values of a type, and a set of methods.
type answersKey struct {
	t types.Type
	a *asking
}

// answers reports whether a value of a type may have a method of the set, or hold a value that has. An interface value
// may hold any type of the program that is ever in one. May err towards: yes.
func (w *World) answers(t types.Type, a *asking) bool {
	key := answersKey{t, a}
	known, ok := w.answerMemo[key]
	if !ok {
		known = w.mayAnswer(t, a, map[types.Type]bool{})
		w.answerMemo[key] = known
	}
	return known
}

// mayAnswer is answers, for a type in which seen has the types that were looked at.
func (w *World) mayAnswer(t types.Type, a *asking, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	if w.hasAsked(t, a) {
		return true
	}
	part := func(t types.Type) bool { return w.mayAnswer(t, a, seen) }
	switch u := t.Underlying().(type) {
	case *types.Interface:
		return w.someAnswer(a)
	case *types.Signature:
		return a.callsFuncs
	case *types.Slice: // the operands of many functions are one of any values
		return part(u.Elem())
	case *types.Array:
		return part(u.Elem())
	case *types.Map:
		return part(u.Elem()) || part(u.Key())
	case *types.Pointer:
		return part(u.Elem())
	case *types.Struct:
		for f := range fieldsSeen(u) {
			if part(f.Type()) {
				return true
			}
		}
	}
	return false
}

// someAnswer reports whether some type that is ever in an interface value has a method of the set, or may be a function
// that is called.
func (w *World) someAnswer(a *asking) bool {
	known, ok := w.someMemo[a]
	if !ok {
		has := func(t types.Type) bool { return w.hasAsked(t, a) }
		known = a.callsFuncs || slices.ContainsFunc(w.Prog.RuntimeTypes(), has)
		w.someMemo[a] = known
	}
	return known
}
