package task

// Statements, but for those of parse_sync.go.

// block reads { statements }.
func (p *parser) block(what string) []stmt {
	p.enter()
	defer p.leave()
	p.openBrace("the statements of " + what)
	var list []stmt
	p.braced(what, func() { list = p.statements(nil, false) })
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
		if t.kind == eof || t.is("}") || p.outermost() || p.many {
			return list
		}
		if inSelect && (t.is("case") || t.is("else")) {
			return list
		}
		before := p.i
		var s stmt
		if !p.try(func() {
			if s = p.statement(task); s != nil {
				list = append(list, s)
			}
			p.endStatement()
		}, "case") {
			if a, ok := s.(*assignStmt); ok { // its value is not all that was meant
				a.value = badExpr{a.span}
			}
		}
		if p.i == before {
			p.next()
		}
	}
}

var stmtWords = []string{"var", "const", "entry", "proc", "accept", "call", "select", "event", "lock", "unlock",
	"rlock", "runlock",
	"acquire", "release", "wait", "notify", "notifyall", "post", "await", "atomic", "if", "while", "loop", "for", "choose",
	"spawn", "join",
	"assert", "skip", "stop", "return", "break", "continue", "close", "add", "done", "signal", "broadcast", "once"}

func (p *parser) statement(task *taskDecl) stmt {
	p.enter()
	defer p.leave()
	t := p.tok()
	if t.is("<-") {
		return p.receive(t.at, nil)
	}
	if t.is("(") && p.pattern() {
		return p.matching(t.at)
	}
	if t.is("{") {
		return &blockStmt{body: p.block("the block"), span: p.from(t.at)}
	}
	if t.kind != word {
		p.fail("a statement")
	}
	if n := p.peek(1); t.text == "fair" && n.kind == word && !n.fresh {
		return p.fairStatement(task)
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
			return &varStmt{varDecl: p.variables(t.at, "a variable"), hoisted: task != nil}
		}
		p.unread(p.tok())
		p.last = p.tok().at
		panic(bailout{})
	case "event":
		s := &eventStmt{name: p.freeName("an event")}
		if p.got("(") {
			s.args = p.args()
		}
		s.span = p.from(t.at)
		switch k := p.tok(); {
		case k.is("["):
			p.syntax(k, `expected the end of the statement, found "["`).WithHint("write event %s(..)", clip(s.name.name))
			panic(bailout{})
		case k.is(","):
			p.syntax(k, `expected the end of the statement, found ","`).WithHint("each event is a statement of its own")
			panic(bailout{})
		case k.is("."):
			p.syntax(k, `expected the end of the statement, found "."`).WithHint("the name of an event is one word")
			panic(bailout{})
		}
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
			p.syntax(p.tok(),
				"a guard stands only in an alternative of a select").WithHint("write select { case accept %s when ..: }",
				s.entry.name)
			panic(bailout{})
		}
		return s
	case "select":
		return p.selection(t.at)
	case "lock", "unlock", "rlock", "runlock", "acquire", "release", "wait", "notify", "notifyall", "close":
		if k := p.tok(); k.is("(") {
			d := p.syntax(k, `expected a name, found "("`)
			if n := p.peek(1); n.kind == word {
				d.WithHint("write %s %s", t.text, clip(n.text))
			}
			panic(bailout{})
		}
		s := &objStmt{op: t.text, obj: p.nameExpr()}
		s.span = p.from(t.at)
		if k := p.tok(); k.is("{") {
			p.syntax(k, `expected the end of the statement, found "{"`).WithHint("%s has no block: it is a statement of its own",
				t.text)
			panic(bailout{})
		}
		return s
	case "await":
		return &awaitStmt{cond: p.testing(), span: p.from(t.at)}
	case "assert":
		return &assertStmt{cond: p.testing(), span: p.from(t.at)}
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
		if n := p.tok(); t.text == "return" && n.kind != newline && n.kind != eof && !n.is("}") {
			p.syntax(n, "a return has no value").WithHint("a procedure assigns its result to a variable")
			p.try(func() { p.expr() })
		}
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
		p.syntax(t,
			"else without an if").WithHint("else stands after the } of an if; a choose goes on with or, a select with else:")
	case "or":
		p.syntax(t, "or without a choose").WithHint("write choose { .. } or { .. }; alternatives of a select begin with case")
	case "when":
		p.syntax(t, "expected a statement, found %s",
			t.describe()).WithHint("a guard follows its alternative: case accept e when x > 0:")
	case "case", "terminate":
		p.syntax(t, "%s outside a select", t.text)
	default:
		p.i--
		d := p.syntax(t, "expected a statement, found %s", t.describe())
		if h := p.otherWord(t); h != "" {
			d.WithHint("%s", h)
			p.unread(p.peek(1))
		}
	}
	panic(bailout{})
}

