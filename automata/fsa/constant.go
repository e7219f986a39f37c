package fsa

// This file reads constant expressions: the bounds of indices, and what stands in the
// indices and arguments of events, as N-1 and i+1 in
//
//	property P for i in 0..N-1 { phil[i].eat precedes phil[i+1].eat }
//
// It returns their trees; package constant computes their values.
//
//	sum     = product { ("+" | "-") product }
//	product = unary { ("*" | "/" | "%") unary }
//	unary   = "-" unary | NUMBER | NAME | "(" sum ")"

import (
	"math"

	"flavers/automata/constant"
)

// sum reads an expression, which may go on in the next line. It returns nil, and reports nothing, if no expression
// follows. depth is how many signs and parentheses stand around it.
func (r *reader) sum(depth int) *constant.Expr {
	x := r.product(depth)
	for x != nil {
		r.space(true)
		op := byte(0)
		switch {
		case r.take("+"):
			op = '+'
		case !r.has("->") && r.take("-"): // the arrow of a transition may follow
			op = '-'
		default:
			return x
		}
		y := r.product(depth)
		if y == nil {
			return nil
		}
		x = &constant.Expr{Op: op, X: x, Y: y}
	}
	return nil
}

// product reads factors with *, / and % between them. It returns nil as sum does.
func (r *reader) product(depth int) *constant.Expr {
	x := r.unary(depth)
	for x != nil {
		r.space(true)
		op := byte(0)
		for _, c := range []byte("*/%") {
			if r.take(string(c)) {
				op = c
				break
			}
		}
		if op == 0 {
			return x
		}
		y := r.unary(depth)
		if y == nil {
			return nil
		}
		x = &constant.Expr{Op: op, X: x, Y: y}
	}
	return nil
}

// unary reads an operand with the minus signs before it. It returns nil as sum does, and if depth exceeds maxNesting.
func (r *reader) unary(depth int) *constant.Expr {
	if r.space(true); depth > maxNesting {
		return nil
	}
	switch {
	case r.take("-"):
		if x := r.unary(depth + 1); x != nil {
			return &constant.Expr{Op: '~', X: x}
		}
	case r.take("("):
		if x := r.sum(depth + 1); x != nil {
			if r.space(true); r.take(")") {
				return x
			}
		}
	case r.peekWord() != "":
		return &constant.Expr{Op: 'a', Name: r.takeName().text}
	case r.at < len(r.src) && digit(r.src[r.at]):
		v := int64(0)
		for ; r.at < len(r.src) && digit(r.src[r.at]); r.at++ {
			v = min(v*10+int64(r.src[r.at]-'0'), math.MaxInt32+1) // what is larger than an int32 is refused later
		}
		return &constant.Expr{Op: '0', Value: v}
	}
	return nil
}
