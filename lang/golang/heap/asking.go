package heap

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Which values the library may ask for methods that synchronize, by their types.

// asking is what functions of some packages of the library ask for.
type asking struct {
	names  map[string]bool // of methods; nil: any exported one
	within bool            // they look at what values hold, too: items, what pointers point to, fields
	calls  bool            // they call functions that values hold
	flat   bool            // of pointers, only at what those that are operands point to
}

func named(lists ...string) map[string]bool {
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

// asked are the names of all such methods.
var asked = named(formatNames, encodeNames, otherNames)

var (
	askForFormat = &asking{names: named(formatNames), within: true, flat: true}
	askForCode   = &asking{names: named(formatNames, encodeNames), within: true}
	askForAny    = &asking{within: true, calls: true}
	askForCalls  = &asking{names: asked, within: true, calls: true} // New of a sync.Pool, functions of package quick
	askForScan   = &asking{names: named(formatNames, scanNames), within: true, flat: true}
	askForMore   = &asking{names: asked} // more methods than the type of an operand says
)

// asks are the sets of methods that package std names.
var asks = map[string]*asking{
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
			if fn := w.Prog.MethodValue(m); fn != nil && (w.leads(fn) || a.names != nil && w.handsOut(fn)) {
				known = append(known, fn)
			}
		}
		w.askedMethods[key] = known
	}
	return known
}

// handsOut reports whether a method returns what may be asked in its turn, but for the error of a call.
func (w *World) handsOut(fn *ssa.Function) bool {
	for v := range fn.Signature.Results().Variables() {
		if w.carries(v.Type()) && (fn.Name() == "Unwrap" || v.Type() != types.Universe.Lookup("error").Type()) {
			return true
		}
	}
	return false
}

// pointer is the type of pointers to a type, the same one for each.
func (w *World) pointer(t types.Type) types.Type {
	known, ok := w.pointers[t]
	if !ok {
		known = types.NewPointer(t)
		w.pointers[t] = known
	}
	return known
}

// has reports whether a type, or a pointer to it, has such a method.
func (w *World) hasAsked(t types.Type, a *asking) bool {
	if types.IsInterface(t) {
		return false
	}
	_, pointer := t.Underlying().(*types.Pointer)
	return len(w.methodsAsked(t, a)) > 0 || !pointer && len(w.methodsAsked(w.pointer(t), a)) > 0
}

type answersKey struct {
	t types.Type
	a *asking
}

// answers reports whether a value of a type may have such a method, or hold one that has: what an interface value holds
// may be of any type of the program that is ever in one. May err towards: it has.
func (w *World) answers(t types.Type, a *asking) bool {
	key := answersKey{t, a}
	known, ok := w.answerMemo[key]
	if !ok {
		known = w.mayAnswer(t, a, map[types.Type]bool{})
		w.answerMemo[key] = known
	}
	return known
}

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
		return a.calls
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

// someAnswer reports whether some type that is ever in an interface value has such a method, or leads to a function.
func (w *World) someAnswer(a *asking) bool {
	known, ok := w.someMemo[a]
	if !ok {
		known = a.calls || slices.ContainsFunc(w.Prog.RuntimeTypes(), func(t types.Type) bool { return w.hasAsked(t, a) })
		w.someMemo[a] = known
	}
	return known
}
