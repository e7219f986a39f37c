package syntax

// This file parses names, expressions, ranges and subtype indications.

func (p *parser) node(k ExprKind, at int) *Expr {
	end := at + 1
	if p.i > 0 {
		end = p.toks[p.i-1].end
	}
	return &Expr{Kind: k, Pos: p.src.position(at), Len: max(1, end-at)}
}

// expr parses an expression, with and, or, xor and membership tests.
func (p *parser) expr() *Expr {
	defer p.enter()()
	at := p.tok().at
	x := p.relation()
	for p.atAny("and", "or", "xor") {
		op := p.next().low
		if op == "and" && p.got("then") {
			op = "and then"
		} else if op == "or" && p.got("else") {
			op = "or else"
		}
		y := p.relation()
		e := p.node(Binary, at)
		e.Text, e.X, e.Y = op, x, y
		x = e
	}
	return x
}

func (p *parser) relation() *Expr {
	at := p.tok().at
	if p.at("raise") {
		p.next()
		e := p.node(Raise, at)
		e.X = p.name()
		if p.got("with") {
			e.Y = p.simple()
		}
		return e
	}
	x := p.simple()
	switch {
	case p.atAny("=", "/=", "<", "<=", ">", ">="):
		op := p.next().low
		y := p.simple()
		e := p.node(Binary, at)
		e.Text, e.X, e.Y = op, x, y
		return e
	case p.at("in"), p.at("not") && p.peek(1).low == "in":
		op := "in"
		if p.got("not") {
			op = "not in"
		}
		p.next()
		var args []Arg
		for {
			args = append(args, Arg{Value: p.choice()})
			if !p.got("|") {
				break
			}
		}
		e := p.node(In, at)
		e.Text, e.X, e.Args = op, x, args
		return e
	}
	return x
}

// choice returns a simple expression, a range or a subtype with a range.
func (p *parser) choice() *Expr {
	at := p.tok().at
	if p.got("others") {
		return p.node(Others, at)
	}
	return p.rangeTail(p.simple(), at)
}

// rangeTail continues after the first expression of a range.
func (p *parser) rangeTail(x *Expr, at int) *Expr {
	switch {
	case p.got(".."):
		y := p.simple()
		e := p.node(Range, at)
		e.X, e.Y = x, y
		return e
	case p.got("range"):
		e := p.node(Constraint, at)
		if p.got("<>") {
			e.X, e.Y = x, p.node(Box, at)
			return e
		}
		e.X, e.Y = x, p.choice()
		return e
	}
	return x
}

func (p *parser) simple() *Expr {
	defer p.enter()()
	at := p.tok().at
	var x *Expr
	if p.atAny("+", "-") {
		op := p.next().low
		y := p.term()
		x = p.node(Unary, at)
		x.Text, x.X = op, y
	} else {
		x = p.term()
	}
	for p.atAny("+", "-", "&") {
		op := p.next().low
		y := p.term()
		e := p.node(Binary, at)
		e.Text, e.X, e.Y = op, x, y
		x = e
	}
	return x
}

func (p *parser) term() *Expr {
	at := p.tok().at
	x := p.factor()
	for p.atAny("*", "/", "mod", "rem") {
		op := p.next().low
		y := p.factor()
		e := p.node(Binary, at)
		e.Text, e.X, e.Y = op, x, y
		x = e
	}
	return x
}

func (p *parser) factor() *Expr {
	at := p.tok().at
	if p.atAny("not", "abs") {
		op := p.next().low
		y := p.factor1()
		e := p.node(Unary, at)
		e.Text, e.X = op, y
		return e
	}
	return p.factor1()
}

func (p *parser) factor1() *Expr {
	at := p.tok().at
	x := p.primary()
	if p.got("**") {
		y := p.primary()
		e := p.node(Binary, at)
		e.Text, e.X, e.Y = "**", x, y
		return e
	}
	return x
}

func (p *parser) primary() *Expr {
	defer p.enter()()
	t := p.tok()
	switch {
	case t.kind == number:
		p.next()
		e := p.node(Number, t.at)
		e.Text = t.text
		return p.suffix(e, t.at)
	case t.low == "null" && t.kind == word:
		p.next()
		return p.node(Null, t.at)
	case t.low == "new" && t.kind == word:
		p.next()
		if p.at("(") { // a subpool
			p.next()
			p.name()
			p.want(")")
		}
		p.got("not", "null")
		x := p.name()
		e := p.node(New, t.at)
		e.X = p.rangeTail(x, t.at)
		return e
	case t.low == "(" || t.low == "[":
		return p.suffix(p.parens(), t.at)
	}
	return p.name()
}

