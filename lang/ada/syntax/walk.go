package syntax

// This file visits the parts of syntax trees.

import (
	"reflect"
)

// Mentioned reports whether a part of a syntax tree has a name in it.
func Mentioned(x any, name string) bool {
	name = Fold(name)
	return x != nil && EachText(reflect.ValueOf(x), func(text string) bool { return Fold(text) == name })
}

var (
	exprType    = reflect.TypeFor[Expr]()
	exprText, _ = exprType.FieldByName("Text")
)

// EachText visits the names and other words of expressions in a part of a syntax tree, until one is found.
func EachText(v reflect.Value, found func(string) bool) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && EachText(v.Elem(), found)
	case reflect.Slice:
		for i := range v.Len() {
			if EachText(v.Index(i), found) {
				return true
			}
		}
	case reflect.Struct:
		if v.Type() == exprType && found(v.FieldByIndex(exprText.Index).String()) {
			return true
		}
		for i := range v.NumField() {
			switch f := v.Field(i); f.Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Struct:
				if EachText(f, found) {
					return true
				}
			}
		}
	}
	return false
}

// Everywhere visits all expressions in a part of a syntax tree.
func Everywhere(x any, f func(*Expr)) {
	if x != nil {
		everywhere(reflect.ValueOf(x), f)
	}
}

func everywhere(v reflect.Value, f func(*Expr)) {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		if e, ok := v.Interface().(*Expr); ok {
			f(e)
		}
		everywhere(v.Elem(), f)
	case reflect.Slice:
		for i := range v.Len() {
			everywhere(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch c := v.Field(i); c.Kind() {
			case reflect.Pointer, reflect.Slice, reflect.Struct:
				everywhere(c, f)
			}
		}
	}
}

// Mentions remembers which names the statements and declarations of a program have in them.
type Mentions map[any]map[string]bool

// Any reports whether one of some statements or declarations has a name in it.
func Any[T *Stmt | *Decl](m Mentions, list []T, name string) bool {
	name = Fold(name)
	for _, x := range list {
		words := m[x]
		if words == nil {
			words = map[string]bool{}
			EachText(reflect.ValueOf(x), func(text string) bool {
				words[Fold(text)] = true
				return false
			})
			m[x] = words
		}
		if words[name] {
			return true
		}
	}
	return false
}

// EachStmt visits statements, and those in them.
func EachStmt(list []*Stmt, f func(*Stmt)) {
	for _, s := range list {
		f(s)
		EachStmt(s.Body, f)
		EachStmt(s.Else, f)
		for _, a := range s.Arms {
			EachStmt(a.Body, f)
		}
		for _, h := range s.Handlers {
			EachStmt(h.Body, f)
		}
	}
}

// Statements returns the statements of a body, and behind them those of its handlers.
func (d *Decl) Statements() []*Stmt {
	list := d.Body[:len(d.Body):len(d.Body)]
	for _, h := range d.Handlers {
		list = append(list, h.Body...)
	}
	return list
}

// EachStmt visits the statements of a body and of its handlers, and those in them. Statements of declarations in the
// body are not among them.
func (d *Decl) EachStmt(f func(*Stmt)) { EachStmt(d.Statements(), f) }

// EachDecl visits a declaration, and those in it, also in blocks and handlers, but no formal ones of generic units.
func EachDecl(d *Decl, f func(*Decl)) {
	if d == nil {
		return
	}
	f(d)
	for _, list := range [][]*Decl{d.Decls, d.Private, {d.Unit}} {
		for _, c := range list {
			EachDecl(c, f)
		}
	}
	d.EachStmt(func(s *Stmt) {
		for _, c := range s.Decls {
			EachDecl(c, f)
		}
		EachDecl(s.Decl, f) // of an extended return
	})
}

// InExpr visits an expression, and those in it, but not the choices of aggregates.
func InExpr(e *Expr, f func(*Expr)) {
	if e == nil {
		return
	}
	f(e)
	InExpr(e.X, f)
	InExpr(e.Y, f)
	for _, a := range e.Args {
		InExpr(a.Value, f)
	}
}

// Members returns all declarations of a unit, the private ones behind.
func Members(d *Decl) []*Decl {
	return append(d.Decls[:len(d.Decls):len(d.Decls)], d.Private...)
}