// more reports whether a block goes on with the given word, on this line or the
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
	case p.tells():
		return p.telling(t.at)
	case groupWords[t.text] && p.named():
		return p.group()
	case t.text == "server" && n.is("task"):
		p.errorf(n.span, "T104", "task stands at the top level of the program, not inside a task")
		p.last = t.at
		p.next()
		p.next()
		p.unread(p.tok())
		panic(bailout{})
	case n.is(":") && !p.peek(2).is("="):
		p.next()
		p.next()
		p.skipNewlines()
		label := ident{t.text, t.span}
		if p.at("loop") || p.at("while") || p.at("for") {
			return p.loop(label)
		}
		d := p.errorf(t.span, "T101", "the label %s does not stand before a loop", clip(t.text))
		if t.text == "default" {
			d.WithHint("in a select write else:")
		} else if k := p.tok(); otherTypes[k.text] != "" || k.is("bool") {
			d.WithHint("a variable is declared as var %s 0..7", clip(t.text))
			p.unread(t)
			p.last = k.at
			panic(bailout{})
		}
		return p.statement(nil)
	case n.is("("):
		if h := p.otherWord(t); h != "" && p.blockAhead() {
			p.syntax(t, "expected a statement, found %s", t.describe()).WithHint("%s", h)
			panic(bailout{})
		}
		p.next()
		p.next()
		s := &procStmt{name: ident{t.text, t.span}}
		s.args = p.args()
		s.span = p.from(t.at)
		return s
	case !n.is("=") && !n.is("<-") && !n.is("["):
		p.noStatement(t, n)
	}
	target := p.nameExpr()
	if p.got("<-") {
		s := &sendStmt{ch: target, value: p.message()}
		s.span = p.from(t.at)
		return s
	}
	if !p.at("=") {
		p.noStatement(t, p.tok())
	}
	p.next()
	switch {
	case p.got("any"):
		if k := p.tok(); k.kind == number || k.is("(") || k.is("{") {
			p.syntax(k, "expected the end of the statement, found %s",
				k.describe()).WithHint("any picks any value of the type of %s", clip(target.name))
			panic(bailout{})
		}
		return &assignStmt{target: target, span: p.from(t.at)}
	case p.at("{"):
		p.syntax(p.tok(),
			`expected an expression, found "{"`).WithHint("a list of values stands in a declaration only; elements are assigned one by one")
		panic(bailout{})
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
		p.head(func() { s.cond = p.testing() })
		s.span = p.from(at)
		s.then = p.block("the if")
		if p.more("elsif") || p.more("elif") || p.more("elseif") {
			t := p.next()
			at = t.at
			p.syntax(t, "there is no statement %s", t.text).WithHint("write else if")
		} else {
			if !p.more("else") {
				break
			}
			p.next()
			if !p.at("if") {
				s.els = p.block("the else")
				break
			}
			at = p.next().at
		}
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
		var names []ident // of what is received
		p.head(func() {
			if end, _ := p.bracket(); p.at("(") && end >= 0 && p.toks[end+1].is("in") {
				names = p.received()
				return
			}
			s.v = p.forVariable()
			if p.at("<-") {
				names = []ident{s.v}
				return
			}
			s.lo, s.hi = p.rangeOf()
		})
		if names != nil {
			return p.drain(t.at, label, names)
		}
		s.span = p.from(t.at)
		s.body = p.block("the for")
		return s
	case "while":
		s := &whileStmt{label: label, cond: badExpr{t.span}}
		p.head(func() { s.cond = p.testing() })
		s.span = p.from(t.at)
		s.body = p.block("the while")
		return s
	}
	s := &whileStmt{label: label, span: t.span}
	s.body = p.block("the loop")
	return s
}

// head reads what stands before the block of a statement with f. After an
// error in it the block is read if it begins on this line.
func (p *parser) head(f func()) {
	if p.try(f, "{") || p.at("{") {
		return
	}
	panic(bailout{})
}

// blockAhead reports whether a brace opens later on this line.
func (p *parser) blockAhead() bool {
	for i := p.i + 1; i < len(p.toks) && !p.toks[i].fresh; i++ {
		if p.toks[i].is("{") {
			return true
		}
	}
	return false
}

// forVariable reads the variable of a for and the word in. The head of a for
// as in C is reported, and skipped.
func (p *parser) forVariable() ident {
	var v ident
	t := p.tok()
	if t.kind == word {
		v = p.name("a loop variable")
	}
	if v.name != "" && p.got("in") {
		return v
	}
	k := p.tok()
	want := `"in" and the range of the loop`
	if v.name == "" {
		want = "the name of a loop variable"
	}
	d := p.syntax(k, "expected %s, found %s", want, k.describe())
	switch {
	case v.name == "" && k.is("{"):
		d.WithHint("a loop without end is written loop { .. }, one over numbers for i in 0..N-1 { .. }")
	case v.name != "" && (precedence(k) > 0 || k.is("{")):
		d.WithHint("a loop with a condition is written while .. { .. }, one over numbers for i in 0..N-1 { .. }")
	default:
		d.WithHint(forHint)
	}
	p.unread(t)
	for i := p.i; p.toks[i].kind != eof && (i == p.i || !p.toks[i].fresh); i++ {
		if p.toks[i].is("{") {
			p.i = i
			break
		}
	}
	panic(bailout{})
}
