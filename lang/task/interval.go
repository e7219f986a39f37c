package task

import "flavers/cfg"

// The arithmetic of constants and of bounds, and the algebra of conditions.

// interval bounds x op y. A bound outside ±limit64 means: not known to fit.
func interval(op cfg.BinaryOp, x, y value) (lo, hi int64) {
	switch op {
	case cfg.Add:
		return x.lo + y.lo, x.hi + y.hi
	case cfg.Sub:
		return x.lo - y.hi, x.hi - y.lo
	case cfg.Min:
		return min(x.lo, y.lo), min(x.hi, y.hi)
	case cfg.Max:
		return max(x.lo, y.lo), max(x.hi, y.hi)
	case cfg.Mul:
		lo, hi = 1<<63-1, -1<<63
		for _, a := range []int64{x.lo, x.hi} {
			for _, b := range []int64{y.lo, y.hi} {
				if a != 0 && max(b, -b) > limit64/max(a, -a) {
					return -1 << 63, 1<<63 - 1
				}
				lo, hi = min(lo, a*b), max(hi, a*b)
			}
		}
		return lo, hi
	case cfg.Div:
		if y.lo > 0 {
			return min(x.lo/y.lo, x.lo/y.hi), max(x.hi/y.lo, x.hi/y.hi)
		}
		m := max(x.hi, -x.lo)
		return -m, m
	}
	m := max(y.hi, -y.lo) - 1 // Mod
	m = max(m, 0)
	switch {
	case y.lo <= 0:
		return -m, m
	case x.lo >= 0 && x.hi < y.lo:
		return x.lo, x.hi
	case x.lo >= 0:
		return 0, min(m, x.hi)
	}
	return 0, m
}

var opposite = map[cfg.BinaryOp]cfg.BinaryOp{cfg.Eq: cfg.Ne, cfg.Ne: cfg.Eq, cfg.Lt: cfg.Ge, cfg.Ge: cfg.Lt,
	cfg.Le: cfg.Gt, cfg.Gt: cfg.Le}

// negate returns the opposite of a condition, without a leading "not" if possible.
func negate(e cfg.Expr) cfg.Expr {
	switch e := e.(type) {
	case cfg.Const:
		e.Value = 1 - e.Value
		return e
	case *cfg.Unary:
		if e.Op == cfg.Not {
			return e.X
		}
	case *cfg.Binary:
		if op, ok := opposite[e.Op]; ok {
			return &cfg.Binary{Op: op, X: e.X, Y: e.Y, Pos: e.Pos}
		}
	}
	return &cfg.Unary{Op: cfg.Not, X: e}
}

// both returns the conjunction of two guards, nil standing for true.
func both(g, h cfg.Expr) cfg.Expr {
	switch {
	case g == nil:
		return h
	case h == nil:
		return g
	}
	return &cfg.Binary{Op: cfg.And, X: g, Y: h}
}

func number32(n int32) cfg.Const { return cfg.Const{Value: n, Type: cfg.Range(n, n)} }

// never returns a condition that no execution makes true and that no simplification
// removes: the task waits here for ever.
func never() cfg.Expr {
	return &cfg.Binary{Op: cfg.Eq, X: number32(0), Y: number32(1)}
}
