package task

// Declarations of the program and heads of tasks. What could be read of a bad
// declaration is kept, so that uses of its name are not reported again.

func (p *parser) file() {
	p.skipNewlines()
	if p.at("program") {
		p.try(func() {
			p.next()
			t := p.tok()
			if t.kind != word {
				p.fail("the name of the program")
			}
			p.next()
			p.out.name = ident{t.text, t.span}
			p.endStatement()
		})
		p.skipNewlines()
	}
	for p.tok().kind != eof {
		before := p.i
		p.try(func() {
			p.declaration()
			p.endStatement()
		})
		p.skipNewlines()
		if p.at("}") {
			p.syntax(p.tok(), `unexpected "}": no block is open here`)
			p.next()
			p.skipNewlines()
		}
		if p.i == before { // a stop that nobody reads: case, else, keyword
			p.next()
		}
	}
}

func (p *parser) declaration() {
	t := p.tok()
	if t.kind != word {
		p.fail("a declaration (const, enum, shared, lock, sem, chan, proc, task, actor, looper or process)")
	}
	switch t.text {
	case "const":
		p.next()
		p.out.consts = append(p.out.consts, p.constants()...)
	case "enum":
		p.next()
		p.enum()
	case "shared":
		p.next()
		p.out.shared = append(p.out.shared, p.variables(t.at, "a shared variable"))
	case "var":
		p.syntax(t, "variables of the program are declared with shared").WithHint("write shared instead of var; var declares a variable of one task")
		p.next()
		p.out.shared = append(p.out.shared, p.variables(t.at, "a shared variable"))
	case "lock", "rwlock", "sem", "chan":
		p.next()
		p.objects(t.text)
	case "proc":
		p.next()
		p.out.procs = append(p.out.procs, p.procedure())
	case "task":
		p.next()
		p.task()
	case "program":
		p.syntax(t, "the program line stands first, and once")
		panic(bailout{})
	case "actor", "looper", "process":
		p.next()
		p.mailTask(t.text)
	case "post":
		p.next()
		p.out.posts = append(p.out.posts, p.post(t.at))
	default:
		d := p.syntax(t, "expected a declaration, found %s", t.describe())
		if s := suggest(t.text, []string{"const", "enum", "shared", "lock", "rwlock", "sem", "chan", "proc", "task", "actor", "looper", "process", "post"}); s != "" {
			d.WithHint("did you mean %q?", s)
		} else {
			d.WithHint("statements stand inside a task")
		}
		panic(bailout{})
	}
}

// constants reads N = 3, M = 4 after the keyword.
func (p *parser) constants() []*constDecl {
	var list []*constDecl
	for {
		c := &constDecl{ident: p.name("a constant")}
		c.value = badExpr{c.span}
		list = append(list, c)
		if !p.try(func() {
			p.expect("=", "and the value of the constant")
			c.value = p.expr()
		}, ",") {
			p.keepReading()
		}
		if !p.got(",") {
			return list
		}
		p.skipNewlines()
	}
}

// keepReading is called after a recovered error in the middle of a
// declaration: what was read stays, the rest of the statement is over.
func (p *parser) keepReading() {
	if t := p.tok(); t.kind != newline && t.kind != eof && !t.is("}") && !t.is(",") {
		p.last = t.at
	}
}

func (p *parser) enum() {
	e := &enumDecl{ident: p.name("an enum")}
	p.out.enums = append(p.out.enums, e)
	p.expect("{", "and the values of the enum")
	p.skipNewlines()
	for !p.at("}") && !(starters[p.tok().text] && p.peek(1).kind == word) {
		e.values = append(e.values, p.freeName("an enum value"))
		if p.tok().kind == newline {
			p.skipNewlines()
			if !p.at("}") && p.tok().kind != word {
				break
			}
			continue
		}
		if !p.got(",") {
			break
		}
		p.skipNewlines()
	}
	p.expect("}", "after the values of the enum")
	if len(e.values) == 0 {
		p.syntax(lexeme{span: e.span}, "enum %s has no values", e.name)
	}
}

// variables reads x, y T = init after the keyword at at.
func (p *parser) variables(at pos, what string) *varDecl {
	d := &varDecl{names: p.names(what)}
	d.typ = &typeExpr{span: d.names[0].span}
	if !p.try(func() {
		d.typ = p.typ()
		if p.got("=") {
			d.init = p.initial()
		}
	}) {
		p.keepReading()
	}
	d.span = p.from(at)
	return d
}

