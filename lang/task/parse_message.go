package task

// Messages of several fields: their types, their values, and the patterns of receives.

// bracket returns where the bracket ahead is closed, -1 if it is not before a brace or the
// end, and whether a comma stands in it, but in no bracket inside of it.
func (p *parser) bracket() (end int, comma bool) {
	depth := 0
	for i := p.i; i < len(p.toks); i++ {
		switch t := p.toks[i]; {
		case t.kind == eof || t.is("{") || t.is("}"):
			return -1, comma
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			if depth--; depth == 0 {
				return i, comma
			}
		case t.is(","):
			comma = comma || depth == 1
		}
	}
	return -1, comma
}

// several reports whether the parenthesis ahead holds several values.
func (p *parser) several() bool {
	if !p.at("(") {
		return false
	}
	_, comma := p.bracket()
	return comma
}

// fields reads what stands between parentheses, separated by commas, each by f.
func (p *parser) fields(what string, f func()) span {
	open := p.next()
	for {
		f()
		if !p.got(",") {
			break
		}
	}
	p.close(")", open, what)
	return p.from(open.at)
}

// messageType reads the type after the name of a channel.
func (p *parser) messageType() *typeExpr {
	if !p.several() {
		return p.typ()
	}
	x := &typeExpr{kind: typeTuple}
	x.span = p.fields("after the types of the fields", func() { x.fields = append(x.fields, p.typ()) })
	return x
}

// message reads the value after the arrow of a send.
func (p *parser) message() expr {
	if !p.several() {
		return p.expr()
	}
	e := &tupleExpr{}
	e.span = p.fields("after the fields", func() { e.fields = append(e.fields, p.expr()) })
	return e
}

// pattern reports whether the parenthesis ahead is closed on this line, with = or a comma behind it.
func (p *parser) pattern() bool {
	end, _ := p.bracket()
	return end >= 0 && (p.toks[end+1].is("=") || p.toks[end+1].is(","))
}

// matching reads (pattern) = <-c, or with a second result (pattern), ok = <-c.
func (p *parser) matching(at pos) *recvStmt {
	s := &recvStmt{}
	p.fields("after the fields", func() { s.pattern = append(s.pattern, p.field()) })
	if s.two = p.at(","); s.two {
		s.ok = p.second()
	}
	if k := p.tok(); !k.is("=") || !p.peek(1).is("<-") {
		p.syntax(k, `expected "= <-" and a channel after the pattern of a receive, found %s`, k.describe()).
			WithHint("several variables are assigned by a receive only: (x, y) = <-c")
		panic(bailout{})
	}
	p.next()
	r := p.receive(at, nil)
	s.ch, s.span = r.ch, r.span
	return s
}

// field reads _, == e, or an expression.
func (p *parser) field() *field {
	t := p.tok()
	f := &field{}
	switch {
	case p.got("_"):
		f.any = true
	case p.got("=="):
		f.equal = true
		f.e = p.expr()
	default:
		f.e = p.expr()
	}
	f.span = p.from(t.at)
	return f
}
