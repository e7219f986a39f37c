package task

import "slices"

// Statements, but for those of parse_sync.go.

// block reads { statements }.
func (p *parser) block(what string) []stmt {
	p.enter()
	defer p.leave()
	p.expect("{", "and the statements of "+what)
	list := p.statements(nil, false)
	p.closeBlock(what)
	return list
}

// statements reads up to a closing brace, which is left; in a select also up
// to the next alternative. In a task (not nil) entries and procedures may be
// declared as well.
func (p *parser) statements(task *taskDecl, inSelect bool) []stmt {
	var list []stmt
	for {
		p.skipNewlines()
		t := p.tok()
		if t.kind == eof || t.is("}") {
			return list
		}
		if inSelect && (t.is("case") || t.is("else")) {
			return list
		}
		before := p.i
		p.try(func() {
			if s := p.statement(task); s != nil {
				list = append(list, s)
			}
			p.endStatement()
		}, "case")
		if p.i == before {
			p.next()
		}
	}
}

var stmtWords = []string{"var", "const", "entry", "proc", "accept", "call", "select", "event", "lock", "unlock", "rlock", "runlock",
	"acquire", "release", "wait", "notify", "notifyall", "post", "await", "atomic", "if", "while", "loop", "for", "choose", "spawn", "join",
	"assert", "skip", "stop", "return", "break", "continue", "close"}

func (p *parser) statement(task *taskDecl) stmt {
	p.enter()
	defer p.leave()
	t := p.tok()
	if t.is("<-") {
		return p.receive(t.at, nil)
	}
	if t.is("{") {
		return &blockStmt{body: p.block("the block"), span: p.from(t.at)}
	}
	if t.kind != word {
		p.fail("a statement")
	}
	if !reserved[t.text] {
		return p.simple()
	}
	if n := p.peek(1); n.is("=") || n.is("[") && t.text != "call" { // a keyword in place of a variable
		p.name("a variable")
		panic(bailout{})
	}
	p.next()
	switch t.text {
	case "entry":
		list := p.entries()
		if task == nil {
			p.errorf(t.span, "T104", "entries are declared at the top level of a task")
		} else {
			task.entries = append(task.entries, list...)
		}
		return nil
	case "proc":
		d := p.procedure()
		if task == nil {
			p.errorf(t.span, "T104", "procedures are declared in the program or at the top level of a task")
		} else {
			task.procs = append(task.procs, d)
		}
		return nil
	case "var":
		return &varStmt{varDecl: p.variables(t.at, "a variable"), hoisted: task != nil}
	case "const":
		return &constStmt{decls: p.constants(), span: p.from(t.at)}
	case "shared", "rwlock", "sem", "chan", "enum", "task", "program", "actor", "looper", "process":
		d := p.errorf(t.span, "T104", "%s stands at the top level of the program, not inside a task", t.text)
		if t.text == "shared" {
			d.WithHint("write var for a variable of this task")
		}
		p.last = p.tok().at
		panic(bailout{})
	case "event":
		s := &eventStmt{name: p.freeName("an event")}
		if p.got("(") {
			s.args = p.args()
		}
		s.span = p.from(t.at)
		return s
	case "call":
		return p.call(t.at)
	case "accept":
		s := p.accept(t.at)
		if p.at("{") {
			s.hasBody = true
			s.body = p.block("the accept")
		}
		if p.at("when") {
			p.syntax(p.tok(), "a guard stands only in an alternative of a select").WithHint("write select { case accept %s when ..: }", s.entry.name)
			panic(bailout{})
		}
		return s
	case "select":
		return p.selection(t.at)
	case "lock", "unlock", "rlock", "runlock", "acquire", "release", "wait", "notify", "notifyall", "close":
		s := &objStmt{op: t.text, obj: p.nameExpr()}
		s.span = p.from(t.at)
		return s
	case "await":
		return &awaitStmt{cond: p.expr(), span: p.from(t.at)}
	case "assert":
		return &assertStmt{cond: p.expr(), span: p.from(t.at)}
	case "atomic":
		return &atomicStmt{body: p.block("the atomic step"), span: p.from(t.at)}
	case "if":
		return p.ifRest(t.at)
	case "while", "loop", "for":
		p.i--
		return p.loop(ident{})
	case "choose":
		s := &chooseStmt{}
		s.alts = append(s.alts, p.block("the alternative"))
		for p.more("or") {
			p.next()
			s.alts = append(s.alts, p.block("the alternative"))
		}
		s.span = p.from(t.at)
		return s
	case "spawn":
		return p.spawn(t.at, nil)
	case "join":
		return &joinStmt{ref: p.expr(), span: p.from(t.at)}
	case "skip":
		return &skipStmt{t.span}
	case "stop", "return", "break", "continue":
		s := &jumpStmt{what: t.text}
		if n := p.tok(); (t.text == "break" || t.text == "continue") && n.kind == word && !reserved[n.text] {
			s.label = p.name("a loop")
		}
		s.span = p.from(t.at)
		return s
	case "post":
		return p.post(t.at)
	case "on", "init":
		p.errorf(t.span, "T104", "%s stands at the top level of an actor, looper or process", t.text)
		p.last = p.tok().at
		panic(bailout{})
	case "else":
		p.syntax(t, "else without an if").WithHint("else stands after the } of an if; in a select write else:")
	case "or":
		p.syntax(t, "or without a choose").WithHint("write choose { .. } or { .. }")
	case "case", "terminate", "when":
		p.syntax(t, "%s outside a select", t.text)
	default:
		p.i--
		p.fail("a statement")
	}
	panic(bailout{})
}

