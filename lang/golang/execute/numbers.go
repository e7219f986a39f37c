package execute

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// This file computes with numbers: operators, and conversions between types. Integers are int64 or uint64 in the
// interpreter, and wrap cuts results to the width of their type in Go.

// binary returns the value of an operation with two operands.
func (fr *frame) binary(i *ssa.BinOp) value {
	x, y := fr.get(i.X), fr.get(i.Y)
	if o := from(x, y); o != nil {
		switch i.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			// Here, so that it is the same wherever its value is used.
			return fr.decide(o, i, describeCond(i))
		}
		return o
	}
	switch i.Op {
	case token.EQL:
		return equal(x, y)
	case token.NEQ:
		return !equal(x, y)
	}
	switch a := x.(type) {
	case string:
		b := y.(string)
		if i.Op == token.ADD {
			if len(a)+len(b) > mostText {
				panic(unknown("a long text"))
			}
			return a + b
		}
		return compared(i.Op, a, b)
	case float64:
		return rounded(floats(i.Op, a, y.(float64)), i.Type())
	case int64:
		if i.Op == token.SHL || i.Op == token.SHR {
			return shifted(i, a, y)
		}
		return integers(i, a, y.(int64))
	case uint64:
		if i.Op == token.SHL || i.Op == token.SHR {
			return shifted(i, a, y)
		}
		return integers(i, a, y.(uint64))
	}
	panic(unknown("an operation"))
}

// rounded returns a number with the precision of a type; other values stay as they are.
func rounded(v value, t types.Type) value {
	n, number := v.(float64)
	if b, ok := t.Underlying().(*types.Basic); ok && number && b.Kind() == types.Float32 {
		return float64(float32(n))
	}
	return v
}

// compared returns the result of a comparison.
func compared[T int64 | uint64 | float64 | string](op token.Token, a, b T) value {
	switch op {
	case token.LSS:
		return a < b
	case token.LEQ:
		return a <= b
	case token.GTR:
		return a > b
	case token.GEQ:
		return a >= b
	}
	panic(unknown("an operation"))
}

// floats returns the result of an operation on floating-point numbers.
func floats(op token.Token, a, b float64) value {
	switch op {
	case token.ADD:
		return a + b
	case token.SUB:
		return a - b
	case token.MUL:
		return a * b
	case token.QUO:
		return a / b
	}
	return compared(op, a, b)
}

// integers returns the result of an operation on integers of one type. A division by zero panics, as in Go.
func integers[T int64 | uint64](i *ssa.BinOp, a, b T) value {
	var out T
	switch i.Op {
	case token.ADD:
		out = a + b
	case token.SUB:
		out = a - b
	case token.MUL:
		out = a * b
	case token.QUO, token.REM:
		if b == 0 {
			panic(&thrown{v: runtimeError("integer divide by zero")})
		}
		if out = a / b; i.Op == token.REM {
			out = a % b
		}
	case token.AND:
		out = a & b
	case token.OR:
		out = a | b
	case token.XOR:
		out = a ^ b
	case token.AND_NOT:
		out = a &^ b
	default:
		return compared(i.Op, a, b)
	}
	return wrap(out, i.Type())
}

// shifted returns a << by, where the operation is a shift to the left, or else a >> by.
func shifted[T int64 | uint64](i *ssa.BinOp, a T, by value) value {
	n, _ := integer(by)
	if _, signed := by.(int64); signed && n < 0 {
		panic(&thrown{v: runtimeError("negative shift amount")})
	}
	if i.Op == token.SHL {
		return wrap(a<<uint64(n), i.Type())
	}
	return wrap(a>>uint64(n), i.Type())
}

// integer returns the number that a value is; false if it is no integer, or not known.
func integer(v value) (int64, bool) {
	switch v := v.(type) {
	case int64:
		return v, true
	case uint64:
		return int64(v), true
	}
	return 0, false
}

