package eval

// This file lowers operators: to constants where both operands are known, with a span where they are not.

import (
	"fmt"
	"strconv"
	"strings"

	"flavers/lang/ada/model"
	"flavers/lang/ada/syntax"
	"flavers/lang/ada/types"
)

// unary lowers an operator with one operand.
func (l *Evaluator) unary(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	x := l.Expr(e.X, sc, want)
	if x.Unknown || x.Place != nil && x.Code == "" || x.Aggregate != nil {
		return types.AnyOf(x.Type, x.Why)
	}
	lo, hi := x.Span()
	r := types.Value{Type: x.Type.Base(), Shared: x.Shared}
	switch e.Text {
	case "not":
		if x.Type.Kind != types.Boolean {
			return types.AnyOf(x.Type, "bits")
		}
		if x.Known {
			return l.Truth(x.N == 0)
		}
		r.Code, r.Hi = "!"+x.Text(), 1
		return r
	case "-":
		if x.Type.Kind == types.Modular {
			if x.Known {
				return types.Num(x.Type, (x.Type.Base().Hi+1-x.N)%(x.Type.Base().Hi+1))
			}
			r.Code, r.Hi = fmt.Sprintf("((0 - %s) %% %d)", x.Text(), x.Type.Base().Hi+1), x.Type.Base().Hi
			return r
		}
		if x.Known {
			return types.Num(x.Type.Base(), -x.N)
		}
		r.Code, r.Lo, r.Hi = "(-"+x.Text()+")", -hi, -lo
		return r
	case "abs":
		if x.Known {
			return types.Num(x.Type.Base(), max(x.N, -x.N))
		}
		r.Code = fmt.Sprintf("(if %s < 0 then -%s else %s)", x.Text(), x.Text(), x.Text())
		r.Lo, r.Hi = 0, max(hi, -lo)
		return r
	}
	return x
}

// binary lowers an operator with two operands. If the program declares an operator of this name for the type of the
// first operand, that is called.
func (l *Evaluator) binary(e *syntax.Expr, sc *types.Scope, want *types.Type) types.Value {
	switch e.Text {
	case "and then", "or else":
		return l.shortCircuit(e, sc)
	case "&":
		l.Expr(e.X, sc, nil)
		l.Expr(e.Y, sc, nil)
		return types.AnyOf(l.Opaque, "")
	}
	arith := strings.Contains("+ - * / mod rem **", e.Text)
	hint := (*types.Type)(nil)
	if arith {
		hint = want
	}
	if !arith || hint == nil { // the other operand may tell the type of a literal
		if y := e.Y; y.Kind == syntax.Name || y.Kind == syntax.Selected || y.Kind == syntax.Apply {
			if ent := l.Look(e.X, sc); ent != nil && ent.Kind == types.Literal || e.X.Kind == syntax.Number {
				hint = l.Quiet(func() types.Value { return l.Expr(y, sc, nil) }).Type
			}
		}
	}
	x := l.Expr(e.X, sc, hint)
	if x.Type != nil && x.Type.Discrete() {
		hint = x.Type
	} else if x.Type != nil && x.Type.Kind == types.Access {
		hint = x.Type
	}
	y := l.Expr(e.Y, sc, hint)
	if f := l.userOperator(e.Text, x, sc); f != nil {
		return l.Context.Inline(f, []types.Bound{{Value: x}, {Value: y}}, e)
	}
	l.operatorFails(e, x, y, want)
	return l.Operate(e.Text, x, y, e)
}

// userOperator returns the operator that the program declares for the type of x, or nil.
func (l *Evaluator) userOperator(op string, x types.Value, sc *types.Scope) *types.Entity {
	for _, f := range sc.All(`"` + op + `"`) {
		if f.Kind != types.Subprogram || len(f.Decl.Params) == 0 || x.Type == nil {
			continue
		}
		if t := l.SubtypeOf(f.Decl.Params[0].Type, f.In); t.Base() == x.Type.Base() {
			return f
		}
	}
	return nil
}

