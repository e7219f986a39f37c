package fsa

// This file is the center of the parser of .fsa files: it reads declarations, their heads and alphabets, and finds the
// next declaration after an error. Each form of contents has a file of its own, parse_*.go.

import (
	"fmt"
	"slices"
	"strings"

	"flavers/automata"
	"flavers/diag"
	"flavers/limit"
)

// maxNesting is the largest depth of nested parentheses, and maxPostfix the largest number of operators after one
// operand.
const (
	maxNesting = 200
	maxPostfix = 100
)

// Parse reads a .fsa file that is about no program in particular. It returns the properties and constraints in order,
// except faulty ones, and the diagnostics sorted by position. The name of the file is used in positions only.
func Parse(file string, src []byte) ([]*automata.Spec, diag.List) {
	return parse(file, src, Environment{general: true}, automata.DefaultLimit)
}

// ParseFor is Parse for the specifications of a program, which may use its constants.
func ParseFor(file string, src []byte, env Environment) ([]*automata.Spec, diag.List) {
	return parse(file, src, env, automata.DefaultLimit)
}

// Syntax returns the syntax errors of a file, sorted by position. It does not resolve names, expand families or build
// automata. poll is checked for each word.
func Syntax(poll *limit.Poll, file string, src []byte) diag.List {
	var list diag.List
	p := &parser{reader: newReader(file, src, &list)}
	p.poll = poll
	p.file()
	list.Sort()
	return list
}

// parse is ParseFor. No automaton on the way may have more than most states.
func parse(file string, src []byte, env Environment, most int) ([]*automata.Spec, diag.List) {
	var list diag.List
	p := &parser{reader: newReader(file, src, &list), env: env}
	p.poll = env.Poll
	decls := p.file()
	var specs []*automata.Spec
	taken := make(map[string]name)
	for i, d := range decls {
		if d.name.text == "" {
			continue
		}
		if first, ok := taken[d.name.text]; ok {
			p.count = 0
			p.errorf(d.name.at, d.headEnd-d.name.at, diag.FDuplicateName, "%s is declared twice", d.name.text).
				WithHint("first declared at line %d", p.position(first.at).Line)
			decls[i].faulty = true
		} else {
			taken[d.name.text] = d.name
		}
	}
	for _, d := range decls {
		p.count = 0
		p.poll.LookNow()
		specs = append(specs, p.family(d, most)...)
	}
	list.Sort()
	return specs, list
}

// parser reads a file.
type parser struct {
	*reader
	depth int // number of open parentheses
	env   Environment
	begun []*decl // all declarations that were begun, with faulty ones

	// For a declaration with bindings (binding.go): object is the name of its object, and bind returns the name
	// that an event of the object, or of all objects, has in the program.
	object string
	bind   func(short string, ofObject bool) string
	task   string // the task whose events count; "" for those of all tasks
}

// file reads all declarations and numbers the anonymous ones.
func (p *parser) file() []*decl {
	var decls []*decl
	anonymous := 0
	for {
		p.separators()
		if p.at >= len(p.src) {
			return decls
		}
		p.count = 0
		start := p.at
		p.object = ""
		d := &decl{property: true, from: start}
		p.begun = append(p.begun, d)
		ok := p.declaration(d)
		d.to = p.at
		if !ok || p.count > 0 {
			d.faulty = true
		}
		p.unbound(d)
		if d.expr != nil && d.name.text == "" {
			anonymous++
			d.name = name{fmt.Sprintf("qre%d", anonymous), start}
		}
		if d.name.text != "" && (d.expr != nil || d.machine != nil || d.pattern != nil || d.formula != nil || d.condition != nil) {
			decls = append(decls, d)
		}
		if !ok {
			p.recover(start)
		}
	}
}

// separators skips everything between statements.
func (p *parser) separators() {
	for p.space(true); p.take(";"); p.space(true) {
	}
}

// startsDecl reports whether a declaration begins at the next word: it is property, constraint or a modifier, and
// another word or an alphabet follows. Such a sequence never occurs inside an expression.
func (p *parser) startsDecl() bool {
	p.space(true)
	if p.at >= len(p.src) {
		return false
	}
	if p.src[p.at] == '{' {
		return true
	}
	return p.startsNamed()
}

// startsNamed is startsDecl without the alphabet of a short form.
func (p *parser) startsNamed() bool {
	w := p.peekWord()
	save := p.at
	defer func() { p.at = save }()
	p.at += len(w)
	switch w {
	case "property", "constraint", "invariant":
		return p.peekWord() != ""
	case "safety", "prefix":
		return p.peekWord() != "" || p.has("{")
	case "for":
		return p.has("{") || p.peekWord() == "events"
	}
	return false
}

