// Package bind finds the functions that the bindings of specifications name: which events
// a call of a function is.
//
//	property closed for each f { events close = call (io.Closer).Close on f .. }
//
// A call of (*os.File).Close is the event close, as *os.File implements io.Closer. So is
// one of (io.Closer).Close, and of the method of any other type that implements it.
//
// Of the patterns of one specification that match a function, the closest count: its own
// name before that of an interface, and this before a pattern that ends in *.
//
// The caller finds the calls in a program, and asks Match for the function of each. Which object a call is about is
// also up to the caller: this package only says at which place of the call it stands (calls.Call).
//
// A package is often known only in part: of what it imports indirectly, export data has no more than it needs. Then a
// name that is missing is no mistake of the specification, as it may be in the other part.
package bind

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"flavers/automata/calls"
	"flavers/diag"
)

// BadFunction is the code of a binding that no call can match.
const BadFunction diag.Code = "G020"

// Spec is a specification with bindings.
type Spec struct {
	calls.Bound
	Key   calls.Key
	Makes bool   // some of its calls make its objects; if none does, each object of a call of its events is one
	calls []call // of all its events, in their order
}

// call is a pattern for calls in a specification, as `call (io.Closer).Close on f`.
type call struct {
	*calls.Call
	event string           // the name of its event in programs
	iface *types.Interface // if the pattern names a method of an interface: that interface
}

// Match says that a call of a function is an event of a specification.
type Match struct {
	Spec  *Spec
	Event string
	*calls.Call
}

// Set has the specifications for some packages.
type Set struct {
	Specs    []*Spec
	packages map[string]*types.Package // the packages, and what they import, by path
	known    map[*types.Func][]Match   // answers of Match
}

// Interfaces lists the paths of packages that are to be loaded in full for New: a pattern may name an interface of such
// a package, and packages, or what these import, do not have it.
func Interfaces(bounds []calls.Bound, packages []*types.Package) []string {
	s := &Set{packages: map[string]*types.Package{}}
	s.know(packages)
	var out []string
	for _, b := range bounds {
		for _, e := range b.Events {
			for _, c := range e.Calls {
				path, typ, _ := parts(c.Func)
				if typ == "" || strings.HasPrefix(c.Func, "(*") || slices.Contains(out, path) {
					continue
				}
				if p := s.packages[path]; p == nil || p.Scope().Lookup(typ) == nil && !p.Complete() {
					out = append(out, path)
				}
			}
		}
	}
	return out
}

// know adds packages and all that they import, directly or not. A complete package replaces a part of it.
func (s *Set) know(packages []*types.Package) {
	for todo := slices.Clone(packages); len(todo) > 0; {
		p := todo[0]
		todo = todo[1:]
		if old := s.packages[p.Path()]; old == nil || p.Complete() && !old.Complete() {
			s.packages[p.Path()] = p
			todo = append(todo, p.Imports()...)
		}
	}
}

// New looks for the functions of bindings in packages, and in what these import. taken has names that events may not
// have. The list has the mistakes: functions that do not exist, and places that a function does not have.
func New(bounds []calls.Bound, packages []*types.Package, taken map[string]bool) (*Set, diag.List) {
	s := &Set{packages: map[string]*types.Package{}, known: map[*types.Func][]Match{}}
	s.know(packages)
	var list diag.List
	names := map[string]string{} // by name of an event: its patterns as a text
	for _, b := range bounds {
		spec := &Spec{Bound: b, Key: calls.Key{File: b.File, Name: b.Name}}
		for _, e := range b.Events {
			name := s.name(spec, e, names, taken)
			for i := range e.Calls {
				c := call{Call: &e.Calls[i], event: name}
				s.find(&c, &list)
				spec.calls = append(spec.calls, c)
				spec.Makes = spec.Makes || c.Makes
			}
		}
		s.Specs = append(s.Specs, spec)
	}
	list.Sort()
	return s, list
}

// name returns the name of an event in programs: its name in the specification, or, if that is taken or another
// specification has other calls under it, the same with the name of the specification in front.
func (s *Set) name(spec *Spec, e calls.Event, names map[string]string, taken map[string]bool) string {
	var what strings.Builder
	for _, c := range e.Calls {
		fmt.Fprintln(&what, c.String(), c.Object, c.Makes, c.Place)
	}
	for _, name := range []string{e.Short, spec.Name + "_" + e.Short} {
		if known, ok := names[name]; (!ok || known == what.String()) && !taken[name] {
			names[name] = what.String()
			return name
		}
	}
	return spec.Name + "_" + e.Short + "_" + e.Short
}