// shortCircuit lowers "and then" and "or else".
func (l *Evaluator) shortCircuit(e *syntax.Expr, sc *types.Scope) types.Value {
	x := l.Expr(e.X, sc, l.Boolean)
	return l.decide(e.Text == "and then", x, func() types.Value { return l.Expr(e.Y, sc, l.Boolean) }, true, e)
}

// decide returns the conjunction of x and y, or their disjunction if and is false. y is evaluated only if x does
// not decide. If apart is set, x and y read the variables of other tasks in steps of their own.
func (l *Evaluator) decide(and bool, x types.Value, y func() types.Value, apart bool, e *syntax.Expr) types.Value {
	if x.Known {
		if (x.N != 0) == and {
			return y()
		}
		return x
	}
	right, second := l.perhaps(e, y) // with what evaluating y does, as a call of a function
	steps := apart && x.Shared > 0 && right.Shared > 0 && l.Atomic == 0 && l.Elaborating == 0
	if len(second) == 0 && (!steps || x.Unknown) {
		op := "or"
		if and {
			op = "and"
		}
		return l.Operate(op, x, right, e)
	}
	if x.Unknown { // it may decide or not, and only if it does not is y evaluated
		x = l.Chosen(x, l.Boolean, e)
	}
	if x.Unknown { // before tasks run, where nothing is chosen, and y does nothing
		return types.AnyOf(l.Boolean, x.Why)
	}
	t := l.Temp(l.Boolean, "cond")
	not := "!"
	if and {
		not = ""
	}
	l.Emit(e.Pos, "%s = %s", t, x.Text())
	l.Emit(e.Pos, "if %s%s {", not, t)
	*l.Out = append(*l.Out, second...)
	l.Put(l.TempPlace(t, l.Boolean), right, e)
	l.Emit(e.Pos, "}")
	return types.Value{Type: l.Boolean, Code: t, Hi: 1}
}

