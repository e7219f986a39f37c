package clients

import (
	"go/types"
	"slices"
	"strings"
)

// This file decides how callers get an object on which they call methods: by a constructor of the package, or as a
// literal. A type may be generic: then callers choose type arguments. It may have a name that is not exported, if an
// exported function returns it. A constructor may return an interface: then callers have only the methods of that.

// subject is what the calls of a client are about: objects of a type, or the package itself, whose functions share
// state.
type subject struct {
	of   *types.Named     // the type, of a generic one an instance; nil: the package itself
	text string           // the type of a variable with an object, in the text: "*Cache"
	as   *types.Interface // that type, if it is an interface; else nil
	by   *types.Func      // the constructor; nil: objects are made as literals
}

// has reports whether callers can call a method of the type.
func (s subject) has(method string) bool {
	if s.as == nil {
		return true
	}
	for m := range s.as.Methods() {
		if m.Name() == method {
			return true
		}
	}
	return false
}

// signature returns the signature of a method with the type arguments of the subject; nil if it has no such method.
func (s subject) signature(m *types.Func) *types.Signature {
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(s.of), true, s.of.Obj().Pkg(), m.Name())
	if fn, ok := found.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

// name returns the name of a client (Client.Of): "Cache.Get" for method Get of a type, "Cache" for all its methods
// (""), "Get" for a function.
func (s subject) name(method string) string {
	switch {
	case s.of == nil:
		return method
	case method == "":
		return s.of.Obj().Name()
	}
	return s.of.Obj().Name() + "." + method
}

// word returns the part of function names in the text that tells subjects apart.
func (s subject) word() string {
	if s.of == nil {
		return "package"
	}
	return s.of.Obj().Name()
}

// subject returns the subject for a type, with chosen type arguments if it is generic; false if callers cannot get an
// object.
func (w *writer) subject(n *types.Named) (subject, bool) {
	if n.TypeParams().Len() > 0 {
		t, _, ok := w.instance(n, n.TypeParams(), nil)
		if !ok {
			return subject{}, false
		}
		n = t.(*types.Named)
	}
	return w.subjectOf(n)
}

// subjectOf is subject for a type that is not generic, or for an instance.
func (w *writer) subjectOf(n *types.Named) (subject, bool) {
	switch n.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return subject{}, false
	}
	text, ok := w.typeString(types.NewPointer(n))
	s := subject{of: n, text: text, by: w.constructor(n)}
	if s.by == nil {
		return s, ok && !w.elsewhere(n)
	}
	if result := s.by.Signature().Results().At(0).Type(); types.IsInterface(result) {
		_, sig, applies := w.applied(s.by, n)
		if !applies {
			return s, false
		}
		result = sig.Results().At(0).Type()
		s.as = result.Underlying().(*types.Interface)
		s.text, ok = w.typeString(result)
	}
	return s, ok
}

// combinations bounds how many choices of type arguments are tried: two parameters have up to thirty types each.
const combinations = 1000

// instance instantiates a generic type or signature, and returns the instance with its type arguments. Those in given
// are fixed. For the others it tries the types of arguments in all combinations, and takes the first that satisfies
// the constraints.
func (w *writer) instance(of types.Type, params *types.TypeParamList, given map[*types.TypeParam]types.Type) (
	instance types.Type, args []types.Type, ok bool) {
	var choices [][]types.Type // by type parameter
	for p := range params.TypeParams() {
		if t := given[p]; t != nil {
			choices = append(choices, []types.Type{t})
		} else {
			choices = append(choices, w.arguments(p))
		}
	}
	digits := make([]int, len(choices)) // the current combination: an index into each item of choices
	for range combinations {
		var args []types.Type
		for i, d := range digits {
			args = append(args, choices[i][d])
		}
		if t, err := types.Instantiate(nil, of, args, true); err == nil {
			return t, args, true
		}
		i := 0
		for ; i < len(digits); i++ {
			if digits[i]++; digits[i] < len(choices[i]) {
				break
			}
			digits[i] = 0
		}
		if i == len(digits) {
			break
		}
	}
	return nil, nil, false
}

