package ada

// This file holds names: scopes, what a name stands for, and how it is found.

import (
	"strings"

	"flavers/lang/ada/syntax"
)

type entityKind uint8

const (
	variable entityKind = iota
	constant            // v holds its value: also loop parameters, formal parameters that are values
	literal
	typeEntity
	subprogram
	packageEntity
	exception
	generic
	library // something of a library that is not part of the program
	random  // an instance of Discrete_Random: typ is its result
	entryEntity
)

type entity struct {
	kind  entityKind
	name  string
	decl  *syntax.Decl
	body  *syntax.Decl
	in    *scope // where it is declared
	scope *scope // of a package: what it declares
	typ   *typ
	v     val
	pl    *place
	id    int // of an exception
	of    *place
}

type scope struct {
	parent *scope
	names  map[string][]*entity
	uses   []*entity
	shared bool // its variables may be seen by several tasks
}

func newScope(parent *scope) *scope {
	s := &scope{parent: parent, names: map[string][]*entity{}}
	if parent != nil {
		s.shared = false
	}
	return s
}

func fold(s string) string { return strings.ToLower(s) }

func (s *scope) add(e *entity) *entity {
	e.in = s
	k := fold(e.name)
	s.names[k] = append(s.names[k], e)
	return e
}

// own is the last declaration of a name in a scope.
func (s *scope) own(name string) *entity {
	if list := s.names[fold(name)]; len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

// all lists what a name may stand for: of the innermost scope that declares it, with overloads of outer ones behind.
func (s *scope) all(name string) []*entity {
	var out []*entity
	k := fold(name)
	for c := s; c != nil; c = c.parent {
		for i := len(c.names[k]) - 1; i >= 0; i-- {
			out = append(out, c.names[k][i])
		}
		if len(out) > 0 && !overloads(out[0]) {
			return out[:1]
		}
	}
	for c := s; c != nil; c = c.parent {
		for _, u := range c.uses {
			if u.scope != nil {
				out = append(out, u.scope.names[k]...)
			}
		}
	}
	return out
}

func overloads(e *entity) bool { return e.kind == subprogram || e.kind == literal }

// usesLibrary is a library that is used where a name stands; nil: none.
func (s *scope) usesLibrary() *entity {
	for c := s; c != nil; c = c.parent {
		for _, u := range c.uses {
			if u.kind == library || u.kind == random {
				return u
			}
		}
	}
	return nil
}

// path is the dotted text of a name, "" if it is none.
func path(e *syntax.Expr) string {
	switch e.Kind {
	case syntax.Name, syntax.String, syntax.Char:
		return e.Text
	case syntax.Selected:
		if x := path(e.X); x != "" {
			return x + "." + e.Text
		}
	}
	return ""
}

// look finds what a name stands for, without a message; nil if it is a component, or nothing.
func (l *lowerer) look(e *syntax.Expr, sc *scope) *entity {
	list := l.candidates(e, sc)
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// candidates lists what a name may stand for.
func (l *lowerer) candidates(e *syntax.Expr, sc *scope) []*entity {
	switch e.Kind {
	case syntax.Name, syntax.String, syntax.Char:
		if list := sc.all(e.Text); len(list) > 0 {
			return list
		}
		if e.Kind == syntax.Name {
			if u := l.unitNamed(e.Text, sc); u != nil {
				return []*entity{u}
			}
			if lib := sc.usesLibrary(); lib != nil && e.Text != "" {
				if lib.kind == random {
					return []*entity{{kind: library, name: lib.name + "." + e.Text, typ: lib.typ, in: sc,
						of: nil, decl: lib.decl}}
				}
				return []*entity{{kind: library, name: lib.name + "." + e.Text, in: sc}}
			}
		}
	case syntax.Selected:
		x := l.look(e.X, sc)
		if x == nil {
			return nil
		}
		switch {
		case x.kind == packageEntity:
			if list := x.scope.names[fold(e.Text)]; len(list) > 0 {
				out := make([]*entity, 0, len(list))
				for i := len(list) - 1; i >= 0; i-- {
					out = append(out, list[i])
				}
				return out
			}
			if u := l.unitNamed(path(e), sc); u != nil {
				return []*entity{u}
			}
		case x.kind == random && fold(e.Text) == "random":
			return []*entity{{kind: random, name: path(e), typ: x.typ, in: sc}}
		case x.kind == library || x.kind == random:
			return []*entity{{kind: library, name: x.name + "." + e.Text, in: sc}}
		case (x.kind == subprogram || x.kind == variable) && x.scope != nil: // its own name as a prefix
			if own := x.scope.own(e.Text); own != nil {
				return []*entity{own}
			}
		}
	}
	return nil
}

// resolve finds what a name stands for, with a message if it stands for nothing.
func (l *lowerer) resolve(e *syntax.Expr, sc *scope) *entity {
	ent := l.look(e, sc)
	if ent == nil {
		l.undeclared(e, sc)
	}
	return ent
}

func (l *lowerer) undeclared(e *syntax.Expr, sc *scope) {
	name := path(e)
	if name == "" {
		name = e.Text
	}
	d := l.errorf(e.Pos, e.Len, Undeclared, "%s is not declared", name)
	var known []string
	for c := sc; c != nil; c = c.parent {
		for _, list := range c.names {
			known = append(known, list[0].name)
		}
	}
	if near := suggest(name, known); near != "" {
		d.WithHint("did you mean %s?", near)
	} else {
		d.WithHint("is a with clause missing, or a file of the program on the command line?")
	}
}