func (p *parser) initial() *initExpr {
	at := p.tok().at
	if p.got("any") {
		return &initExpr{span: p.from(at), any: true}
	}
	if p.at("<-") || p.at("spawn") && p.peek(1).kind == word {
		p.syntax(p.tok(), "expected an initial value, found %s", p.tok().describe()).
			WithHint("this is a step of its own: declare the variable first, then assign to it")
		panic(bailout{})
	}
	if !p.at("{") {
		e := p.expr()
		return &initExpr{span: e.where(), value: e}
	}
	p.enter()
	defer p.leave()
	p.next()
	x := &initExpr{isList: true}
	p.skipNewlines()
	for !p.at("}") {
		x.list = append(x.list, p.initial())
		p.skipNewlines()
		if !p.got(",") {
			break
		}
		p.skipNewlines()
	}
	p.expect("}", "after the list of values")
	x.span = p.from(at)
	return x
}

// objects reads the declarations after lock, rwlock, sem or chan.
func (p *parser) objects(what string) {
	first := len(p.out.objects)
	for {
		o := &objDecl{ident: p.name("a " + what), what: what}
		p.out.objects = append(p.out.objects, o)
		if p.got("[") {
			o.size = p.expr()
			p.expect("]", "after the size")
		}
		if what == "sem" && p.got("=") {
			o.value = p.expr()
		}
		if what == "chan" && p.tok().kind != newline && p.tok().kind != eof && !p.at(",") {
			typ := p.typ()
			for _, o := range p.out.objects[first:] {
				if o.typ == nil {
					o.typ = typ
				}
			}
		}
		if !p.got(",") {
			return
		}
		p.skipNewlines()
	}
}

func (p *parser) procedure() *procDecl {
	d := &procDecl{}
	p.try(func() { d.ident = p.name("a procedure") }, "(", "{")
	p.try(func() {
		p.expect("(", "and the parameters")
		d.params = p.params()
	}, "{")
	d.body = p.block("the procedure")
	return d
}

// params reads the parameters after the opening parenthesis, and the closing
// one. Names without a type take the next type, as in Go.
func (p *parser) params() []*param {
	var list []*param
	for !p.at(")") {
		list = append(list, &param{ident: p.name("a parameter")})
		if !p.at(",") && !p.at(")") {
			typ := p.typ()
			for _, q := range list {
				if q.typ == nil {
					q.typ = typ
				}
			}
		}
		if !p.got(",") {
			break
		}
	}
	p.expect(")", "after the parameters")
	for _, q := range list {
		if q.typ == nil {
			p.errorf(q.span, "T101", "parameter %s has no type", q.name).WithHint("write %s bool or %s 0..3", q.name, q.name)
			q.typ = &typeExpr{span: q.span}
		}
	}
	return list
}

func (p *parser) task() {
	d := p.taskHead("task")
	p.enter()
	defer p.leave()
	p.next()
	d.body = p.statements(d, false)
	p.closeBlock("the task")
}

// taskHead reads up to the opening brace of a task, actor, looper or process.
func (p *parser) taskHead(what string) *taskDecl {
	d := &taskDecl{what: what}
	p.out.tasks = append(p.out.tasks, d)
	p.try(func() { d.ident = p.name(article(what)) }, "[", "(", "{")
	p.try(func() {
		if p.got("[") {
			bad := badExpr{p.tok().span}
			d.lo, d.hi = bad, bad
			d.index = p.name("the index of the " + what + " family")
			p.expect("in", "and the range of the index")
			d.lo, d.hi = p.rangeOf()
			p.expect("]", "after the range of the index")
		}
		if p.got("(") {
			d.hasPars = true
			d.params = p.params()
		}
		if p.got("dynamic") {
			d.dynamic = true
			d.limit = badExpr{p.tok().span}
			p.expect("[", "and the greatest number of instances")
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
	if !p.at("{") {
		if d.mail() {
			p.fail(`"{" and the handlers of the ` + what)
		}
		p.fail(`"{" and the statements of the task`)
	}
	return d
}

// closeBlock reads the closing brace of a block.
func (p *parser) closeBlock(what string) {
	if !p.got("}") {
		p.syntax(p.tok(), `expected "}" at the end of %s, found %s`, what, p.tok().describe())
		panic(bailout{})
	}
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
