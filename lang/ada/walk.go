package ada

// This file visits the parts of syntax trees.

import "flavers/lang/ada/syntax"

// eachStmt visits statements, and those in them.
func eachStmt(list []*syntax.Stmt, f func(*syntax.Stmt)) {
	for _, s := range list {
		f(s)
		eachStmt(s.Body, f)
		eachStmt(s.Else, f)
		for _, a := range s.Arms {
			eachStmt(a.Body, f)
		}
		for _, h := range s.Handlers {
			eachStmt(h.Body, f)
		}
	}
}

// eachDecl visits a declaration, and those in it.
func eachDecl(d *syntax.Decl, f func(*syntax.Decl)) {
	if d == nil {
		return
	}
	f(d)
	for _, list := range [][]*syntax.Decl{d.Decls, d.Private, {d.Unit}} {
		for _, c := range list {
			eachDecl(c, f)
		}
	}
	eachStmt(d.Body, func(s *syntax.Stmt) {
		for _, c := range s.Decls {
			eachDecl(c, f)
		}
	})
}

// eachExpr visits the expressions of a declaration and of what is in it.
func eachExpr(d *syntax.Decl, f func(*syntax.Expr)) {
	eachDecl(d, func(c *syntax.Decl) {
		inExpr(c.Init, f)
		inExpr(c.Barrier, f)
		eachStmt(c.Body, func(s *syntax.Stmt) {
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

func inExpr(e *syntax.Expr, f func(*syntax.Expr)) {
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

// members are all declarations of a unit, the private ones behind.
func members(d *syntax.Decl) []*syntax.Decl {
	return append(d.Decls[:len(d.Decls):len(d.Decls)], d.Private...)
}
