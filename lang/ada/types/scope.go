package types

// This file holds entities and scopes.

import (
	"flavers/lang/ada/syntax"
)

type entityKind uint8

const (
	Variable entityKind = iota
	Constant            // v holds its value: also loop parameters, formal parameters that are values
	Literal
	TypeEntity
	Subprogram
	PackageEntity
	Exception
	Generic
	Library // something of a library that is not part of the program
	Random  // an instance of Discrete_Random: typ is its result
	EntryEntity
)

type Entity struct {
	Kind  entityKind
	Name  string
	Decl  *syntax.Decl
	Body  *syntax.Decl
	In    *Scope // where it is declared
	Scope *Scope // of a package: what it declares
	// Formals has the formal parameters of a generic package, within which its name is a prefix of these, too.
	Formals *Scope
	Type    *Type
	Value   Value
	Place   *Place
	Id      int // of an exception
	Of      *Place
	// View is the type that a parameter is declared with, which may be another one than that of the object. Class marks a
	// parameter or an object of a class.
	View *Type
	// Of a renamed entry or operation of an object: the object, and its name there.
	Object *Entity
	Named  string
	Class  bool
	// Operator is the predefined operator that a formal or renamed function stands for.
	Operator string
	// Converts marks an instance of Unchecked_Conversion, which is a library and raises nothing.
	Converts bool
}

type Scope struct {
	Parent *Scope
	Names  map[string][]*Entity
	Uses   []*Entity
	Shared bool // its variables may be seen by several tasks
}

func NewScope(parent *Scope) *Scope {
	s := &Scope{Parent: parent, Names: map[string][]*Entity{}}
	if parent != nil {
		s.Shared = false
	}
	return s
}

func (s *Scope) Add(e *Entity) *Entity {
	e.In = s
	k := syntax.Fold(e.Name)
	s.Names[k] = append(s.Names[k], e)
	return e
}

// Own returns the last declaration of a name in a scope.
func (s *Scope) Own(name string) *Entity {
	if list := s.Names[syntax.Fold(name)]; len(list) > 0 {
		return list[len(list)-1]
	}
	return nil
}

// All lists what a name may stand for: of the innermost scope that declares it, with overloads of outer ones behind.
func (s *Scope) All(name string) []*Entity {
	var out []*Entity
	k := syntax.Fold(name)
	for c := s; c != nil; c = c.Parent {
		for i := len(c.Names[k]) - 1; i >= 0; i-- {
			out = append(out, c.Names[k][i])
		}
		if len(out) > 0 && !Overloads(out[0]) {
			return out[:1]
		}
	}
	for c := s; c != nil; c = c.Parent {
		for _, u := range c.Uses {
			if u.Scope != nil {
				out = append(out, u.Scope.Names[k]...)
			}
		}
	}
	return out
}

// Procedures returns the subprograms with a name, also behind an entry of the name, which may be another one's.
func (s *Scope) Procedures(name string) []*Entity {
	var out []*Entity
	for c := s; c != nil; c = c.Parent {
		for _, e := range c.Names[syntax.Fold(name)] {
			if e.Kind == Subprogram {
				out = append(out, e)
			}
		}
	}
	return out
}

func Overloads(e *Entity) bool { return e.Kind == Subprogram || e.Kind == Literal }

// UsesLibrary returns a library that is used where a name stands, or nil if there is none.
func (s *Scope) UsesLibrary() *Entity {
	for c := s; c != nil; c = c.Parent {
		for _, u := range c.Uses {
			if u.Kind == Library || u.Kind == Random {
				return u
			}
		}
	}
	return nil
}
