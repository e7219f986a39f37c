// Package syntax reads Ada 2012: a text becomes compilation units, or positioned diagnostics.
//
//	procedure Hello is begin null; end Hello;
//
// becomes one Unit, whose Decl is of kind Subprogram, named "Hello", with one statement of kind NullStmt.
// All of Ada 2012 is accepted that occurs in compilation units, with the pragmas, attributes and aspects of
// GNAT, and what of Ada 2022 the sources of GNAT's run-time library use.
//
// It checks no rules beyond the syntax: no name is looked up. After a mistake it goes on at the next
// semicolon, so that several are reported at once.
package syntax

import (
	"flavers/diag"
	"flavers/limit"
)

const maxDepth = 500

type parser struct {
	src   *source
	list  *diag.List
	toks  []lexeme
	i     int
	depth int
	last  int // offset of the last error
	count int
}

type bailout struct{}

// Parse reads the compilation units of a file.
func Parse(file string, src []byte) ([]*Unit, diag.List) { return ParseUntil(nil, file, src) }

// ParseUntil is Parse that looks at poll for each token, and asks it for the memory of long lists of tokens.
func ParseUntil(poll *limit.Poll, file string, src []byte) ([]*Unit, diag.List) {
	var list diag.List
	s := newSource(file, UTF8(src))
	s.poll = poll
	p := &parser{src: s, list: &list, last: -1}
	p.toks = scan(s, &list)
	var units []*Unit
	for p.tok().kind != eof {
		at := p.i
		p.try(func() {
			if u := p.unit(); u != nil {
				units = append(units, u)
			}
		})
		if p.i == at {
			p.i++
		}
	}
	if len(units) == 0 && !list.HasErrors() {
		list.Errorf(s.position(0), Syntax,
			"the file has no compilation unit").WithHint("procedure NAME is begin .. end NAME;")
	}
	for _, t := range p.toks {
		for _, c := range t.events {
			list.Errorf(s.position(c.at), Misplaced, "an event stands where no statement may").
				WithHint("write it between statements, after begin")
		}
	}
	return units, list
}

// try runs f; after a syntax error it skips to behind the next semicolon.
func (p *parser) try(f func()) (ok bool) {
	depth := p.depth
	defer func() {
		switch r := recover(); r.(type) {
		case nil:
		case bailout:
			p.depth, ok = depth, false
			for p.tok().kind != eof {
				if t := p.next(); t.low == ";" {
					return
				}
			}
		default:
			panic(r)
		}
	}()
	f()
	return true
}

func (p *parser) tok() lexeme       { return p.toks[p.i] }
func (p *parser) peek(n int) lexeme { return p.toks[min(p.i+n, len(p.toks)-1)] }
func (p *parser) at(low string) bool {
	t := p.tok()
	return (t.kind == word || t.kind == symbol) && t.low == low
}

func (p *parser) atAny(words ...string) bool {
	for _, w := range words {
		if p.at(w) {
			return true
		}
	}
	return false
}

func (p *parser) next() lexeme {
	t := p.toks[p.i]
	if t.kind != eof {
		p.src.poll.Look()
		p.i++
	}
	return t
}

func (p *parser) got(words ...string) bool {
	for n, w := range words {
		if t := p.peek(n); t.kind != word && t.kind != symbol || t.low != w {
			return false
		}
	}
	for range words {
		p.next()
	}
	return true
}

func (p *parser) describe() string {
	t := p.tok()
	switch {
	case t.kind == eof:
		return "the end of the file"
	case t.kind == word && reserved[t.low]:
		return "the reserved word " + t.low
	case len(t.text) > 40:
		return "a long token"
	}
	return `"` + t.text + `"`
}

// fail reports a syntax error at the next token, and leaves the construct.
func (p *parser) fail(format string, args ...any) {
	t := p.tok()
	if p.last != t.at && p.count < 50 {
		p.count++
		p.list.Errorf(p.src.position(t.at), Syntax, format, args...).WithLen(t.end - t.at)
	}
	p.last = t.at
	panic(bailout{})
}

func (p *parser) want(low string) lexeme {
	if !p.at(low) {
		// A missing semicolon is best seen at the end of what lacks it.
		if low == ";" && p.i > 0 && p.count < 50 && p.last != p.tok().at {
			prev := p.toks[p.i-1]
			p.count++
			p.last = p.tok().at
			p.list.Errorf(p.src.position(prev.end), Syntax, `";" is missing before %s`, p.describe()).
				WithHint("statements and declarations of Ada end with a semicolon")
			if p.src.position(prev.at).Line < p.src.position(p.tok().at).Line {
				return lexeme{low: ";", at: prev.end, end: prev.end} // go on as if it were there
			}
			panic(bailout{})
		}
		p.fail("%q expected, not %s", low, p.describe())
	}
	return p.next()
}

func (p *parser) ident() Ident {
	t := p.tok()
	if t.kind != word || reserved[t.low] {
		p.fail("a name expected, not %s", p.describe())
	}
	p.next()
	return Ident{t.text, p.src.position(t.at)}
}

// designator returns a name in a declaration of a subprogram: perhaps dotted, or an operator.
func (p *parser) designator() string {
	if t := p.tok(); t.kind == text || t.kind == char {
		p.next()
		return t.text
	}
	name := p.ident().Name
	for p.got(".") {
		if t := p.tok(); t.kind == text {
			p.next()
			return name + "." + t.text
		}
		name += "." + p.ident().Name
	}
	return name
}

func (p *parser) idents() []Ident {
	out := []Ident{p.ident()}
	for p.got(",") {
		out = append(out, p.ident())
	}
	return out
}

func (p *parser) enter() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail("more than %d nested constructs", maxDepth)
	}
	return func() { p.depth-- }
}

// unit parses a compilation unit with its context clauses.
func (p *parser) unit() *Unit {
	u := &Unit{File: p.src.file}
	for {
		switch {
		case p.at("pragma"):
			u.Context = append(u.Context, p.pragma())
			if p.tok().kind == eof {
				return u
			}
		case p.atAny("limited", "with"), p.at("private") && p.peek(1).low == "with":
			p.got("limited")
			p.got("private")
			p.want("with")
			u.Withs = append(u.Withs, p.name())
			for p.got(",") {
				u.Withs = append(u.Withs, p.name())
			}
			p.want(";")
		case p.at("use"):
			u.Context = append(u.Context, p.use())
		case p.got("separate"):
			p.want("(")
			u.Separate = p.name()
			p.want(")")
		default:
			p.got("private")
			u.Decl = p.decl(true)
			if u.Decl == nil {
				p.fail("a compilation unit expected, not %s", p.describe())
			}
			return u
		}
	}
}
