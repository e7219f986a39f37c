package task

// This file parses types and expressions. Precedence is Go's: || binds least, then
// &&, comparisons, + and -, and * / % most; binary climbs these levels, so that
// `a + b*c < d` becomes (a + (b*c)) < d. Comparisons do not associate: a < b < c is
// an error.

// otherTypes are types of other languages, with what to write.
var otherTypes = map[string]string{"int": "a range, as 0..7", "integer": "a range, as 0..7",
	"Integer": "a range, as 0..7", "uint": "a range, as 0..7",
	"nat": "a range, as 0..7", "byte": "0..255", "short": "a range, as 0..7", "long": "a range, as 0..7", "bit": "0..1",
	"boolean": "bool", "Boolean": "bool",
	"float": "a range of integers", "double": "a range of integers", "string": "an enum", "char": "an enum or a range"}

// typ reads a type.
func (p *parser) typ() *typeExpr {
	p.enter()
	defer p.leave()
	t := p.tok()
	x := &typeExpr{span: t.span}
	switch {
	case p.got("bool"):
		x.kind = typeBool
	case p.got("ref"):
		x.name = p.name("a task")
		x.kind = typeRef
	case p.got("chan"):
		x.kind = typeChan
		if k := p.tok(); k.kind != newline && k.kind != eof && !k.is(",") && !k.is(")") && !k.is("=") && !k.is("}") {
			x.elem = p.messageType()
		}
	case p.got("["):
		x.size = p.expr()
		if p.at("..") {
			p.syntax(p.tok(),
				`expected "]" after the length of the array, found ".."`).WithHint("an array has a length, and indices from 0 on: [3]T")
			panic(bailout{})
		}
		p.expect("]", "after the length of the array")
		x.elem = p.typ()
		x.kind = typeArray
	case t.kind == newline || t.kind == eof || t.is("=") || t.is("}") || t.is(")"):
		d := p.syntax(t, "expected a type (bool, lo..hi, an enum, [n]T, ref T or chan T), found %s", t.describe())
		if t.is("=") {
			d.WithHint("write the type before the value, as in x 0..7 = 0")
		}
		panic(bailout{})
	case t.is("{"):
		p.syntax(t, "expected a type, found %s", t.describe()).WithHint("write a range, as 0..2, or declare an enum")
		panic(bailout{})
	case otherTypes[t.text] != "" && t.kind == word && !p.peek(1).is(".."):
		d := p.syntax(t, "there is no type %s", t.text).WithHint("write %s", otherTypes[t.text])
		if otherTypes[t.text] != "bool" {
			d.Message += ": data is finite"
		}
		p.next()
	default:
		if t.is(":") {
			p.syntax(t, `expected a type, found ":"`).WithHint("the type follows the name without a colon: x 0..7")
			p.next()
		}
		e := p.binary(4)
		n, ok := e.(*nameExpr)
		if ok && p.at(".") {
			d := p.syntax(lexeme{span: span{t.at, p.peek(1).end}}, "there is no type %s.%s", clip(n.name), clip(p.peek(1).text))
			if p.peek(1).is("Mutex") || p.peek(1).is("RWMutex") {
				d.WithHint("locks are declared in the program: lock m")
			}
			panic(bailout{})
		}
		if !ok || len(n.index) > 0 || p.at("..") {
			p.dots(`".." and the upper bound of the type`)
			x.kind = typeRange
			x.lo, x.hi = e, p.binary(4)
			break
		}
		x.kind, x.name = typeName, n.ident
	}
	x.span = p.from(t.at)
	return x
}

// rangeOf reads lo..hi.
func (p *parser) rangeOf() (lo, hi expr) {
	if k := p.tok(); k.is("[") || k.is("{") {
		p.syntax(k, "expected a range, found %s", k.describe()).WithHint("a range is written 0..3, with both bounds")
		panic(bailout{})
	}
	lo = p.binary(4)
	p.dots(`".." and the upper bound`)
	return lo, p.binary(4)
}

