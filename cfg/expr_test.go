package cfg

import "testing"

// Operators have the values of their definition: division truncates toward zero, a
// remainder is not negative for a positive divisor, and what does not fit has none.
func TestApply(t *testing.T) {
	for _, c := range []struct {
		x    int64
		op   BinaryOp
		y, r int64
		ok   bool
	}{
		{0, And, 1, 0, true}, {1, And, 1, 1, true}, {1, Or, 0, 1, true}, {0, Or, 0, 0, true},
		{2, Eq, 2, 1, true}, {2, Ne, 2, 0, true}, {1, Lt, 2, 1, true}, {2, Le, 2, 1, true}, {1, Gt, 2, 0, true}, {2, Ge, 3, 0, true},
		{1, Add, 2, 3, true}, {1, Sub, 2, -1, true}, {-3, Mul, 2, -6, true}, {3, Min, 2, 2, true}, {3, Max, 2, 3, true},
		{-7, Div, 2, -3, true}, {-7, Mod, 2, 1, true}, {7, Mod, -2, 1, true}, {1, Div, 0, 0, false}, {1, Mod, 0, 0, false},
		{1<<63 - 1, Add, 1, 0, false}, {-1 << 63, Sub, 1, 0, false}, {1 << 62, Mul, 2, 0, false}, {-1, Mul, -1 << 63, 0, false}, {0, Add, 0, 0, true},
	} {
		r, ok := c.op.Apply(c.x, c.y)
		if ok != c.ok || ok && r != c.r {
			t.Errorf("%d %s %d: %d %t, want %d %t", c.x, c.op, c.y, r, ok, c.r, c.ok)
		}
	}
}
