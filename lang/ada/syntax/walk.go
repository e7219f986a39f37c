package syntax

// This file visits the parts of syntax trees.

import (
	"reflect"
)

// Mentioned tells whether a part of a syntax tree has a name in it.
func Mentioned(x any, name string) bool {
	name = Fold(name)
	var in func(v reflect.Value) bool
	in = func(v reflect.Value) bool {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			return !v.IsNil() && in(v.Elem())
		case reflect.Slice:
			for i := range v.Len() {
				if in(v.Index(i)) {
					return true
				}
			}
		case reflect.Struct:
			if e, ok := v.Interface().(Expr); ok && Fold(e.Text) == name {
				return true
			}
			for i := range v.NumField() {
				switch v.Field(i).Kind() {
				case reflect.Pointer, reflect.Slice, reflect.Struct:
					if in(v.Field(i)) {
						return true
					}
				}
			}
		}
		return false
	}
	return x != nil && in(reflect.ValueOf(x))
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

// EachDecl visits a declaration, and those in it.
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
	EachStmt(d.Body, func(s *Stmt) {
		for _, c := range s.Decls {
			EachDecl(c, f)
		}
	})
}

// EachExpr visits the expressions of a declaration and of what is in it.
func EachExpr(d *Decl, f func(*Expr)) {
	EachDecl(d, func(c *Decl) {
		inExpr(c.Init, f)
		inExpr(c.Barrier, f)
		EachStmt(c.Body, func(s *Stmt) {
			inExpr(s.X, f)
			inExpr(s.Y, f)
			for _, a := range s.Args {
				inExpr(a.Value, f)
			}
			for _, a := range s.Arms {
				inExpr(a.Cond, f)
			}
		})
	})
}

func inExpr(e *Expr, f func(*Expr)) {
	if e == nil {
		return
	}
	f(e)
	inExpr(e.X, f)
	inExpr(e.Y, f)
	for _, a := range e.Args {
		inExpr(a.Value, f)
	}
}

// Members are all declarations of a unit, the private ones behind.
func Members(d *Decl) []*Decl {
	return append(d.Decls[:len(d.Decls):len(d.Decls)], d.Private...)
}
