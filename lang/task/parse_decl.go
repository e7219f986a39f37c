package task

import (
	"slices"
	"strings"
)

// This file parses the declarations of a program into p.out:
//
//	program dining
//	const N = 3
//	shared turn 0..2 = 0
//	lock fork[N]
//	task phil[i in 0..N-1] { .. }
//
// After an error the parser goes on with the next line, or inside the declaration.
// What could be read of a bad declaration is kept, so that uses of its name are not
// reported again. A function that cannot go on reports the error and panics with
// bailout; try catches that.

// file parses a whole program.
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
	for p.tok().kind != eof && !p.many {
		before := p.i
		p.crooked = 0
		if !p.try(func() {
			p.declaration()
			p.endStatement()
		}) && (p.toks[before].is("task") || p.toks[before].is("server") || p.toks[before].is("fair")) {
			p.stray = true // its statements follow
		}
		p.skipNewlines()
		if p.at("}") {
			p.syntax(p.tok(), `unexpected "}": no block is open here`).WithHint("one } too many, here or above")
			p.next()
			p.skipNewlines()
		}
		if p.i == before { // a stop that nobody reads: case, else, keyword
			p.next()
		}
	}
}

// declaration parses one declaration, of any kind.
func (p *parser) declaration() {
	t := p.tok()
	stray := p.stray
	p.stray = t.kind != word
	if t.kind != word {
		if stray { // it began before
			panic(bailout{})
		}
		p.fail("a declaration (const, enum, shared, lock, sem, chan, waitgroup, once, cond, proc, task, server task, actor, looper or process)")
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
		p.syntax(t,
			"variables of the program are declared with shared").WithHint("write shared instead of var; var declares a variable of one task")
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
		p.task(false)
	case "server":
		p.server(stray)
	case "fair":
		p.fair(stray)
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
		if objectWords[t.text] && p.named() {
			p.next()
			p.objects(t.text)
			return
		}
		p.noDeclaration(t, stray)
	}
}

// noDeclaration reports a word that begins no declaration; stray: so did the
// one before.
func (p *parser) noDeclaration(t lexeme, stray bool) {
	near := suggest(t.text, []string{"program", "const", "enum", "shared", "lock", "rwlock", "sem", "chan", "proc", "task",
		"actor", "looper", "process", "server", "fair", "post", "waitgroup", "once", "cond"})
	if p.peek(1).kind != word && p.peek(1).kind != newline || reserved[t.text] { // as in x = 1
		near = ""
	}
	other := p.otherWord(t)
	inTask := other == "" || strings.HasPrefix(other, "blocks ") || strings.HasPrefix(other, "write skip") ||
		strings.HasPrefix(other, "write }")
	if p.stray = near == "" && inTask; p.stray && stray {
		panic(bailout{})
	}
	d := p.syntax(t, "expected a declaration, found %s", t.describe())
	switch {
	case near != "":
		d.WithHint("did you mean %q?", near)
		p.unread(p.peek(1))
	case other != "":
		d.WithHint("%s", strings.Replace(other, "declared as var ", "declared as shared ", 1))
		p.unread(p.peek(1))
	case p.peek(1).is("{"):
		d.WithHint("write task %s { .. }", clip(t.text))
	case p.i > 0:
		d.WithHint("statements stand inside a task; is a } above one too many?")
	default:
		d.WithHint("statements stand inside a task")
	}
	panic(bailout{})
}

