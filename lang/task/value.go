package task

import (
	"flavers/cfg"
)

// This file lowers expressions. Constants are folded, and every value carries
// the interval it stays in, so that only indices that can be out of range get
// an error step and no value can overflow at run time.
//
// With x in 0..7, `x*2 + 1` has the value {x*2 + 1, lo 1, hi 15}; as an index of an
// array of 16 it needs no check. `N*2 + 1` with a constant N of 3 is the constant 7.

// value is a lowered expression.
type value struct {
	x      cfg.Expr
	t      cfg.Type // for integers only the kind matters
	lo, hi int64    // bounds of what x can be
}

// limit64 bounds intervals, so that run-time arithmetic stays within 64 bits.
const limit64 = 1 << 62

// constant returns the value of a constant; false: v is none.
func (v value) constant() (int32, bool) {
	c, ok := v.x.(cfg.Const)
	return c.Value, ok
}

// constValue returns the constant n; as an integer it has the type of n alone.
func constValue(n int32, t cfg.Type) value {
	if t.Kind == cfg.RangeType {
		t = cfg.Range(n, n)
	}
	return value{cfg.Const{Value: n, Type: t}, t, int64(n), int64(n)}
}

func boolValue(b bool) value {
	if b {
		return constValue(1, cfg.Bool())
	}
	return constValue(0, cfg.Bool())
}

// boolExpr returns an expression that is true or false.
func boolExpr(x cfg.Expr) value { return value{x, cfg.Bool(), 0, 1} }

// binding is what a symbol stands for in one task.
type binding struct {
	constant bool
	value    value     // of a constant
	base     cfg.VarID // of a variable: its first element
	t        cfg.Type
	dims     []int32
	name     string
}

// bind says what a symbol stands for: in the task being lowered, or outside of tasks.
func (l *lowerer) bind(sym *symbol, b *binding) {
	if l.in != nil {
		l.in.env[sym] = b
	} else {
		l.global[sym] = b
	}
}

// binding returns what a symbol stands for here, or nil if it has no meaning, and an error says so.
func (l *lowerer) binding(sym *symbol) *binding {
	if l.in != nil {
		if b := l.in.env[sym]; b != nil {
			return b
		}
	}
	if b := l.global[sym]; b != nil {
		return b
	}
	if sym.kind == symConst {
		return l.constBinding(sym)
	}
	return nil
}

// constBinding evaluates a constant at its first use.
func (l *lowerer) constBinding(sym *symbol) *binding {
	if l.busy[sym] || len(l.busy) > maxDepth || sym.typ == nil || sym.typ.kind == tBad {
		return nil
	}
	l.busy[sym] = true
	in := l.in
	if l.isGlobal[sym] {
		l.in = nil
	}
	v, ok := l.expr(sym.con.value)
	if _, isConst := v.constant(); ok && !isConst {
		l.errorf(sym.con.value.where(), "T206", "the value of a constant must be constant")
		ok = false
	}
	var b *binding
	if ok {
		b = &binding{constant: true, value: v}
		l.bind(sym, b)
	}
	l.in = in
	delete(l.busy, sym)
	return b
}

// number evaluates a constant integer expression.
func (l *lowerer) number(e expr, what string) (int32, bool) {
	v, ok := l.expr(e)
	if !ok {
		return 0, false
	}
	n, isConst := v.constant()
	if !isConst {
		d := l.errorf(e.where(), "T206", "%s must be constant", what)
		if what == "the bound of a for" {
			d.WithHint("a for is unrolled before the program runs; use while, with a variable that counts")
		}
	}
	if !isConst || v.t.Kind != cfg.RangeType {
		return 0, l.drop()
	}
	return n, true
}

// expr lowers an expression. It returns false if something in it is wrong and reported.
func (l *lowerer) expr(e expr) (value, bool) {
	if !l.tick(e.where()) {
		return value{}, false
	}
	v, ok := l.exprOf(e)
	l.dropped = l.dropped || !ok
	return v, ok
}

