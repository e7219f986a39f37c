package fsa

// This file parses quantified regular expressions, as `all (.; a; b)*`: each execution
// is a word of the expression. A function of the grammar returns the node it has
// read; false after an error, which is reported.
//
//	quantified = ["prefix"] ("all" | "none") choice
//	           | "show" ("all" | "no" | "none") "executions" "satisfy" choice
//	choice     = sequence { "|" sequence }
//	sequence   = postfix { ";" postfix }
//	postfix    = operand { "*" | "+" | "?" | "^" number }
//	operand    = event | "." | "[" ["-"] event { "," event } "]" | "(" [choice] ")"

import (
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
)

// startsQuantified reports whether a quantified expression comes next.
func (p *parser) startsQuantified() bool {
	p.space(true)
	save := p.at
	defer func() { p.at = save }()
	if p.takeWord("prefix") {
		p.space(true)
	}
	w := p.peekWord()
	return w == "all" || w == "none" || w == "show"
}

// quantified reads an expression and what stands before it into d.
func (p *parser) quantified(d *decl) bool {
	p.space(true)
	q := &quantified{}
	if at := p.at; p.takeWord("prefix") {
		d.prefix, d.prefixAt = true, at
		p.space(true)
	}
	switch p.takeName().text {
	case "none":
		q.none = true
	case "show":
		p.space(true)
		at := p.at
		switch w := p.takeName(); w.text {
		case "all":
		case "no", "none":
			q.none = true
		default:
			p.at = at
			e := p.expected("`all` or `no`")
			if slices.Contains(chainWords, w.text) {
				e.WithHint("an event of that name is written in quotes: \"show\" %s ..", w.text)
			}
			return false
		}
		p.space(true)
		if !p.takeWord("executions") && !p.takeWord("execution") {
			p.expected("`executions`")
			return false
		}
		p.space(true)
		if !p.takeWord("satisfy") && !p.takeWord("satisfies") && !p.takeWord("satisfying") {
			p.expected("`satisfy`")
			return false
		}
	}
	p.depth = 0
	body, ok := p.choice()
	if !ok {
		return false
	}
	q.body = body
	d.expr = q
	return p.endOfStatement()
}

// endOfStatement checks that the line, the block or the file ends here;
// scopes are words that could stand here as well.
func (p *parser) endOfStatement(scopes ...string) bool {
	if p.space(false); p.at >= len(p.src) || p.has("\n") || p.has(";") || p.has("}") || p.startsNamed() {
		return true
	}
	e := p.expected("an operator or the end of the line")
	if near := diag.Suggest(p.peekWord(), scopes); near != "" {
		e.WithHint("did you mean %q?", near)
		return false
	}
	if p.at < len(p.src) && strings.IndexByte(")]", p.src[p.at]) < 0 {
		if len(scopes) > 0 { // of a pattern
			e.WithHint(quotesHint)
		} else {
			e.WithHint("write `;` between events; " + quotesHint)
		}
	}
	return false
}

// operator takes op if it comes next, perhaps on a later line.
func (p *parser) operator(op string) bool {
	save := p.at
	p.space(true)
	if p.take(op) {
		return true
	}
	p.at = save
	return false
}

// choice reads sequences with | between them.
func (p *parser) choice() (*qnode, bool) {
	var args []*qnode
	for {
		a, ok := p.sequence()
		if !ok {
			return nil, false
		}
		args = append(args, a)
		if !p.operator("|") {
			return joined(qChoice, args), true
		}
	}
}

// sequence reads operands with ; between them.
func (p *parser) sequence() (*qnode, bool) {
	var args []*qnode
	for {
		a, ok := p.postfix()
		if !ok {
			return nil, false
		}
		args = append(args, a)
		save := p.at
		if !p.operator(";") {
			return joined(qSeq, args), true
		}
		if p.depth == 0 && p.endsAfterSemicolon() { // a semicolon that ends the statement
			p.at = save
			return joined(qSeq, args), true
		}
	}
}

