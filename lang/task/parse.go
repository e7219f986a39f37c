package task

import "flavers/diag"

// This file holds the frame of the parser: tokens, names, errors, recovery.
// After an error the parser goes on at the next statement.

// maxDepth bounds the nesting of blocks and of expressions, so that no later
// walk of the tree can exhaust the stack.
const maxDepth = 500

type parser struct {
	*reporter
	toks    []lexeme
	i       int
	depth   int
	deep    bool // too deep nesting is reported
	last    pos  // place of the last syntax error, to report one per place
	test    bool // in a condition, where an "=" is a slip
	stray   bool // the last thing at the top level was no declaration
	blocks  int  // open braces
	crooked pos  // a brace whose partner stood under another column, the first of the declaration; 0: none
	out     *tree
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
	p.poll.Look()
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
	if t.at == p.last || p.badLines[p.src.position(t.at).Line] {
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
	depth, start, test, blocks := p.depth, p.i, p.test, p.blocks
	defer func() {
		if x := recover(); x != nil {
			if _, mine := x.(bailout); !mine {
				panic(x)
			}
			p.depth, p.test, p.blocks = depth, test, blocks
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
		t := p.tok()
		p.last = t.at
		if !p.deep {
			p.deep = true
			p.errorf(t.span, "T103", "nested more than %d levels deep", maxDepth).
				WithHint("move what is inside into a proc, or split the expression")
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
	if t := p.tok(); t.kind == eof || t.is("}") || t.is("case") || t.is("else") || p.outermost() {
		return
	}
	if p.i > 0 && p.toks[p.i-1].is("}") {
		return
	}
	d := p.syntax(p.tok(), "expected the end of the statement, found %s", p.tok().describe())
	switch t := p.tok(); {
	case p.at("+") && p.peek(1).is("+"), p.at("-") && p.peek(1).is("-"), p.peek(1).is("=") && t.kind == symbolT:
		d.WithHint("write x = x + 1")
	case p.at("="):
		d.WithHint("a statement assigns one variable; a comparison is written ==")
	case p.at("do"), p.at("then"), p.at("begin"), p.at(":"):
		d.WithHint("blocks stand in braces: { .. }")
	case p.at(")") || p.at("]"):
		d.WithHint("no bracket is open here")
	case p.at(".") && p.i > 0 && p.toks[p.i-1].kind == number:
		d.WithHint("numbers are integers")
	case p.at("and") || p.at("or") || p.at("not"):
		d.WithHint("logical operators are && || !")
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

// from returns the span from at to the last token read.
func (p *parser) from(at pos) span {
	if p.i > 0 {
		return span{at, max(at, p.toks[p.i-1].end)}
	}
	return span{at, at}
}