// dots reads the two dots of a range; want says what is expected.
func (p *parser) dots(want string) {
	if !p.at("..") {
		k := p.tok()
		d := p.syntax(k, "expected %s, found %s", want, k.describe())
		d.WithHint("a range is written 0..3, with both bounds")
		panic(bailout{})
	}
	p.next()
	if k := p.tok(); k.at == p.toks[p.i-1].end && (k.is(".") || k.is("<") || k.is("=")) {
		p.syntax(lexeme{span: span{p.toks[p.i-1].at, k.end}}, "there is no operator ..%s", k.text).
			WithHint("a range is written 0..3, and the upper bound belongs to it")
		p.next()
	}
}

// precedence of binary operators; 0 for anything else.
func precedence(t lexeme) int {
	if t.kind != symbolT {
		return 0
	}
	switch t.text {
	case "||":
		return 1
	case "&&":
		return 2
	case "==", "!=", "<", "<=", ">", ">=":
		return 3
	case "+", "-":
		return 4
	case "*", "/", "%":
		return 5
	}
	return 0
}

// expr reads an expression.
func (p *parser) expr() expr { return p.binary(1) }

// binary reads operators of at least precedence prec.
func (p *parser) binary(prec int) expr {
	x := p.unary()
	for {
		op := p.tok()
		if meant, ok := p.otherOperator(); ok {
			op = meant
		}
		if op.is("<-") && prec <= 3 && p.i > 0 {
			p.syntax(op,
				"unexpected <- in an expression").WithHint("to compare with a negative number write x < -1, with a space")
			panic(bailout{})
		}
		n := precedence(op)
		if n < prec || n == 0 {
			return x
		}
		p.next()
		y := p.binary(n + 1)
		b := &binaryExpr{span: span{x.where().at, y.where().end}, op: op.text, opSpan: op.span, x: x, y: y, guess: op.guess}
		b.depth = 1 + max(depthOf(x), depthOf(y))
		if b.depth > maxDepth {
			p.last = op.at
			p.errorf(op.span, "T103", "an expression of more than %d operators in a row",
				maxDepth).WithHint("split it, or use parentheses to balance it")
			panic(bailout{})
		}
		x = b
		if n == 3 && precedence(p.tok()) == 3 {
			p.syntax(p.tok(), "comparisons cannot be chained").WithHint("write a < b && b < c")
			panic(bailout{})
		}
	}
}

// depthOf returns how deep binary operators are nested in an expression; 0 for all others.
func depthOf(e expr) int {
	if b, ok := e.(*binaryExpr); ok {
		return b.depth
	}
	return 0
}

// unary reads an operand with the operators before it.
func (p *parser) unary() expr {
	p.enter()
	defer p.leave()
	t := p.tok()
	switch {
	case t.is("not") && (p.peek(1).kind == word || p.peek(1).is("(")) && !p.peek(1).fresh:
		p.syntax(t, "there is no operator not").WithHint("write !")
		p.next()
		x := p.binary(3) // not a == b is not (a == b) where it exists
		return &unaryExpr{span: span{t.at, x.where().end}, op: "!", x: x}
	case t.is("-"), t.is("!"):
		p.next()
		x := p.unary()
		return &unaryExpr{span: span{t.at, x.where().end}, op: t.text, x: x}
	case t.is("<-"):
		p.syntax(t, "a receive is a statement, not an expression").WithHint("write x = <-c on a line of its own")
		panic(bailout{})
	}
	return p.primary()
}

