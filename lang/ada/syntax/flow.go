package syntax

import (
	"slices"
	"strings"
)

// This file tells where control may go: whether statements end, and which loops an exit leaves.

// Endless reports whether statements never come to their end.
func Endless(body []*Stmt) bool {
	if len(body) == 0 {
		return false
	}
	s := body[len(body)-1]
	switch s.Kind {
	case Block:
		return len(s.Handlers) == 0 && Endless(s.Body)
	case LoopStmt:
		return s.X == nil && s.Loop == nil && !exits(s.Body, s.Label, true)
	}
	return false
}

// FallsThrough reports whether control may come to the end of statements with handlers. It may err on that side.
func FallsThrough(body []*Stmt, handlers []*Handler) bool {
	for _, h := range handlers {
		if FallsThrough(h.Body, nil) {
			return true
		}
	}
	if len(body) == 0 {
		return true
	}
	s := body[len(body)-1]
	arms := func() bool {
		return slices.ContainsFunc(s.Arms, func(a Arm) bool { return FallsThrough(a.Body, nil) })
	}
	switch s.Kind {
	case Return, RaiseStmt, Goto:
		return false
	case IfStmt:
		return len(s.Else) == 0 || FallsThrough(s.Else, nil) || arms()
	case CaseStmt:
		return arms()
	case Block:
		return FallsThrough(s.Body, s.Handlers)
	}
	return !Endless(body)
}

// exits reports whether an exit of statements leaves the loop around them.
func exits(body []*Stmt, label string, direct bool) bool {
	for _, s := range body {
		switch {
		case s.Kind == Exit:
			if s.Label == "" && direct || s.Label != "" && (label == "" || Fold(s.Label) == Fold(label) ||
				true) && s.Label != "" && Fold(s.Label) == Fold(label) {
				return true
			}
		case s.Kind == Goto:
			return true
		case s.Kind == LoopStmt:
			if exits(s.Body, label, false) {
				return true
			}
		default:
			lists := [][]*Stmt{s.Body, s.Else}
			for _, a := range s.Arms {
				lists = append(lists, a.Body)
			}
			for _, h := range s.Handlers {
				lists = append(lists, h.Body)
			}
			for _, x := range lists {
				if exits(x, label, direct) {
					return true
				}
			}
		}
	}
	return false
}

func Jumps(body []*Stmt, label string) bool {
	found := false
	EachStmt(body, func(s *Stmt) { found = found || s.Kind == Goto && Fold(s.Label) == Fold(label) })
	return found
}

func DeclaresTasks(decls []*Decl) bool {
	for _, d := range decls {
		if d.Kind == TaskSpec || d.Kind == TaskBody || d.Kind == ProtectedSpec ||
			d.Kind == Instance ||
			(d.Kind == PackageSpec || d.Kind == PackageBody) && DeclaresTasks(Members(d)) {
			return true
		}
	}
	return false
}

// HasTasks reports whether tasks are declared anywhere in declarations and statements: these may use what is declared.
func HasTasks(decls []*Decl, body []*Stmt, handlers []*Handler) bool {
	found := false
	task := func(d *Decl) {
		found = found || d.Kind == TaskSpec || d.Kind == TaskBody || d.Kind == Instance && !strings.HasPrefix(
			Fold(Path(d.Init)), "ada.")
	}
	each := func(list []*Decl) {
		for _, d := range list {
			EachDecl(d, task)
		}
	}
	each(decls)
	EachStmt(body, func(s *Stmt) { each(s.Decls) })
	for _, h := range handlers {
		EachStmt(h.Body, func(s *Stmt) { each(s.Decls) })
	}
	return found
}

// NeedsValues reports whether a loop is copied for each value, as tasks are declared in it.
func NeedsValues(body []*Stmt) bool {
	found := false
	EachStmt(body, func(s *Stmt) { found = found || s.Kind == Block && DeclaresTasks(s.Decls) })
	return found
}

func LastDot(s string) int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] == '.' {
			return i
		}
	}
	return -1
}

// MayFail reports whether statements may raise a predefined exception: by a check, or by what they call.
func MayFail(body []*Stmt) bool {
	found := false
	expr := func(e *Expr) {
		switch e.Kind {
		case Apply, Attribute, Qualified, New, Raise:
			found = true
		case Binary:
			found = found || strings.Contains(" + - * / ** mod rem ", " "+e.Text+" ")
		}
	}
	EachStmt(body, func(s *Stmt) {
		switch s.Kind {
		case RaiseStmt, Call, PragmaStmt, Select, Accept, CaseStmt, LoopStmt, Block, Return:
			found = true
		case Assign:
			found = found || s.Y.Kind != Number && s.Y.Kind != Char
			InExpr(s.X, expr)
		case IfStmt:
			for _, a := range s.Arms {
				InExpr(a.Cond, expr)
			}
		}
	})
	return found
}