// name parses a name: with components, elements, calls, attributes.
func (p *parser) name() *Expr {
	t := p.tok()
	var x *Expr
	switch {
	case t.kind == text, t.kind == char:
		p.next()
		x = p.node(String, t.at)
		if t.kind == char {
			x.Kind = Char
		}
		x.Text = t.text
	case t.kind == word && !reserved[t.low]:
		p.next()
		x = p.node(Name, t.at)
		x.Text = t.text
	case t.low == "@":
		p.next()
		x = p.node(At, t.at)
	case t.low == "<>":
		p.next()
		return p.node(Box, t.at)
	case t.low == "access" && t.kind == word: // an anonymous access type where a subtype stands
		return p.accessType()
	default:
		p.fail("an expression or a name expected, not %s", p.describe())
	}
	return p.suffix(x, t.at)
}

func (p *parser) suffix(x *Expr, at int) *Expr {
	for {
		switch {
		case p.at("."):
			p.next()
			t := p.tok()
			if t.kind != word && t.kind != text && t.kind != char || t.kind == word && reserved[t.low] &&
				t.low != "all" {
				p.fail("a name expected after the dot, not %s", p.describe())
			}
			p.next()
			e := p.node(Selected, at)
			e.X, e.Text = x, t.text
			if t.low == "all" {
				e.Text = "all"
			}
			x = e
		case p.at("("):
			args := p.args()
			e := p.node(Apply, at)
			e.X, e.Args = x, args
			x = e
		case p.at("'"):
			p.next()
			if p.at("(") || p.at("[") {
				y := p.parens()
				e := p.node(Qualified, at)
				e.X, e.Args = x, []Arg{{Value: y}}
				x = e
				continue
			}
			t := p.tok()
			if t.kind != word {
				p.fail("an attribute expected, not %s", p.describe())
			}
			p.next()
			e := p.node(Attribute, at)
			e.X, e.Text = x, t.text
			if p.at("(") {
				e.Args = p.args()
			}
			x = e
		default:
			return x
		}
	}
}

func (p *parser) args() []Arg {
	p.want("(")
	var out []Arg
	for {
		out = append(out, p.arg())
		if !p.got(",") {
			break
		}
	}
	p.want(")")
	return out
}

// arg returns an argument, a component association or a discrete range.
func (p *parser) arg() Arg {
	if p.at("for") {
		return p.iterated()
	}
	first := p.argument()
	if !p.atAny("|", "=>") {
		return Arg{Value: first}
	}
	a := Arg{Choices: []*Expr{first}}
	for p.got("|") {
		a.Choices = append(a.Choices, p.choice())
	}
	p.want("=>")
	if p.at("<>") {
		at := p.next().at
		a.Value = p.node(Box, at)
	} else {
		a.Value = p.argument()
	}
	return a
}

func (p *parser) iterated() Arg {
	if t := p.peek(2).low; t != "in" && t != "of" {
		return Arg{Value: p.argument()}
	}
	p.next()
	loop := p.loop()
	if p.got("when") {
		loop.Filter = p.expr()
	}
	if p.got("use") {
		p.expr()
	}
	p.want("=>")
	v := p.expr()
	return Arg{Loop: loop, Value: v}
}

// argument returns an expression without parentheses around it, or a range, or a conditional expression (which
// then is the only argument).
func (p *parser) argument() *Expr {
	at := p.tok().at
	if p.got("others") {
		return p.node(Others, at)
	}
	if e := p.bare(); e != nil {
		return e
	}
	return p.rangeTail(p.expr(), at)
}

