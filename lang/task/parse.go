package task

import "flavers/diag"

// This file holds the frame of the parser (tokens, errors, recovery) and
// program-level declarations. After an error the parser goes on at the next
// statement; what could be read of a bad declaration is kept, so that uses of
// its name are not reported again.

// maxDepth bounds the nesting of blocks and of expressions, so that no later
// walk of the tree can exhaust the stack.
const maxDepth = 500

type parser struct {
	*reporter
	toks  []lexeme
	i     int
	depth int
	last  pos // place of the last syntax error, to report one per place
	out   *tree
}

// bailout unwinds to the nearest place of recovery.
type bailout struct{}

func parse(r *reporter) *tree {
	p := &parser{reporter: r, toks: scan(r), last: -1, out: &tree{}}
	p.file()
	return p.out
}

func (p *parser) tok() lexeme { return p.toks[p.i] }

func (p *parser) peek(n int) lexeme { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) next() lexeme {
	t := p.toks[p.i]
	if t.kind != eof {
		p.i++
	}
	return t
}

func (t lexeme) is(text string) bool {
	return (t.kind == symbolT || t.kind == word) && t.text == text
}

func (p *parser) at(text string) bool { return p.tok().is(text) }

func (p *parser) got(text string) bool {
	if p.at(text) {
		p.next()
		return true
	}
	return false
}

// describe names a token in messages.
func (t lexeme) describe() string {
	switch {
	case t.kind == eof:
		return "the end of the file"
	case t.kind == newline && t.text == ";":
		return `";"`
	case t.kind == newline:
		return "the end of the line"
	case t.kind == word && reserved[t.text]:
		return "the keyword " + t.text
	}
	return `"` + clip(t.text) + `"`
}

// syntax reports a syntax error at t; it is quiet at a place already reported.
func (p *parser) syntax(t lexeme, format string, args ...any) *diag.Diagnostic {
	if t.at == p.last {
		return new(diag.Diagnostic)
	}
	p.last = t.at
	return p.errorf(t.span, "T101", format, args...)
}

// fail reports that something else was expected here, and unwinds.
func (p *parser) fail(want string) {
	p.syntax(p.tok(), "expected %s, found %s", want, p.tok().describe())
	panic(bailout{})
}

func (p *parser) expect(text, context string) lexeme {
	if !p.at(text) {
		p.fail(`"` + text + `" ` + context)
	}
	return p.next()
}

// try runs f; if f unwinds, try skips to one of the stops or to the end of the
// line and returns false. The stop itself is left to be read.
func (p *parser) try(f func(), stops ...string) (ok bool) {
	depth, start := p.depth, p.i
	defer func() {
		if x := recover(); x != nil {
			if _, mine := x.(bailout); !mine {
				panic(x)
			}
			p.depth = depth
			ok = false
			for {
				t := p.tok()
				if t.kind == eof || t.kind == newline || t.is("}") || t.fresh && t.kind == word && p.i > start {
					return
				}
				for _, s := range stops {
					if t.is(s) {
						return
					}
				}
				if t.is("{") {
					p.skipBraces()
					continue
				}
				p.next()
			}
		}
	}()
	f()
	return true
}

// skipBraces skips a balanced block.
func (p *parser) skipBraces() {
	n := 0
	for {
		switch t := p.next(); {
		case t.kind == eof:
			return
		case t.is("{"):
			n++
		case t.is("}"):
			if n--; n == 0 {
				return
			}
		}
	}
}

// enter and leave count nesting.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		if t := p.tok(); t.at != p.last {
			p.last = t.at
			p.errorf(t.span, "T103", "nested more than %d levels deep", maxDepth)
		}
		panic(bailout{})
	}
}

func (p *parser) leave() { p.depth-- }

func (p *parser) skipNewlines() {
	for p.tok().kind == newline {
		p.next()
	}
}

// endStatement reads the end of a statement: a line end, a semicolon, or
// something that closes the list of statements.
func (p *parser) endStatement() {
	if p.tok().kind == newline {
		p.skipNewlines()
		return
	}
	if t := p.tok(); t.kind == eof || t.is("}") || t.is("case") || t.is("else") {
		return
	}
	if p.i > 0 && p.toks[p.i-1].is("}") {
		return
	}
	d := p.syntax(p.tok(), "expected the end of the statement, found %s", p.tok().describe())
	switch {
	case p.at("=") && p.peek(1).is("="):
	case p.at("+") && p.peek(1).is("+"), p.at("-") && p.peek(1).is("-"), p.peek(1).is("=") && p.tok().kind == symbolT:
		d.WithHint("write x = x + 1")
	case p.at(":") && p.peek(1).is("="):
		d.WithHint("declare a variable with var x T = value")
	default:
		d.WithHint("statements end at the end of the line or with ;")
	}
	panic(bailout{})
}

// name reads the name of a variable, constant, type, task, procedure or object.
func (p *parser) name(what string) ident {
	t := p.tok()
	if t.kind == word && reserved[t.text] {
		if t.at != p.last {
			p.last = t.at
			p.errorf(t.span, "T102", "%s is a keyword and cannot be the name of %s", t.text, what)
		}
		// Reading on is better when it clearly was meant as a name.
		n := p.peek(1)
		if n.kind == newline || n.kind == eof || n.kind == number || n.kind == symbolT && !n.is("(") || n.is("bool") {
			p.next()
			return ident{t.text, t.span}
		}
		panic(bailout{})
	}
	if t.kind != word {
		p.fail("the name of " + what)
	}
	p.next()
	return ident{t.text, t.span}
}

// freeName reads the name of an event, entry or enum value: any word that has
// no meaning inside expressions.
func (p *parser) freeName(what string) ident {
	t := p.tok()
	if t.kind != word {
		p.fail("the name of " + what)
	}
	if exprWords[t.text] {
		return p.name(what)
	}
	p.next()
	return ident{t.text, t.span}
}

func (p *parser) names(what string) []ident {
	list := []ident{p.name(what)}
	for p.got(",") {
		p.skipNewlines()
		list = append(list, p.name(what))
	}
	return list
}

// from is the span from at to the last token read.
func (p *parser) from(at pos) span {
	if p.i > 0 {
		return span{at, max(at, p.toks[p.i-1].end)}
	}
	return span{at, at}
}

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
		p.fail("a declaration (const, enum, shared, lock, sem, chan, proc or task)")
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
		p.errorf(t.span, "T105", "%s is not supported yet", t.text).WithHint("message passing comes with a later version; use tasks and channels")
		p.next()
		if n := p.tok(); n.kind == word {
			p.next()
			p.out.opaque = append(p.out.opaque, ident{n.text, n.span})
		}
		for !p.at("{") && p.tok().kind != newline && p.tok().kind != eof {
			p.next()
		}
		if p.at("{") {
			p.skipBraces()
		}
	default:
		d := p.syntax(t, "expected a declaration, found %s", t.describe())
		if s := suggest(t.text, []string{"const", "enum", "shared", "lock", "rwlock", "sem", "chan", "proc", "task"}); s != "" {
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
	d := &taskDecl{}
	p.out.tasks = append(p.out.tasks, d)
	p.try(func() { d.ident = p.name("a task") }, "[", "(", "{")
	p.try(func() {
		if p.got("[") {
			bad := badExpr{p.tok().span}
			d.lo, d.hi = bad, bad
			d.index = p.name("the index of the task family")
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
	}, "{")
	if !p.at("{") {
		p.fail(`"{" and the statements of the task`)
	}
	p.enter()
	defer p.leave()
	p.next()
	d.body = p.statements(d, false)
	p.closeBlock("the task")
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
