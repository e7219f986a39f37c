package ada

// This file lowers expressions: to constants, or to expressions of the task language. Calls of functions are
// inlined before the statement in which they stand.

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"flavers/lang/ada/syntax"
)

// any is the value of something that is not modelled.
func anyOf(t *typ, why string) val {
	if t == nil {
		t = &typ{}
	}
	return val{typ: t, unknown: true, why: why}
}

func (l *lowerer) truth(b bool) val {
	if b {
		return num(l.boolean, 1)
	}
	return num(l.boolean, 0)
}

// expr lowers an expression; want is the type that its place asks for, or nil.
func (l *lowerer) expr(e *syntax.Expr, sc *scope, want *typ) val {
	if e == nil {
		return anyOf(want, "")
	}
	if !l.tick(e.Pos) {
		return anyOf(want, "")
	}
	switch e.Kind {
	case syntax.Paren:
		return l.expr(e.X, sc, want)
	case syntax.Number:
		n, ok := integerOf(e.Text)
		if !ok {
			return anyOf(l.opaque, "")
		}
		t := l.integer
		if want != nil && (want.kind == integer || want.kind == modular) {
			t = want.base()
		}
		return num(t, n)
	case syntax.String:
		return anyOf(l.opaque, "")
	case syntax.Char, syntax.Name, syntax.Selected:
		return l.name(e, sc, want)
	case syntax.Null:
		t := want
		if t == nil {
			t = &typ{kind: access, target: l.opaque}
		}
		return num(t, -1)
	case syntax.Apply:
		return l.apply(e, sc, want)
	case syntax.Attribute:
		return l.attribute(e, sc, want)
	case syntax.Qualified:
		t := l.subtypeOf(e.X, sc)
		return l.expr(e.Args[0].Value, sc, t)
	case syntax.Unary:
		return l.unary(e, sc, want)
	case syntax.Binary:
		return l.binary(e, sc, want)
	case syntax.In:
		return l.membership(e, sc)
	case syntax.If:
		return l.ifExpr(e, e.Args, sc, want)
	case syntax.Case:
		return l.caseExpr(e, sc, want)
	case syntax.Quantified:
		return l.quantified(e, sc)
	case syntax.Aggregate:
		return val{typ: want, agg: &aggregate{e: e, sc: sc}}
	case syntax.New:
		return l.allocate(e, sc, want)
	case syntax.Raise:
		l.raiseNamed(e.X, sc, e)
		return anyOf(want, "")
	}
	return anyOf(want, "")
}

type aggregate struct {
	e  *syntax.Expr
	sc *scope
}

func integerOf(text string) (int64, bool) {
	text = strings.ReplaceAll(strings.ToLower(text), "_", "")
	if strings.Contains(text, ".") {
		return 0, false
	}
	exp := int64(0)
	base := int64(10)
	if b, rest, ok := strings.Cut(text, "#"); ok {
		base, _ = strconv.ParseInt(b, 10, 64)
		digits, e, _ := strings.Cut(rest, "#")
		text = digits
		if e != "" {
			exp, _ = strconv.ParseInt(strings.TrimLeft(e, "e+"), 10, 64)
		}
		if base < 2 || base > 16 {
			return 0, false
		}
	} else if m, e, ok := strings.Cut(text, "e"); ok {
		text = m
		exp, _ = strconv.ParseInt(strings.TrimPrefix(e, "+"), 10, 64)
	}
	n, err := strconv.ParseInt(text, int(base), 64)
	if err != nil || exp < 0 || exp > 62 {
		return 0, false
	}
	for ; exp > 0; exp-- {
		if n > math.MaxInt64/base {
			return 0, false
		}
		n *= base
	}
	return n, true
}

// static is the value of an expression that is known before the program runs.
func (l *lowerer) static(e *syntax.Expr, sc *scope, want *typ) (val, bool) {
	v := l.quiet(func() val { return l.expr(e, sc, want) })
	return v, v.known
}

// quiet evaluates without a trace: no statement, no message.
func (l *lowerer) quiet(f func() val) val {
	var scratch []line
	out, list, notes := l.out, l.list, l.notes
	l.out, l.list, l.notes = &scratch, nil, nil
	l.hush++
	v := f()
	l.hush--
	l.out, l.list, l.notes = out, list, notes
	return v
}

