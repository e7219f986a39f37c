package constant

import (
	"math"
	"testing"
)

// What has no value says why, with what may be meant. Package fsa has tests of values.
func TestEval(t *testing.T) {
	n := func(v int64) *Expr { return &Expr{Op: '0', Value: v} }
	of := func(op byte, x, y *Expr) *Expr { return &Expr{Op: op, X: x, Y: y} }
	name := &Expr{Op: 'a', Name: "Size"}
	for _, c := range []struct {
		x    *Expr
		in   Values
		want Error
	}{
		{of('/', n(1), n(0)), nil, Error{Text: "division by zero"}},
		{of('%', n(1), of('-', n(2), n(2))), nil, Error{Text: "division by zero"}},
		{of('+', n(math.MaxInt32), n(1)), nil, Error{Text: "the constant 2147483648 does not fit into 32 bits"}},
		{name, Values{"Sise": 1}, Error{"Size is no index and no constant of the program", `did you mean "Sise"?`}},
		{name, Values{"b": 1, "a": 2}, Error{"Size is no index and no constant of the program", `there are a and b`}},
		{name, nil, Error{Text: "Size is no index and no constant of the program"}},
	} {
		_, err := c.x.Eval(c.in)
		if e, ok := err.(*Error); !ok || *e != c.want {
			t.Errorf("%+v, want %+v", err, c.want)
		}
	}
	if v, err := of('%', n(-7), n(2)).Eval(nil); v != 1 || err != nil {
		t.Error(v, err)
	}
	if v, err := (&Expr{Op: '~', X: n(math.MaxInt32)}).Eval(nil); v != -math.MaxInt32 || err != nil {
		t.Error(v, err)
	}
	if known := func(s string) bool { return s == "Size" }; !of('*', n(2), name).Mentions(known) || n(2).Mentions(known) {
		t.Error("names that are mentioned")
	}
}
