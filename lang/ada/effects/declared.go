package effects

// This file finds what the names of a program may mean.

import (
	"reflect"
	"slices"
	"strings"

	"flavers/lang/ada/syntax"
)

// program has the names that a program declares, in lower case. A name may be in several of the sets.
type program struct {
	harmless  Harmless
	tasking   map[string]bool // tasks, protected objects, what they offer, and objects and types with such parts
	variables map[string]bool // objects and parameters, also constant ones
	opaque    map[string]bool // of variables: all of this name are of types that are not modelled
	unknown   map[string]bool // subprograms that have no body under this name: renamings, instances, formal ones
	types     map[string]bool
	units     map[string]bool // full names of the units
	packages  map[string]bool // last names of packages and of what renames them
	accesses  bool            // there are access types
	callable  bool            // there are access types to subprograms: what is called by a value of one is not known
}

// discrete are the types of package Standard that are followed.
var discrete = list("integer natural positive boolean long_integer long_long_integer short_integer " +
	"short_short_integer count_type")

func list(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(text) {
		out[w] = true
	}
	return out
}

// words counts the names in a part of a syntax tree, in lower case.
func words(x any) map[string]int {
	out := map[string]int{}
	syntax.EachText(reflect.ValueOf(x), func(text string) bool {
		out[syntax.Fold(text)]++
		return false
	})
	return out
}

// declared finds the names that units declare.
func declared(units []*syntax.Unit, harmless Harmless) program {
	p := program{harmless: harmless, tasking: map[string]bool{}, variables: map[string]bool{}, opaque: map[string]bool{},
		unknown: map[string]bool{}, types: map[string]bool{}, units: map[string]bool{}, packages: map[string]bool{}}
	var all []*syntax.Decl
	bodies := map[string]bool{}
	for _, u := range units {
		p.units[syntax.Fold(u.Decl.Name)] = true
		eachDecl(u.Decl, func(d *syntax.Decl) {
			all = append(all, d)
			if d.Kind == syntax.Subprogram && d.Completed {
				bodies[syntax.Fold(syntax.Short(d.Name))] = true
			}
		})
	}
	for _, d := range all {
		if d.Kind == syntax.PackageSpec || d.Kind == syntax.Renaming || d.Kind == syntax.Instance {
			p.packages[syntax.Fold(d.Name)] = true
		}
	}
	for _, d := range all {
		p.one(d, bodies)
	}
	for changed := true; changed; { // types with such parts, and objects of them
		changed = false
		for _, d := range all {
			for _, name := range carries(d) {
				if !p.tasking[name] && slices.ContainsFunc(typesIn(d), func(t string) bool { return p.tasking[t] }) {
					p.tasking[name], changed = true, true
				}
			}
		}
	}
	followed := map[string]bool{}
	for _, d := range all {
		for _, name := range carries(d) {
			if d.Kind == syntax.Object && (d.Def != nil || !p.unfollowed(d.Type)) {
				followed[name] = true
			}
		}
		for _, q := range append(slices.Clone(d.Params), d.Discriminants...) {
			for _, id := range q.Names {
				if !p.unfollowed(q.Type) {
					followed[syntax.Fold(id.Name)] = true
				}
			}
		}
	}
	for v := range p.variables {
		p.opaque[v] = !followed[v]
	}
	return p
}

// eachDecl visits a declaration and those in it, with the formal ones of generic units.
func eachDecl(d *syntax.Decl, f func(*syntax.Decl)) {
	syntax.EachDecl(d, func(c *syntax.Decl) {
		f(c)
		for _, formal := range c.Formals {
			syntax.EachDecl(formal, f)
		}
	})
}

