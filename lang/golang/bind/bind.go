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
// What it does not do: where calls are, and which objects they have, the caller knows.
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
	Makes bool // it says which calls make its objects; else they are all that its events have
	calls []call
}

// call is a call of a specification.
type call struct {
	*calls.Call
	event string           // its name in programs
	iface *types.Interface // of a pattern (pkg.Interface).Method
}

// Match is an event that a call is.
type Match struct {
	Spec  *Spec
	Event string
	*calls.Call
}

// Set are the specifications of some packages.
type Set struct {
	Specs    []*Spec
	packages map[string]*types.Package
	known    map[*types.Func][]Match
}

// Interfaces lists the packages of the interfaces that patterns may name, so far as the packages do not have these:
// they have only what they need of what they import. Complete packages, loaded for that, are given to New.
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

// know adds packages, and what these import.
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

// New looks for the functions of bindings in packages, and in what these import. taken are names that events may
// not have. What is wrong is in the list.
func New(bounds []calls.Bound, packages []*types.Package, taken map[string]bool) (*Set, diag.List) {
	s := &Set{packages: map[string]*types.Package{}, known: map[*types.Func][]Match{}}
	s.know(packages)
	var list diag.List
	names := map[string]string{} // of events, and what they are
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

// name is what an event is called in programs: as in its specification, unless another one calls something else so.
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

// Events are the names of the events of a specification in programs, by those that it has in it.
func (s *Spec) Events() map[string]string {
	out := map[string]string{}
	i := 0
	for _, e := range s.Bound.Events {
		out[e.Short] = s.calls[i].event
		i += len(e.Calls)
	}
	return out
}

// parts splits the name of a function: ("os", "File", "Close") of "(*os.File).Close", ("os", "", "Open") of "os.Open".
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

// find looks for the function of a call, so far as the packages know it, and checks that it has what is asked of it.
func (s *Set) find(c *call, list *diag.List) {
	path, typ, name := parts(c.Func)
	pkg := s.packages[path]
	if pkg == nil || c.Func == "" {
		return // of which nothing is called here
	}
	if t := pkg.Scope().Lookup(typ); t != nil && typ != "" {
		c.iface, _ = t.Type().Underlying().(*types.Interface)
	}
	if !pkg.Complete() { // of which only a part is known
		return
	}
	wrong := func(text string, hint string) {
		list.Errorf(c.Pos, BadFunction, "%s", text).WithLen(c.Len).WithHint("%s", hint)
	}
	suggest := func(word string, names []string, otherwise string) string {
		if near := diag.Suggest(word, names); near != "" {
			return "did you mean " + near + "?"
		}
		return otherwise
	}
	var fn *types.Func
	if typ == "" {
		if name == "*" {
			return
		}
		if fn, _ = pkg.Scope().Lookup(name).(*types.Func); fn == nil {
			wrong("package "+path+" has no function "+name, suggest(name, functions(pkg), "methods are written (*"+path+".Type).Method"))
			return
		}
	} else {
		t, _ := pkg.Scope().Lookup(typ).(*types.TypeName)
		if t == nil {
			wrong("package "+path+" has no type "+typ, suggest(typ, pkg.Scope().Names(), "methods are written (*"+path+".Type).Method"))
			return
		}
		if name == "*" {
			return
		}
		found, _, _ := types.LookupFieldOrMethod(t.Type(), true, pkg, name)
		if fn, _ = found.(*types.Func); fn == nil {
			wrong(c.Func+": no such method", suggest(name, methods(t.Type()), "the methods of embedded types have the names of these types"))
			return
		}
		if full := fn.FullName(); c.iface == nil && full != c.Func {
			wrong("the full name of "+c.Func+" is "+full, "write "+full)
			return
		}
	}
	sig := fn.Signature()
	place := c.Place
	switch {
	case c.OK && ErrorOf(sig) < 0:
		wrong(c.Func+" returns no error", "write return in place of return ok")
	case c.Object && place.Kind == calls.Result && place.Index >= sig.Results().Len():
		wrong(c.Func+" has fewer results", "results are counted from 0: result[0]")
	case c.Object && place.Kind == calls.Argument && place.Index >= sig.Params().Len() ||
		c.Object && place.Kind == calls.Default && sig.Recv() == nil && sig.Params().Len() == 0:
		wrong(c.Func+" has fewer arguments", "arguments are counted from 0, without the receiver: arg[0]")
	case c.Object && place.Kind == calls.Receiver && sig.Recv() == nil:
		wrong(c.Func+" is no method", "write arg[0] in place of receiver")
	}
}

func functions(pkg *types.Package) []string {
	return slices.DeleteFunc(pkg.Scope().Names(), func(n string) bool {
		_, ok := pkg.Scope().Lookup(n).(*types.Func)
		return !ok
	})
}

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

// ErrorOf is the index of the result that is the error of a function, the last one; or -1.
func ErrorOf(sig *types.Signature) int {
	last := sig.Results().Len() - 1
	if last >= 0 && types.Identical(sig.Results().At(last).Type(), types.Universe.Lookup("error").Type()) {
		return last
	}
	return -1
}

// Match lists the events that a call of a function is, in order of the specifications.
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

// Itself lists the events that a call of an object is, as `call f` says.
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

// fits tells how closely a pattern matches a function: 3 its name, 2 that of an interface, 1 with *; 0: it does not.
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

// implements reports whether a type, or a pointer to it, implements an interface, by the names of types: the interface
// may have been loaded apart.
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