// startsMisspelt reports whether the next word looks like one that begins a
// declaration and has a name after it.
func (p *parser) startsMisspelt() bool {
	w := p.peekWord()
	if diag.Suggest(w, []string{"property", "constraint"}) == "" {
		return false
	}
	save := p.at
	defer func() { p.at = save }()
	p.at += len(w)
	if p.takeName().text == "" {
		return false
	}
	return p.has("{") || slices.Contains([]string{"for", "all", "none", "show"}, p.peekWord())
}

// recover goes to the next line that begins a declaration. The declaration that began at start has an error.
func (p *parser) recover(start int) {
	if p.at == start && p.at < len(p.src) {
		p.at++
	}
	depth := max(0, braces(p.src[start:p.at]))
	lineStart := p.lines[p.position(p.at).Line-1]
	lineBegins := lineStart > start && strings.TrimSpace(p.src[lineStart:p.at]) == "" // only space since then
	for p.at < len(p.src) {
		if lineBegins && (p.startsNamed() || p.startsMisspelt() || depth == 0 && p.has("{")) {
			return
		}
		lineBegins = false
		switch p.src[p.at] {
		case '{':
			depth++
		case '}':
			depth = max(0, depth-1)
		case '"':
			p.skipQuoted()
			p.at--
		}
		before := p.at
		p.at++
		p.space(true)
		lineBegins = strings.Contains(p.src[before:p.at], "\n")
	}
}

// skipQuoted skips a quoted name in text that is not used. Errors in it are not reported.
func (p *parser) skipQuoted() {
	list, count := p.list, p.count
	p.list = &diag.List{}
	p.quoted()
	p.list, p.count = list, count
}

// braces returns how many more braces are opened than closed in text. It also counts braces in quotes and comments.
func braces(text string) int { return strings.Count(text, "{") - strings.Count(text, "}") }

// declaration reads one declaration into d. It returns false after an error from which the parser has to recover.
func (p *parser) declaration(d *decl) bool {
	d.headEnd = p.at + p.width()
	p.modifiers(d, false)
	anonymous := p.has("{") || p.peekWord() == "for"
	switch {
	case anonymous:
	case p.peekWord() == "invariant":
		return p.invariant(d)
	case p.peekWord() == "property", p.peekWord() == "constraint":
		if !p.namedHead(d) {
			return false
		}
	default:
		p.noDeclaration()
		return false
	}
	p.space(true)
	if (anonymous || p.startsAlphabet()) && !p.alphabet(d) {
		return false
	}
	p.space(true)
	if !anonymous && p.take("{") {
		return p.block(d)
	}
	return p.contents(d, anonymous)
}

// namedHead reads `property NAME` or `constraint NAME`, with the modifiers and the indices of a family. It returns
// false after an error.
func (p *parser) namedHead(d *decl) bool {
	d.property = p.takeName().text == "property"
	p.modifiers(d, true)
	if d.name = p.takeName(); d.name.text == "" || d.name.text == "for" {
		switch {
		case d.name.text == "":
			d := p.errorf(p.at, p.width(), diag.FNoName, "expected a name, found %s", p.found())
			if p.has("{") {
				d.WithHint("write property NAME { .. }")
			}
		case !p.has("{"):
			p.errorf(d.name.at, len(d.name.text), diag.FNoName, `expected a name, found "for"`).WithHint("write property NAME for { .. } all ..")
		default:
			p.errorf(d.name.at, len(d.name.text), diag.FNoName, "expected a name, found the alphabet")
		}
		return false
	}
	d.headEnd = d.name.at + len(d.name.text)
	if d.property && d.name.text == "deadlock" {
		p.errorf(d.name.at, len(d.name.text), diag.FReservedName, "deadlock is the name of a check that every program has").
			WithHint("call the property another name, as no_deadlock")
	}
	if !p.indices(d) || !p.each(d) {
		return false
	}
	if w := d.name.text; (w == "all" || w == "none" || w == "show") && !p.has("{") && !p.has("\n") && p.peekWord() != "for" && !p.startsQuantified() {
		p.errorf(d.name.at, len(w), diag.FNoName, "expected a name, found the quantifier %q", w).
			WithHint("write property NAME %s ..", w)
		return false
	}
	return true
}

// noDeclaration reports that a declaration was expected, with a hint at what was probably meant.
func (p *parser) noDeclaration() {
	e := p.expected("a property or a constraint")
	if near := diag.Suggest(p.peekWord(), []string{"property", "constraint", "invariant", "safety", "prefix"}); near != "" {
		e.WithHint("did you mean %q?", near)
	} else if slices.Contains([]string{"all", "none", "show"}, p.peekWord()) {
		e.WithHint("write the alphabet first: {a, b} all ..")
	} else if p.has("}") {
		e.WithHint("one } too many, here or above")
	} else if w := p.peekWord(); w != "" && strings.HasPrefix(strings.TrimSpace(p.src[p.at+len(w):]), "{") {
		e.WithHint("write property %s { .. }", w)
	}
}