// Events returns the names of the events of a specification in programs, by their names in the specification.
func (s *Spec) Events() map[string]string {
	out := map[string]string{}
	i := 0
	for _, e := range s.Bound.Events {
		out[e.Short] = s.calls[i].event
		i += len(e.Calls)
	}
	return out
}

// parts splits the name of a function. "(*os.File).Close" has the parts "os", "File", "Close", and "os.Open" has "os",
// "", "Open".
func parts(name string) (pkg, typ, fn string) {
	dot := strings.LastIndex(name, ".")
	pkg, fn = name[:max(dot, 0)], name[dot+1:]
	if inner, ok := strings.CutPrefix(pkg, "("); ok {
		inner = strings.TrimPrefix(strings.TrimSuffix(inner, ")"), "*")
		if i := strings.Index(inner, "["); i >= 0 { // of a generic type
			inner = inner[:i]
		}
		dot := strings.LastIndex(inner, ".")
		return inner[:max(dot, 0)], inner[dot+1:], fn
	}
	return pkg, "", fn
}

// find looks for the function of a pattern, and adds a mistake to the list if there is no such function, or if it lacks
// what the pattern asks of it. It sets c.iface. If the packages do not know the function's package in full, it says
// nothing: either the program calls nothing of it, or what is missing may exist.
func (s *Set) find(c *call, list *diag.List) {
	path, typ, name := parts(c.Func)
	pkg := s.packages[path]
	if pkg == nil || c.Func == "" {
		return
	}
	if t := pkg.Scope().Lookup(typ); t != nil && typ != "" {
		c.iface, _ = t.Type().Underlying().(*types.Interface)
	}
	if !pkg.Complete() {
		return
	}
	fn, wrong, hint := c.function(pkg, typ, name)
	if fn != nil {
		wrong, hint = c.lacks(fn.Signature())
	}
	if wrong != "" {
		list.Errorf(c.Pos, BadFunction, "%s", wrong).WithLen(c.Len).WithHint("%s", hint)
	}
}

// function returns the function or method of a pattern in a package, or what is wrong with the pattern, and a hint. A
// pattern for all functions of a package, or all methods of a type that exists, has neither.
func (c *call) function(pkg *types.Package, typ, name string) (fn *types.Func, wrong, hint string) {
	suggest := func(word string, names []string, otherwise string) string {
		if near := diag.Suggest(word, names); near != "" {
			return "did you mean " + near + "?"
		}
		return otherwise
	}
	path := pkg.Path()
	written := "methods are written (*" + path + ".Type).Method"
	if typ == "" {
		if name == "*" {
			return nil, "", ""
		}
		if fn, _ := pkg.Scope().Lookup(name).(*types.Func); fn != nil {
			return fn, "", ""
		}
		return nil, "package " + path + " has no function " + name, suggest(name, functions(pkg), written)
	}
	t, _ := pkg.Scope().Lookup(typ).(*types.TypeName)
	if t == nil {
		return nil, "package " + path + " has no type " + typ, suggest(typ, pkg.Scope().Names(), written)
	}
	if name == "*" {
		return nil, "", ""
	}
	found, _, _ := types.LookupFieldOrMethod(t.Type(), true, pkg, name)
	if fn, _ = found.(*types.Func); fn == nil {
		return nil, c.Func + ": no such method", suggest(name, methods(t.Type()), "the methods of embedded types have the names of these types")
	}
	if full := fn.FullName(); c.iface == nil && full != c.Func {
		return nil, "the full name of " + c.Func + " is " + full, "write " + full
	}
	return fn, "", ""
}

// lacks says what a pattern asks of a function that the function does not have: an error, a result, an argument or a
// receiver. wrong is "" if it has everything.
func (c *call) lacks(sig *types.Signature) (wrong, hint string) {
	place := c.Place
	switch {
	case c.OK && ErrorOf(sig) < 0:
		return c.Func + " returns no error", "write return in place of return ok"
	case !c.Object:
	case place.Kind == calls.Result && place.Index >= sig.Results().Len():
		return c.Func + " has fewer results", "results are counted from 0: result[0]"
	case place.Kind == calls.Argument && place.Index >= sig.Params().Len(),
		place.Kind == calls.Default && sig.Recv() == nil && sig.Params().Len() == 0:
		return c.Func + " has fewer arguments", "arguments are counted from 0, without the receiver: arg[0]"
	case place.Kind == calls.Receiver && sig.Recv() == nil:
		return c.Func + " is no method", "write arg[0] in place of receiver"
	}
	return "", ""
}