// bare parses what stands directly in parentheses: if, case, for, declare; nil if none does.
func (p *parser) bare() *Expr {
	defer p.enter()()
	at := p.tok().at
	switch {
	case p.got("if"):
		e := p.node(If, at)
		for {
			e.Args = append(e.Args, Arg{Value: p.expr()})
			p.want("then")
			e.Args = append(e.Args, Arg{Value: p.branch()})
			if !p.got("elsif") {
				break
			}
		}
		if p.got("else") {
			e.Args = append(e.Args, Arg{Value: p.branch()})
		}
		return e
	case p.got("case"):
		e := p.node(Case, at)
		e.X = p.expr()
		p.want("is")
		for {
			p.want("when")
			a := Arg{Choices: []*Expr{p.choice()}}
			for p.got("|") {
				a.Choices = append(a.Choices, p.choice())
			}
			p.want("=>")
			a.Value = p.branch()
			e.Args = append(e.Args, a)
			if !p.got(",") {
				break
			}
		}
		return e
	case p.at("for") && (p.peek(1).low == "all" || p.peek(1).low == "some"):
		p.next()
		e := p.node(Quantified, at)
		e.Text = p.next().low
		e.Loop = p.loop()
		if p.got("when") {
			e.Loop.Filter = p.expr()
		}
		p.want("=>")
		e.X = p.branch()
		return e
	case p.got("declare"):
		e := p.node(Declare, at)
		e.Decls = p.decls()
		p.want("begin")
		e.X = p.branch()
		return e
	}
	return nil
}

func (p *parser) branch() *Expr {
	if e := p.bare(); e != nil {
		return e
	}
	return p.expr()
}

// loop parses what follows for.
func (p *parser) loop() *Loop {
	id := p.ident()
	l := &Loop{Name: id.Name, Pos: id.Pos}
	if p.got(":") {
		p.subtype()
	}
	if p.got("of") {
		l.Of = true
	} else {
		p.want("in")
	}
	l.Reverse = p.got("reverse")
	l.Range = p.choice()
	return l
}

// parens parses a parenthesized expression or an aggregate.
func (p *parser) parens() *Expr {
	defer p.enter()()
	at := p.tok().at
	end := ")"
	if p.next().low == "[" {
		end = "]"
	}
	if end == "]" && p.got("]") {
		return p.node(Aggregate, at)
	}
	if p.got("null", "record") {
		p.want(end)
		return p.node(Aggregate, at)
	}
	first := p.arg()
	if first.Choices == nil && first.Loop == nil && p.got("with") {
		e := p.node(Aggregate, at)
		e.X = first.Value
		p.got("delta")
		if !p.got("null", "record") {
			for {
				e.Args = append(e.Args, p.arg())
				if !p.got(",") {
					break
				}
			}
		}
		p.want(end)
		return e
	}
	if first.Choices == nil && first.Loop == nil && p.at(")") && end == ")" {
		p.next()
		e := p.node(Paren, at)
		e.X = first.Value
		if k := first.Value.Kind; k == Others || k == Box {
			e.Kind, e.X, e.Args = Aggregate, nil, []Arg{first}
		}
		return e
	}
	args := []Arg{first}
	for p.got(",") {
		args = append(args, p.arg())
	}
	p.want(end)
	e := p.node(Aggregate, at)
	e.Args = args
	return e
}

// subtype parses a subtype indication or an anonymous access type.
func (p *parser) subtype() *Expr {
	at := p.tok().at
	p.got("not", "null")
	if p.at("access") {
		return p.accessType()
	}
	x := p.name()
	for p.atAny("range", "digits", "delta") {
		if p.got("digits") || p.got("delta") {
			y := p.simple()
			e := p.node(Constraint, at)
			e.X, e.Y = x, y
			x = e
			continue
		}
		x = p.rangeTail(x, at)
	}
	return x
}

func (p *parser) accessType() *Expr {
	at := p.tok().at
	p.want("access")
	e := p.node(AccessType, at)
	p.got("protected")
	switch {
	case p.atAny("procedure", "function"):
		e.Text = p.next().low
		p.profile()
		return e
	}
	p.got("constant")
	p.got("all")
	e.X = p.subtype()
	return e
}

// profile parses parameters and a result.
func (p *parser) profile() (params []Param, result *Expr) {
	if p.at("(") {
		params = p.params()
	}
	if p.got("return") {
		result = p.subtype()
	}
	return params, result
}

// params parses parameters, or discriminants.
func (p *parser) params() []Param {
	p.want("(")
	var out []Param
	if p.got("<>") {
		p.want(")")
		return out
	}
	for {
		out = append(out, p.param())
		if !p.got(";") {
			break
		}
	}
	p.want(")")
	return out
}

func (p *parser) param() Param {
	out := Param{Names: p.idents()}
	p.want(":")
	p.got("aliased")
	if p.got("in") {
		out.Mode = "in"
	}
	if p.got("out") {
		if out.Mode += " out"; out.Mode == " out" {
			out.Mode = "out"
		}
	}
	out.Type = p.subtype()
	if p.got(":=") {
		out.Default = p.expr()
	}
	p.aspects()
	return out
}