// exprOf is expr for each kind of expression.
func (l *lowerer) exprOf(e expr) (value, bool) {
	switch e := e.(type) {
	case *intLit:
		return constValue(e.value, cfg.Range(0, 0)), true
	case *boolLit:
		return boolValue(e.value), true
	case *selfExpr:
		if l.in == nil || !l.in.decl.family() {
			l.errorf(e.span, "T212", "self has a meaning only in a task with instances")
			return value{}, false
		}
		return constValue(l.in.index, cfg.Range(0, 0)), true
	case *nameExpr:
		return l.nameExpr(e)
	case *unaryExpr:
		x, ok := l.expr(e.x)
		switch {
		case !ok:
			return x, false
		case e.op == "!" && x.t.Kind == cfg.BoolType:
			return boolExpr(negate(x.x)).folded(), true
		case e.op == "-" && x.t.Kind == cfg.RangeType:
			if n, isConst := x.constant(); isConst {
				return l.folded(-int64(n), e.span)
			}
			return value{&cfg.Unary{Op: cfg.Neg, X: x.x}, x.t, -x.hi, -x.lo}, true
		}
		return value{}, false
	case *binaryExpr:
		return l.binary(e)
	case *minmaxExpr:
		op := cfg.Min
		if e.op == "max" {
			op = cfg.Max
		}
		var result value
		good := len(e.args) > 0
		for i, a := range e.args {
			v, ok := l.expr(a)
			if !ok || v.t.Kind != cfg.RangeType {
				good = false
			} else if i == 0 {
				result = v
			} else if good {
				result, good = l.arith(op, result, v, e.span, e.span)
			}
		}
		return result, good
	case *lengthExpr:
		return l.lengthOf(e)
	case *ifExpr:
		c, ok := l.expr(e.cond)
		if !ok {
			return c, false
		}
		if n, isConst := c.constant(); isConst {
			if n != 0 {
				return l.expr(e.then)
			}
			return l.expr(e.els)
		}
		x, ok1 := l.expr(e.then)
		y, ok2 := l.expr(e.els)
		t := x.t
		if !ok1 || !ok2 || !l.alike(t, y.t, e.els.where()) {
			return x, false
		}
		if t.Kind == cfg.RefType && t.Name == "" { // none
			t = y.t
		}
		return value{&cfg.If{C: c.x, Then: x.x, Else: y.x}, t, min(x.lo, y.lo), max(x.hi, y.hi)}, true
	}
	return value{}, false
}

// folded makes a bool constant of an expression that has become a constant.
func (v value) folded() value {
	if c, ok := v.x.(cfg.Const); ok {
		return boolValue(c.Value != 0)
	}
	return v
}

// folded makes a constant of a computed number.
func (l *lowerer) folded(n int64, at span) (value, bool) {
	if n < -1<<31 || n > 1<<31-1 {
		l.errorf(at, "T208", "the constant %d does not fit into 32 bits", n)
		return value{}, false
	}
	return constValue(int32(n), cfg.Range(0, 0)), true
}

// nameExpr lowers the use of a name: a constant, a variable, an element of an array, a channel or none.
func (l *lowerer) nameExpr(e *nameExpr) (value, bool) {
	if e.sym == nil {
		return value{}, false
	}
	switch e.sym.kind {
	case symNone:
		return value{cfg.Const{Value: cfg.NoTask, Type: refType("", 0, cfg.None)}, refType("", 0, cfg.None), -1, -1}, true
	case symEnumVal:
		return constValue(e.sym.ord, enumType(e.sym.enum)), true
	case symChan:
		return l.channelValue(e)
	}
	b := l.binding(e.sym)
	if b == nil {
		if !l.laid && e.sym.kind == symVar {
			l.errorf(e.span, "T206", "%s is a variable: its value is not known before the program runs", clip(e.name))
		}
		return value{}, false
	}
	if b.constant {
		return b.value, true
	}
	offset, index, ok := l.index(e, b)
	if !ok {
		return value{}, false
	}
	v := value{t: b.t, lo: int64(b.t.Lo), hi: int64(b.t.Hi)}
	if index == nil {
		v.x = cfg.Read{Var: b.base + cfg.VarID(offset)}
	} else {
		v.x = &cfg.Elem{Base: b.base, Dims: b.dims, Index: index, Name: b.name, Pos: l.src.position(e.all.at)}
	}
	return v, true
}