// Operate applies a predefined operator. The result is a constant if both operands are known, and otherwise an
// expression of the task language with a span, the values that it can have. If an operand or the result is not
// modelled, the result is any value of its type.
func (l *Evaluator) Operate(op string, x, y types.Value, e *syntax.Expr) types.Value {
	cmp := map[string]string{"=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}[op]
	if cmp != "" {
		return l.compare(cmp, x, y)
	}
	why := x.Why
	if why == "" {
		why = y.Why
	}
	t := x.Type
	if x.Known && y.Type != nil && y.Type.Discrete() && (t == nil || t.Base() == l.Integer) {
		t = y.Type
	}
	if t == nil || !t.Discrete() || y.Type == nil || !y.Type.Discrete() {
		return types.AnyOf(t, why)
	}
	t = t.Base()
	if op == "and" || op == "or" || op == "xor" {
		return l.logical(op, x, y, t, why)
	}
	divides := op == "/" || op == "mod" || op == "rem"
	switch {
	case x.Unknown || y.Unknown:
		if divides && y.Unknown && y.Type.Lo <= 0 && y.Type.Hi >= 0 {
			l.CheckFails(e, "a division")
		}
		return types.AnyOf(t, why)
	case divides && y.Known && y.N == 0:
		return l.divided(t, e)
	case op == "*" && tooLarge(x, y):
		l.CheckFails(e, "a product of large numbers")
		return types.AnyOf(t, why)
	case x.Known && y.Known:
		n, ok := arithmetic(op, x.N, y.N)
		if !ok {
			return types.AnyOf(t, "a power")
		}
		if t.Kind == types.Modular {
			n = modulo(n, t.Hi+1)
		}
		return types.Num(t, n)
	}
	return l.symbolic(op, x, y, t, e)
}

// logical applies a logical operator to values of type t. A known operand decides, or leaves the other one. why says
// why a result is not known.
func (l *Evaluator) logical(op string, x, y types.Value, t *types.Type, why string) types.Value {
	if t.Kind != types.Boolean {
		return types.AnyOf(t, "bits")
	}
	for _, p := range [2][2]types.Value{{x, y}, {y, x}} {
		a, b := p[0], p[1]
		if !a.Known {
			continue
		}
		switch {
		case op == "and" && a.N == 0, op == "or" && a.N != 0:
			return a
		case op != "xor":
			return b
		case b.Known:
			return l.Truth(a.N != b.N)
		}
	}
	if x.Unknown || y.Unknown {
		return types.AnyOf(t, why)
	}
	word := map[string]string{"and": " && ", "or": " || ", "xor": " != "}[op]
	return types.Value{Type: t, Code: "(" + x.Text() + word + y.Text() + ")", Hi: 1, Shared: x.Shared + y.Shared}
}

// arithmetic returns the value of an operator for two numbers. A divisor is not 0. ok is false for a power whose
// exponent is negative or above 62.
func arithmetic(op string, x, y int64) (n int64, ok bool) {
	switch op {
	case "+":
		return x + y, true
	case "-":
		return x - y, true
	case "*":
		return x * y, true
	case "/":
		return x / y, true
	case "rem":
		return x % y, true
	case "mod": // has the sign of y
		n = x % y
		if n != 0 && (n < 0) != (y < 0) {
			n += y
		}
		return n, true
	case "**":
		if y < 0 || y > 62 {
			return 0, false
		}
		n = 1
		for range y {
			n *= x
		}
	}
	return n, true
}

// modulo returns the remainder of n that is not negative.
func modulo(n, m int64) int64 { return ((n % m) + m) % m }

// tooLarge reports whether the product of two values may be too large for a number of 64 bits.
func tooLarge(x, y types.Value) bool {
	const big = 1 << 31
	xl, xh := x.Span()
	yl, yh := y.Span()
	return max(xh, -xl, yh, -yl) > big
}

// symbolic applies an arithmetic operator to two values. At least one of them is not known, so the result is an
// expression of the task language, with its least and its largest value.
func (l *Evaluator) symbolic(op string, x, y types.Value, t *types.Type, e *syntax.Expr) types.Value {
	xl, xh := x.Span() // the least and the largest value of x
	yl, yh := y.Span()
	divides := op == "/" || op == "mod" || op == "rem"
	// The task language has no remainder of all numbers, and ends an execution that divides by zero.
	if divides && yl <= 0 && yh >= 0 && !y.Known && (l.handled(model.ConstraintError) || op != "/" && yl < 0) {
		y = l.divisor(y, e)
	}
	r := types.Value{Type: t, Shared: x.Shared + y.Shared}
	word := op
	switch op {
	case "+":
		r.Lo, r.Hi = xl+yl, xh+yh
	case "-":
		r.Lo, r.Hi = xl-yh, xh-yl
	case "*":
		a, b, c, d := xl*yl, xl*yh, xh*yl, xh*yh
		r.Lo, r.Hi = min(a, b, c, d), max(a, b, c, d)
	case "/":
		r.Lo, r.Hi = min(xl, -xh), max(xh, -xl)
		if xl >= 0 && yl >= 0 {
			r.Lo = 0
		}
	case "mod", "rem":
		switch {
		case yl < 0 || yl == 0 && xl < 0:
			return types.AnyOf(t, "a remainder of negative numbers")
		case xl < 0:
			return signedRemainder(op, x, y, yh, r)
		}
		r.Lo, r.Hi = 0, max(0, yh-1)
		word = "%"
	case "**":
		return types.AnyOf(t, "a power")
	}
	r.Code = "(" + x.Text() + " " + word + " " + y.Text() + ")"
	if t.Kind == types.Modular && (r.Lo < 0 || r.Hi > t.Hi) {
		r.Code, r.Lo, r.Hi = "("+r.Code+" % "+strconv.FormatInt(t.Hi+1, 10)+")", 0, t.Hi
	}
	const limit = 1 << 30 // expressions are exact there
	if r.Lo < -limit || r.Hi > limit {
		l.CheckFails(e, "large numbers")
		return types.AnyOf(t, "large numbers")
	}
	return r
}

// signedRemainder completes r, the remainder of x, which may be negative, by y, which is positive and at most most. The
// remainder of the task language is never negative.
func signedRemainder(op string, x, y types.Value, most int64, r types.Value) types.Value {
	a, b := x.Text(), y.Text()
	r.Lo, r.Hi = 0, max(0, most-1)
	if op == "mod" {
		r.Code = fmt.Sprintf("(if %s < 0 then %s - 1 - ((-%s - 1) %% %s) else %s %% %s)", a, b, a, b, a, b)
		return r
	}
	r.Lo = -r.Hi
	r.Code = fmt.Sprintf("(if %s < 0 then -((-%s) %% %s) else %s %% %s)", a, a, b, a, b)
	return r
}

// divisor emits a test that raises Constraint_Error if y is zero, and returns y as it was then.
func (l *Evaluator) divisor(y types.Value, e *syntax.Expr) types.Value {
	if l.Hushed > 0 || l.Elaborating > 0 {
		return y
	}
	y = l.Held(y, e)
	l.Emit(e.Pos, "if %s == 0 {", y.Text())
	l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	l.Emit(e.Pos, "}")
	return y
}

// divided raises Constraint_Error for a division by a divisor that is known to be zero. It returns some value of t,
// which nothing uses.
func (l *Evaluator) divided(t *types.Type, e *syntax.Expr) types.Value {
	l.Raise(types.Num(l.Integer, model.ConstraintError), e.Pos, "Constraint_Error")
	return types.Num(t, t.Lo)
}

// compare applies a comparison of the task language, as "==". If the spans of the operands decide it, the result is a
// constant.
func (l *Evaluator) compare(op string, x, y types.Value) types.Value {
	why := x.Why
	if why == "" {
		why = y.Why
	}
	if x.Unknown || y.Unknown {
		return types.AnyOf(l.Boolean, why)
	}
	x, y = l.built(x, y.Type), l.built(y, x.Type)
	if x.Aggregate != nil || y.Aggregate != nil {
		return types.AnyOf(l.Boolean, "a comparison of aggregates")
	}
	if x.Place != nil && x.Code == "" || y.Place != nil && y.Code == "" {
		return l.compareParts(op, x, y)
	}
	if x.Task != nil || y.Task != nil || x.Type == nil || y.Type == nil {
		return types.AnyOf(l.Boolean, "")
	}
	if x.Known && y.Known {
		a, b := x.N, y.N
		return l.Truth(map[string]bool{"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b,
			">=": a >= b}[op])
	}
	xl, xh := x.Span()
	yl, yh := y.Span()
	exactly := !x.Type.Wide() && !y.Type.Wide()
	if exactly || x.Known || y.Known {
		switch {
		case op == "<" && xh < yl, op == "<=" && xh <= yl, op == ">" && xl > yh, op == ">=" && xl >= yh,
			op == "!=" && (xh < yl || xl > yh):
			return l.Truth(true)
		case op == "<" && xl >= yh, op == "<=" && xl > yh, op == ">" && xh <= yl, op == ">=" && xh < yl,
			op == "==" && (xh < yl || xl > yh):
			return l.Truth(false)
		}
	}
	if x.Type.Kind == types.Boolean && strings.ContainsAny(op, "<>") {
		return types.AnyOf(l.Boolean, "")
	}
	return types.Value{Type: l.Boolean, Code: "(" + x.Text() + " " + op + " " + y.Text() + ")", Hi: 1,
		Shared: x.Shared + y.Shared}
}

// comparable reports whether values of two types are compared part by part: records, and arrays that are not long.
func comparable(t, u *types.Type) bool {
	if t.Kind == types.Array && u.Kind == types.Array {
		return len(t.Index) == 1 && len(u.Index) == 1 && t.Index[0].Count() <= 64
	}
	return t.Kind == types.Record && u.Kind == types.Record
}

// built returns v with an aggregate kept in a new place of type t, so that its parts have names. Other values stay as
// they are.
func (l *Evaluator) built(v types.Value, t *types.Type) types.Value {
	if v.Aggregate == nil || t == nil || t.Kind != types.Record && t.Kind != types.Array {
		return v
	}
	pl := l.Local("aggregate", t, v.Aggregate.E)
	l.Put(pl, v, v.Aggregate.E)
	return types.Value{Type: t, Place: pl}
}

// compareParts compares records, or arrays that are not long, part by part. It only knows equality.
func (l *Evaluator) compareParts(op string, x, y types.Value) types.Value {
	if x.Place == nil || y.Place == nil || x.Type.Large() || !comparable(x.Type, y.Type) || op != "==" && op != "!=" {
		return types.AnyOf(l.Boolean, "a comparison of composites")
	}
	r := l.Truth(true)
	if x.Type.Kind == types.Array {
		t, u := x.Type.Index[0], y.Type.Index[0]
		r = l.Truth(t.Count() == u.Count())
		for n := int64(0); n < t.Count() && t.Count() == u.Count(); n++ {
			a := l.Read(l.Element(x.Place, []types.Value{types.Num(t, t.Lo+n)}, nil))
			b := l.Read(l.Element(y.Place, []types.Value{types.Num(u, u.Lo+n)}, nil))
			r = l.Operate("and", r, l.compare("==", a, b), &syntax.Expr{})
		}
	}
	for i := range x.Type.Fields {
		f := &x.Type.Fields[i]
		r = l.Operate("and", r, l.compare("==", l.partOf(x.Place, f), l.partOf(y.Place, f)), &syntax.Expr{})
	}
	if op == "!=" {
		if r.Known {
			return l.Truth(r.N == 0)
		}
		if !r.Unknown {
			r.Code = "!" + r.Code
		}
	}
	return r
}

// membership lowers "in" and "not in". The choices are evaluated up to the first one that x is in.
func (l *Evaluator) membership(e *syntax.Expr, sc *types.Scope) types.Value {
	x := l.Expr(e.X, sc, nil)
	r := l.Truth(false)
	for _, a := range e.Args {
		r = l.decide(false, r, func() types.Value { return l.Within(x, a.Value, sc) }, false, e)
	}
	if e.Text == "in" || r.Unknown {
		return r
	}
	if r.Known {
		return l.Truth(r.N == 0)
	}
	r.Code = "!" + r.Code
	return r
}

// Within returns the test whether x is in the choice c, which is a value, a range, a subtype or others.
func (l *Evaluator) Within(x types.Value, c *syntax.Expr, sc *types.Scope) types.Value {
	if c.Kind == syntax.Others {
		return l.Truth(true)
	}
	ent := l.Look(c, sc)
	if c.Kind == syntax.Range {
		lo, hi := l.Expr(c.X, sc, x.Type), l.Expr(c.Y, sc, x.Type)
		return l.Operate("and", l.compare(">=", x, lo), l.compare("<=", x, hi), c)
	}
	if c.Kind == syntax.Constraint || c.Kind == syntax.Attribute && syntax.Fold(c.Text) == "range" || ent != nil &&
		ent.Kind == types.TypeEntity {
		lo, hi, ok := l.bounds(c, sc)
		if !ok {
			return types.AnyOf(l.Boolean, "")
		}
		t := x.Type
		if t == nil {
			t = l.Integer
		}
		return l.Operate("and", l.compare(">=", x, types.Num(t, lo)), l.compare("<=", x, types.Num(t, hi)), c)
	}
	return l.compare("==", x, l.Expr(c, sc, x.Type))
}
