// Package constant has the constant expressions of specifications: trees and their values.
//
//	property right[i in 0..N-1] { "take(i, (i+1)%N)" responds to ask(i) }
//
// In a program with N = 3, (i+1)%N of i = 2 is 0. Operators and their meaning are those of programs:
// `/` truncates toward zero, `%` is never negative, numbers fit into 32 bits.
//
// What it does not do: package fsa reads expressions, and knows which names are indices.
package constant

import (
	"fmt"
	"math"
	"slices"

	"flavers/diag"
)

// Expr is a constant expression, a tree.
type Expr struct {
	Op    byte // '0': Value; 'a': Name; '~': minus X; otherwise X Op Y
	Value int64
	Name  string
	X, Y  *Expr
}

// Values are the values of indices and constants.
type Values map[string]int64

// Error is why an expression has no value.
type Error struct {
	Text string
	Hint string // what to write instead; may be empty
}

func (e *Error) Error() string { return e.Text }

// Mentions reports whether the expression has a name that is one of these.
func (c *Expr) Mentions(known func(string) bool) bool {
	return c != nil && (c.Op == 'a' && known(c.Name) || c.X.Mentions(known) || c.Y.Mentions(known))
}

// Eval returns the value of an expression. Its error is an *Error.
func (c *Expr) Eval(of Values) (int64, error) {
	v := c.Value
	switch c.Op {
	case '0':
	case 'a':
		n, ok := of[c.Name]
		if !ok {
			e := &Error{Text: fmt.Sprintf("%s is no index and no constant of the program", c.Name)}
			if near := diag.Suggest(c.Name, of.sorted()); near != "" {
				e.Hint = fmt.Sprintf("did you mean %q?", near)
			} else if all := diag.Among(of.sorted()); all != "" {
				e.Hint = "there are " + all
			}
			return 0, e
		}
		v = n
	default:
		x, err := c.X.Eval(of)
		if err != nil {
			return 0, err
		}
		if c.Op == '~' {
			v = -x
			break
		}
		y, err := c.Y.Eval(of)
		if err != nil {
			return 0, err
		}
		switch c.Op {
		case '+':
			v = x + y
		case '-':
			v = x - y
		case '*':
			v = x * y
		default:
			if y == 0 {
				return 0, &Error{Text: "division by zero"}
			}
			if v = x / y; c.Op == '%' {
				if v = x % y; v < 0 {
					v += max(y, -y)
				}
			}
		}
	}
	if v < math.MinInt32 || v > math.MaxInt32 {
		return 0, &Error{Text: fmt.Sprintf("the constant %d does not fit into 32 bits", v)}
	}
	return v, nil
}

func (of Values) sorted() []string {
	var out []string
	for n := range of {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