// endsAfterSemicolon reports whether the statement ends behind the semicolon that was
// just read.
func (p *parser) endsAfterSemicolon() bool {
	p.space(true)
	return p.at >= len(p.src) || p.src[p.at] == '}' || p.startsDecl()
}

// joined returns a node with several children, or the child itself if it is the only one.
func joined(k qkind, args []*qnode) *qnode {
	if len(args) == 1 {
		return args[0]
	}
	return &qnode{kind: k, args: args}
}

// postfix reads an operand with the operators behind it.
func (p *parser) postfix() (*qnode, bool) {
	e, ok := p.operand()
	if !ok {
		return nil, false
	}
	for ops := 0; ; ops++ {
		save := p.at
		p.space(true)
		at := p.at
		k := qPower
		switch {
		case p.take("*"):
			k = qStar
		case p.take("+"):
			k = qPlus
		case p.take("?"):
			k = qOption
		case !p.take("^"):
			p.at = save
			return e, true
		}
		if ops == maxPostfix {
			p.errorf(at, 1, diag.FTooDeep, "more than %d operators after one operand", maxPostfix)
			return nil, false
		}
		count := 0
		if k == qPower {
			if count = p.takeNumber(automata.MaxExprSize); count < 0 {
				return nil, false
			}
		}
		if e.kind != k || k == qPower { // e** is e*
			e = &qnode{kind: k, args: []*qnode{e}, count: count}
		}
	}
}

// operand reads an event, a set of events, or an expression in parentheses.
func (p *parser) operand() (*qnode, bool) {
	p.space(true)
	open := p.at
	switch {
	case p.take("."):
		if w := p.wordAt(p.at); w != "" {
			p.errorf(p.at, len(w), diag.FExpected, "expected an operator after `.`, found %q",
				w).WithHint("`.;%s` is any symbol and then %s", w, w)
			return nil, false
		}
		return &qnode{kind: qSet, not: true}, true
	case p.take("["):
		return p.set(open)
	case p.take("("):
		if p.depth++; p.depth > maxNesting {
			p.errorf(open, 1, diag.FTooDeep, "parentheses are nested more than %d deep", maxNesting)
			return nil, false
		}
		if p.space(true); p.take(")") {
			p.depth--
			return &qnode{kind: qEmpty}, true
		}
		e, ok := p.choice()
		if !ok {
			return nil, false
		}
		if p.space(true); !p.take(")") {
			return nil, p.unclosed(open, "`;`, `|` or `)`")
		}
		p.depth--
		return e, true
	case !p.startsNamed():
		if ref, ok := p.takeEvent(); ok {
			return &qnode{kind: qSet, refs: []eventRef{ref}}, true
		}
	}
	code := diag.FExpected
	hint := ""
	missing := p.at >= len(p.src) || p.has(";") || p.has("|") || p.has(")") || p.has("}") || p.startsNamed()
	if missing {
		code, hint = diag.FEmpty, "the empty word is written ()"
		if p.at > 0 && p.has("|") && p.src[p.at-1] == '|' {
			hint = "a choice is written with one |"
		}
	} else if !knownByte(p.src[p.at]) {
		code = diag.FBadCharacter
	}
	e := p.errorf(p.at, p.width(), code, "expected an event, `.`, `[` or `(`, found %s", p.found())
	if hint != "" {
		e.WithHint("%s", hint)
	}
	return nil, false
}

// set reads `a, b]` or `-a, b]`.
func (p *parser) set(open int) (*qnode, bool) {
	e := &qnode{kind: qSet}
	p.space(true)
	e.not = p.take("-")
	for {
		p.space(true)
		ref, ok := p.takeEvent()
		if !ok {
			return nil, p.unclosed(open, "an event")
		}
		e.refs = append(e.refs, ref)
		p.space(true)
		switch {
		case p.take(","):
		case p.take("]"):
			return e, true
		default:
			return nil, p.unclosed(open, "`,` or `]`")
		}
	}
}
