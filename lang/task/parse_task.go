package task

import "strconv"

// Tasks: their heads, blocks and entries.

func (p *parser) task(server bool) {
	d := p.taskHead("task")
	defer func() { d.extent = p.from(d.extent.at) }()
	d.server = server
	p.enter()
	defer p.leave()
	p.braced("the task", func() { d.body = p.statements(d, false) })
}

// server reads a declaration that begins with the word server, which is no
// keyword.
func (p *parser) server(stray bool) {
	t, n := p.tok(), p.peek(1)
	switch {
	case n.is("task"):
		p.next()
		p.next()
		p.task(true)
	case n.is("actor"), n.is("looper"), n.is("process"):
		p.syntax(t, "%s is no server task", article(n.text)).
			WithHint("leave out server: %s may wait for messages for ever", article(n.text))
		p.next()
		p.next()
		p.mailTask(n.text)
	case n.kind == word && !reserved[n.text]:
		p.syntax(n, `expected "task" after server, found %s`, n.describe()).WithHint("write server task %s { .. }",
			clip(n.text))
		p.next()
		p.task(true)
	case n.kind == word || n.kind == newline || n.kind == eof || n.is("{"):
		p.syntax(n, `expected "task" after server, found %s`, n.describe()).WithHint("write server task name { .. }")
		p.next()
		panic(bailout{})
	default:
		p.noDeclaration(t, stray)
	}
}

// taskHead reads up to the opening brace of a task, actor, looper or process.
func (p *parser) taskHead(what string) *taskDecl {
	d := &taskDecl{what: what}
	at := p.toks[p.i-1].at
	defer func() { d.extent = p.from(at) }()
	p.out.tasks = append(p.out.tasks, d)
	p.try(func() { d.ident = p.name(article(what)) }, "[", "(", "{")
	p.try(func() {
		if p.got("[") {
			bad := badExpr{p.tok().span}
			d.lo, d.hi = bad, bad
			if n := p.tok(); n.kind == number || n.kind == word && p.peek(1).is("]") {
				p.syntax(n, "expected the name of the index of the %s family, found %s", what, n.describe()).
					WithHint("write %s %s[i in 0..%s]", what, clip(d.name), last(n))
				p.next()
			} else {
				d.index = p.name("the index of the " + what + " family")
				if k := p.tok(); !k.is("in") {
					p.syntax(k, `expected "in" and the range of the index, found %s`, k.describe()).
						WithHint("write %s %s[%s in 0..3]", what, clip(d.name), clip(d.index.name))
					panic(bailout{})
				}
				p.next()
				d.lo, d.hi = p.rangeOf()
			}
			p.expect("]", "after the range of the index")
		}
		if p.got("(") {
			d.params = p.params()
			d.hasPars = true
		}
		if p.got("dynamic") {
			d.dynamic = true
			d.limit = badExpr{p.tok().span}
			if k := p.tok(); !k.is("[") {
				p.syntax(k, `expected "[" and the greatest number of instances, found %s`,
					k.describe()).WithHint("write dynamic[2]")
				panic(bailout{})
			}
			p.next()
			d.limit = p.expr()
			p.expect("]", "after the number of instances")
		}
		if d.mail() && p.at("capacity") {
			p.next()
			d.capacity = badExpr{p.tok().span}
			p.expect("[", "and the capacity")
			d.capacity = p.expr()
			p.expect("]", "after the capacity")
		}
	}, "{")
	if d.mail() {
		p.openBrace("the handlers of the " + what)
	} else {
		p.openBrace("the statements of the task")
	}
	return d
}

// last returns the upper bound of a range from 0 of as many values as a token says.
func last(t lexeme) string {
	if t.kind != number {
		return clip(t.text) + "-1"
	}
	if n, err := strconv.Atoi(t.text); err == nil && n > 0 {
		return strconv.Itoa(n - 1)
	}
	return "0"
}

// braced reads a block with f and its closing brace; the opening one has been
// read. A brace that is missing at the end of the file or before the next
// declaration is reported, and the block ends there.
func (p *parser) braced(what string, f func()) {
	open := p.toks[p.i-1].at
	p.blocks++
	test := p.test
	p.test = false
	f()
	p.test = test
	t := p.tok()
	if p.got("}") {
		if t.fresh && p.crooked == 0 && p.src.place(t.at).Column != p.indent(open) {
			p.crooked = open
		}
		p.blocks--
		return
	}
	d := p.syntax(t, `expected "}" at the end of %s, found %s`, what, t.describe())
	if line := p.src.position(p.unclosed(open)).Line; line != p.src.position(t.at).Line {
		d.WithHint("the { of line %d is not closed", line)
	}
	if t.kind != eof && !p.outermost() {
		panic(bailout{})
	}
	p.blocks--
}

// entries reads e1, e2(x T)[N] after the keyword.
func (p *parser) entries() []*entryDecl {
	var list []*entryDecl
	for {
		e := &entryDecl{ident: p.freeName("an entry")}
		list = append(list, e)
		if !p.try(func() {
			for p.at("[") && e.size == nil || p.at("(") && e.params == nil {
				if p.next().is("(") {
					e.params = p.params()
					continue
				}
				e.size = badExpr{e.span}
				e.size = p.expr()
				p.expect("]", "after the size of the entry family")
			}
		}) {
			p.keepReading()
		}
		if !p.got(",") {
			return list
		}
		p.skipNewlines()
	}
}
