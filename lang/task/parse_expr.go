package task

// Types and expressions. Precedence is Go's; comparisons do not associate.

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
	case p.got("["):
		x.size = p.expr()
		p.expect("]", "after the length of the array")
		x.elem = p.typ()
		x.kind = typeArray
	case t.kind == newline || t.kind == eof || t.is("=") || t.is("}") || t.is(")"):
		p.fail("a type (bool, lo..hi, an enum, [n]T or ref T)")
	case t.is("int"):
		p.syntax(t, "there is no type int: data is finite").WithHint("write a range, as 0..7")
		p.next()
	default:
		e := p.binary(4)
		if p.got("..") {
			x.kind = typeRange
			x.lo, x.hi = e, p.binary(4)
			break
		}
		n, ok := e.(*nameExpr)
		if !ok || len(n.index) > 0 {
			p.fail(`".." and the upper bound of the type`)
		}
		x.kind, x.name = typeName, n.ident
	}
	x.span = p.from(t.at)
	return x
}

// rangeOf reads lo..hi.
func (p *parser) rangeOf() (lo, hi expr) {
	lo = p.binary(4)
	p.expect("..", "and the upper bound")
	return lo, p.binary(4)
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

func (p *parser) expr() expr { return p.binary(1) }

// binary reads operators of at least precedence prec.
func (p *parser) binary(prec int) expr {
	x := p.unary()
	for {
		op := p.tok()
		if op.is("<-") && prec <= 3 && p.i > 0 {
			p.syntax(op, "unexpected <- in an expression").WithHint("to compare with a negative number write x < -1, with a space")
			panic(bailout{})
		}
		n := precedence(op)
		if n < prec || n == 0 {
			return x
		}
		p.next()
		y := p.binary(n + 1)
		b := &binaryExpr{span: span{x.where().at, y.where().end}, op: op.text, opSpan: op.span, x: x, y: y}
		b.depth = 1 + max(depthOf(x), depthOf(y))
		if b.depth > maxDepth {
			p.last = op.at
			p.errorf(op.span, "T103", "an expression of more than %d operators in a row", maxDepth).WithHint("split it, or use parentheses to balance it")
			panic(bailout{})
		}
		x = b
		if n == 3 && precedence(p.tok()) == 3 {
			p.syntax(p.tok(), "comparisons cannot be chained").WithHint("write a < b && b < c")
			panic(bailout{})
		}
	}
}

func depthOf(e expr) int {
	if b, ok := e.(*binaryExpr); ok {
		return b.depth
	}
	return 0
}

func (p *parser) unary() expr {
	p.enter()
	defer p.leave()
	t := p.tok()
	switch {
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

func (p *parser) primary() expr {
	t := p.tok()
	switch t.kind {
	case number:
		p.next()
		var v int32
		for _, c := range []byte(t.text) {
			v = v*10 + int32(c-'0')
		}
		return &intLit{t.span, v}
	case symbolT:
		if t.text == "(" {
			p.next()
			x := p.expr()
			p.expect(")", "to close the parenthesis")
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
		case "if":
			p.next()
			e := &ifExpr{}
			e.cond = p.expr()
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
			return p.nameExpr()
		}
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
		p.syntax(p.tok(), "%s(..) has no value", clip(t.text)).WithHint("procedures are called as statements; min and max are the only functions")
		panic(bailout{})
	}
	for p.got("[") {
		e.index = append(e.index, p.expr())
		p.expect("]", "after the index")
	}
	e.all = p.from(t.at)
	return e
}

// args reads expressions up to the closing parenthesis, and it.
func (p *parser) args() []expr {
	var list []expr
	for !p.at(")") {
		list = append(list, p.expr())
		if !p.got(",") {
			break
		}
	}
	p.expect(")", "after the arguments")
	return list
}