// name lowers a name: a constant, a variable, a component, a call without arguments.
func (l *lowerer) name(e *syntax.Expr, sc *scope, want *typ) val {
	list := l.candidates(e, sc)
	if len(list) == 0 {
		if e.Kind == syntax.Selected {
			return l.component(e, sc, want)
		}
		if e.Kind == syntax.Char {
			return anyOf(l.opaque, "")
		}
		l.undeclared(e, sc)
		return anyOf(want, "")
	}
	ent := list[0]
	if overloads(ent) && len(list) > 1 {
		for _, c := range list { // by the type that is wanted
			var t *typ
			switch {
			case c.kind == literal:
				t = c.typ
			case c.kind == subprogram && c.result() != nil && required(c) == 0:
				t = l.subtypeOf(c.result(), c.in)
			}
			if t != nil && want != nil && t.base() == want.base() {
				ent = c
				break
			}
		}
	}
	switch ent.kind {
	case variable:
		return l.read(ent.pl)
	case constant, literal:
		return ent.v
	case subprogram:
		return l.call(ent, nil, sc, e)
	case random:
		return val{typ: ent.typ, unknown: true}
	case library:
		if ent.typ != nil {
			return val{typ: ent.typ, unknown: true}
		}
		return anyOf(want, "the library ("+ent.name+")")
	case typeEntity: // in its own body: the current task
		if ent.typ.kind == taskType && l.task != nil {
			return val{typ: ent.typ, task: l.task.self()}
		}
	case exception, packageEntity:
		return anyOf(l.opaque, "")
	}
	return anyOf(want, "")
}

func (e *entity) result() *syntax.Expr {
	if e.decl == nil {
		return nil
	}
	return e.decl.Result
}

// required is the number of parameters without a default.
func required(e *entity) int {
	n := 0
	for _, p := range e.decl.Params {
		if p.Default == nil {
			n += len(p.Names)
		}
	}
	return n
}

// read is the value of a place.
func (l *lowerer) read(p *place) val {
	switch {
	case p.task != nil:
		return val{typ: p.typ, task: p.task, pl: p}
	case p.typ.kind == taskType:
		return val{typ: p.typ, task: &taskRef{group: p.parts["task"].task.group,
			code: p.parts["task"].task.group.ref(p.idx)}, pl: p}
	case !p.typ.scalar():
		if v, ok := p.parts["value"]; ok && p.typ.kind == access {
			return v
		}
		if p.typ.kind == record || p.typ.kind == array || p.typ.kind == protectedType {
			return val{typ: p.typ, pl: p}
		}
		return anyOf(p.typ, p.shown)
	case p.init != nil && p.init.known && l.elab > 0:
		return num(p.typ, p.init.n)
	case l.elab > 0 && p.local == nil:
		return anyOf(p.typ, p.shown)
	}
	v := val{typ: p.typ, code: p.name(), pl: p}
	v.lo, v.hi = l.window(p.typ)
	if p.shared {
		v.shared = 1
	}
	return v
}

// component lowers X.Y where X is an object.
func (l *lowerer) component(e *syntax.Expr, sc *scope, want *typ) val {
	x := l.expr(e.X, sc, nil)
	if e.Text == "all" {
		return x
	}
	if x.task != nil { // a discriminant of a task
		if v, ok := x.task.group.disc(e.Text); ok {
			return v
		}
	}
	if x.pl != nil && x.pl.typ.kind == protectedType {
		if op := l.operation(x.pl, e.Text); op != nil {
			return l.protectedCall(x.pl, op, nil, sc, e)
		}
		if v, ok := x.pl.parts[fold(e.Text)]; ok {
			return v
		}
	}
	if x.pl != nil {
		if f := x.typ.field(e.Text); f != nil {
			return l.partOf(x.pl, f)
		}
	}
	if x.unknown {
		return anyOf(want, x.why)
	}
	if x.agg != nil {
		return anyOf(want, "an aggregate")
	}
	l.undeclared(e, sc)
	return anyOf(want, "")
}

func (l *lowerer) partOf(p *place, f *field) val {
	if v, ok := p.parts[fold(f.name)]; ok {
		return v
	}
	c := p.part(f)
	c.parts = nil
	if p.init != nil {
		c.init = p.init.names[fold(f.name)]
	}
	return l.read(c)
}