// more tells whether a block goes on with the given word, on this line or the
// next. An else followed by a colon belongs to a select.
func (p *parser) more(keyword string) bool {
	i := p.i
	for p.toks[i].kind == newline {
		i++
	}
	if !p.toks[i].is(keyword) || keyword == "else" && p.toks[i+1].is(":") {
		return false
	}
	p.i = i
	return true
}

// simple reads a statement that begins with a name.
func (p *parser) simple() stmt {
	t := p.tok()
	n := p.peek(1)
	switch {
	case n.is(":") && !p.peek(2).is("="):
		p.next()
		p.next()
		p.skipNewlines()
		label := ident{t.text, t.span}
		if p.at("loop") || p.at("while") || p.at("for") {
			return p.loop(label)
		}
		p.errorf(t.span, "T101", "the label %s does not stand before a loop", t.text)
		return p.statement(nil)
	case n.is("("):
		p.next()
		p.next()
		s := &procStmt{name: ident{t.text, t.span}}
		s.args = p.args()
		s.span = p.from(t.at)
		return s
	case !n.is("=") && !n.is("<-") && !n.is("["):
		d := p.syntax(t, "expected a statement, found %s", t.describe())
		if s := suggest(t.text, slices.Clone(stmtWords)); s != "" && n.kind == word {
			d.WithHint("did you mean %q?", s)
		} else if n.kind == newline || n.kind == eof {
			d.WithHint("a procedure is called as %s(), an entry as call T.%s", clip(t.text), clip(t.text))
		} else if n.is("+") || n.is("-") || n.is("*") {
			d.WithHint("write %s = %s %s ..", clip(t.text), clip(t.text), n.text)
		}
		panic(bailout{})
	}
	target := p.nameExpr()
	if p.got("<-") {
		s := &sendStmt{ch: target, value: p.expr()}
		s.span = p.from(t.at)
		return s
	}
	p.expect("=", "or <- after "+clip(target.name))
	switch {
	case p.got("any"):
		return &assignStmt{target: target, span: p.from(t.at)}
	case p.at("<-"):
		return p.receive(t.at, target)
	case p.at("spawn"):
		p.next()
		return p.spawn(t.at, target)
	}
	return &assignStmt{target: target, value: p.expr(), span: p.from(t.at)}
}

func (p *parser) ifRest(at pos) *ifStmt {
	first := &ifStmt{}
	s := first
	for n := 0; ; n++ {
		s.cond = badExpr{p.tok().span}
		p.try(func() { s.cond = p.expr() }, "{")
		s.span = p.from(at)
		s.then = p.block("the if")
		if !p.more("else") {
			break
		}
		p.next()
		if !p.at("if") {
			s.els = p.block("the else")
			break
		}
		at = p.next().at
		if n >= maxDepth {
			p.last = p.tok().at
			p.errorf(p.tok().span, "T103", "more than %d else-ifs in a row", maxDepth)
			panic(bailout{})
		}
		rest := &ifStmt{}
		s.els = []stmt{rest}
		s = rest
	}
	return first
}

func (p *parser) loop(label ident) stmt {
	t := p.next()
	switch t.text {
	case "for":
		s := &forStmt{label: label}
		bad := badExpr{t.span}
		s.lo, s.hi = bad, bad
		p.try(func() {
			s.v = p.name("a loop variable")
			p.expect("in", "and the range of the loop")
			s.lo, s.hi = p.rangeOf()
		}, "{")
		s.span = p.from(t.at)
		s.body = p.block("the for")
		return s
	case "while":
		s := &whileStmt{label: label, cond: badExpr{t.span}}
		p.try(func() { s.cond = p.expr() }, "{")
		s.span = p.from(t.at)
		s.body = p.block("the while")
		return s
	}
	s := &whileStmt{label: label, span: t.span}
	s.body = p.block("the loop")
	return s
}