// arguments lists types to try for a type parameter, which need not satisfy its constraint: basic types and lists of
// them, types of the package if the constraint has methods, and then the constraint itself.
func (w *writer) arguments(p *types.TypeParam) []types.Type {
	basic := func(k types.BasicKind) types.Type { return types.Typ[k] }
	out := []types.Type{basic(types.Int), basic(types.String), basic(types.Float64), basic(types.Bool),
		types.NewSlice(basic(types.Byte)), types.NewSlice(basic(types.Int)), types.NewSlice(basic(types.String)),
		types.NewMap(basic(types.String), basic(types.Int)), types.NewSignatureType(nil, nil, nil, nil, nil, false)}
	constraint, ok := p.Constraint().Underlying().(*types.Interface)
	if !ok || constraint.NumMethods() == 0 {
		return out
	}
	for _, name := range w.pkg.Scope().Names() {
		t, ok := w.pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || t.IsAlias() {
			continue
		}
		if n, ok := t.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && !types.IsInterface(n) {
			out = append(out, types.NewPointer(n), n)
		}
	}
	return append(out, p.Constraint())
}

// applied returns how callers call a function of the package: its name with type arguments if it is generic, as
// "New[int]", and its signature with these. Unless makes is nil, the arguments are those with which it makes an
// object of that type.
func (w *writer) applied(fn *types.Func, makes *types.Named) (callee string, s *types.Signature, ok bool) {
	params := fn.Signature().TypeParams()
	if params.Len() == 0 {
		return fn.Name(), fn.Signature(), true
	}
	given := map[*types.TypeParam]types.Type{}
	if makes != nil {
		n := w.facts.makesOf(fn)
		if n == nil || n.TypeArgs().Len() != makes.TypeArgs().Len() {
			return "", nil, false
		}
		for i := range n.TypeArgs().Len() {
			if p, ok := n.TypeArgs().At(i).(*types.TypeParam); ok {
				given[p] = makes.TypeArgs().At(i)
			}
		}
	}
	t, args, ok := w.instance(fn.Signature(), params, given)
	if !ok {
		return "", nil, false
	}
	var texts []string
	for _, a := range args {
		text, nameable := w.typeString(a)
		texts, ok = append(texts, text), ok && nameable
	}
	return fn.Name() + "[" + strings.Join(texts, ", ") + "]", t.(*types.Signature), ok
}

// constructor returns the function of the package that makes objects of a type; nil if there is none. Of several, it
// is the first whose name begins with New, else the first.
func (w *writer) constructor(n *types.Named) *types.Func {
	var out *types.Func
	for _, fn := range w.facts.functions {
		s := fn.Signature()
		hidden := !fn.Exported() && n.Obj().Exported()
		if hidden || s.Results().Len() == 0 || s.Results().Len() > 3 {
			continue
		}
		made := w.facts.makesOf(fn)
		if made == nil || made.Origin() != n.Origin() {
			continue
		}
		if s.TypeParams().Len() == 0 && !types.Identical(made, n) {
			continue
		}
		if out == nil || !isNew(out) && isNew(fn) {
			out = fn
		}
	}
	return out
}

// makesOf returns the type of the objects that a function makes: the type to which its first result points, or, if
// the result is an interface, the type of the package that all its return statements have. It returns nil if that is
// not known.
func (f *facts) makesOf(fn *types.Func) *types.Named {
	results := fn.Signature().Results()
	if results.Len() == 0 {
		return nil
	}
	t := results.At(0).Type()
	if types.IsInterface(t) && t.String() != "error" {
		of := f.returns[fn]
		other := func(n *types.Named) bool { return n == nil || !types.Identical(n, of[0]) }
		if len(of) == 0 || slices.ContainsFunc(of, other) {
			return nil
		}
		return of[0]
	}
	return named(t)
}

// named returns the named type that a type is, or points to; nil if there is none.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}
