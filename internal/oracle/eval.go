package oracle

// The value of an expression in a state, and the variables it reads.

import "flavers/cfg"

// failure is thrown (by panic) where a step turns out to be a run-time error;
// Steps catches it.
type failure struct{ kind cfg.ErrorKind }

// eval computes an expression in state s. It appends every variable whose
// value it used to reads, unless reads is nil.
func eval(s *State, e cfg.Expr, reads *[]cfg.VarID) int64 {
	switch e := e.(type) {
	case cfg.Const:
		return int64(e.Value)
	case cfg.Read:
		return read(s, e.Var, reads)
	case *cfg.Tuple:
		n := int64(0)
		for i, x := range e.Fields {
			t, v := e.Type.Fields[i], eval(s, x, reads)
			if v < int64(t.Lo) || v > int64(t.Hi) {
				panic(failure{cfg.RangeError})
			}
			n = n*int64(t.Hi-t.Lo+1) + v - int64(t.Lo)
		}
		return n
	case cfg.Length:
		return int64(len(s.Objects[e.Chan].Queue))
	case *cfg.Elem:
		return read(s, element(s, e.Base, e.Dims, e.Index, reads), reads)
	case *cfg.Unary:
		x := eval(s, e.X, reads)
		if e.Op == cfg.Neg {
			return -x
		}
		return truth(x == 0)
	case *cfg.If:
		if eval(s, e.C, reads) != 0 {
			return eval(s, e.Then, reads)
		}
		return eval(s, e.Else, reads)
	case *cfg.Binary:
		x := eval(s, e.X, reads)
		if e.Op == cfg.And && x == 0 {
			return 0
		}
		if e.Op == cfg.Or && x != 0 {
			return 1
		}
		return apply(e.Op, x, eval(s, e.Y, reads))
	}
	panic("oracle: unknown expression")
}

func read(s *State, v cfg.VarID, reads *[]cfg.VarID) int64 {
	if reads != nil {
		*reads = append(*reads, v)
	}
	if s.read != nil {
		s.read[v] = true
	}
	return int64(s.Vars[v])
}

func apply(op cfg.BinaryOp, x, y int64) int64 {
	switch op {
	case cfg.And, cfg.Or: // X did not decide
		return truth(y != 0)
	case cfg.Eq:
		return truth(x == y)
	case cfg.Ne:
		return truth(x != y)
	case cfg.Lt:
		return truth(x < y)
	case cfg.Le:
		return truth(x <= y)
	case cfg.Gt:
		return truth(x > y)
	case cfg.Ge:
		return truth(x >= y)
	case cfg.Add:
		return x + y
	case cfg.Sub:
		return x - y
	case cfg.Mul:
		return x * y
	case cfg.Min:
		return min(x, y)
	case cfg.Max:
		return max(x, y)
	case cfg.Div, cfg.Mod:
		if y == 0 {
			panic(failure{cfg.DivideError})
		}
		if op == cfg.Div {
			return x / y
		}
		r := x % y
		for r < 0 { // Go's remainder lies within |y| of zero
			r += max(y, -y)
		}
		return r
	}
	panic("oracle: unknown operator")
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// element returns the variable at an index of an array.
func element(s *State, base cfg.VarID, dims []int32, index []cfg.Expr, reads *[]cfg.VarID) cfg.VarID {
	at := make([]int64, len(index))
	for i, e := range index {
		at[i] = eval(s, e, reads)
	}
	offset := int64(0)
	for i, v := range at {
		if v < 0 || v >= int64(dims[i]) {
			panic(failure{cfg.IndexError})
		}
		offset = offset*int64(dims[i]) + v
	}
	return base + cfg.VarID(offset)
}

// target returns the variable that a target stands for.
func target(s *State, t cfg.Target) cfg.VarID {
	if t.Index == nil {
		return t.Var
	}
	return element(s, t.Var, t.Dims, t.Index, nil)
}
