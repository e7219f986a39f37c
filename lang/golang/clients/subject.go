package clients

import (
	"go/types"
	"slices"
	"strings"
)

// This file says on which types callers call methods, and how they get an object of the type. The type may be generic,
// and callers choose its type arguments. It may have a name that is not exported, and a function returns it.

// subject is what some calls are of: a type of the package, or the package itself, which has functions.
type subject struct {
	of   *types.Named     // of a generic type an instance; nil: the package
	text string           // the type of variables that have the object, in the text
	as   *types.Interface // that type, if it is one: callers have only its methods
	by   *types.Func      // makes the object; nil: a literal does
}

// has reports whether callers can call a method.
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

// signature is the one of a method, with the type arguments of the instance; nil: the type has none of this name.
func (s subject) signature(m *types.Func) *types.Signature {
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(s.of), true, s.of.Obj().Pkg(), m.Name())
	if fn, ok := found.(*types.Func); ok {
		return fn.Signature()
	}
	return nil
}

// name is that of a client which calls something: Cache.Get of a type, Get of a function, Cache of everything.
func (s subject) name(of string) string {
	switch {
	case s.of == nil:
		return of
	case of == "":
		return s.of.Obj().Name()
	}
	return s.of.Obj().Name() + "." + of
}

// word is what names of functions have that are written for it.
func (s subject) word() string {
	if s.of == nil {
		return "package"
	}
	return s.of.Obj().Name()
}

// subject finds how callers get an object of a type, whose type arguments they choose; false: they cannot.
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

// subjectOf is subject of a type that is not generic, or of an instance.
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

// combinations is how many choices of type arguments are tried.
const combinations = 1000

// instance is an instance of a type or a signature, with some of its type arguments as they are given: the others are
// a number or a text if these satisfy the constraint, a type of the package, or the constraint itself.
func (w *writer) instance(of types.Type, params *types.TypeParamList, given map[*types.TypeParam]types.Type) (
	types.Type, []types.Type, bool) {
	var choices [][]types.Type
	for p := range params.TypeParams() {
		if t := given[p]; t != nil {
			choices = append(choices, []types.Type{t})
		} else {
			choices = append(choices, w.arguments(p))
		}
	}
	digits := make([]int, len(choices))
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

// arguments lists types to try for a type parameter. Not all of them satisfy its constraint.
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

// applied is a function of the package as callers call it, with type arguments if it has parameters for them: those
// with which it makes an object of a type, unless that is nil.
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

// constructor is the function of the package that makes an object of a type; nil if there is none. Of several it is
// the one whose name begins with New, and then the first. It may return an interface.
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

// makesOf is the type of the objects that a function makes, as its first result says: what it points to, or, if that is
// an interface, the type of the package that all its statements return; nil: none is known.
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

// named is the named type that a type is, or points to; nil if it is none.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}