// primary reads an operand: a literal, a name, a function or an expression in parentheses.
func (p *parser) primary() expr {
	t := p.tok()
	switch t.kind {
	case number:
		p.next()
		if t.wrong {
			return badExpr{t.span}
		}
		var v int32
		for _, c := range []byte(t.text) {
			v = v*10 + int32(c-'0')
		}
		return &intLit{t.span, v}
	case symbolT:
		if t.text == "(" {
			p.next()
			if p.unfinished() {
				p.close(")", t, "")
			}
			x := p.expr()
			p.close(")", t, "to close the parenthesis")
			return x
		}
	case word:
		switch t.text {
		case "true", "false":
			p.next()
			return &boolLit{t.span, t.text == "true"}
		case "self":
			p.next()
			return &selfExpr{t.span}
		case "min", "max":
			p.next()
			e := &minmaxExpr{op: t.text}
			p.expect("(", "after "+t.text)
			e.args = p.args()
			e.span = p.from(t.at)
			return e
		case "len", "empty", "full":
			if !p.peek(1).is("(") || p.peek(1).fresh {
				break
			}
			p.next()
			open := p.next()
			e := &lengthExpr{op: t.text, ch: p.nameExpr()}
			p.close(")", open, "after the channel")
			e.span = p.from(t.at)
			return e
		case "if":
			p.next()
			e := &ifExpr{}
			e.cond = p.testing()
			p.expect("then", "and a value")
			e.then = p.expr()
			p.expect("else", "and the other value")
			e.els = p.expr()
			e.span = p.from(t.at)
			return e
		case "any":
			p.syntax(t, "any stands alone on the right of an assignment, as in x = any")
			panic(bailout{})
		}
		if !exprWords[t.text] {
			p.continued()
			return p.nameExpr()
		}
	}
	if before := p.toks[max(0, p.i-1)]; t.fresh && before.kind == symbolT {
		p.syntax(before, "expected an expression after %s, found %s", before.describe(), t.describe())
		panic(bailout{})
	}
	if t.is("{") && p.i > 0 && p.toks[p.i-1].is("while") {
		p.syntax(t, "expected an expression, found %s",
			t.describe()).WithHint("a loop without a condition is written loop { .. }")
		panic(bailout{})
	}
	p.fail("an expression")
	return nil
}

// nameExpr reads a name with indices. Any word may be an enum value.
func (p *parser) nameExpr() *nameExpr {
	t := p.tok()
	if t.kind != word || exprWords[t.text] {
		p.fail("a name")
	}
	p.next()
	e := &nameExpr{ident: ident{t.text, t.span}}
	if p.at("(") {
		d := p.syntax(p.tok(), "%s(..) has no value", clip(t.text))
		switch t.text {
		case "range":
			d.WithHint(forHint)
		case "random", "rand", "nondet", "choose", "any":
			d.WithHint("x = any picks any value of the type of x")
		default:
			d.WithHint("procedures are called as statements; the only functions are min, max, and len, empty and full of a channel")
		}
		panic(bailout{})
	}
	return p.indexed(e)
}

// indexed reads the indices of a name.
func (p *parser) indexed(e *nameExpr) *nameExpr {
	for p.at("[") {
		open := p.next()
		if p.unfinished() {
			p.close("]", open, "")
		}
		e.index = append(e.index, p.expr())
		if p.at(",") {
			p.syntax(p.tok(),
				`expected "]" after the index, found ","`).WithHint("each dimension has brackets of its own: a[i][j]")
			panic(bailout{})
		}
		p.close("]", open, "after the index")
	}
	e.all = p.from(e.at)
	return e
}

// continued reports an operand that is missing at the end of a line, where the
// next line begins another statement.
func (p *parser) continued() {
	t := p.tok()
	if !t.fresh || p.i == 0 || !p.peek(1).is("=") && !p.peek(1).is("<-") {
		return
	}
	if before := p.toks[p.i-1]; before.kind == symbolT && (precedence(before) > 0 || before.is("=") || before.is("<-")) {
		p.syntax(before, "expected an expression after %s, found the end of the line", before.describe())
		panic(bailout{})
	}
}

// args reads expressions up to the closing parenthesis, and it.
func (p *parser) args() []expr {
	var list []expr
	open := p.toks[p.i-1]
	for !p.at(")") {
		if p.unfinished() {
			p.close(")", open, "")
		}
		list = append(list, p.expr())
		if !p.got(",") {
			break
		}
	}
	p.close(")", open, "after the arguments")
	return list
}