// apply lowers X (Args): an element, a conversion, a call, an entry of a family.
func (l *lowerer) apply(e *syntax.Expr, sc *scope, want *typ) val {
	list := l.candidates(e.X, sc)
	if len(list) > 0 {
		switch ent := list[0]; ent.kind {
		case typeEntity:
			if len(e.Args) == 1 {
				return l.convert(l.expr(e.Args[0].Value, sc, ent.typ), ent.typ, e)
			}
		case subprogram:
			if f := l.overload(list, e.Args, sc, want); f != nil {
				if required(f) == 0 && len(e.Args) > paramCount(f) { // an element of a result
					return l.index(l.call(f, nil, sc, e), e, sc, want)
				}
				return l.call(f, e.Args, sc, e)
			}
		case random:
			l.effects(e.Args, sc)
			return val{typ: ent.typ, unknown: true}
		case library:
			l.effects(e.Args, sc)
			if ent.typ != nil {
				return val{typ: ent.typ, unknown: true}
			}
			return anyOf(want, "the library ("+ent.name+")")
		}
	} else if e.X.Kind == syntax.Selected {
		x := l.quiet(func() val { return l.expr(e.X.X, sc, nil) })
		if x.pl != nil && x.pl.typ.kind == protectedType {
			if op := l.operation(x.pl, e.X.Text); op != nil {
				x = l.expr(e.X.X, sc, nil)
				return l.protectedCall(x.pl, op, e.Args, sc, e)
			}
		}
	}
	return l.index(l.expr(e.X, sc, nil), e, sc, want)
}

func paramCount(e *entity) int {
	n := 0
	for _, p := range e.decl.Params {
		n += len(p.Names)
	}
	return n
}

// index is an element of an array.
func (l *lowerer) index(x val, e *syntax.Expr, sc *scope, want *typ) val {
	if x.pl == nil || x.typ == nil || x.typ.kind != array {
		l.effects(e.Args, sc)
		return anyOf(want, x.why)
	}
	if len(e.Args) != len(x.typ.index) || l.slice(e.Args[0].Value, sc) {
		return anyOf(want, "a slice")
	}
	var idx []val
	for i, a := range e.Args {
		v := l.expr(a.Value, sc, x.typ.index[i])
		if v.unknown {
			v = l.chosen(v, x.typ.index[i], e)
		}
		idx = append(idx, v)
	}
	return l.read(l.element(x.pl, idx, e))
}

// element is a place in an array. Indices are counted from 0 there.
func (l *lowerer) element(p *place, idx []val, e *syntax.Expr) *place {
	var codes []string
	at, known := int64(0), true
	for i, v := range idx {
		t := p.typ.index[i]
		codes = append(codes, offset(v, t.lo))
		known = known && v.known && v.n >= t.lo && v.n <= t.hi
		at = at*t.count() + v.n - t.lo
		if v.known && (v.n < t.lo || v.n > t.hi) && l.elab == 0 && e != nil {
			l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
		} else if lo, hi := v.span(); (lo < t.lo || hi > t.hi) && !v.known && e != nil && l.handled(constraintError) {
			l.emit(e.Pos, "if %s < %d || %s > %d {", v.text(), t.lo, v.text(), t.hi)
			l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
			l.emit(e.Pos, "}")
		}
	}
	c := p.element(codes)
	if known && p.init != nil && at < int64(len(p.init.elems)) {
		c.init = p.init.elems[at]
	}
	return c
}

func offset(v val, lo int64) string {
	switch {
	case v.known:
		return strconv.FormatInt(v.n-lo, 10)
	case v.typ != nil && v.typ.kind == boolean:
		return fmt.Sprintf("(if %s then 1 else 0)", v.code)
	case lo == 0:
		return v.code
	case lo < 0:
		return fmt.Sprintf("%s + %d", v.code, -lo)
	}
	return fmt.Sprintf("%s - %d", v.code, lo)
}

// convert is a conversion to a type.
func (l *lowerer) convert(v val, t *typ, e *syntax.Expr) val {
	switch {
	case !t.discrete():
		if v.pl != nil || v.agg != nil || v.task != nil || v.known {
			v.typ = t
			return v
		}
		return anyOf(t, v.why)
	case v.unknown:
		return anyOf(t, v.why)
	case v.typ != nil && !v.typ.discrete():
		return anyOf(t, "")
	}
	lo, hi := v.span()
	if lo < t.lo || hi > t.hi {
		if v.known && l.elab > 0 {
			return anyOf(t, "")
		}
		l.check(v, t, e)
	}
	v.typ = t
	return v
}

