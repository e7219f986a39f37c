package task

// Calls, accepts, channel operations, spawn and select.

func (p *parser) receive(at pos, target *nameExpr) *recvStmt {
	p.expect("<-", "")
	p.continued()
	s := &recvStmt{target: target, ch: p.nameExpr()}
	s.span = p.from(at)
	return s
}

// tells reports whether a receive with two results begins here: x, ok = <-c.
func (p *parser) tells() bool {
	depth, comma := 0, false
	for i := p.i; i < len(p.toks); i++ {
		switch t := p.toks[i]; {
		case t.kind == eof || t.kind == newline || t.is("{") || t.is("}"):
			return false
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			depth--
		case depth == 0 && t.is(","):
			comma = true
		case depth == 0 && t.is("="):
			return comma && p.toks[i+1].is("<-")
		}
	}
	return false
}

// telling reads target, ok = <-c.
func (p *parser) telling(at pos) *recvStmt {
	target := p.orNothing()
	ok := p.second()
	p.expect("=", "and the channel of the receive")
	s := p.receive(at, target)
	s.two, s.ok = true, ok
	return s
}

// second reads the second result of a receive.
func (p *parser) second() *nameExpr {
	p.expect(",", "and the second result of the receive")
	ok := p.orNothing()
	if k := p.tok(); k.is(",") {
		p.syntax(k, `expected "=" after the two results of a receive, found ","`).
			WithHint("a message of several fields is received as (x, y), ok = <-c")
		panic(bailout{})
	}
	return ok
}

// orNothing reads a variable, or _ for none.
func (p *parser) orNothing() *nameExpr {
	if p.got("_") {
		return nil
	}
	return p.nameExpr()
}

// drain reads c { .. } of a loop over what comes from a channel.
func (p *parser) drain(at pos, label ident, names []ident) *drainStmt {
	s := &drainStmt{label: label, names: names}
	p.head(func() {
		p.next()
		s.ch = p.nameExpr()
	})
	s.span = p.from(at)
	s.body = p.block("the for")
	return s
}

// received reads the names before in of a loop over messages of several fields.
func (p *parser) received() []ident {
	var names []ident
	p.fields("after the names of the fields", func() { names = append(names, p.name("a field")) })
	p.expect("in", "and the channel of the loop")
	if !p.at("<-") {
		p.fail(`"<-" and the channel of the loop`)
	}
	return names
}

func (p *parser) spawn(at pos, target *nameExpr) *spawnStmt {
	s := &spawnStmt{target: target, task: p.name("a task")}
	if p.got("(") {
		s.args = p.args()
	}
	s.span = p.from(at)
	return s
}

// call reads T[i].e[k](args) after the keyword at at.
func (p *parser) call(at pos) *callStmt {
	s := &callStmt{}
	n := p.whom("call", "entry")
	s.task, s.index = n.ident, n.index
	s.entry = p.freeName("an entry")
	if p.got("[") {
		s.member = p.expr()
		p.expect("]", "after the index")
	}
	if p.got("(") {
		s.args = p.args()
	}
	s.span = p.from(at)
	return s
}

// accept reads e[k](x, y) after the keyword at at; the body is left.
func (p *parser) accept(at pos) *acceptStmt {
	s := &acceptStmt{entry: p.freeName("an entry")}
	if p.at(".") {
		p.syntax(p.tok(), "a task accepts its own entries only").WithHint("write accept without the name of the task")
		panic(bailout{})
	}
	if p.got("[") {
		s.member = p.expr()
		p.expect("]", "after the index")
	}
	if p.got("(") {
		s.hasPars = true
		for !p.at(")") {
			s.params = append(s.params, p.name("a parameter"))
			if !p.at(",") && !p.at(")") {
				if t := p.tok(); t.kind == word || t.kind == number {
					p.syntax(t, "the types of parameters are given where the entry is declared")
				}
			}
			if !p.got(",") {
				break
			}
		}
		p.expect(")", "after the parameters")
	}
	s.span = p.from(at)
	return s
}

func (p *parser) selection(at pos) *selectStmt {
	s := &selectStmt{}
	p.openBrace("the alternatives of the select")
	p.braced("the select", func() {
		for {
			p.skipNewlines()
			t := p.tok()
			if t.kind == eof || t.is("}") || p.outermost() {
				return
			}
			a := &alternative{kind: altBad}
			s.alts = append(s.alts, a)
			before := p.i
			p.try(func() { p.alternative(a) }, ":", "case")
			a.span = p.from(t.at)
			p.got(":")
			if p.i == before {
				p.next()
			}
			a.rest = p.statements(nil, true)
		}
	})
	s.span = p.from(at)
	return s
}

// alternative reads one head, up to and with its colon.
func (p *parser) alternative(a *alternative) {
	t := p.tok()
	isCase := p.got("case")
	if p.got("else") {
		p.colon("else")
		a.kind = altElse
		return
	}
	if !isCase {
		d := p.syntax(t, "expected case, else or the end of the select, found %s", t.describe())
		switch {
		case t.is("terminate"), t.is("accept"), t.is("call"):
			d.WithHint("write case %s ..:", t.text)
		case t.is("or"):
			d.WithHint("alternatives of a select begin with case")
		case t.kind == word, t.is("<-"):
			d.WithHint("an alternative begins with case: case c <- v: .., case x = <-c: ..")
		}
		panic(bailout{})
	}
	for p.at("(") && !p.pattern() {
		p.next()
		r := &replica{ident: p.name("an index")}
		p.expect("in", "and the range of the index")
		r.lo, r.hi = p.rangeOf()
		p.expect(")", "after the range of the index")
		a.replicas = append(a.replicas, r)
	}
	guard := func() {
		if p.at("when") {
			if a.guard != nil {
				p.fail(`":" after the guard`)
			}
			p.next()
			a.guard = p.testing()
		}
	}
	t = p.tok()
	kind := altComm
	switch {
	case p.got("terminate"):
		kind = altTerminate
	case p.got("skip"):
		kind = altSkip
	case p.got("accept"):
		s := p.accept(t.at)
		a.comm = s
		guard()
		if p.at("{") {
			s.hasBody = true
			s.body = p.block("the accept")
			guard()
			if t := p.tok(); t.kind == newline || t.is("}") || t.is("case") {
				a.kind = kind // no colon: nothing follows the body
				return
			}
		}
	case p.got("call"):
		a.comm = p.call(t.at)
	case t.is("<-"):
		a.comm = p.receive(t.at, nil)
	case t.is("("):
		a.comm = p.matching(t.at)
	case t.kind == word && !reserved[t.text]:
		switch s := p.simple().(type) {
		case *sendStmt:
			a.comm = s
		case *recvStmt:
			a.comm = s
		default:
			p.syntax(t, "an alternative begins with accept, call, a send, a receive or terminate")
			panic(bailout{})
		}
	default:
		p.fail("accept, call, a send, a receive or terminate")
	}
	guard()
	a.kind = kind
	p.colon("the alternative")
}

// colon reads the colon at the end of a head.
func (p *parser) colon(what string) {
	if p.got(":") {
		return
	}
	k := p.tok()
	d := p.syntax(k, `expected ":" after %s, found %s`, what, k.describe())
	switch {
	case k.is("{"), k.is("do"), k.is("then"), k.is("=") && p.peek(1).is(">"), k.is("-") && p.peek(1).is(">"):
		d.WithHint("write : and the statements")
	case k.is("if"):
		d.WithHint("a guard is written with when")
	}
	panic(bailout{})
}
