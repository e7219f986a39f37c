package syntax

// This file holds small questions about names, parameters and literals.

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Flat lists parameters one name each.
func Flat(params []Param) []Param {
	var out []Param
	for _, p := range params {
		for _, n := range p.Names {
			q := p
			q.Names = []Ident{n}
			out = append(out, q)
		}
	}
	return out
}

// Argument returns the one for a parameter, or nil if the default counts.
func Argument(args []Arg, i int, name string) *Expr {
	for k, a := range args {
		if a.Choices == nil && k == i {
			return a.Value
		}
		for _, c := range a.Choices {
			if Fold(c.Text) == Fold(name) {
				return a.Value
			}
		}
	}
	return nil
}

func OrEmpty(e *Expr) *Expr {
	if e == nil {
		return &Expr{}
	}
	return e
}

func IntegerOf(text string) (int64, bool) {
	text = strings.ReplaceAll(strings.ToLower(text), "_", "")
	if strings.Contains(text, ".") {
		return 0, false
	}
	exp := int64(0)
	base := int64(10)
	if b, rest, ok := strings.Cut(text, "#"); ok {
		base, _ = strconv.ParseInt(b, 10, 64)
		digits, e, _ := strings.Cut(rest, "#")
		text = digits
		if e != "" {
			exp, _ = strconv.ParseInt(strings.TrimLeft(e, "e+"), 10, 64)
		}
		if base < 2 || base > 16 {
			return 0, false
		}
	} else if m, e, ok := strings.Cut(text, "e"); ok {
		text = m
		exp, _ = strconv.ParseInt(strings.TrimPrefix(e, "+"), 10, 64)
	}
	n, err := strconv.ParseInt(text, int(base), 64)
	if err != nil || exp < 0 || exp > 62 {
		return 0, false
	}
	for ; exp > 0; exp-- {
		if n > math.MaxInt64/base {
			return 0, false
		}
		n *= base
	}
	return n, true
}

// Largest is twice the largest small number in a unit: integers are followed that far.
func Largest(d *Decl) int64 {
	most := int64(0)
	eachValue(d, func(e *Expr) {
		if e.Kind == Number {
			if n, ok := IntegerOf(e.Text); ok && n <= 100 {
				most = max(most, 2*n)
			}
		}
	})
	return most
}

// eachValue visits what a unit computes: initial values, defaults, barriers and the operands of statements. The bounds
// of types are not among them, since they do not say how far a program counts in Integer.
func eachValue(d *Decl, f func(*Expr)) {
	EachDecl(d, func(c *Decl) {
		InExpr(c.Init, f)
		InExpr(c.Barrier, f)
		params := slices.Concat(c.Params, c.Discriminants)
		if c.Def != nil {
			params = append(params, c.Def.Parts...)
		}
		for _, p := range params {
			InExpr(p.Default, f)
		}
		c.EachStmt(func(s *Stmt) {
			values := []*Expr{s.X, s.Y, s.Family}
			if s.Loop != nil {
				values = append(values, s.Loop.Range)
			}
			for _, a := range s.Args {
				values = append(values, a.Value)
			}
			for _, a := range s.Arms {
				values = append(append(values, a.Cond), a.Choices...)
			}
			for _, e := range values {
				InExpr(e, f)
			}
		})
	})
}

func Short(name string) string { return name[LastDot(name)+1:] }

// Component returns the expression of a component of a record aggregate.
func Component(args []Arg, i int, name string) (*Expr, bool) {
	var others *Expr
	for k, a := range args {
		if a.Choices == nil {
			if k == i {
				return a.Value, true
			}
			continue
		}
		for _, c := range a.Choices {
			if c.Kind == Others {
				others = a.Value
			} else if Fold(c.Text) == Fold(name) {
				return a.Value, true
			}
		}
	}
	return others, others != nil
}

func LastName(e *Expr) string {
	for e.Kind == Apply {
		e = e.X
	}
	return e.Text
}

func Fold(s string) string { return strings.ToLower(s) }

// Path returns the dotted text of a name, "" if it is none.
func Path(e *Expr) string {
	switch e.Kind {
	case Name, String, Char:
		return e.Text
	case Selected:
		if x := Path(e.X); x != "" {
			return x + "." + e.Text
		}
	}
	return ""
}

// OfClass reports whether a subtype indication is that of a class, as in T'Class, and ToClass whether an expression
// is a conversion to one, which leads to the same object.
func OfClass(e *Expr) bool {
	return e != nil && e.Kind == Attribute && Fold(e.Text) == "class" && len(e.Args) == 0
}

func ToClass(e *Expr) bool { return e.Kind == Attribute && Fold(e.Text) == "class" && len(e.Args) == 1 }