// check raises Constraint_Error where a value is none of a type.
func (l *lowerer) check(v val, t *typ, e *syntax.Expr) {
	lo, hi := v.span()
	if lo >= t.lo && hi <= t.hi || v.unknown || !t.discrete() || t.kind == boolean {
		return
	}
	if v.known {
		l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
		return
	}
	var bad []string
	if lo < t.lo {
		bad = append(bad, fmt.Sprintf("%s < %d", v.text(), t.lo))
	}
	if hi > t.hi {
		bad = append(bad, fmt.Sprintf("%s > %d", v.text(), t.hi))
	}
	l.emit(e.Pos, "if %s {", strings.Join(bad, " || "))
	l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
	l.emit(e.Pos, "}")
}

func (l *lowerer) unary(e *syntax.Expr, sc *scope, want *typ) val {
	x := l.expr(e.X, sc, want)
	if x.unknown || x.pl != nil && x.code == "" || x.agg != nil {
		return anyOf(x.typ, x.why)
	}
	lo, hi := x.span()
	r := val{typ: x.typ.base(), shared: x.shared}
	switch e.Text {
	case "not":
		if x.typ.kind != boolean {
			return anyOf(x.typ, "bits")
		}
		if x.known {
			return l.truth(x.n == 0)
		}
		r.code, r.hi = "!"+x.text(), 1
		return r
	case "-":
		if x.typ.kind == modular {
			if x.known {
				return num(x.typ, (x.typ.base().hi+1-x.n)%(x.typ.base().hi+1))
			}
			r.code, r.hi = fmt.Sprintf("((0 - %s) %% %d)", x.text(), x.typ.base().hi+1), x.typ.base().hi
			return r
		}
		if x.known {
			return num(x.typ.base(), -x.n)
		}
		r.code, r.lo, r.hi = "(-"+x.text()+")", -hi, -lo
		return r
	case "abs":
		if x.known {
			return num(x.typ.base(), max(x.n, -x.n))
		}
		r.code = fmt.Sprintf("(if %s < 0 then -%s else %s)", x.text(), x.text(), x.text())
		r.lo, r.hi = 0, max(hi, -lo)
		return r
	}
	return x
}

func (l *lowerer) binary(e *syntax.Expr, sc *scope, want *typ) val {
	switch e.Text {
	case "and then", "or else":
		return l.shortCircuit(e, sc)
	case "&":
		l.expr(e.X, sc, nil)
		l.expr(e.Y, sc, nil)
		return anyOf(l.opaque, "")
	}
	arith := strings.Contains("+ - * / mod rem **", e.Text)
	hint := (*typ)(nil)
	if arith {
		hint = want
	}
	if !arith || hint == nil { // the other operand may tell the type of a literal
		if y := e.Y; y.Kind == syntax.Name || y.Kind == syntax.Selected || y.Kind == syntax.Apply {
			if ent := l.look(e.X, sc); ent != nil && ent.kind == literal || e.X.Kind == syntax.Number {
				hint = l.quiet(func() val { return l.expr(y, sc, nil) }).typ
			}
		}
	}
	x := l.expr(e.X, sc, hint)
	if x.typ != nil && x.typ.discrete() {
		hint = x.typ
	} else if x.typ != nil && x.typ.kind == access {
		hint = x.typ
	}
	y := l.expr(e.Y, sc, hint)
	if f := l.userOperator(e.Text, x, sc); f != nil {
		return l.inline(f, []bound{{v: x}, {v: y}}, e)
	}
	return l.operate(e.Text, x, y, e)
}

func (l *lowerer) userOperator(op string, x val, sc *scope) *entity {
	for _, f := range sc.all(`"` + op + `"`) {
		if f.kind != subprogram || len(f.decl.Params) == 0 || x.typ == nil {
			continue
		}
		if t := l.subtypeOf(f.decl.Params[0].Type, f.in); t.base() == x.typ.base() {
			return f
		}
	}
	return nil
}

