package fsa

// Constant expressions: the bounds of indices, and what stands in the indices
// and arguments of events. Operators and their meaning are those of programs:
// `/` truncates toward zero, `%` is never negative, numbers fit into 32 bits.
//
//	sum     = product { ("+" | "-") product }
//	product = unary { ("*" | "/" | "%") unary }
//	unary   = "-" unary | NUMBER | NAME | "(" sum ")"

import (
	"fmt"
	"math"
	"slices"

	"flavers/diag"
)

// constant is a constant expression, a tree.
type constant struct {
	op    byte // '0': value; 'a': name; '~': minus x; otherwise x op y
	value int64
	name  string
	x, y  *constant
}

// valuation holds the values of indices and constants.
type valuation map[string]int64

// constantError is why an expression has no value.
type constantError struct {
	text string
	hint string
}

func (e *constantError) Error() string { return e.text }

// sum reads an expression, perhaps over the end of a line; nil, with nothing
// reported, if what follows is none.
func (r *reader) sum(depth int) *constant {
	x := r.product(depth)
	for x != nil {
		r.space(true)
		op := byte(0)
		switch {
		case r.take("+"):
			op = '+'
		case !r.has("->") && r.take("-"):
			op = '-'
		default:
			return x
		}
		y := r.product(depth)
		if y == nil {
			return nil
		}
		x = &constant{op: op, x: x, y: y}
	}
	return nil
}

func (r *reader) product(depth int) *constant {
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
		x = &constant{op: op, x: x, y: y}
	}
	return nil
}

func (r *reader) unary(depth int) *constant {
	if r.space(true); depth > maxNesting {
		return nil
	}
	switch {
	case r.take("-"):
		if x := r.unary(depth + 1); x != nil {
			return &constant{op: '~', x: x}
		}
	case r.take("("):
		if x := r.sum(depth + 1); x != nil {
			if r.space(true); r.take(")") {
				return x
			}
		}
	case r.peekWord() != "":
		return &constant{op: 'a', name: r.takeName().text}
	case r.at < len(r.src) && digit(r.src[r.at]):
		v := int64(0)
		for ; r.at < len(r.src) && digit(r.src[r.at]); r.at++ {
			v = min(v*10+int64(r.src[r.at]-'0'), math.MaxInt32+1)
		}
		return &constant{op: '0', value: v}
	}
	return nil
}

// mentions tells whether the expression has a name that is one of these.
func (c *constant) mentions(known func(string) bool) bool {
	return c != nil && (c.op == 'a' && known(c.name) || c.x.mentions(known) || c.y.mentions(known))
}

// eval is the value of an expression. Errors: *constantError.
func (c *constant) eval(of valuation) (int64, error) {
	v := c.value
	switch c.op {
	case '0':
	case 'a':
		n, ok := of[c.name]
		if !ok {
			e := &constantError{text: fmt.Sprintf("%s is no index and no constant of the program", c.name)}
			if near := diag.Suggest(c.name, of.sorted()); near != "" {
				e.hint = fmt.Sprintf("did you mean %q?", near)
			} else if all := diag.Among(of.sorted()); all != "" {
				e.hint = "there are " + all
			}
			return 0, e
		}
		v = n
	default:
		x, err := c.x.eval(of)
		if err != nil {
			return 0, err
		}
		if c.op == '~' {
			v = -x
			break
		}
		y, err := c.y.eval(of)
		if err != nil {
			return 0, err
		}
		switch c.op {
		case '+':
			v = x + y
		case '-':
			v = x - y
		case '*':
			v = x * y
		default:
			if y == 0 {
				return 0, &constantError{text: "division by zero"}
			}
			if v = x / y; c.op == '%' {
				if v = x % y; v < 0 {
					v += max(y, -y)
				}
			}
		}
	}
	if v < math.MinInt32 || v > math.MaxInt32 {
		return 0, &constantError{text: fmt.Sprintf("the constant %d does not fit into 32 bits", v)}
	}
	return v, nil
}

func (of valuation) sorted() []string {
	var out []string
	for n := range of {
		out = append(out, n)
	}
	slices.Sort(out)
	return out
}