// index lowers the indices of a variable: to an offset when they are all
// constant, to expressions otherwise.
func (l *lowerer) index(e *nameExpr, b *binding) (offset int32, index []cfg.Expr, ok bool) {
	if len(e.index) != len(b.dims) {
		return 0, nil, false
	}
	ok, dynamic := true, false
	for i, x := range e.index {
		v, good := l.expr(x)
		if !good {
			ok = false
			continue
		}
		n, isConst := v.constant()
		if isConst && (n < 0 || n >= b.dims[i]) {
			l.errorf(x.where(), "T211", "index %d is outside 0..%d of %s", n, b.dims[i]-1, clip(e.name))
			ok = false
		}
		dynamic = dynamic || !isConst
		offset = offset*b.dims[i] + n
		index = append(index, v.x)
	}
	if !dynamic {
		index = nil
	}
	return offset, index, ok
}

// binaryOps are the operators as they are written.
var binaryOps = map[string]cfg.BinaryOp{"||": cfg.Or, "&&": cfg.And, "==": cfg.Eq, "!=": cfg.Ne, "<": cfg.Lt,
	"<=": cfg.Le, ">": cfg.Gt, ">=": cfg.Ge, "+": cfg.Add, "-": cfg.Sub, "*": cfg.Mul, "/": cfg.Div, "%": cfg.Mod}

// binary lowers x op y. The right side of && and || is left out where the left one decides.
func (l *lowerer) binary(e *binaryExpr) (value, bool) {
	op := binaryOps[e.op]
	x, ok := l.expr(e.x)
	if op == cfg.And || op == cfg.Or {
		if n, isConst := x.constant(); ok && isConst && x.t.Kind == cfg.BoolType {
			if (n != 0) == (op == cfg.Or) {
				return x, true // the right side is not evaluated
			}
			return l.expr(e.y)
		}
	}
	y, ok2 := l.expr(e.y)
	if !ok || !ok2 || x.t.Kind != y.t.Kind || !l.alike(x.t, y.t, e.opSpan) {
		return value{}, false
	}
	return l.arith(op, x, y, e.opSpan, e.span)
}

// arith applies an operator to two values, and finds the interval of the result. at is
// where the operator is, all the whole expression.
func (l *lowerer) arith(op cfg.BinaryOp, x, y value, at, all span) (value, bool) {
	a, ca := x.constant()
	b, cb := y.constant()
	out := &cfg.Binary{Op: op, X: x.x, Y: y.x, Pos: l.src.position(at.at)}
	if op <= cfg.Ge { // the result is a bool
		if ca && cb {
			r, _ := op.Apply(int64(a), int64(b))
			return boolValue(r != 0), true
		}
		if cb && (op == cfg.And || op == cfg.Or) {
			if (b != 0) == (op == cfg.And) {
				return x, true
			}
		}
		return boolExpr(out), true
	}
	if cb && b == 0 && (op == cfg.Div || op == cfg.Mod) {
		l.errorf(all, "T208", "division by zero")
		return value{}, false
	}
	if ca && cb {
		r, _ := op.Apply(int64(a), int64(b)) // they fit into 32 bits
		return l.folded(r, all)
	}
	lo, hi := interval(op, x, y)
	if lo < -limit64 || hi > limit64 {
		l.errorf(all, "T208", "the value of this expression can exceed 64 bits").WithHint("use smaller ranges")
		return value{}, false
	}
	return value{out, cfg.Range(0, 0), lo, hi}, true
}