// one adds what a declaration declares, but for parts of types.
func (p *program) one(d *syntax.Decl, bodies map[string]bool) {
	name := syntax.Fold(syntax.Short(d.Name))
	switch d.Kind {
	case syntax.Object:
		for _, id := range d.Names {
			p.variables[syntax.Fold(id.Name)] = true
		}
	case syntax.TaskSpec, syntax.TaskBody, syntax.ProtectedSpec, syntax.Entry:
		p.tasking[name] = true
		if d.Kind == syntax.ProtectedSpec {
			for _, op := range syntax.Members(d) {
				p.tasking[syntax.Fold(op.Name)] = true
			}
		}
	case syntax.ProtectedBody:
		for _, op := range d.Decls { // an operation has no body of its own name
			p.tasking[syntax.Fold(op.Name)] = true
		}
	case syntax.Subprogram:
		p.unknown[name] = p.unknown[name] || !bodies[name] || d.Abstract
	case syntax.Instance, syntax.Renaming:
		p.unknown[name] = p.unknown[name] || d.Word != "function" || d.Kind != syntax.Renaming || !p.ofLibrary(d.Init)
	case syntax.Generic:
		for _, f := range d.Formals {
			p.unknown[syntax.Fold(f.Name)] = true
		}
	case syntax.TypeDecl, syntax.Subtype:
		p.types[name] = true
		if def := d.Def; def != nil {
			p.accesses = p.accesses || def.Kind == "access"
			p.callable = p.callable || def.Kind == "procedure"
			calls := slices.ContainsFunc(def.Parts, func(q syntax.Param) bool { return mayCall(q.Default, bodies) })
			if calls || def.Kind == "interface" || def.Kind == "derived" && def.Variants { // controlled, perhaps
				p.tasking[name] = true
			}
			for _, q := range def.Parts {
				p.access(q.Type)
			}
		}
	}
	p.access(d.Type)
	p.access(d.Result)
	for _, q := range append(slices.Clone(d.Params), d.Discriminants...) {
		p.accesses = p.accesses || q.Mode == "access"
		p.access(q.Type)
		for _, id := range q.Names {
			p.variables[syntax.Fold(id.Name)] = true
		}
	}
}

// access looks for an anonymous access type.
func (p *program) access(e *syntax.Expr) {
	if e != nil && e.Kind == syntax.AccessType {
		p.accesses = true
		p.callable = p.callable || e.X == nil
	}
}

// mayCall reports whether an expression may call one of some subprograms, or makes an object.
func mayCall(e *syntax.Expr, bodies map[string]bool) bool {
	found := false
	syntax.InExpr(e, func(x *syntax.Expr) {
		found = found || x.Kind == syntax.Apply || x.Kind == syntax.New || bodies[syntax.Fold(x.Text)]
	})
	return found
}

// carries are the names that a declaration gives to something of the types in it, in lower case.
func carries(d *syntax.Decl) []string {
	var out []string
	switch d.Kind {
	case syntax.Object:
		for _, id := range d.Names {
			out = append(out, syntax.Fold(id.Name))
		}
	case syntax.TypeDecl, syntax.Subtype:
		out = append(out, syntax.Fold(d.Name))
	}
	return out
}

// typesIn returns the names of the types in a declaration, in lower case.
func typesIn(d *syntax.Decl) []string {
	var out []string
	add := func(e *syntax.Expr) {
		for e != nil && (e.Kind == syntax.Apply || e.Kind == syntax.Constraint || e.Kind == syntax.AccessType ||
			e.Kind == syntax.Attribute) {
			e = e.X
		}
		if e != nil {
			out = append(out, syntax.Fold(e.Text))
		}
	}
	add(d.Type)
	var def func(t *syntax.TypeDef)
	def = func(t *syntax.TypeDef) {
		if t == nil {
			return
		}
		add(t.X)
		add(t.Element)
		def(t.Elements)
		for _, q := range t.Parts {
			add(q.Type)
			def(q.Def)
		}
	}
	def(d.Def)
	return out
}

// unfollowed reports whether a subtype indication is known to be of a type that is not modelled: a text, or one of a
// library.
func (p *program) unfollowed(e *syntax.Expr) bool {
	for e != nil && (e.Kind == syntax.Apply || e.Kind == syntax.Constraint) {
		e = e.X
	}
	if e == nil || e.Kind != syntax.Name && e.Kind != syntax.Selected {
		return false
	}
	name := syntax.Fold(e.Text)
	return !p.types[name] && !p.tasking[name] && !p.unknown[name] && !discrete[name]
}

// ofLibrary reports whether a name is that of something in a package of Ada, as Ada.Text_IO.Put, which no unit of the
// program is, also none that stands for a package of Ada.
func (p *program) ofLibrary(e *syntax.Expr) bool {
	if e == nil || e.Kind != syntax.Selected {
		return false
	}
	path := syntax.Fold(syntax.Path(e.X))
	return strings.HasPrefix(path, "ada.") && !p.units[path] && !p.packages["ada"] && !p.variables["ada"] &&
		!p.types["ada"] && !p.tasking["ada"]
}