// modifiers reads `safety` and `prefix`. After `property` such a word is a modifier only if a name follows; otherwise
// it is the name.
func (p *parser) modifiers(d *decl, afterKeyword bool) {
	for {
		p.space(!afterKeyword)
		w := p.peekWord()
		if w != "safety" && w != "prefix" {
			return
		}
		at := p.at
		p.at += len(w)
		if next := p.peekWord(); afterKeyword && (next == "" || slices.Contains([]string{"for", "all", "none", "show"}, next)) {
			p.at = at
			return
		}
		if w == "safety" {
			d.safety = true
		} else {
			d.prefix, d.prefixAt = true, at
		}
	}
}

// startsAlphabet reports whether an alphabet comes next, and not a block. An alphabet begins with `for`, or its braces
// contain a list of events, and an expression, a pattern or a block follows.
func (p *parser) startsAlphabet() bool {
	if p.peekWord() == "for" {
		return true
	}
	save, list, count := p.at, p.list, p.count
	p.list = &diag.List{}
	defer func() { p.at, p.list, p.count = save, list, count }()
	if !p.has("{") || !p.alphabet(&decl{}) {
		return false
	}
	p.space(true)
	return p.startsQuantified() || p.has("{") || p.startsTemporal() || p.startsPattern()
}

// alphabet reads `for { a, s = "b c" }`, `for events {{a},{b}}` or `{a, b}` into d. It returns false after an error.
func (p *parser) alphabet(d *decl) bool {
	d.explicit = true
	if p.takeWord("for") {
		p.space(true)
		p.takeWord("events")
		p.space(true)
	}
	open := p.at
	if !p.take("{") {
		p.expected("`{` and the events of the alphabet").WithHint("write for { a, b }")
		return false
	}
	for p.space(true); !p.take("}"); p.space(true) {
		if p.take("{") { // a group of the long form: its events one by one
			for p.space(true); !p.take("}"); p.space(true) {
				if !p.alphabetEntry(d, open) {
					return false
				}
			}
			p.space(true)
			if !p.take(",") && !p.has("}") {
				return p.unclosed(open, "`,` or `}`")
			}
			continue
		}
		if !p.alphabetEntry(d, open) {
			return false
		}
	}
	return true
}

// alphabetEntry reads one event of an alphabet and the comma after it. open is the offset of the brace that opened the
// alphabet. It returns false after an error.
func (p *parser) alphabetEntry(d *decl, open int) bool {
	e, ok := p.eventDecl(true)
	if !ok {
		return false
	}
	d.alphabet = append(d.alphabet, e)
	p.space(true)
	if !p.take(",") && !p.has("}") {
		return p.unclosed(open, "`,` or `}`")
	}
	return true
}

// unclosed reports that the text in what was expected, as "`,` or `]`". At the end of the file or of the declaration
// it reports instead that the bracket at offset open is not closed. It always returns false, so that callers can
// return its result.
func (p *parser) unclosed(open int, what string) bool {
	p.space(true)
	if p.at >= len(p.src) || p.startsNamed() || p.startsMisspelt() {
		e := p.errorf(open, 1, diag.FOpenBracket, "%q is not closed", p.src[open])
		if p.at < len(p.src) {
			e.WithHint("the next declaration is in line %d", p.position(p.at).Line)
		}
	} else {
		p.expected(what).WithHint(quotesHint)
	}
	return false
}

// quotesHint is the hint for the usual mistake if a name goes on where it should not.
const quotesHint = "event names with spaces or operators need quotes"

// eventDecl reads `event`, or `short = event | event ...`. If lines is set, the declaration may go on in the next
// line. It returns false after an error.
func (p *parser) eventDecl(lines bool) (eventDecl, bool) {
	ref, ok := p.takeEvent()
	if !ok {
		p.expected("an event")
		return eventDecl{}, false
	}
	p.space(lines)
	if !p.take("=") {
		return eventDecl{patterns: []eventRef{ref}}, true
	}
	d := eventDecl{short: name{ref.text, ref.at}}
	if ref.quoted || p.wordAt(ref.at) != ref.text {
		p.errorf(ref.at, ref.n, diag.FExpected, "a short name is a word, not an event").
			WithHint("quote event names with `=`: \"turn=1\"")
		d.short.text = ""
	}
	for {
		p.space(true)
		take := p.takeEvent
		if p.startsBinding() {
			take = p.binding
		}
		known := p.count
		ref, ok := take()
		if !ok {
			if p.count == known {
				p.expected("an event").WithHint("quote event names with `=`: \"turn=1\"")
			}
			return d, false
		}
		d.patterns = append(d.patterns, ref)
		if p.space(lines); !p.take("|") {
			return d, true
		}
	}
}