// functions lists the names of the functions of a package.
func functions(pkg *types.Package) []string {
	return slices.DeleteFunc(pkg.Scope().Names(), func(n string) bool {
		_, ok := pkg.Scope().Lookup(n).(*types.Func)
		return !ok
	})
}

// methods lists the names of the methods of a type and of pointers to it.
func methods(t types.Type) []string {
	var out []string
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		out = append(out, m.Obj().Name())
	}
	if i, ok := t.Underlying().(*types.Interface); ok {
		for m := range i.Methods() {
			out = append(out, m.Name())
		}
	}
	return out
}

// ErrorOf returns the index of the last result if that is of type error, or -1.
func ErrorOf(sig *types.Signature) int {
	last := sig.Results().Len() - 1
	if last >= 0 && types.Identical(sig.Results().At(last).Type(), types.Universe.Lookup("error").Type()) {
		return last
	}
	return -1
}

// Match lists the events that a call of a function is, in the order of the specifications. Of the patterns of each
// specification, those that fit the function most closely count.
func (s *Set) Match(fn *types.Func) []Match {
	fn = fn.Origin()
	if known, ok := s.known[fn]; ok {
		return known
	}
	var out []Match
	for _, spec := range s.Specs {
		best := 0
		var of []Match
		for _, c := range spec.calls {
			n := c.fits(fn)
			if n > best {
				best, of = n, nil
			}
			if n == best && n > 0 {
				of = append(of, Match{spec, c.event, c.Call})
			}
		}
		out = append(out, of...)
	}
	s.known[fn] = out
	return out
}

// Itself lists the events of patterns `call f`, where the object f is itself a function that is called.
func (s *Set) Itself() []Match {
	var out []Match
	for _, spec := range s.Specs {
		for _, c := range spec.calls {
			if c.Place.Kind == calls.Itself {
				out = append(out, Match{spec, c.event, c.Call})
			}
		}
	}
	return out
}

// fits returns how closely a pattern fits a function: 3 if it is its name, 2 if it is a method of an interface that its
// type implements, 1 if it ends in *, and 0 if it does not fit.
func (c *call) fits(fn *types.Func) int {
	full := fn.FullName()
	prefix, star := strings.CutSuffix(c.Func, "*")
	_, _, name := parts(c.Func)
	switch {
	case c.Func == "" || c.Place.Kind == calls.Itself:
		return 0
	case c.Func == full:
		return 3
	case star && strings.HasPrefix(full, prefix) && !strings.ContainsAny(full[len(prefix):], "./"):
		return 1
	case c.iface == nil || !star && name != fn.Name():
		return 0
	}
	recv := fn.Signature().Recv()
	if recv == nil {
		return 0
	}
	t := recv.Type()
	if n, ok := t.(*types.Named); ok && n.TypeParams().Len() > 0 {
		return 0
	}
	if !has(c.iface, fn.Name()) || !implements(t, c.iface) {
		return 0
	}
	if star {
		return 1
	}
	return 2
}

// has reports whether an interface has a method.
func has(i *types.Interface, name string) bool {
	for m := range i.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// implements reports whether a type, or a pointer to it, implements an interface. It compares the names of types: the
// interface may come from a package that was loaded apart, so that its types are not identical.
func implements(t types.Type, i *types.Interface) bool {
	for m := range i.Methods() {
		found, _, _ := types.LookupFieldOrMethod(t, true, m.Pkg(), m.Name())
		fn, ok := found.(*types.Func)
		if !ok {
			return false
		}
		has, wants := fn.Signature(), m.Signature()
		if !same(has.Params(), wants.Params()) || !same(has.Results(), wants.Results()) {
			return false
		}
	}
	return true
}

// same reports whether two lists have types of the same names.
func same(a, b *types.Tuple) bool {
	if a.Len() != b.Len() {
		return false
	}
	for i := range a.Len() {
		if types.TypeString(a.At(i).Type(), nil) != types.TypeString(b.At(i).Type(), nil) {
			return false
		}
	}
	return true
}