// wrap returns a number within the range of an integer type, as Go wraps it on 64-bit machines.
func wrap[T int64 | uint64](n T, t types.Type) value {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		panic(unknown("a number"))
	}
	switch b.Kind() {
	case types.Int8:
		return int64(int8(n))
	case types.Int16:
		return int64(int16(n))
	case types.Int32, types.UntypedRune:
		return int64(int32(n))
	case types.Int, types.Int64, types.UntypedInt:
		return int64(n)
	case types.Uint8:
		return uint64(uint8(n))
	case types.Uint16:
		return uint64(uint16(n))
	case types.Uint32:
		return uint64(uint32(n))
	}
	return uint64(n)
}

// rawOf converts between pointers, those of package unsafe and their numbers. It returns false if it is another
// conversion. A pointer to what is there as another type ends the execution.
func rawOf(v value, of, to types.Type) (value, bool) {
	switch p := v.(type) {
	case pointer:
		b, basic := to.Underlying().(*types.Basic)
		from, is := of.Underlying().(*types.Pointer)
		if !basic || b.Kind() != types.UnsafePointer || !is {
			return nil, false
		}
		if p.cell == nil {
			return raw{}, true
		}
		return raw{p, from.Elem()}, true
	case raw:
		if b, basic := to.Underlying().(*types.Basic); basic {
			return p, b.Kind() == types.UnsafePointer || b.Kind() == types.Uintptr
		}
		t, is := to.Underlying().(*types.Pointer)
		switch {
		case !is:
		case p.cell == nil:
			return pointer{}, true
		case types.Identical(t.Elem(), p.elem):
			return p.pointer, true
		}
		panic(unknown("memory as another type"))
	}
	return nil, false
}

// convert returns a value of type of as one of type to.
func convert(v value, of, to types.Type) value {
	if o, ok := v.(*opaque); ok {
		return o
	}
	if r, ok := rawOf(v, of, to); ok {
		return r
	}
	basic, isBasic := to.Underlying().(*types.Basic)
	if s, ok := v.(string); ok {
		if list, ok := to.Underlying().(*types.Slice); ok {
			return letters(s, list)
		}
		return v
	}
	if s, ok := v.(slice); ok && isBasic && basic.Info()&types.IsString != 0 {
		return text(s, of.Underlying().(*types.Slice))
	}
	if !isBasic {
		panic(unknown("a conversion"))
	}
	switch n := v.(type) {
	case int64:
		return convertInteger(n, basic, to)
	case uint64:
		return convertInteger(n, basic, to)
	case float64:
		switch {
		case basic.Kind() == types.Float32:
			return float64(float32(n))
		case basic.Info()&types.IsFloat != 0:
			return n
		case basic.Info()&types.IsUnsigned != 0:
			return wrap(uint64(n), to)
		case basic.Info()&types.IsInteger != 0:
			return wrap(int64(n), to)
		}
	}
	panic(unknown("a conversion")) // among them those of package unsafe
}

// convertInteger returns n as a value of type to, whose underlying type is basic.
func convertInteger[N int64 | uint64](n N, basic *types.Basic, to types.Type) value {
	switch info := basic.Info(); {
	case info&types.IsString != 0:
		return string(rune(n))
	case info&types.IsFloat != 0:
		return rounded(float64(n), to)
	case info&types.IsInteger != 0:
		return wrap(n, to)
	}
	panic(unknown("a conversion"))
}

// letters returns the bytes or runes of a text, as a slice of type to.
func letters(s string, to *types.Slice) value {
	out := slice{[]value{}, &object{}}
	if to.Elem().Underlying().(*types.Basic).Kind() == types.Uint8 {
		for _, b := range []byte(s) {
			out.cells = append(out.cells, uint64(b))
		}
		return out
	}
	for _, r := range s {
		out.cells = append(out.cells, int64(r))
	}
	return out
}

// text returns the text of a slice of bytes or runes.
func text(s slice, of *types.Slice) value {
	var out []byte
	for _, c := range s.cells {
		switch c := c.(type) {
		case uint64:
			out = append(out, byte(c))
		case int64:
			out = append(out, string(rune(c))...)
		default:
			panic(unknown("a text"))
		}
	}
	return string(out)
}