// shortCircuit evaluates the second operand only where it counts.
func (l *lowerer) shortCircuit(e *syntax.Expr, sc *scope) val {
	and := e.Text == "and then"
	x := l.expr(e.X, sc, l.boolean)
	if x.known {
		if (x.n != 0) == and {
			return l.expr(e.Y, sc, l.boolean)
		}
		return x
	}
	var second []line
	out := l.out
	l.out = &second
	y := l.expr(e.Y, sc, l.boolean)
	l.out = out
	steps := x.shared > 0 && y.shared > 0 && l.atomic == 0 && l.elab == 0 // each operand is read by itself
	if len(second) == 0 && !steps || x.unknown {
		*l.out = append(*l.out, second...)
		op := "or"
		if and {
			op = "and"
		}
		return l.operate(op, x, y, e)
	}
	t := l.temp(l.boolean, "cond")
	not := "!"
	if and {
		not = ""
	}
	l.emit(e.Pos, "%s = %s", t, x.text())
	l.emit(e.Pos, "if %s%s {", not, t)
	*l.out = append(*l.out, second...)
	l.put(l.tempPlace(t, l.boolean), y, e)
	l.emit(e.Pos, "}")
	return val{typ: l.boolean, code: t, hi: 1}
}

// operate applies an operator.
func (l *lowerer) operate(op string, x, y val, e *syntax.Expr) val {
	cmp := map[string]string{"=": "==", "/=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}[op]
	if cmp != "" {
		return l.compare(cmp, x, y)
	}
	why := x.why
	if why == "" {
		why = y.why
	}
	t := x.typ
	if x.known && y.typ != nil && y.typ.discrete() && (t == nil || t.base() == l.integer) {
		t = y.typ
	}
	if t == nil || !t.discrete() || y.typ == nil || !y.typ.discrete() {
		return anyOf(t, why)
	}
	t = t.base()
	r := val{typ: t, shared: x.shared + y.shared}
	if op == "and" || op == "or" || op == "xor" {
		if t.kind != boolean {
			return anyOf(t, "bits")
		}
		for _, p := range [2][2]val{{x, y}, {y, x}} {
			a, b := p[0], p[1]
			if !a.known {
				continue
			}
			switch {
			case op == "and" && a.n == 0, op == "or" && a.n != 0:
				return a
			case op != "xor":
				return b
			case b.known:
				return l.truth(a.n != b.n)
			}
		}
		if x.unknown || y.unknown {
			return anyOf(t, why)
		}
		r.code = "(" + x.text() + map[string]string{"and": " && ", "or": " || ", "xor": " != "}[op] + y.text() + ")"
		r.hi = 1
		return r
	}
	if x.unknown || y.unknown {
		return anyOf(t, why)
	}
	xl, xh := x.span()
	yl, yh := y.span()
	known := x.known && y.known
	switch op {
	case "+":
		r.n, r.lo, r.hi = x.n+y.n, xl+yl, xh+yh
		r.code = "(" + x.text() + " + " + y.text() + ")"
	case "-":
		r.n, r.lo, r.hi = x.n-y.n, xl-yh, xh-yl
		r.code = "(" + x.text() + " - " + y.text() + ")"
	case "*":
		const big = 1 << 31
		if max(xh, -xl, yh, -yl) > big {
			return anyOf(t, why)
		}
		r.n = x.n * y.n
		a, b, c, d := xl*yl, xl*yh, xh*yl, xh*yh
		r.lo, r.hi = min(a, b, c, d), max(a, b, c, d)
		r.code = "(" + x.text() + " * " + y.text() + ")"
	case "/":
		if known && y.n != 0 {
			r.n = x.n / y.n
		} else if known {
			return l.divided(t, e)
		}
		r.lo, r.hi = min(xl, -xh), max(xh, -xl)
		if xl >= 0 && yl >= 0 {
			r.lo = 0
		}
		r.code = "(" + x.text() + " / " + y.text() + ")"
	case "mod", "rem":
		switch {
		case known && y.n == 0:
			return l.divided(t, e)
		case known:
			r.n = x.n % y.n
			if op == "mod" && r.n != 0 && (r.n < 0) != (y.n < 0) {
				r.n += y.n
			}
		case yl < 0 || op == "rem" && xl < 0:
			return anyOf(t, "a remainder of negative numbers")
		}
		r.lo, r.hi = 0, max(0, yh-1)
		r.code = "(" + x.text() + " % " + y.text() + ")"
	case "**":
		if !known || y.n < 0 || y.n > 62 {
			return anyOf(t, "a power")
		}
		r.n = 1
		for i := int64(0); i < y.n; i++ {
			r.n *= x.n
		}
	}
	if t.kind == modular {
		m := t.hi + 1
		r.n = ((r.n % m) + m) % m
		if !known && (r.lo < 0 || r.hi > t.hi) {
			r.code, r.lo, r.hi = "("+r.code+" % "+strconv.FormatInt(m, 10)+")", 0, t.hi
		}
	}
	if known {
		return num(t, r.n)
	}
	const limit = 1 << 30 // expressions are exact there
	if r.lo < -limit || r.hi > limit {
		return anyOf(t, "large numbers")
	}
	return r
}

func (l *lowerer) divided(t *typ, e *syntax.Expr) val {
	l.raise(num(l.integer, constraintError), e.Pos, "Constraint_Error")
	return num(t, t.lo)
}

func (l *lowerer) compare(op string, x, y val) val {
	why := x.why
	if why == "" {
		why = y.why
	}
	if x.unknown || y.unknown || x.agg != nil || y.agg != nil {
		return anyOf(l.boolean, why)
	}
	if x.pl != nil && x.code == "" || y.pl != nil && y.code == "" {
		return l.compareParts(op, x, y)
	}
	if x.task != nil || y.task != nil || x.typ == nil || y.typ == nil {
		return anyOf(l.boolean, "")
	}
	if x.known && y.known {
		a, b := x.n, y.n
		return l.truth(map[string]bool{"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b,
			">=": a >= b}[op])
	}
	xl, xh := x.span()
	yl, yh := y.span()
	exactly := !x.typ.wide() && !y.typ.wide()
	if exactly || x.known || y.known {
		switch {
		case op == "<" && xh < yl, op == "<=" && xh <= yl, op == ">" && xl > yh, op == ">=" && xl >= yh,
			op == "!=" && (xh < yl || xl > yh):
			return l.truth(true)
		case op == "<" && xl >= yh, op == "<=" && xl > yh, op == ">" && xh <= yl, op == ">=" && xh < yl,
			op == "==" && (xh < yl || xl > yh):
			return l.truth(false)
		}
	}
	if x.typ.kind == boolean && strings.ContainsAny(op, "<>") {
		return anyOf(l.boolean, "")
	}
	return val{typ: l.boolean, code: "(" + x.text() + " " + op + " " + y.text() + ")", hi: 1,
		shared: x.shared + y.shared}
}

// compareParts compares records.
func (l *lowerer) compareParts(op string, x, y val) val {
	if x.pl == nil || y.pl == nil || x.typ.kind != record || y.typ.kind != record || op != "==" && op != "!=" {
		return anyOf(l.boolean, "a comparison of composites")
	}
	r := l.truth(true)
	for i := range x.typ.fields {
		f := &x.typ.fields[i]
		r = l.operate("and", r, l.compare("==", l.partOf(x.pl, f), l.partOf(y.pl, f)), &syntax.Expr{})
	}
	if op == "!=" {
		if r.known {
			return l.truth(r.n == 0)
		}
		if !r.unknown {
			r.code = "!" + r.code
		}
	}
	return r
}

func (l *lowerer) membership(e *syntax.Expr, sc *scope) val {
	x := l.expr(e.X, sc, nil)
	r := l.truth(false)
	for _, a := range e.Args {
		r = l.operate("or", r, l.within(x, a.Value, sc), e)
	}
	if e.Text == "in" || r.unknown {
		return r
	}
	if r.known {
		return l.truth(r.n == 0)
	}
	r.code = "!" + r.code
	return r
}

// within tells whether x is one of a choice: a value, a range or a subtype.
func (l *lowerer) within(x val, c *syntax.Expr, sc *scope) val {
	if c.Kind == syntax.Others {
		return l.truth(true)
	}
	ent := l.look(c, sc)
	if c.Kind == syntax.Range {
		lo, hi := l.expr(c.X, sc, x.typ), l.expr(c.Y, sc, x.typ)
		return l.operate("and", l.compare(">=", x, lo), l.compare("<=", x, hi), c)
	}
	if c.Kind == syntax.Constraint || c.Kind == syntax.Attribute && fold(c.Text) == "range" || ent != nil &&
		ent.kind == typeEntity {
		lo, hi, ok := l.bounds(c, sc)
		if !ok {
			return anyOf(l.boolean, "")
		}
		t := x.typ
		if t == nil {
			t = l.integer
		}
		return l.operate("and", l.compare(">=", x, num(t, lo)), l.compare("<=", x, num(t, hi)), c)
	}
	return l.compare("==", x, l.expr(c, sc, x.typ))
}

// ifExpr lowers a conditional expression.
func (l *lowerer) ifExpr(e *syntax.Expr, args []syntax.Arg, sc *scope, want *typ) val {
	switch len(args) {
	case 0:
		return l.truth(true)
	case 1:
		return l.expr(args[0].Value, sc, want)
	}
	c := l.expr(args[0].Value, sc, l.boolean)
	return l.either(c, e, want, func() val { return l.expr(args[1].Value, sc, want) },
		func() val { return l.ifExpr(e, args[2:], sc, want) })
}

// either is one value or another, of which only one is evaluated.
func (l *lowerer) either(c val, e *syntax.Expr, want *typ, yes, no func() val) val {
	if c.known {
		if c.n != 0 {
			return yes()
		}
		return no()
	}
	var a, b []line
	out := l.out
	l.out = &a
	x := yes()
	l.out = &b
	y := no()
	l.out = out
	t := x.typ
	if t == nil || !t.scalar() {
		t = y.typ
	}
	if len(a)+len(b) == 0 && !c.unknown && !x.unknown && !y.unknown && x.typ != nil && x.typ.scalar() && y.typ != nil {
		r := val{typ: t, shared: c.shared + x.shared + y.shared}
		xl, xh := x.span()
		yl, yh := y.span()
		r.lo, r.hi = min(xl, yl), max(xh, yh)
		r.code = fmt.Sprintf("(if %s then %s else %s)", c.text(), x.text(), y.text())
		return r
	}
	if t == nil || !t.scalar() {
		l.branch(c, e, func() { *l.out = append(*l.out, a...) }, func() { *l.out = append(*l.out, b...) })
		return anyOf(t, "a conditional expression")
	}
	temp := l.temp(t, "value")
	l.branch(c, e, func() {
		*l.out = append(*l.out, a...)
		l.put(l.tempPlace(temp, t), x, e)
	}, func() {
		*l.out = append(*l.out, b...)
		l.put(l.tempPlace(temp, t), y, e)
	})
	return l.read(l.tempPlace(temp, t))
}

func (l *lowerer) caseExpr(e *syntax.Expr, sc *scope, want *typ) val {
	x := l.held(l.expr(e.X, sc, nil), e)
	var from func(i int) val
	from = func(i int) val {
		if i == len(e.Args)-1 {
			return l.expr(e.Args[i].Value, sc, want)
		}
		c := l.truth(false)
		for _, choice := range e.Args[i].Choices {
			c = l.operate("or", c, l.within(x, choice, sc), e)
		}
		return l.either(c, e, want, func() val { return l.expr(e.Args[i].Value, sc, want) },
			func() val { return from(i + 1) })
	}
	return from(0)
}

func (l *lowerer) quantified(e *syntax.Expr, sc *scope) val {
	all := e.Text == "all"
	lo, hi, ok := l.bounds(e.Loop.Range, sc)
	if !ok || hi-lo > 64 || e.Loop.Of || e.Loop.Filter != nil {
		return anyOf(l.boolean, "a quantified expression")
	}
	r := l.truth(all)
	t := l.subtypeOf(e.Loop.Range, sc)
	for i := lo; i <= hi; i++ {
		in := newScope(sc)
		in.add(&entity{kind: constant, name: e.Loop.Name, typ: t, v: num(t, i)})
		op := "or"
		if all {
			op = "and"
		}
		r = l.operate(op, r, l.expr(e.X, in, l.boolean), e)
	}
	return r
}

// effects evaluates arguments for what they do.
func (l *lowerer) effects(args []syntax.Arg, sc *scope) {
	for _, a := range args {
		l.expr(a.Value, sc, nil)
	}
}
