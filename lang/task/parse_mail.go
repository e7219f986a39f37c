package task

// Actors, loopers and processes, their handlers, and post.

func (p *parser) mailTask(what string) {
	d := p.taskHead(what)
	defer func() { d.extent = p.from(d.extent.at) }()
	p.enter()
	defer p.leave()
	p.braced("the "+what, func() {
		for {
			p.skipNewlines()
			if t := p.tok(); t.kind == eof || t.is("}") || p.outermost() {
				return
			}
			before := p.i
			p.try(func() {
				p.member(d)
				p.endStatement()
			})
			if p.i == before {
				p.next()
			}
		}
	})
}

// member reads a declaration, the init block or a handler.
func (p *parser) member(d *taskDecl) {
	switch t := p.tok(); {
	case t.is("on"):
		p.next()
		p.handler(d, t.at)
	case t.is("init"):
		p.next()
		if d.hasInit {
			p.errorf(t.span, "T202", "%s %s has two init blocks", d.what, clip(d.name))
		}
		d.hasInit = true
		d.init = append(d.init, p.block("the init block")...)
	case t.is("var"), t.is("const"), t.is("proc"):
		if s := p.statement(d); s != nil {
			d.body = append(d.body, s)
		}
	case t.is("entry"):
		p.errorf(t.span, "T104", "entries are declared in tasks, not in %s", article(d.what)).
			WithHint("declare a handler: on %s { }", clip(p.peek(1).text))
		p.statement(&taskDecl{})
	case t.kind == word && !reserved[t.text] && p.peek(1).kind == word && p.blockAhead():
		p.syntax(t, "expected on, init, var, const or proc, found %s", t.describe()).
			WithHint("a handler is written on %s { .. }", clip(p.peek(1).text))
		panic(bailout{})
	default:
		at := t.span
		if s := p.statement(nil); s != nil {
			p.errorf(at, "T104", "a statement stands in a handler of the %s, or in its init block", d.what)
		}
	}
}

// handler reads on [quorum n] msg(params) when guard { .. } after the keyword.
func (p *parser) handler(d *taskDecl, at pos) {
	h := &handlerDecl{}
	defer func() { h.extent = p.from(at) }()
	h.bad = !p.try(func() {
		if p.at("quorum") && p.quorumAhead() {
			p.next()
			h.quorum = badExpr{p.tok().span}
			h.quorum = p.expr()
		}
		h.msg = p.freeName("a message")
		if p.got("(") {
			h.params = p.handlerParams()
		}
		if p.got("when") {
			h.guard = badExpr{p.tok().span}
			h.guard = p.testing()
		}
	}, "{")
	h.span = p.from(at)
	if h.msg.name != "" {
		d.handlers = append(d.handlers, h)
	}
	h.body = p.block("the handler")
}

// quorumAhead reports whether the word quorum, which is no keyword, begins a
// quorum here and is not the name of a message.
func (p *parser) quorumAhead() bool {
	n := p.peek(1)
	if !n.is("(") {
		return n.kind == word && n.text != "when" || n.kind == number || n.is("-")
	}
	depth := 0
	for i := 1; ; i++ {
		switch t := p.peek(i); {
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth == 0 {
				t = p.peek(i + 1)
				return !t.is("{") && !t.is("when")
			}
		case t.kind == eof || t.kind == newline:
			return false
		}
	}
}

// post reads T[i].msg(args) after the keyword at at.
func (p *parser) post(at pos) *postStmt {
	s := &postStmt{}
	n := p.whom("post", "message")
	s.task, s.index = n.ident, n.index
	s.msg = p.freeName("a message")
	if p.got("(") {
		s.args = p.args()
	}
	s.span = p.from(at)
	return s
}

// whom reads T[i]. in a call or post.
func (p *parser) whom(verb, what string) *nameExpr {
	t := p.tok()
	switch {
	case t.is("self"):
		d := p.syntax(t, "self is the index of this instance, not a task")
		if h := p.selfHint(verb); h != "" && p.peek(1).is(".") {
			d.WithHint("%s", h)
		} else {
			d.WithHint("write %s task.%s", verb, what)
		}
		panic(bailout{})
	case t.kind == word && !exprWords[t.text] && p.peek(1).is("("):
		p.syntax(p.peek(1), `expected "." and %s, found "("`, article(what)).
			WithHint("write %s task.%s(..); a procedure is called as %s(..)", verb, clip(t.text), clip(t.text))
		panic(bailout{})
	}
	n := p.nameExpr()
	if k := p.tok(); !k.is(".") {
		d := p.syntax(k, `expected "." and %s, found %s`, article(what), k.describe())
		if k.kind == word {
			d.WithHint("write %s %s.%s", verb, clip(n.name), clip(k.text))
		} else {
			d.WithHint("write %s task.%s, with the name of the task", verb, clip(n.name))
		}
		panic(bailout{})
	}
	p.next()
	return n
}