// constants reads N = 3, M = 4 after the keyword.
func (p *parser) constants() []*constDecl {
	var list []*constDecl
	for {
		c := &constDecl{ident: p.name("a constant")}
		c.value = badExpr{c.span}
		list = append(list, c)
		if !p.try(func() {
			if p.at(":") && p.peek(1).is("=") && p.adjacent(1) {
				p.syntax(lexeme{span: span{p.tok().at, p.peek(1).end}}, "there is no operator :=").WithHint("write const %s = ..",
					c.name)
				p.next()
			}
			if k := p.tok(); !k.is("=") {
				name := c.name
				if k.kind == word && otherTypes[name] != "" {
					name = clip(k.text)
					p.unread(k)
				}
				p.syntax(k, `expected "=" and the value of the constant, found %s`, k.describe()).WithHint("write const %s = 3",
					name)
				panic(bailout{})
			}
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

// enum parses colour { red, green } after the keyword.
func (p *parser) enum() {
	e := &enumDecl{ident: p.name("an enum")}
	p.out.enums = append(p.out.enums, e)
	if k := p.tok(); k.is("=") {
		p.syntax(k, `expected "{" and the values of the enum, found "="`).WithHint("write enum %s { a, b }", clip(e.name))
		p.next()
	}
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
	kind := p.tok()
	if kind.kind == number || kind.is("[") {
		p.syntax(kind, "expected the name of %s, found %s", what,
			kind.describe()).WithHint("the type stands after the name, as in x 0..7")
		panic(bailout{})
	}
	// As in C or Java: int x, or bool b.
	typeFirst := (kind.is("bool") || otherTypes[kind.text] != "") && p.peek(1).kind == word && !p.peek(1).fresh &&
		!p.peek(1).is("bool")
	if typeFirst {
		p.syntax(kind, "the type stands after the name").WithHint("write %s 0..7, or %s bool", clip(p.peek(1).text),
			clip(p.peek(1).text))
		p.next()
	}
	d := &varDecl{names: p.names(what)}
	d.typ = &typeExpr{span: d.names[0].span}
	if !p.try(func() {
		if !typeFirst {
			d.typ = p.typ()
		}
		if p.at("[") {
			p.syntax(p.tok(),
				`expected the end of the statement, found "["`).WithHint("the length of an array stands before the type of its elements: [3]0..7")
			panic(bailout{})
		}
		if p.at(":") && p.peek(1).is("=") && p.adjacent(1) {
			p.syntax(lexeme{span: span{p.tok().at, p.peek(1).end}}, "there is no operator :=").WithHint("write =")
			p.next()
		}
		if p.got("=") {
			d.init = p.initial()
		}
	}) {
		p.keepReading()
	}
	d.span = p.from(at)
	return d
}

// initial parses an initial value: an expression, any, or a list in braces.
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

// objects reads the declarations after lock, rwlock, sem, chan, waitgroup, once or cond.
func (p *parser) objects(what string) {
	first := len(p.out.objects)
	if t, n := p.tok(), p.peek(1); what == "chan" && n.kind == word && !n.fresh &&
		(t.is("bool") || otherTypes[t.text] != "" && otherTypes[n.text] == "" && !n.is("bool")) {
		p.syntax(t, "the type stands after the name").WithHint("write chan %s 0..7, with a buffer chan %s[2] 0..7",
			clip(n.text), clip(n.text))
		p.next()
	}
	for {
		o := &objDecl{ident: p.name("a " + what), what: what}
		p.out.objects = append(p.out.objects, o)
		if p.got("[") {
			o.size = p.expr()
			p.expect("]", "after the size")
		}
		if what == "chan" { // c[2] has a buffer of 2, c[3][2] are three of them
			if o.size, o.buf = nil, o.size; p.got("[") {
				o.size, o.buf = o.buf, p.expr()
				p.expect("]", "after the buffer")
			}
		}
		switch {
		case p.at("(") && what == "sem":
			p.syntax(p.tok(), `expected "=" and the initial value, found "("`).WithHint("write sem %s = 1", o.name)
			panic(bailout{})
		case p.at("=") && what != "sem":
			d := p.syntax(p.tok(), "a %s has no initial value", what)
			switch what {
			case "lock":
				d.WithHint("a counter is a semaphore: sem %s = 1", o.name)
			case "chan":
				d.WithHint("a channel is declared as chan %s 0..7, with a buffer as chan %s[2] 0..7", o.name, o.name)
			}
			panic(bailout{})
		}
		if what == "sem" && p.got("=") {
			o.value = p.expr()
		}
		if k := p.tok(); what == "chan" && k.is("of") && p.peek(1).kind != newline && p.peek(1).kind != eof &&
			!p.peek(1).is(",") {
			p.syntax(k, `expected the type of the messages, found "of"`).WithHint("the type follows the name: chan %s 0..7",
				clip(o.name))
			panic(bailout{})
		}
		if what == "chan" && p.tok().kind != newline && p.tok().kind != eof && !p.at(",") {
			untyped := slices.IndexFunc(p.out.objects[first:], func(o *objDecl) bool { return o.typ == nil })
			mine := p.out.objects[first+untyped:]
			for _, o := range mine { // in case that the type cannot be read: nothing more is said about its values
				o.typ = &typeExpr{span: o.span}
			}
			if k := p.tok(); k.kind == number && (p.peek(1).kind == newline || p.peek(1).kind == eof) {
				p.syntax(k, "expected the type of the messages, found %s", k.describe()).
					WithHint("with a buffer of %[1]s: chan %[2]s[%[1]s] 0..7", k.text, clip(o.name))
				panic(bailout{})
			}
			typ := p.messageType()
			for _, o := range mine {
				o.typ = typ
			}
		}
		if !p.got(",") {
			break
		}
		p.skipNewlines()
	}
	if what == "cond" {
		p.ofLock(first)
	}
}

// procedure parses name(x 0..3) { .. } after the keyword.
func (p *parser) procedure() *procDecl {
	d := &procDecl{}
	at := p.toks[p.i-1].at
	defer func() { d.extent = p.from(at) }()
	p.try(func() { d.ident = p.name("a procedure") }, "(", "{")
	d.bad = !p.try(func() {
		if k := p.tok(); !k.is("(") {
			p.syntax(k, `expected "(" and the parameters, found %s`,
				k.describe()).WithHint("write proc %s(x 0..3) { .. }, or proc %s() { .. }", clip(d.name), clip(d.name))
			panic(bailout{})
		}
		p.next()
		d.params = p.params()
	}, "{")
	d.body = p.block("the procedure")
	return d
}

// params reads the parameters after the opening parenthesis, and the closing one; each
// has a type.
func (p *parser) params() []*param {
	list := p.handlerParams()
	for _, q := range list {
		if q.typ == nil {
			p.errorf(q.span, "T101", "parameter %s has no type", q.name).WithHint("write %s bool or %s 0..3", q.name, q.name)
			q.typ = &typeExpr{span: q.span}
		}
	}
	return list
}

// handlerParams reads the same of a handler. Names without a type take the next type,
// as in Go; those of a handler without one have the type of the message.
func (p *parser) handlerParams() []*param {
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
	return list
}
